//! What a player has agreed to.

use crate::tx::Tx;
use crate::tx::error::Result;

/// A purpose that people agree to, each apart from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// They are 18 or older.
    Adult,
    /// Their texts are kept and shown to their partners.
    Play,
    /// Releases for research may contain their texts.
    Publication,
    /// The house machine Recall may repeat their lines.
    Recall,
    /// The terms for owners of machines.
    Machines,
    /// Their ratings of machine-made questions are kept.
    Rating,
    /// Releases may contain their single ratings.
    RatingPublication,
    /// A contest records what they type.
    Contest,
    /// Their conversations in a contest may be published.
    ContestPublication,
}

/// A matter of consent: a purpose, in general or in one contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matter<'a> {
    pub purpose: Purpose,
    /// The contest; empty for what holds in general.
    pub about: &'a str,
}

impl From<Purpose> for Matter<'static> {
    fn from(purpose: Purpose) -> Matter<'static> {
        Matter { purpose, about: "" }
    }
}

impl Purpose {
    pub const ALL: [Purpose; 9] = [
        Purpose::Adult,
        Purpose::Play,
        Purpose::Publication,
        Purpose::Recall,
        Purpose::Machines,
        Purpose::Rating,
        Purpose::RatingPublication,
        Purpose::Contest,
        Purpose::ContestPublication,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Purpose::Adult => "adult",
            Purpose::Play => "play",
            Purpose::Publication => "publication",
            Purpose::Recall => "recall",
            Purpose::Machines => "machines",
            Purpose::Rating => "rating",
            Purpose::RatingPublication => "rating_publication",
            Purpose::Contest => "contest",
            Purpose::ContestPublication => "contest_publication",
        }
    }

    pub fn from_name(name: &str) -> Option<Purpose> {
        Purpose::ALL.into_iter().find(|purpose| purpose.name() == name)
    }
}

pub(super) type LatestConsent = (i64, String, Option<i64>);

pub(super) fn last(
    tx: &mut Tx<'_>,
    player_id: &str,
    Matter { purpose, about }: Matter<'_>,
) -> Result<Option<LatestConsent>> {
    Ok(row!(
        tx,
        "SELECT nth, text_hash, withdrawn_at FROM consent
         WHERE player_id = $1 AND purpose = $2 AND about = $3 ORDER BY nth DESC LIMIT 1",
        player_id,
        purpose.name(),
        about,
    ))
}

/// Returns the hash of the text in force for this player; none if they never agreed
/// or have withdrawn.
pub fn current<'a>(
    tx: &mut Tx<'_>,
    player_id: &str,
    matter: impl Into<Matter<'a>>,
) -> Result<Option<String>> {
    let last = last(tx, player_id, matter.into())?;
    Ok(last.filter(|(_, _, withdrawn_at)| withdrawn_at.is_none()).map(|(_, hash, _)| hash))
}
