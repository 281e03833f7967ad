//! The settings as flags, variables and lines of `luna.toml`.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

/// Every setting, as it may be given. The same names are used in `luna.toml`,
/// with underscores, and in variables, with `LUNA_` before them.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[command(next_help_heading = "Settings of the instance")]
pub(crate) struct Options {
    /// The file with settings [default: luna.toml, if there is one]
    #[arg(long, env = "LUNA_CONFIG", global = true, value_name = "FILE")]
    #[serde(skip)]
    pub(super) config: Option<PathBuf>,
    /// Where to listen [default: 127.0.0.1:1950]
    #[arg(long, env = "LUNA_LISTEN", global = true, value_name = "ADDRESS:PORT")]
    pub(super) listen: Option<String>,
    /// sqlite:PATH or postgres://… [default: sqlite:luna.db]
    #[arg(long, env = "LUNA_DATABASE", global = true, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// Where people reach this instance; with https, cookies are marked for it
    /// [default: http:// and the address listened on]
    #[arg(long, env = "LUNA_PUBLIC_URL", global = true, value_name = "URL")]
    pub(super) public_url: Option<String>,
    /// smtp://… or smtps://… with user and password; without it mails are only
    /// shown on the admin page and by `luna admin mail`
    #[arg(long, env = "LUNA_SMTP", global = true, value_name = "URL", hide_env_values = true)]
    pub(super) smtp: Option<String>,
    /// Whom mails come from (default: `Luna <luna@localhost>`)
    #[arg(long, env = "LUNA_MAIL_FROM", global = true, value_name = "ADDRESS")]
    pub(super) mail_from: Option<String>,
    /// The person or body that runs this instance and answers for its data
    #[arg(long, env = "LUNA_CONTROLLER", global = true, value_name = "NAME")]
    pub(super) controller: Option<String>,
    /// Their postal address
    #[arg(long, env = "LUNA_CONTROLLER_ADDRESS", global = true, value_name = "TEXT")]
    pub(super) controller_address: Option<String>,
    /// How people reach them: an e-mail address, a URL or a text
    #[arg(long, env = "LUNA_CONTACT", global = true, value_name = "TEXT")]
    pub(super) contact: Option<String>,
    /// Where people in distress find help: a text, a URL or a telephone number
    #[arg(long, env = "LUNA_HELP_LINE", global = true, value_name = "TEXT")]
    pub(super) help_line: Option<String>,
    /// What stands on the page about privacy besides: where the data lies, who else
    /// receives it and in which countries
    #[arg(long, env = "LUNA_PRIVACY_STATEMENT", global = true, value_name = "TEXT")]
    pub(super) privacy_statement: Option<String>,
    /// text or json [default: text]
    #[arg(long, env = "LUNA_LOG_FORMAT", global = true, value_name = "FORMAT")]
    pub(super) log_format: Option<String>,
    /// What is logged, such as info, or `luna_web=debug` [default: info]
    #[arg(long, env = "LUNA_LOG", global = true, value_name = "FILTER")]
    pub(super) log: Option<String>,
    /// Let two guests of one address or browser meet in a rated game, as in a
    /// classroom, or where you try Luna out alone
    #[arg(long, env = "LUNA_NEIGHBOURS_MEET", global = true, num_args = 0..=1, default_missing_value = "true")]
    pub(super) neighbours_meet: Option<bool>,
    /// Take visitors' addresses from the proxy's X-Forwarded-For
    #[arg(long, env = "LUNA_BEHIND_PROXY", global = true, num_args = 0..=1, default_missing_value = "true")]
    pub(super) behind_proxy: Option<bool>,
    /// How long each phase of a game may take [default: 259200, three days]
    #[arg(long, env = "LUNA_PHASE_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) phase_seconds: Option<i64>,
    /// How long somebody who owes a move may be gone, with no page or stream open, while
    /// the other player waits; then the other is paired again [default: 900]
    #[arg(long, env = "LUNA_SILENCE_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) silence_seconds: Option<i64>,
    /// How long a player waits for a machine at the longest, if nobody comes [default: 120]
    #[arg(long, env = "LUNA_MACHINE_WAIT_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) machine_wait_seconds: Option<i64>,
    /// The median time a machine takes for a move until people's times are
    /// known; 0 lets it move at once [default: 120]
    #[arg(long, env = "LUNA_MACHINE_PACE_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) machine_pace_seconds: Option<i64>,
    /// The least time between two mails about games to one player [default: 3600]
    #[arg(long, env = "LUNA_MAIL_QUIET_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) mail_quiet_seconds: Option<i64>,
    /// Of a hundred games that people play, how many are with a machine at the least;
    /// 0 keeps machines for those alone to whom nobody comes [default: 15]
    #[arg(long, env = "LUNA_MACHINE_PERCENT", global = true, value_name = "PERCENT")]
    pub(super) machine_percent: Option<i64>,
    /// How many requests a machine's token may make in a minute [default: 1200]
    #[arg(long, env = "LUNA_MACHINE_REQUESTS_PER_MINUTE", global = true, value_name = "COUNT")]
    pub(super) machine_requests_per_minute: Option<u32>,
    /// Let the URLs of machines that people enter lead to this machine and its
    /// private network; the panel's may always
    #[arg(long, env = "LUNA_PRIVATE_MACHINES", global = true, num_args = 0..=1, default_missing_value = "true")]
    pub(super) private_machines: Option<bool>,
    /// What opens /metrics, 16 letters or more, sent as `Authorization: Bearer …`;
    /// without it there is no such page
    #[arg(
        long,
        env = "LUNA_METRICS_TOKEN",
        global = true,
        value_name = "TEXT",
        hide_env_values = true
    )]
    pub(super) metrics_token: Option<String>,
    /// What encrypts the keys that owners leave for their machines, 16 letters or
    /// more; without it no keys are kept
    #[arg(long, env = "LUNA_SECRET", global = true, value_name = "TEXT", hide_env_values = true)]
    pub(super) secret: Option<String>,
    /// A language model that plays for this instance: the URL of an
    /// OpenAI-compatible interface, without /chat/completions. Its key, if it
    /// needs one, is in the variable `LUNA_KEY_PANEL`
    #[arg(long, env = "LUNA_PANEL_URL", global = true, value_name = "URL")]
    pub(super) panel_url: Option<String>,
    /// What that interface calls the model
    #[arg(long, env = "LUNA_PANEL_MODEL", global = true, value_name = "NAME")]
    pub(super) panel_model: Option<String>,
    /// How many tokens it may use in a day; half of them in the sandbox, which is
    /// closed to it without a limit [default: 0, no limit]
    #[arg(long, env = "LUNA_PANEL_TOKENS_PER_DAY", global = true, value_name = "COUNT")]
    pub(super) panel_tokens_per_day: Option<u64>,
    /// full: what is acknowledged survives a power cut; normal: it survives a
    /// crash of this program alone. For SQLite [default: full]
    #[arg(long, env = "LUNA_SQLITE_SYNCHRONOUS", global = true, value_name = "MODE")]
    pub(super) sqlite_synchronous: Option<String>,
    /// How many connections may be open at once [default: 16384]
    #[arg(long, env = "LUNA_CONNECTIONS", global = true, value_name = "COUNT")]
    pub(super) connections: Option<usize>,
    /// How many of them one address may have, and how many event streams, which
    /// is all that counts behind a proxy [default: 1000]
    #[arg(long, env = "LUNA_CONNECTIONS_PER_ADDRESS", global = true, value_name = "COUNT")]
    pub(super) connections_per_address: Option<usize>,
    /// How long the head of a request may take to arrive, and its body after it
    /// [default: 60]
    #[arg(long, env = "LUNA_REQUEST_SECONDS", global = true, value_name = "SECONDS")]
    pub(super) request_seconds: Option<u64>,
    /// A list of the ids of erased people, outside of the database: a person who comes back with an
    /// old backup is erased again [default for SQLite: the database's path and .erased;
    /// for PostgreSQL: none]
    #[arg(long, env = "LUNA_ERASURE_LOG", global = true, value_name = "FILE")]
    pub(super) erasure_log: Option<PathBuf>,
    /// What Recall knows besides the corpus that comes with Luna: JSONL or TSV of
    /// prompt and reply
    #[arg(long, env = "LUNA_CORPUS", global = true, value_name = "FILE")]
    pub(super) corpus: Option<PathBuf>,
    /// Days after which mails are deleted; 0 keeps them [default: 30]
    #[arg(long, env = "LUNA_MAIL_RETENTION_DAYS", global = true, value_name = "DAYS")]
    pub(super) mail_retention_days: Option<i64>,
    /// Days after which an address that nobody confirmed is deleted; 0 keeps it
    /// [default: 30]
    #[arg(long, env = "LUNA_UNCONFIRMED_DAYS", global = true, value_name = "DAYS")]
    pub(super) unconfirmed_days: Option<i64>,
    /// Months after which guests who do not come back are erased; 0 keeps them
    /// [default: 12]
    #[arg(long, env = "LUNA_IDLE_GUEST_MONTHS", global = true, value_name = "MONTHS")]
    pub(super) idle_guest_months: Option<i64>,
    /// Months after its decision when a report is deleted; 0 keeps it. Open reports stay
    /// [default: 24]
    #[arg(long, env = "LUNA_REPORT_RETENTION_MONTHS", global = true, value_name = "MONTHS")]
    pub(super) report_retention_months: Option<i64>,
    /// Months after which it is deleted who has read which game; 0 keeps it [default: 24]
    #[arg(long, env = "LUNA_READING_RETENTION_MONTHS", global = true, value_name = "MONTHS")]
    pub(super) reading_retention_months: Option<i64>,
    /// How many guests one address may make in an hour; a school behind one address
    /// may need more [default: 200]
    #[arg(long, env = "LUNA_GUESTS_PER_HOUR", global = true, value_name = "COUNT")]
    pub(super) guests_per_hour: Option<u32>,
    /// How many games one person may begin in an hour [default: 60]
    #[arg(long, env = "LUNA_GAMES_PER_HOUR", global = true, value_name = "COUNT")]
    pub(super) games_per_hour: Option<u32>,
}
