//! Taking part in a campaign: as a player of this instance, by link, or from a platform.

use luna_store::Tx;
use luna_store::player::Player;
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::rater::{self, Rater};

use crate::error::Error;

/// The longest id of a platform that is kept.
const LONGEST_ID: usize = 100;
/// Open campaigns that are looked at for one that a player may take part in.
const OPEN: i64 = 50;

/// The origin of a rater, and the ids that their platform goes by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// `site`, `link`, `prolific` or `mturk`.
    pub platform: String,
    pub worker: String,
    pub submission: String,
    pub study: String,
}

impl Arrival {
    pub fn from_site() -> Arrival {
        Arrival { platform: "site".to_owned(), ..Arrival::default() }
    }

    /// Reads the parameters of a link, as Prolific and Mechanical Turk write them. `field` returns the
    /// text of a parameter, or an empty one.
    pub fn from_link(field: impl Fn(&str) -> String) -> Result<Arrival, Error> {
        let names = [
            ("prolific", ["PROLIFIC_PID", "SESSION_ID", "STUDY_ID"]),
            ("mturk", ["workerId", "assignmentId", "hitId"]),
        ];
        for (platform, parameters) in names {
            let [worker, submission, study] = parameters.map(&field);
            if worker.is_empty() {
                continue;
            }
            if [&worker, &submission, &study].iter().any(|id| !is_id(id)) {
                let why = "The ids in this link cannot be those of a platform. Please open the link as you were given it.";
                return Err(Error::Refused(why.to_owned()));
            }
            return Ok(Arrival { platform: platform.to_owned(), worker, submission, study });
        }
        Ok(Arrival { platform: "link".to_owned(), ..Arrival::default() })
    }
}

/// Mechanical Turk shows the page to people who have not accepted the task yet.
pub fn is_preview(field: impl Fn(&str) -> String) -> bool {
    field("assignmentId") == "ASSIGNMENT_ID_NOT_AVAILABLE"
}

fn is_id(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    text.len() <= LONGEST_ID && text.chars().all(plain)
}

/// The campaign that a player of this instance takes part in, or could: the oldest that is open to all
/// and has a question for them comes first.
pub fn public(tx: &mut Tx<'_>) -> Result<Vec<Campaign>, Error> {
    let mut open = campaign::open(tx, OPEN)?;
    open.retain(|it| it.is_open() && it.plan.is_public);
    Ok(open)
}

/// The refusal of a guest without the id of a platform.
pub const NEEDS_ACCOUNT: &str = "Rating needs an account with a confirmed address, or the link of a platform: each question is rated by several people, and none of them may be the same person twice.";

/// Decides if a player may take part without the id of a platform. Guests may not: one person could be
/// several, and hold every question. `sends_mail`: this instance can confirm addresses.
pub fn is_known(player: &Player, sends_mail: bool) -> bool {
    if sends_mail { player.verified } else { player.email.is_some() }
}

/// Lets a player take part in a campaign. A person who does so already stays as they came.
pub fn join(
    tx: &mut Tx<'_>,
    campaign: &Campaign,
    player_id: &str,
    arrival: &Arrival,
    now: i64,
) -> Result<(), Error> {
    let Arrival { platform, worker, submission, study } = arrival;
    if let Some(known) = rater::find(tx, &campaign.id, player_id)? {
        if !worker.is_empty() && !known.worker.is_empty() && *worker != known.worker {
            let why = "Somebody else takes part in this campaign in this browser. Two people need two browsers, each with its own link.";
            return Err(Error::Refused(why.to_owned()));
        }
        return Ok(());
    }
    if !worker.is_empty() && rater::is_taken(tx, &campaign.id, platform, worker, player_id)? {
        let why = "You already take part in this campaign in another browser. Please continue there: nobody rates a question twice.";
        return Err(Error::Refused(why.to_owned()));
    }
    let new = Rater {
        campaign_id: campaign.id.clone(),
        player_id: player_id.to_owned(),
        platform: platform.clone(),
        worker: worker.clone(),
        submission: submission.clone(),
        study: study.clone(),
        joined_at: now,
        rejected_at: None,
        rejected_why: None,
    };
    rater::join(tx, &new)?;
    Ok(())
}
