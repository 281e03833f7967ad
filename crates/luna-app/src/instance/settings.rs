//! The settings of an instance.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use luna_core::game::Rules;
use luna_core::rank::Ladder;
use luna_store::game::Timing;
use luna_store::retention::Retention;

use crate::instance::sightings::Whereabouts;

/// The settings of an instance.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "switches that an operator sets")]
pub struct Settings {
    /// The address of this instance for people, without a slash at the end.
    pub public_url: String,
    pub timing: Timing,
    pub rules: Rules,
    pub ladder: Ladder,
    /// The controller of the data: the person or organization that runs this instance.
    pub controller: String,
    /// Their postal address.
    pub controller_address: String,
    /// An address or link at which people reach them.
    pub contact: String,
    /// Help for people in distress: a text, a URL or a telephone number.
    pub help_line: String,
    /// An addition to the page about privacy, such as where the data lies.
    pub privacy_statement: String,
    /// The people of this instance are made up, and its pages say so.
    pub is_demo: bool,
    /// Mail is sent; otherwise it is shown to the operator.
    pub smtp: bool,
    /// The address of the visitor comes from the proxy's X-Forwarded-For.
    pub behind_proxy: bool,
    /// The number of guests per address and hour.
    pub guests_per_hour: u32,
    /// Two guests of one address or browser may meet in a rated game.
    pub neighbours_meet: bool,
    /// The seconds of processor time in a minute that one address may use up.
    pub work_per_address: u32,
    /// The number of games that one person may start per hour.
    pub games_per_hour: u32,
    /// The number of streams that one address may have open.
    pub streams_per_address: usize,
    /// The time that the body of a request may take to arrive.
    pub patience: Duration,
    /// The number of requests per minute for each machine's token.
    pub machine_requests_per_minute: u32,
    /// The number of sandbox games that one machine may start per hour.
    pub sandbox_games_per_hour: u32,
    /// Administrators and moderators need a second factor for the pages of operators.
    pub admin_second_factor: bool,
    /// URLs of machines may point to this host and its private network.
    pub private_machines: bool,
    /// The token for the metrics; without it nobody sees them.
    pub metrics_token: Option<String>,
    /// The key that encrypts owners' keys; without it none are stored.
    pub secret: Option<String>,
    /// Ages after which something is deleted.
    pub retention: Retention,
    /// A language model that plays on behalf of this instance.
    pub panel: Option<Panel>,
    /// The folder below which programs of contests have theirs; none: the server connects none.
    pub contest_folders: Option<PathBuf>,
}

/// A model behind an OpenAI-compatible interface.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Up to and without `/chat/completions`.
    pub url: String,
    pub model: String,
    /// 0: no limit, and no sandbox games for everybody.
    pub tokens_per_day: u64,
}

impl Settings {
    /// The places of a request that relate people to each other: where neighbours may meet, the
    /// network does not.
    pub fn whereabouts(&self, network: IpAddr, browser: Option<String>) -> Whereabouts {
        Whereabouts { network: (!self.neighbours_meet).then_some(network), browser }
    }

    /// Cookies are `Secure` if the public URL is https.
    pub fn secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}
