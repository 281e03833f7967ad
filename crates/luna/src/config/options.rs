//! The settings as flags, variables and lines of `luna.toml`.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

/// Every setting. The same names are used in `luna.toml`, with underscores, and in variables, with
/// `LUNA_` in front.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[command(next_help_heading = "Settings of the instance")]
pub(crate) struct Options {
    /// The file with settings [default: luna.toml, if it exists]
    #[arg(long, env = "LUNA_CONFIG", global = true, value_name = "FILE")]
    #[serde(skip)]
    pub(super) config: Option<PathBuf>,
    /// The address and port to listen on [default: 127.0.0.1:1950]
    #[arg(long, env = "LUNA_LISTEN", global = true, value_name = "ADDRESS:PORT")]
    pub(super) listen: Option<String>,
    /// The database: sqlite:PATH or postgres://… [default: sqlite:luna.db]
    #[arg(long, env = "LUNA_DATABASE", global = true, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// The public URL of this instance; if it is https, cookies require https [default: http:// and
    /// the listening address]
    #[arg(long, env = "LUNA_PUBLIC_URL", global = true, value_name = "URL")]
    pub(super) public_url: Option<String>,
    /// The mail server with user and password: smtp://… or smtps://…; without it, mails wait on
    /// the admin page and for `luna admin mail`
    #[arg(long, env = "LUNA_SMTP", global = true, value_name = "URL", hide_env_values = true)]
    pub(super) smtp: Option<String>,
    /// The sender of mails (default: `Luna <luna@localhost>`)
    #[arg(long, env = "LUNA_MAIL_FROM", global = true, value_name = "ADDRESS")]
    pub(super) mail_from: Option<String>,
    /// The person or organization that runs this instance and answers for its data
    #[arg(long, env = "LUNA_CONTROLLER", global = true, value_name = "NAME")]
    pub(super) controller: Option<String>,
    /// Their postal address
    #[arg(long, env = "LUNA_CONTROLLER_ADDRESS", global = true, value_name = "TEXT")]
    pub(super) controller_address: Option<String>,
    /// Their contact: an email address, a URL or a text
    #[arg(long, env = "LUNA_CONTACT", global = true, value_name = "TEXT")]
    pub(super) contact: Option<String>,
    /// Help for people in distress: a text, a URL or a telephone number
    #[arg(long, env = "LUNA_HELP_LINE", global = true, value_name = "TEXT")]
    pub(super) help_line: Option<String>,
    /// Further text for the privacy page, such as where the data is stored and who receives it
    /// in which countries
    #[arg(long, env = "LUNA_PRIVACY_STATEMENT", global = true, value_name = "TEXT")]
    pub(super) privacy_statement: Option<String>,
    /// The format of the log: text or json [default: text]
    #[arg(long, env = "LUNA_LOG_FORMAT", global = true, value_name = "FORMAT")]
    pub(super) log_format: Option<String>,
    /// The filter of the log, such as info or `luna_web=debug` [default: info]
    #[arg(long, env = "LUNA_LOG", global = true, value_name = "FILTER")]
    pub(super) log: Option<String>,
    /// Let two guests at one address or in one browser meet in a rated game, for a classroom or to
    /// try Luna alone
    #[arg(long, env = "LUNA_NEIGHBOURS_MEET", global = true, num_args = 0..=1, default_missing_value = "true")]
    pub(super) neighbours_meet: Option<bool>,
    /// Take visitors' addresses from the proxy's X-Forwarded-For
    #[arg(long, env = "LUNA_BEHIND_PROXY", global = true, num_args = 0..=1, default_missing_value = "true")]
    pub(super) behind_proxy: Option<bool>,
    /// By what machines are ordered: rating or calibrated [default: rating]
    #[arg(long, env = "LUNA_LADDER", global = true, value_name = "RATING")]
    pub(super) ladder: Option<String>,
    /// The number of questions that each player asks in a game, from 1 to 10 [default: 5]
    #[arg(long, env = "LUNA_QUESTIONS_PER_GAME", global = true, value_name = "COUNT")]
    pub(super) questions_per_game: Option<usize>,
    /// The most characters in a question or response, from 100 to 5000 and, times the questions, at
    /// most 25000 [default: 5000, or less with more than five questions]
    #[arg(long, env = "LUNA_MAX_CHARS", global = true, value_name = "COUNT")]
    pub(super) max_chars: Option<usize>,
    /// The time limit of each phase of a game [default: 259200, three days]
    #[arg(long, env = "LUNA_PHASE_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) phase_seconds: Option<i64>,
    /// The time after which an absent player is replaced: one who owes a move and has had no
    /// page or stream open while the partner waits [default: 900]
    #[arg(long, env = "LUNA_SILENCE_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) silence_seconds: Option<i64>,
    /// The longest wait for a machine where machines fill in [default: 120]
    #[arg(long, env = "LUNA_MACHINE_WAIT_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) machine_wait_seconds: Option<i64>,
    /// The median delay of a machine's move until people's times are known; 0 lets machines
    /// move at once [default: 120]
    #[arg(long, env = "LUNA_MACHINE_PACE_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) machine_pace_seconds: Option<i64>,
    /// The shortest time between two mails about games to one player [default: 3600]
    #[arg(long, env = "LUNA_MAIL_QUIET_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) mail_quiet_seconds: Option<i64>,
    /// The percentage of people's games that are with a machine, or its minimum where machines fill
    /// in [default: 15]
    #[arg(long, env = "LUNA_MACHINE_PERCENT", global = true, value_name = "PERCENT")]
    pub(super) machine_percent: Option<i64>,
    /// Let machines come to people who wait, instead of an interview waiting for other people
    #[arg(long, env = "LUNA_MACHINES_FILL_IN", global = true, num_args = 0..=1, default_missing_value = "true")]
    pub(super) machines_fill_in: Option<bool>,
    /// The number of games in which each interview of a person is played [default: 2, or 1 where
    /// machines fill in]
    #[arg(long, env = "LUNA_INTERVIEW_GAMES", global = true, value_name = "COUNT")]
    pub(super) interview_games: Option<usize>,
    /// The number of requests per minute of a machine's token [default: 1200]
    #[arg(long, env = "LUNA_MACHINE_REQUESTS_PER_MINUTE", global = true, value_name = "COUNT")]
    pub(super) machine_requests_per_minute: Option<u32>,
    /// The number of sandbox games that one machine may start per hour [default: 600]
    #[arg(long, env = "LUNA_SANDBOX_GAMES_PER_HOUR", global = true, value_name = "COUNT")]
    pub(super) sandbox_games_per_hour: Option<u32>,
    /// Let moderators and administrators open the pages of operators only with a second factor
    #[arg(long, env = "LUNA_ADMIN_SECOND_FACTOR", global = true, num_args = 0..=1, default_missing_value = "true")]
    pub(super) admin_second_factor: Option<bool>,
    /// Let the URLs of registered machines lead to this computer and its private network; the
    /// URL of the Panel always may
    #[arg(long, env = "LUNA_PRIVATE_MACHINES", global = true, num_args = 0..=1, default_missing_value = "true")]
    pub(super) private_machines: Option<bool>,
    /// The token for /metrics, at least 16 characters, sent as `Authorization: Bearer …`;
    /// without it, /metrics is off
    #[arg(
        long,
        env = "LUNA_METRICS_TOKEN",
        global = true,
        value_name = "TEXT",
        hide_env_values = true
    )]
    pub(super) metrics_token: Option<String>,
    /// The secret that encrypts the keys of owners' machines, at least 16 characters; without
    /// it, Luna stores no keys
    #[arg(long, env = "LUNA_SECRET", global = true, value_name = "TEXT", hide_env_values = true)]
    pub(super) secret: Option<String>,
    /// The URL of a language model that plays for this instance: an OpenAI-compatible
    /// interface, without /chat/completions; its key, if it needs one, in the variable
    /// `LUNA_KEY_PANEL`
    #[arg(long, env = "LUNA_PANEL_URL", global = true, value_name = "URL")]
    pub(super) panel_url: Option<String>,
    /// The name of the model there
    #[arg(long, env = "LUNA_PANEL_MODEL", global = true, value_name = "NAME")]
    pub(super) panel_model: Option<String>,
    /// The number of tokens that it may use per day, half of them in the sandbox; without a
    /// limit the sandbox is closed to it [default: 0, no limit]
    #[arg(long, env = "LUNA_PANEL_TOKENS_PER_DAY", global = true, value_name = "COUNT")]
    pub(super) panel_tokens_per_day: Option<u64>,
    /// The durability of SQLite. full: acknowledged moves survive a power cut; normal: they
    /// survive a crash of this program only [default: full]
    #[arg(long, env = "LUNA_SQLITE_SYNCHRONOUS", global = true, value_name = "MODE")]
    pub(super) sqlite_synchronous: Option<String>,
    /// The number of open connections [default: 16384]
    #[arg(long, env = "LUNA_CONNECTIONS", global = true, value_name = "COUNT")]
    pub(super) connections: Option<usize>,
    /// The number of connections of one address, and of its event streams; behind a proxy only
    /// the streams count [default: 1000]
    #[arg(long, env = "LUNA_CONNECTIONS_PER_ADDRESS", global = true, value_name = "COUNT")]
    pub(super) connections_per_address: Option<usize>,
    /// The time limit for the head of a request, and the same for its body [default: 60]
    #[arg(long, env = "LUNA_REQUEST_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) request_seconds: Option<u64>,
    /// A list of the ids of erased people, outside the database: people who come back with an
    /// old backup are erased again [default for SQLite: the path of the database with .erased;
    /// for PostgreSQL: none]
    #[arg(long, env = "LUNA_ERASURE_LOG", global = true, value_name = "FILE")]
    pub(super) erasure_log: Option<PathBuf>,
    /// A file that adds to the corpus of Recall: JSONL or TSV of prompt and reply
    #[arg(long, env = "LUNA_CORPUS", global = true, value_name = "FILE")]
    pub(super) corpus: Option<PathBuf>,
    /// A folder below which administrators choose the folders of programs in contests
    #[arg(long, env = "LUNA_CONTEST_FOLDERS", global = true, value_name = "FOLDER")]
    pub(super) contest_folders: Option<PathBuf>,
    /// Days after which mails are deleted; 0 keeps them [default: 30]
    #[arg(long, env = "LUNA_MAIL_RETENTION_DAYS", global = true, value_name = "DAYS")]
    pub(super) mail_retention_days: Option<i64>,
    /// Days after which questions to machines outside games are deleted, with their answers; 0
    /// keeps them [default: 7]
    #[arg(long, env = "LUNA_QUESTION_RETENTION_DAYS", global = true, value_name = "DAYS")]
    pub(super) question_retention_days: Option<i64>,
    /// Days after which an unconfirmed address is deleted; 0 keeps it [default: 30]
    #[arg(long, env = "LUNA_UNCONFIRMED_DAYS", global = true, value_name = "DAYS")]
    pub(super) unconfirmed_days: Option<i64>,
    /// Months after which absent guests are erased; 0 keeps them [default: 12]
    #[arg(long, env = "LUNA_IDLE_GUEST_MONTHS", global = true, value_name = "MONTHS")]
    pub(super) idle_guest_months: Option<i64>,
    /// Months from its decision until a report is deleted; 0 keeps it; open reports stay
    /// [default: 24]
    #[arg(long, env = "LUNA_REPORT_RETENTION_MONTHS", global = true, value_name = "MONTHS")]
    pub(super) report_retention_months: Option<i64>,
    /// Months after which an entry of the log of transcript readings is deleted; 0 keeps it
    /// [default: 24]
    #[arg(long, env = "LUNA_READING_RETENTION_MONTHS", global = true, value_name = "MONTHS")]
    pub(super) reading_retention_months: Option<i64>,
    /// The number of guests per hour and address; a school behind one address may need more
    /// [default: 200]
    #[arg(long, env = "LUNA_GUESTS_PER_HOUR", global = true, value_name = "COUNT")]
    pub(super) guests_per_hour: Option<u32>,
    /// The seconds of processor time in a minute that the requests of one address may use up; a
    /// school behind one address may need more [default: 30]
    #[arg(long, env = "LUNA_WORK_PER_ADDRESS", global = true, value_name = "SECONDS")]
    pub(super) work_per_address: Option<u32>,
    /// The number of games that one person may start per hour [default: 60]
    #[arg(long, env = "LUNA_GAMES_PER_HOUR", global = true, value_name = "COUNT")]
    pub(super) games_per_hour: Option<u32>,
}
