//! `luna rating compare`: ratings from any log of comparisons.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use luna_figures::csv_cell;
use luna_learn::bradley_terry::{Comparability, FitError};
use luna_learn::elo::Elo;
use luna_learn::glicko::Glicko2;
use luna_learn::match_log::Log;
use luna_learn::rank::{self, Model, RankedPlayer, Ranking, Refusal, Settings};
use luna_learn::trueskill::TrueSkill;
use serde_json::{Value, json};

use super::source;
use crate::failure::Failure;
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Compare {
    /// A file of comparisons: CSV or tab-separated, with the columns left, right and winner (left,
    /// right, tie or a name), optionally weight and time; may be compressed with gzip; - is standard
    /// input
    file: PathBuf,
    /// The rating model
    #[arg(long, value_enum, default_value = "bradley-terry")]
    model: ModelChoice,
    /// The number of bootstrap samples for intervals; 0 for none
    #[arg(long, default_value_t = 100)]
    bootstrap: u64,
    /// The seed of the bootstrap; the same seed gives the same intervals
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The output format
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Bradley-Terry, Davidson and Rao-Kupper: the number of comparisons with an average player,
    /// half of them won, to add for each player
    #[arg(long, default_value_t = 0.0)]
    prior: f64,
    /// A column, such as the judge or the tournament, whose equal values mark rows that are not
    /// independent; this widens the intervals
    #[arg(long, value_name = "COLUMN")]
    cluster: Option<String>,
    /// Elo: the most points that one comparison moves
    #[arg(long, default_value_t = 32.0)]
    k: f64,
    /// Glicko-2: the length of a rating period, in the unit of the times (seconds for dates)
    /// [default: each time is a period]
    #[arg(long)]
    period: Option<f64>,
    #[arg(
        long,
        default_value_t = 0.1,
        help = "TrueSkill: the share of ties between equal players"
    )]
    ties: f64,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModelChoice {
    BradleyTerry,
    Davidson,
    RaoKupper,
    Elo,
    #[value(name = "glicko-2")]
    Glicko2,
    #[value(name = "trueskill")]
    TrueSkill,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
}

const MOST_ROUNDS: u64 = 1_000_000;

pub(crate) fn run(options: &Compare, out: &mut Printer) -> Result<(), Failure> {
    let settings = options.settings()?;
    let name = options.file.display();
    let unreadable = |why: String| Failure::Refused(format!("cannot read {name}: {}", plain(&why)));
    let source = source::open(&options.file).map_err(|error| unreadable(error.to_string()))?;
    let log = match &options.cluster {
        Some(column) => Log::read_clustered(source, column),
        None => Log::read(source),
    };
    let log = log.map_err(|error| unreadable(error.to_string()))?;
    if options.format == Format::Csv && !out.is_json() {
        writeln!(
            out,
            "model,player,comparisons,rating,low,high,bootstrap_low,bootstrap_high,standing"
        )?;
    }
    for &model in options.model.models() {
        match rank::rank(&log, model, &settings) {
            Ok(compared) => options.show(&compared, out)?,
            Err(refusal) if matches!(options.model, ModelChoice::All) => {
                writeln!(std::io::stderr(), "{}: {refusal}.", model.name())?;
            }
            Err(refusal) => {
                let hint = hint(refusal, settings.prior);
                return Err(Failure::Refused(format!("{refusal}{hint}")));
            }
        }
    }
    Ok(())
}

fn hint(refusal: Refusal, prior: f64) -> &'static str {
    match refusal {
        Refusal::Unfit(FitError::NoScale) if prior > 0.0 => "; or no row weighs more than 0",
        Refusal::Unfit(FitError::NoScale) => "; --prior 1 would pull everybody to the middle",
        Refusal::Unfit(FitError::OnlyTies) => "; --model bradley-terry takes a tie for half a win",
        Refusal::Weights => "",
    }
}

impl ModelChoice {
    fn models(self) -> &'static [Model] {
        match self {
            ModelChoice::BradleyTerry => &[Model::BradleyTerry],
            ModelChoice::Davidson => &[Model::Davidson],
            ModelChoice::RaoKupper => &[Model::RaoKupper],
            ModelChoice::Elo => &[Model::Elo],
            ModelChoice::Glicko2 => &[Model::Glicko2],
            ModelChoice::TrueSkill => &[Model::TrueSkill],
            ModelChoice::All => &Model::ALL,
        }
    }
}

impl Compare {
    fn settings(&self) -> Result<Settings, Failure> {
        let wrong = |what: &str| Err(Failure::Usage(what.to_owned()));
        if self.bootstrap > MOST_ROUNDS {
            return wrong("--bootstrap is a number of rounds, 1,000,000 at most");
        }
        if !(0.0..=1e9).contains(&self.prior) {
            return wrong("--prior is a number of comparisons from 0 to 1,000,000,000");
        }
        if !(self.k > 0.0 && self.k <= 1e6) {
            return wrong("--k is a number of points above 0, 1,000,000 at most, such as 32");
        }
        if !self.period.is_none_or(|period| period > 0.0 && period.is_finite()) {
            return wrong("--period is a length of time above 0");
        }
        if !(self.ties > 0.0 && self.ties < 1.0) {
            return wrong("--ties is a share above 0 and below 1, such as 0.1");
        }
        Ok(Settings {
            rounds: self.bootstrap,
            seed: self.seed,
            prior: self.prior,
            elo: Elo { k: self.k, ..Elo::default() },
            glicko: Glicko2 { period: self.period, ..Glicko2::default() },
            trueskill: TrueSkill { ties: self.ties, ..TrueSkill::default() },
        })
    }

    fn show(&self, compared: &Ranking, out: &mut Printer) -> Result<(), Failure> {
        let model = compared.model.name();
        let format = if out.is_json() { Format::Json } else { self.format };
        match format {
            Format::Table => table(compared, out)?,
            Format::Csv => {
                for player in &compared.players {
                    writeln!(out, "{model},{}", csv(player))?;
                }
            }
            Format::Json => {
                for player in &compared.players {
                    out.line(&line(model, player))?;
                }
            }
        }
        for (standing, what) in [
            (Comparability::Above, "took every comparison with the rated: no upper bound"),
            (Comparability::Below, "lost every comparison with the rated: no lower bound"),
            (
                Comparability::Apart,
                "are not connected with the rated by wins in both directions: better or worse is unknown",
            ),
        ] {
            let names: Vec<String> = (compared.players.iter())
                .filter(|player| player.standing == standing)
                .map(|player| plain(&player.name))
                .collect();
            if let [first, ..] = names.as_slice() {
                let few = names.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
                let more = if names.len() > 5 { ", …" } else { "" };
                let count = names.len();
                let who = if count == 1 {
                    first.clone()
                } else {
                    format!("{count} players ({few}{more})")
                };
                writeln!(
                    std::io::stderr(),
                    "{model}: {who}: {what}. --prior 1 would pull them to the middle."
                )?;
            }
        }
        Ok(())
    }
}

fn table(compared: &Ranking, out: &mut impl Write) -> Result<(), Failure> {
    let own = match compared.model {
        Model::BradleyTerry | Model::Davidson | Model::RaoKupper => "95 % (sandwich)",
        Model::Elo => "",
        Model::Glicko2 | Model::TrueSkill => "95 % (model's)",
    };
    let names: Vec<String> = compared.players.iter().map(|player| plain(&player.name)).collect();
    let widths = names.iter().map(|name| name.chars().count());
    let width = widths.max().unwrap_or(0).max(6);
    let heading = format!(
        "{:<width$} {:>11} {:>9}  {own:>19}  {:>19}",
        compared.model.name(),
        "comparisons",
        "rating",
        "95 % (bootstrap)"
    );
    writeln!(out, "{}", heading.trim_end())?;
    for (player, name) in compared.players.iter().zip(&names) {
        let rating = match player.standing {
            Comparability::Rated => format!("{:.2}", player.rating),
            Comparability::Above => "∞".to_owned(),
            Comparability::Below => "-∞".to_owned(),
            Comparability::Apart => "unknown".to_owned(),
        };
        let [own, bootstrap] = [player.interval, player.bootstrap].map(|interval| {
            let Some((low, high)) = interval else { return String::new() };
            format!("{low:.2} to {high:.2}").replace("inf", "∞")
        });
        let comparisons = player.comparisons;
        let row =
            format!("{name:<width$} {comparisons:>11} {rating:>9}  {own:>19}  {bootstrap:>19}");
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(writeln!(out)?)
}

/// A text for a terminal. Characters that would move its cursor, colour it or reverse a line are
/// escaped.
fn plain(text: &str) -> String {
    let turns = |letter| matches!(letter, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = |letter: char| match letter.is_control() || turns(letter) {
        true => letter.escape_default().to_string(),
        false => letter.to_string(),
    };
    text.chars().map(shown).collect()
}

fn word(standing: Comparability) -> &'static str {
    match standing {
        Comparability::Rated => "rated",
        Comparability::Above => "above",
        Comparability::Below => "below",
        Comparability::Apart => "apart",
    }
}

/// The ends of both intervals, if there are any.
fn ends(player: &RankedPlayer) -> [Option<f64>; 4] {
    let (low, high) = player.interval.unzip();
    let (from, to) = player.bootstrap.unzip();
    [low, high, from, to]
}

fn csv(player: &RankedPlayer) -> String {
    let name = csv_cell(&player.name);
    let [low, high, from, to] =
        ends(player).map(|end| end.map(|x| x.to_string()).unwrap_or_default());
    let rating = if player.rating.is_nan() { String::new() } else { player.rating.to_string() };
    let standing = word(player.standing);
    format!("{name},{},{rating},{low},{high},{from},{to},{standing}", player.comparisons)
}

/// A player as JSON. Infinities, which JSON lacks, are `inf` and `-inf`.
fn line(model: &str, player: &RankedPlayer) -> Value {
    let number = |x: Option<f64>| match x {
        Some(x) if x.is_infinite() => json!(x.to_string()),
        x => json!(x),
    };
    let [low, high, from, to] = ends(player).map(number);
    json!({
        "model": model, "player": player.name, "comparisons": player.comparisons,
        "rating": number(Some(player.rating).filter(|rating| !rating.is_nan())),
        "low": low, "high": high, "bootstrap_low": from, "bootstrap_high": to,
        "standing": word(player.standing),
    })
}
