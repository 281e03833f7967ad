//! Consent: what people agree to, each text with a version, and what may be published.
//!
//! Every text stands in `text` and nowhere else. Pages render it, the database keeps it
//! word for word beside its hash, and a test holds the hash of each version: a
//! change of words needs a new version, and everybody is asked again.

pub(crate) mod text;

use std::sync::LazyLock;

use luna_store::consent::{self as store, Matter, Purpose};
use luna_store::machine::{self, Transport};
use luna_store::{Error, Result, Tx, player};

pub use self::text::{MADE_UP_NAMES, Text, text, texts};
use crate::secret::hash;

/// The time after which words of a finished game are shown on the site. By then, other games with the
/// same questions are over.
pub(crate) const SHOWN_AFTER_MS: i64 = 86_400_000;

impl Text {
    pub fn hash(&self) -> &'static str {
        static HASHES: LazyLock<Vec<(&Text, String)>> = LazyLock::new(|| {
            let hashed = |text: &'static Text| (text, hash(&text.canonical()));
            Purpose::ALL.into_iter().flat_map(texts).map(hashed).collect()
        });
        let is_this = |text: &Text| (text.purpose, text.version) == (self.purpose, self.version);
        let found = HASHES.iter().find(|(text, _)| is_this(text));
        found.map_or("", |(_, hash)| hash)
    }
}

/// Records that a player agrees to the text in force.
pub fn give<'a>(
    tx: &mut Tx<'_>,
    player_id: &str,
    matter: impl Into<Matter<'a>>,
    now: i64,
) -> Result<()> {
    let matter = matter.into();
    give_text(tx, player_id, matter, text(matter.purpose), now)
}

/// Records that a player agrees to a text, such as that of a role.
pub(crate) fn give_text(
    tx: &mut Tx<'_>,
    player_id: &str,
    matter: Matter<'_>,
    text: &Text,
    now: i64,
) -> Result<()> {
    store::keep_text(tx, text.hash(), matter.purpose, text.version, &text.canonical())?;
    store::give(tx, player_id, matter, text.hash(), now)
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

/// Decides if a release may contain what a player wrote: they are an adult, agree to publication in the
/// words in force, and are neither banned nor erased. For a machine its owner agrees, by the terms in
/// force. Every release asks here, each time it is made.
pub fn may_publish(tx: &mut Tx<'_>, player_id: &str) -> Result<bool> {
    match present(tx, player_id)? {
        Some(player) if player.machine => may_publish_machine(tx, player_id),
        Some(_) => agrees(tx, player_id, Purpose::Publication),
        None => Ok(false),
    }
}

/// The same for single ratings of machine-made questions.
pub fn may_publish_ratings(tx: &mut Tx<'_>, player_id: &str) -> Result<bool> {
    Ok(present(tx, player_id)?.is_some() && agrees(tx, player_id, Purpose::RatingPublication)?)
}

/// The same for somebody's conversations in a contest. The words that they agreed to at that contest
/// hold for it, whatever later contests say.
pub fn may_publish_conversations(
    tx: &mut Tx<'_>,
    contest_id: &str,
    player_id: &str,
) -> Result<bool> {
    let matter = Matter { purpose: Purpose::ContestPublication, about: contest_id };
    Ok(present(tx, player_id)?.is_some()
        && is_current(tx, player_id, Purpose::Adult)?
        && store::current(tx, player_id, matter)?.is_some())
}

/// The player, unless they are banned or erased.
fn present(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<player::Player>> {
    match player::find(tx, player_id) {
        Ok(player) => Ok(Some(player).filter(|it| it.banned_at.is_none())),
        Err(Error::NotFound) => Ok(None),
        Err(other) => Err(other),
    }
}

fn agrees(tx: &mut Tx<'_>, player_id: &str, purpose: Purpose) -> Result<bool> {
    Ok(is_current(tx, player_id, Purpose::Adult)? && is_current(tx, player_id, purpose)?)
}

fn may_publish_machine(tx: &mut Tx<'_>, machine_id: &str) -> Result<bool> {
    let machine = machine::find(tx, machine_id)?;
    if machine.declared.way == Transport::House {
        return Ok(true);
    }
    let Some(owner) = machine.owner_id else { return Ok(false) };
    Ok(present(tx, &owner)?.is_some() && is_current(tx, &owner, Purpose::Machines)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every version that was ever in force, with the hash of its text. A line is
    /// added here with each new version; none is ever changed.
    const VERSIONS: &[(Purpose, &str, &str)] = &[
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
        (
            Purpose::Publication,
            "2026-11-27",
            "e882ea5cefaa6a6596f9588ed6b29d67db46a674e528b0f785a406e4ea3287bb",
        ),
        (
            Purpose::Machines,
            "2026-11-27",
            "70aa2bb0fcf4a746c3182127303e94a8e14a59ce9e52fc98bee0e490db0ede74",
        ),
        (
            Purpose::Rating,
            "2026-11-27",
            "02549db3a696821e1f1719f47a57f53014f19760614611b2ffb9b5a4730a66c2",
        ),
        (
            Purpose::RatingPublication,
            "2026-11-27",
            "5fbb6a4904e4ca101291fc4fb45c7c68ff9a9cd2069a928c20735ffb971935c7",
        ),
        (
            Purpose::Contest,
            "2026-11-27",
            "ff8cce594943221e1e014497138c0002b5948a272718e99c38e9b239b7df5d49",
        ),
        (
            Purpose::ContestPublication,
            "2026-11-27",
            "5674963d060930f6b9f27b8971db558ff3c657923f5bd9ed44a2c547d485ae55",
        ),
        (
            Purpose::Play,
            "2026-11-27",
            "77920fca8a8bbbc33af76a50a575facb0dc17bd6a295a9cbdb8d23f089086ca3",
        ),
        (
            Purpose::Recall,
            "2026-11-27",
            "22f60402d5226348c3891715b2354ad131f46e721502140ded3f2cb7fcdced8a",
        ),
        (
            Purpose::Contest,
            "2026-11-28 for confederates",
            "d57f9d571a29156d8d808fe4d1aebdcac0055c97750326662eceb175e29f255e",
        ),
        (
            Purpose::Publication,
            "2026-11-29",
            "cdfa2beba00170503efa242c015b025f75871245199c25c88c7fdfb0d14f9abd",
        ),
        (
            Purpose::Publication,
            "2026-11-29.2",
            "97b14173200d08f1344cecbfbf86d7792ebc93f1d8f724f730c689f03849ab9e",
        ),
    ];

    #[test]
    fn a_changed_text_needs_a_new_version() {
        let in_force = Purpose::ALL.into_iter().flat_map(texts);
        let in_force: Vec<_> = in_force.map(|it| (it.purpose, it.version, it.hash())).collect();
        let unknown: Vec<_> = in_force.iter().filter(|it| !VERSIONS.contains(it)).collect();
        assert!(unknown.is_empty(), "without a version of their own: {unknown:#?}");
    }

    #[test]
    fn only_judges_are_told_of_verdicts_and_ranks_of_theirs() {
        let words = |text: &Text| text.canonical().to_lowercase();
        for theirs in ["your verdicts", "ranks"] {
            assert!(words(&text::CONTEST).contains(theirs), "{theirs}");
            assert!(!words(&text::CONTEST_CONFEDERATE).contains(theirs), "{theirs}");
        }
    }

    #[test]
    fn every_text_says_what_becomes_of_the_words_and_how_to_withdraw() {
        for purpose in [Purpose::Publication, Purpose::RatingPublication] {
            let text = text(purpose);
            assert!(text.points.contains(&MADE_UP_NAMES), "{purpose:?}");
            assert!(text.points.iter().any(|it| it.starts_with("Not published:")), "{purpose:?}");
        }
        for text in Purpose::ALL.into_iter().flat_map(texts) {
            let is_free = !matches!(text.purpose, Purpose::Adult | Purpose::Machines);
            assert_eq!(text.canonical().contains("withdraw"), is_free, "{:?}", text.purpose);
        }
    }
}
