//! Settings: flags over variables over `luna.toml` over defaults.

pub(crate) mod environment;
mod options;
mod retention;
pub(crate) mod scope;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use luna_app::{Panel, Settings};
use luna_core::game::Rules;
use luna_core::meeting::{GAMES_PER_INTERVIEW, MOST_GAMES_PER_INTERVIEW};
use luna_core::rank::Ladder;
use luna_core::timing::{
    MACHINE_PACE_MS, MACHINE_PERCENT, MACHINE_WAIT_MS, MAIL_QUIET_MS, PHASE_MS, SILENCE_MS,
};
use luna_store::game::Timing;

pub(crate) use self::options::Options;
use crate::failure::Failure;

/// The settings in force.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) listen: String,
    pub(crate) database: String,
    /// None: the address that the server listens on.
    pub(crate) public_url: Option<String>,
    pub(crate) smtp: Option<String>,
    pub(crate) mail_from: String,
    pub(crate) json_log: bool,
    pub(crate) log: String,
    pub(crate) sqlite_normal: bool,
    pub(crate) corpus: Option<PathBuf>,
    pub(crate) connections: usize,
    pub(crate) erasure_log: Option<PathBuf>,
    /// Those that handlers and jobs read.
    pub(crate) settings: Settings,
}

impl Config {
    pub(crate) fn load(flags: Options) -> Result<Config, Failure> {
        let file = match &flags.config {
            Some(path) => Some(path.clone()),
            None => Some(PathBuf::from("luna.toml")).filter(|path| path.exists()),
        };
        let file = match file {
            None => Options::default(),
            Some(path) => {
                let name = path.display();
                let text = std::fs::read_to_string(&path).map_err(|error| {
                    Failure::Settings(format!("cannot read the settings in {name}: {error}"))
                })?;
                toml::from_str(&text)
                    .map_err(|error| Failure::Settings(format!("in {name}: {error}")))?
            }
        };
        resolve(flags, file)
    }

    /// Refuses a public instance that does not say who runs it.
    pub(crate) fn names_its_operator(&self) -> Result<(), Failure> {
        if !self.public_url.as_ref().is_some_and(|url| url.starts_with("https://")) {
            return Ok(());
        }
        let named = [
            ("controller", &self.settings.controller),
            ("controller_address", &self.settings.controller_address),
            ("contact", &self.settings.contact),
            ("help_line", &self.settings.help_line),
        ];
        let missing: Vec<&str> =
            named.iter().filter(|(_, text)| text.is_empty()).map(|(name, _)| *name).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(Failure::Settings(format!(
            "people must know who runs a public instance and where to find help; set {}",
            missing.join(", ")
        )))
    }
}

fn resolve(flags: Options, file: Options) -> Result<Config, Failure> {
    let (timing, retention) = (timing(&flags, &file)?, retention::read(&flags, &file)?);
    let rules = rules(
        flags.questions_per_game.or(file.questions_per_game),
        flags.max_chars.or(file.max_chars),
    )?;
    let listen = flags.listen.or(file.listen).unwrap_or_else(|| "127.0.0.1:1950".to_owned());
    let database = flags.database.or(file.database).unwrap_or_else(|| "sqlite:luna.db".to_owned());
    if !["sqlite:", "postgres:", "postgresql:"].iter().any(|scheme| database.starts_with(scheme)) {
        return Err(Failure::Settings(format!(
            "the database must be sqlite:PATH or postgres://USER@HOST/NAME, not {database}"
        )));
    }
    let public_url =
        flags.public_url.or(file.public_url).map(|url| url.trim_end_matches('/').to_owned());
    if let Some(url) = &public_url
        && !(url.starts_with("http://") || url.starts_with("https://"))
    {
        return Err(Failure::Settings(format!(
            "the public URL must begin with http:// or https://, unlike {url}"
        )));
    }
    let format = flags.log_format.or(file.log_format).unwrap_or_else(|| "text".to_owned());
    if format != "text" && format != "json" {
        return Err(Failure::Settings(format!(
            "the log format must be text or json, not {format}"
        )));
    }
    let smtp = flags.smtp.or(file.smtp);
    Ok(Config {
        listen,
        database,
        mail_from: flags
            .mail_from
            .or(file.mail_from)
            .unwrap_or_else(|| "Luna <luna@localhost>".to_owned()),
        json_log: format == "json",
        log: flags.log.or(file.log).unwrap_or_else(|| "info".to_owned()),
        corpus: flags.corpus.or(file.corpus),
        connections: at_least_one("connections", flags.connections.or(file.connections), 16_384)?,
        erasure_log: flags.erasure_log.or(file.erasure_log),
        sqlite_normal: synchronous(
            flags.sqlite_synchronous.or(file.sqlite_synchronous).as_deref(),
        )?,
        settings: Settings {
            public_url: public_url.clone().unwrap_or_default(),
            timing,
            rules,
            ladder: ladder(flags.ladder.or(file.ladder).as_deref())?,
            controller: text(flags.controller, file.controller),
            controller_address: text(flags.controller_address, file.controller_address),
            contact: text(flags.contact, file.contact),
            help_line: text(flags.help_line, file.help_line),
            privacy_statement: text(flags.privacy_statement, file.privacy_statement),
            is_demo: false,
            smtp: smtp.is_some(),
            behind_proxy: flags.behind_proxy.or(file.behind_proxy).unwrap_or(false),
            guests_per_hour: flags.guests_per_hour.or(file.guests_per_hour).unwrap_or(200),
            neighbours_meet: flags.neighbours_meet.or(file.neighbours_meet).unwrap_or(false),
            work_per_address: flags.work_per_address.or(file.work_per_address).unwrap_or(30).max(1),
            games_per_hour: flags.games_per_hour.or(file.games_per_hour).unwrap_or(60),
            streams_per_address: at_least_one(
                "connections_per_address",
                flags.connections_per_address.or(file.connections_per_address),
                1_000,
            )?,
            patience: request(flags.request_seconds.or(file.request_seconds).unwrap_or(60))?,
            retention,
            machine_requests_per_minute: flags
                .machine_requests_per_minute
                .or(file.machine_requests_per_minute)
                .unwrap_or(1_200),
            sandbox_games_per_hour: flags
                .sandbox_games_per_hour
                .or(file.sandbox_games_per_hour)
                .unwrap_or(600),
            admin_second_factor: flags
                .admin_second_factor
                .or(file.admin_second_factor)
                .unwrap_or(false),
            private_machines: flags.private_machines.or(file.private_machines).unwrap_or(false),
            metrics_token: long("metrics token", flags.metrics_token.or(file.metrics_token))?,
            secret: long("secret", flags.secret.or(file.secret))?,
            panel: panel(
                flags.panel_url.or(file.panel_url),
                flags.panel_model.or(file.panel_model),
                flags.panel_tokens_per_day.or(file.panel_tokens_per_day).unwrap_or(0),
            )?,
            contest_folders: flags.contest_folders.or(file.contest_folders),
        },
        public_url,
        smtp,
    })
}

fn ladder(given: Option<&str>) -> Result<Ladder, Failure> {
    match given.unwrap_or("rating") {
        "rating" => Ok(Ladder::Rating),
        "calibrated" => Ok(Ladder::Calibrated),
        other => Err(Failure::Settings(format!(
            "the ladder must be by rating or calibrated, not {other}"
        ))),
    }
}

/// The rules of games that begin from now on.
fn rules(questions: Option<usize>, max_chars: Option<usize>) -> Result<Rules, Failure> {
    let within = |name: &str, given: usize, bounds: RangeInclusive<usize>| {
        let (least, most) = (*bounds.start(), *bounds.end());
        if bounds.contains(&given) {
            return Ok(given);
        }
        Err(Failure::Settings(format!("{name} must be from {least} to {most}, not {given}")))
    };
    let questions = within(
        "questions_per_game",
        questions.unwrap_or(Rules::STANDARD.questions),
        Rules::QUESTIONS,
    )?;
    let most = Rules::STANDARD.max_chars.min(Rules::MOST_CHARS / questions);
    let max_chars = within("max_chars", max_chars.unwrap_or(most), Rules::CHARS)?;
    if max_chars > most {
        return Err(Failure::Settings(format!(
            "with {questions} questions, max_chars must be at most {most}, not {max_chars}"
        )));
    }
    Ok(Rules { questions, max_chars })
}

/// Times of games and of mails about them.
fn timing(flags: &Options, file: &Options) -> Result<Timing, Failure> {
    let millis = |name: &str, flag: Option<i64>, file: Option<i64>, default_ms: i64, least: i64| {
        let seconds = flag.or(file).unwrap_or(default_ms / 1000);
        if (least..=31_536_000).contains(&seconds) {
            Ok(seconds * 1000)
        } else {
            Err(Failure::Settings(format!(
                "{name} must be from {least} to 31536000 seconds, not {seconds}"
            )))
        }
    };
    let Options { phase_seconds, silence_seconds, .. } = *flags;
    let Options { machine_wait_seconds: wait, machine_pace_seconds: pace, .. } = *flags;
    let Options { mail_quiet_seconds: quiet, machine_percent, .. } = *flags;
    let machines_fill_in = flags.machines_fill_in.or(file.machines_fill_in).unwrap_or(false);
    Ok(Timing {
        phase_ms: millis("phase_seconds", phase_seconds, file.phase_seconds, PHASE_MS, 1)?,
        silence_ms: millis(
            "silence_seconds",
            silence_seconds,
            file.silence_seconds,
            SILENCE_MS,
            1,
        )?,
        machine_wait_ms: millis(
            "machine_wait_seconds",
            wait,
            file.machine_wait_seconds,
            MACHINE_WAIT_MS,
            0,
        )?,
        machine_pace_ms: millis(
            "machine_pace_seconds",
            pace,
            file.machine_pace_seconds,
            MACHINE_PACE_MS,
            0,
        )?,
        mail_quiet_ms: millis(
            "mail_quiet_seconds",
            quiet,
            file.mail_quiet_seconds,
            MAIL_QUIET_MS,
            0,
        )?,
        machine_percent: match machine_percent.or(file.machine_percent) {
            Some(given) => percent(given)?,
            None => MACHINE_PERCENT,
        },
        machines_fill_in,
        interview_games: within(
            "interview_games",
            flags.interview_games.or(file.interview_games),
            if machines_fill_in { 1 } else { GAMES_PER_INTERVIEW },
            MOST_GAMES_PER_INTERVIEW,
        )?,
    })
}

/// A count from 1 to `most`.
fn within(name: &str, given: Option<usize>, default: usize, most: usize) -> Result<usize, Failure> {
    match given.unwrap_or(default) {
        count if (1..=most).contains(&count) => Ok(count),
        count => Err(Failure::Settings(format!("{name} must be from 1 to {most}, not {count}"))),
    }
}

/// An optional text. Spaces alone count as none.
fn text(flag: Option<String>, file: Option<String>) -> String {
    flag.or(file).unwrap_or_default().trim().to_owned()
}

fn long(what: &str, given: Option<String>) -> Result<Option<String>, Failure> {
    match given {
        Some(short) if short.chars().count() < 16 => Err(Failure::Settings(format!(
            "the {what} needs at least 16 characters, such as the output of `openssl rand -hex 16`"
        ))),
        other => Ok(other),
    }
}

fn panel(
    url: Option<String>,
    model: Option<String>,
    tokens_per_day: u64,
) -> Result<Option<Panel>, Failure> {
    match (url, model) {
        (None, None) => Ok(None),
        (Some(url), Some(model)) => Ok(Some(Panel { url, model, tokens_per_day })),
        _ => Err(Failure::Settings(
            "the Panel needs both panel_url, its address, and panel_model, the name of the model there"
                .into(),
        )),
    }
}

fn at_least_one(name: &str, given: Option<usize>, default: usize) -> Result<usize, Failure> {
    match given.unwrap_or(default) {
        0 => Err(Failure::Settings(format!("{name} must be 1 or more, not 0"))),
        count => Ok(count),
    }
}

fn request(seconds: u64) -> Result<Duration, Failure> {
    match seconds {
        1..=3_600 => Ok(Duration::from_secs(seconds)),
        _ => {
            Err(Failure::Settings(format!("request_seconds must be from 1 to 3600, not {seconds}")))
        }
    }
}

fn synchronous(given: Option<&str>) -> Result<bool, Failure> {
    match given {
        None | Some("full") => Ok(false),
        Some("normal") => Ok(true),
        Some(other) => Err(Failure::Settings(format!(
            "sqlite_synchronous must be full or normal, not {other}"
        ))),
    }
}

fn percent(given: i64) -> Result<usize, Failure> {
    usize::try_from(given).ok().filter(|&percent| percent <= 100).ok_or_else(|| {
        Failure::Settings(format!("machine_percent must be from 0 to 100, not {given}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_come_before_the_file_and_the_file_before_defaults() {
        let file: Options = toml::from_str("listen = \"0.0.0.0:80\"\nphase_seconds = 60").unwrap();
        let flags = Options { phase_seconds: Some(30), ..Options::default() };
        let config = resolve(flags, file).unwrap();
        assert_eq!(config.listen, "0.0.0.0:80");
        assert_eq!(config.settings.timing.phase_ms, 30_000);
        assert_eq!(config.database, "sqlite:luna.db");
    }

    #[test]
    fn more_questions_are_shorter_ones() {
        let rules = |file: &str| {
            let file: Options = toml::from_str(file).unwrap();
            resolve(Options::default(), file).unwrap().settings.rules
        };
        assert_eq!(rules(""), Rules::STANDARD);
        assert_eq!(rules("questions_per_game = 3"), Rules { questions: 3, max_chars: 5_000 });
        assert_eq!(rules("questions_per_game = 10"), Rules { questions: 10, max_chars: 2_500 });
        assert_eq!(rules("max_chars = 200"), Rules { questions: 5, max_chars: 200 });
    }

    #[test]
    fn a_public_instance_names_its_operator() {
        let check = |file: &str| {
            let file: Options = toml::from_str(file).unwrap();
            let config = resolve(Options::default(), file).unwrap();
            config.names_its_operator().map_err(|error| error.to_string())
        };
        assert_eq!(check(""), Ok(()));
        assert_eq!(check("public_url = \"http://luna.test\""), Ok(()));
        let missing = check("public_url = \"https://luna.test\"\ncontroller = \" \"").unwrap_err();
        let all = "set controller, controller_address, contact, help_line";
        assert!(missing.ends_with(all), "{missing}");
        let one = "public_url = \"https://luna.test\"\ncontroller = \"Ann\"\ncontact = \"a@b.c\"\n\
                   help_line = \"116 123\"";
        let missing = check(one).unwrap_err();
        assert!(missing.ends_with("set controller_address"), "{missing}");
        assert_eq!(check(&format!("{one}\ncontroller_address = \"1 Road\"")), Ok(()));
    }

    #[test]
    fn wrong_settings_are_named() {
        let error = |file: &str| match toml::from_str::<Options>(file) {
            Ok(file) => resolve(Options::default(), file).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(error("database = \"mysql://x\"").contains("sqlite:PATH or postgres://"));
        assert!(error("phase_seconds = 0").contains("phase_seconds must be from 1"));
        assert!(
            error("questions_per_game = 11")
                .contains("questions_per_game must be from 1 to 10, not 11")
        );
        assert!(error("max_chars = 50").contains("max_chars must be from 100 to 5000, not 50"));
        let many = error("questions_per_game = 10\nmax_chars = 5000");
        assert!(many.contains("with 10 questions, max_chars must be at most 2500"), "{many}");
        assert!(error("public_url = \"luna.org\"").contains("http://"));
        assert!(error("lisen = \"x\"").contains("unknown field `lisen`"));
        assert!(error("metrics_token = \"short\"").contains("the metrics token needs at least 16"));
        assert!(error("panel_url = \"http://x\"").contains("panel_model"));
        assert!(error("connections = 0").contains("connections must be 1 or more"));
        assert!(error("request_seconds = 0").contains("request_seconds must be from 1 to 3600"));
        assert!(error("ladder = \"elo\"").contains("by rating or calibrated, not elo"));
        assert!(error("log_format = \"xml\"").contains("text or json"));
    }
}
