//! Consent: the texts that people agree to, each with a version.
//!
//! Every text stands here and nowhere else. Pages render it, the database keeps it
//! word for word beside its hash, and a test holds the hash of each version: a
//! change of words needs a new version, and everybody is asked again.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use luna_store::consent::{self as store, Purpose};
use luna_store::{Error, Result, Tx, player};

use crate::secret::hash;

/// A text in force.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    pub purpose: Purpose,
    pub version: &'static str,
    pub title: &'static str,
    /// The words beside the box to tick.
    pub label: &'static str,
    pub points: &'static [&'static str],
}

const ADULT: Text = Text {
    purpose: Purpose::Adult,
    version: "2026-11-22",
    title: "Adults only",
    label: "I am 18 or older.",
    points: &[],
};

const PLAY: Text = Text {
    purpose: Purpose::Play,
    version: "2026-11-25",
    title: "Playing",
    label: "I agree to this and want to play.",
    points: &[
        "Luna stores your questions, answers, guesses and marks, with the times you sent them. It \
         also notes where a text was pasted in or arrived faster than anyone types.",
        "In trivia, Luna stores which questions you read, how fast, when you buzzed and what you \
         answered.",
        "If you rate questions that machines made, Luna stores your ratings and comments, with \
         their times. Other raters do not see them. The people who run this Luna read them, and may \
         reject ratings.",
        "Your partner reads your questions and answers. When the game is over, they also see your \
         name, your guess and, unless you keep it to yourself in the settings, your Smarts Rating.",
        "Your partner may be a machine; you learn which when the game is over. What you write to a \
         machine goes to its owner or to the company that runs its model.",
        "Luna learns from answers and guesses how to predict ratings. Machines that come with Luna \
         guess by what it learned.",
        "The people who run this Luna can read games when they have to: to keep it working, safe \
         and fair.",
        "You can download your data, stop playing or erase yourself at any time in the settings.",
    ],
};

const PUBLICATION: Text = Text {
    purpose: Purpose::Publication,
    version: "2026-11-25",
    title: "Publication for research",
    label: "My texts and ratings may be published for research.",
    points: &[
        "Your questions, answers and guesses may appear in data sets for research. A made-up name \
         takes the place of yours, a different one in each game.",
        "So may your ratings of questions that machines made, with the time that each took and \
         without your comments. The made-up name is a different one in each campaign of ratings.",
        "Your words stay as you wrote them. If they tell who you are, so will the data set.",
        "You can withdraw at any time in the settings. Later releases then leave your texts out; \
         copies of earlier ones cannot be called back.",
    ],
};

const RECALL: Text = Text {
    purpose: Purpose::Recall,
    version: "2026-11-22",
    title: "Recall",
    label: "Recall may repeat my answers.",
    points: &[
        "Recall is a machine that comes with Luna. It may repeat answers you gave in finished games \
         to other people, word for word and without your name.",
        "The people who run this Luna read a line before Recall may repeat it.",
        "You can withdraw at any time in the settings. Recall then forgets your answers at once. \
         What it already said stays in those games until you erase yourself.",
    ],
};

const MACHINES: Text = Text {
    purpose: Purpose::Machines,
    version: "2026-11-22",
    title: "Terms for owners of machines",
    label: "I agree to the terms for owners of machines.",
    points: &[
        "Keep what partners write to your machine only as long as the game or your study needs it, \
         then delete it.",
        "Do not publish what partners write, do not pass it on except to the service that runs your \
         model, and do not let that service train on it.",
        "Do not try to find out who a partner is, and do not bring together what you learn of the \
         same person in several games.",
        "When Luna tells you that a partner was erased, delete everything you keep of that game, \
         copies included.",
        "Your machine does no harm. It does not threaten, harass or deceive people about danger, \
         does not ask for contact details, passwords or money, and does not urge anyone to hurt \
         themselves or others.",
        "Describe your machine truthfully: what it is, which model it uses and who else receives \
         what is written to it.",
        "Keep the contact address of your machine current and answer what the people who run this \
         Luna write to you.",
        "The people who run this Luna may stop a machine at any time and will say why.",
    ],
};

/// Returns the text in force for a purpose.
pub fn text(purpose: Purpose) -> &'static Text {
    match purpose {
        Purpose::Adult => &ADULT,
        Purpose::Play => &PLAY,
        Purpose::Publication => &PUBLICATION,
        Purpose::Recall => &RECALL,
        Purpose::Machines => &MACHINES,
    }
}

impl Text {
    /// The words that are hashed and kept: one line each.
    pub fn canonical(&self) -> String {
        let head = format!("{} {}", self.purpose.name(), self.version);
        let lines =
            [head.as_str(), self.title, self.label].into_iter().chain(self.points.iter().copied());
        lines.collect::<Vec<_>>().join("\n")
    }

    pub fn hash(&self) -> &'static str {
        static HASHES: LazyLock<Vec<(Purpose, String)>> = LazyLock::new(|| {
            let hashed = |purpose| (purpose, hash(&text(purpose).canonical()));
            Purpose::ALL.into_iter().map(hashed).collect()
        });
        let found = HASHES.iter().find(|(purpose, _)| *purpose == self.purpose);
        found.map_or("", |(_, hash)| hash)
    }
}

/// Records that a player agrees to the text in force.
pub fn give(tx: &mut Tx<'_>, player_id: &str, purpose: Purpose, now: i64) -> Result<()> {
    let text = text(purpose);
    store::keep_text(tx, text.hash(), purpose, text.version, &text.canonical())?;
    store::give(tx, player_id, purpose, text.hash(), now)
}

/// Records what nobody plays without: they are adults and agree to play.
pub fn join(tx: &mut Tx<'_>, player_id: &str, now: i64) -> Result<()> {
    give(tx, player_id, Purpose::Adult, now)?;
    give(tx, player_id, Purpose::Play, now)
}

/// Returns true if a player has agreed to the text in force and not withdrawn.
pub fn is_current(tx: &mut Tx<'_>, player_id: &str, purpose: Purpose) -> Result<bool> {
    Ok(store::current(tx, player_id, purpose)?.as_deref() == Some(text(purpose).hash()))
}

/// Decides if a release may contain what somebody wrote: they are an adult, agree to publication in the
/// words in force, and are neither banned nor erased. Every release asks here, each time it is made.
pub fn may_publish(tx: &mut Tx<'_>, player_id: &str) -> Result<bool> {
    let is_here = match player::find(tx, player_id) {
        Ok(player) => player.banned_at.is_none(),
        Err(Error::NotFound) => false,
        Err(other) => return Err(other),
    };
    Ok(is_here
        && is_current(tx, player_id, Purpose::Adult)?
        && is_current(tx, player_id, Purpose::Publication)?)
}

/// The authors of a release whose texts it may contain.
pub fn publishable<'a>(
    tx: &mut Tx<'_>,
    authors: impl IntoIterator<Item = &'a str>,
) -> Result<BTreeSet<String>> {
    let all: BTreeSet<&str> = authors.into_iter().collect();
    let mut may = BTreeSet::new();
    for id in all {
        if may_publish(tx, id)? {
            may.insert(id.to_owned());
        }
    }
    Ok(may)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every version that was ever in force, with the hash of its text. A line is
    /// added here with each new version; none is ever changed.
    const VERSIONS: [(Purpose, &str, &str); 9] = [
        (
            Purpose::Adult,
            "2026-11-22",
            "6d4bdab45910ae0059167b1a21b7ca14fbfee78c89ed50af3284241994a29e4a",
        ),
        (
            Purpose::Play,
            "2026-11-22",
            "e9fdfdf4b7ae8c9d8f7a12affd6864a2a25daad776ab93e86b54539034234bbc",
        ),
        (
            Purpose::Play,
            "2026-11-22.2",
            "ca993e6dc174cd546c08ee85839b6e242bdbb3e0d64180ac09453df82b6c3e77",
        ),
        (
            Purpose::Play,
            "2026-11-24",
            "a0afb3d3f745e375a231d55d970c2afd84cb241351f578b08617adaadacafdbe",
        ),
        (
            Purpose::Play,
            "2026-11-25",
            "4bf8a4ff59b0b2355a9209ca650d4154b14df345dfab179e8b739f3185f31c19",
        ),
        (
            Purpose::Publication,
            "2026-11-22",
            "ed71f220d22ccf009534cddbd3f82831ee2ffc7148284fa298f79b18ee72deb1",
        ),
        (
            Purpose::Publication,
            "2026-11-25",
            "a0ee0fdc3e7e6a70e2a9bb8f985277559c7b06510c31cebabc3b20ad60ae746f",
        ),
        (
            Purpose::Recall,
            "2026-11-22",
            "924604f319f01d56a1a352c50ee0a48f7d98fe9b02869cbd6f7eac6e9c6c3d8d",
        ),
        (
            Purpose::Machines,
            "2026-11-22",
            "a6cecab1a3d20d32712cfd53587a67a8e19f44f50bc9aca8fc4e054a9f05bcf0",
        ),
    ];

    #[test]
    fn a_changed_text_needs_a_new_version() {
        let in_force = Purpose::ALL.map(text).map(|it| (it.purpose, it.version, it.hash()));
        let unknown: Vec<_> = in_force.iter().filter(|it| !VERSIONS.contains(it)).collect();
        assert!(unknown.is_empty(), "without a version of their own: {unknown:#?}");
    }
}
