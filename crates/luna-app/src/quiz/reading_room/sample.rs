//! A tossup for somebody without a play: sentence by sentence, by the rules of a play. Nothing is stored
//! and nothing counts, so it is one that comes with Luna, which everybody can know.

use luna_core::quiz::play::{Pace, Play as Rules};
use luna_core::quiz::script::Script;
use luna_core::rng::Chance;
use luna_store::quiz::play::{self, Play};
use luna_store::quiz::source::SHIPPED;
use luna_store::quiz::tossup::{self, Tossup, TossupFilter};
use luna_store::{self as store, Tx};

use super::judgment;
use super::moves::{refused, typed};
use super::open::OpenPlay;
use super::view::{Ending, PendingAnswer, ReadingProgress, ending, prompt};
use crate::error::Error;

/// Draws after which the one that is not wanted is given all the same.
const TRIES: usize = 5;

/// A tossup for somebody without a play.
pub struct Sample(OpenPlay);

/// What comes of an answer.
#[derive(Clone, Debug)]
pub enum Reply {
    /// It is not specific enough.
    Prompt(PendingAnswer),
    Over(Box<Ending>),
}

impl Sample {
    /// Draws one that this player has not played, but not the one with that id if there is another. The
    /// same words draw the same one. None if none comes with this Luna.
    pub fn draw(
        tx: &mut Tx<'_>,
        player_id: Option<&str>,
        words: &[&str],
        other_than: &str,
    ) -> Result<Option<Sample>, Error> {
        let mut chance = Chance::from_words(words);
        let shipped = TossupFilter { source: Some(SHIPPED), ..TossupFilter::default() };
        let mut drawn = None;
        for _ in 0..TRIES {
            let place = i64::from_ne_bytes(chance.bits().to_ne_bytes());
            drawn = tossup::draw(tx, player_id.unwrap_or_default(), &shipped, place)?;
            if drawn.is_none() {
                // Somebody has played all of them.
                drawn = tossup::draw(tx, "", &shipped, place)?;
            }
            if drawn.as_ref().is_none_or(|it| it.id != other_than) {
                break;
            }
        }
        Ok(drawn.map(Sample::of))
    }

    /// The one with an id. [`Error::NotFound`] for any other tossup, [`Error::Refused`] if this player has
    /// it open in the reading room.
    pub fn find(tx: &mut Tx<'_>, id: &str, player_id: Option<&str>) -> Result<Sample, Error> {
        let found = tossup::find(tx, id)?;
        if found.source_id != SHIPPED || found.withdrawn_at.is_some() {
            return Err(Error::NotFound);
        }
        if let Some(player_id) = player_id
            && play::open_of(tx, player_id)?.is_some_and(|open| open.tossup_id == found.id)
        {
            let why = "You have this question open in the reading room. Finish it there first.";
            return Err(Error::Refused(why.to_owned()));
        }
        Ok(Sample::of(found))
    }

    fn of(tossup: Tossup) -> Sample {
        let script = Script::new(&tossup.text);
        let play = Play { tossup_id: tossup.id.clone(), ..Play::default() };
        Sample(OpenPlay { play, rules: Rules::start(Pace::by_hand(), 0), tossup, script })
    }

    pub fn id(&self) -> &str {
        &self.0.tossup.id
    }

    /// The first so many sentences.
    pub fn reading(&self, sentences: usize) -> ReadingProgress {
        let (script, words) = (&self.0.script, self.position(sentences));
        let is_read = words == script.len();
        ReadingProgress { text: script.heard(words), words, is_timed: false, is_read }
    }

    /// Judges an answer after so many sentences, and the more specific one, where the first needs that.
    pub fn answer(
        mut self,
        tx: &mut Tx<'_>,
        sentences: usize,
        first: &str,
        more: Option<&str>,
    ) -> Result<Reply, Error> {
        let position = self.position(sentences);
        let OpenPlay { rules, script, .. } = &mut self.0;
        rules.turn(script, position).map_err(refused)?;
        rules.buzz(script, 0, None).map_err(refused)?;
        for answer in [Some(first), more].into_iter().flatten() {
            let text = typed(answer)?;
            let judgment = judgment::judge(tx, &self.0, position, &text)?;
            let OpenPlay { rules, script, play, .. } = &mut self.0;
            rules.answer(script, 0, &judgment).map_err(refused)?;
            if play.answer.is_none() {
                play.answer = Some(text);
            } else {
                play.more = Some(text);
            }
            if let Some(outcome) = rules.outcome {
                return Ok(Reply::Over(Box::new(ending(tx, &self.0, outcome)?)));
            }
        }
        let text = self.0.script.heard(position);
        Ok(Reply::Prompt(PendingAnswer { text, prompt: prompt(&self.0), left_ms: None }))
    }

    /// The end without an answer: with one that was interrupted, or without a buzz.
    pub fn give_up(
        mut self,
        tx: &mut Tx<'_>,
        buzzed_after: Option<usize>,
    ) -> Result<Ending, Error> {
        let position = buzzed_after.map(|sentences| self.position(sentences));
        let OpenPlay { rules, script, .. } = &mut self.0;
        if let Some(position) = position {
            rules.turn(script, position).map_err(refused)?;
            rules.buzz(script, 0, None).map_err(refused)?;
        }
        rules.give_up(script).map_err(refused)?;
        let outcome =
            rules.outcome.ok_or_else(|| store::Error::corrupt("a play without an end"))?;
        ending(tx, &self.0, outcome)
    }

    /// The number of words in the first so many sentences.
    fn position(&self, sentences: usize) -> usize {
        let ends = self.0.script.sentence_ends();
        let nth = sentences.max(1) - 1;
        ends.get(nth).or(ends.last()).copied().unwrap_or(0)
    }
}
