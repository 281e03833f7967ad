//! Replies of the house machines to questions: drawn from many wordings, in one voice for a game.

use std::sync::Arc;

use luna_core::rng::Chance;
use luna_core::text;

use crate::bare_text::bare;
use crate::house::house_machine::HouseMachine;
use crate::house::recall::{CorpusLine, Origin, Recall, vague};
use crate::house::wording::{Likeness, Pool, Voice, distance, plain_answer};
use crate::house::{eliza, gibberish};

/// The circumstances of replies: where they are heard, and by which lines.
pub struct Occasion<'a> {
    pub pool: Pool,
    pub lately: &'a Lately,
    /// The lines that may be quoted.
    pub allowed: &'a mut dyn FnMut(&CorpusLine) -> bool,
}

/// What was said of late in games like this one.
#[derive(Clone, Debug, Default)]
pub struct Lately {
    pub by_machines: Vec<String>,
    pub by_people: Vec<String>,
}

/// The author of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Luna, or the operator's corpus.
    Luna,
    /// Some are those of the question it answers.
    Question,
    /// A line of somebody who plays here.
    Line(Origin),
}

/// Replies to choose from, and draws to find them.
const CHOICES: usize = 32;
const DRAWS: usize = 90;
/// Replies of a hundred that Recall quotes from the corpus that comes with Luna; the others are plain
/// answers. And those that say a fact it knows.
const QUOTES: usize = 25;
const FACTS: usize = 70;
/// The likeness of a prompt that asks the same, and the words of a fact.
const SAME: f64 = 0.5;
const FACT_WORDS: usize = 2;

/// A reply as it was drawn.
struct Draft {
    text: String,
    source: Source,
}

/// What all replies of a game have in common.
struct Game<'a, 'o> {
    max_chars: usize,
    voice: Voice,
    /// To what machines have said of late.
    likeness: Likeness,
    occasion: &'a mut Occasion<'o>,
    given: Vec<String>,
}

/// One reply for each question, in order, none of them twice if there is another.
pub(super) fn replies<'q>(
    recall: &Recall,
    house: HouseMachine,
    questions: impl Iterator<Item = &'q String>,
    max_chars: usize,
    occasion: &mut Occasion<'_>,
    chance: &mut Chance,
) -> Vec<(String, Source)> {
    let voice = match occasion.pool {
        Pool::Rated => Voice::draw(chance),
        Pool::Practice | Pool::Sandbox => Voice::plain(),
    };
    let likeness = Likeness::to(&occasion.lately.by_machines);
    let mut game = Game { max_chars, voice, likeness, occasion, given: Vec::new() };
    let mut replies = Vec::new();
    for question in questions {
        let draft = match house {
            HouseMachine::Gibberish => Draft {
                text: gibberish::answer(chance, max_chars.min(gibberish::LONGEST)),
                source: Source::Luna,
            },
            HouseMachine::Eliza => game.choose(chance, |game, chance| {
                let reply = eliza::answer(question, game.occasion.pool, chance);
                let source = if reply.echoes { Source::Question } else { Source::Luna };
                Draft { text: game.voice.say(&reply.text, chance), source }
            }),
            HouseMachine::Recall => recalled(recall, question, &mut game, chance),
        };
        game.given.push(draft.text.clone());
        replies.push((draft.text, draft.source));
    }
    replies
}

fn recalled(
    recall: &Recall,
    question: &str,
    game: &mut Game<'_, '_>,
    chance: &mut Chance,
) -> Draft {
    let Occasion { pool, lately, allowed } = &mut *game.occasion;
    let (pool, given) = (*pool, &game.given);
    let mut may_say = |line: &CorpusLine| {
        let is_new = !given.contains(&line.reply) && !lately.by_machines.contains(&line.reply);
        is_new && line.is_shared_or(pool) && allowed(line)
    };
    // Words of people and of the operator stay as they are.
    let nearest = recall.answer(question, game.max_chars, chance, &mut may_say);
    if let Some(line) = nearest.filter(|line| pool != Pool::Rated || !line.is_shipped()) {
        let source = line.origin().cloned().map_or(Source::Luna, Source::Line);
        return Draft { text: line.reply.clone(), source };
    }
    if pool != Pool::Rated {
        let before: Vec<String> = given.iter().chain(&lately.by_machines).cloned().collect();
        return Draft { text: vague(game.max_chars, &before, chance), source: Source::Luna };
    }
    let near = recall.shipped_near(question, |line| line.is_shared_or(pool));
    game.choose(chance, |game, chance| {
        let text = recalled_phrase(question, &near, chance);
        Draft { text: game.voice.say(&text, chance), source: Source::Luna }
    })
}

impl Game<'_, '_> {
    /// Of a few drafts that may be sent and are new in the game, the one that is as like what machines
    /// have said of late as a reply of some person is; the one that is least like it if no person has
    /// replied. So the likeness of a machine's replies to each other tells nothing, in any crowd.
    fn choose(
        &self,
        chance: &mut Chance,
        mut draw: impl FnMut(&Self, &mut Chance) -> Draft,
    ) -> Draft {
        let Lately { by_machines, by_people } = self.occasion.lately;
        // In rated games people repeat each other too.
        let heard = if self.occasion.pool == Pool::Rated { &[][..] } else { by_machines };
        let is_new = |text: &str| !self.given.iter().chain(heard).any(|it| bare(it) == bare(text));
        let aim = chance.pick(by_people).map_or([0.0; 3], |said| self.likeness.of(said));
        let wanted = if self.likeness.is_empty() { 1 } else { CHOICES };
        let mut choices: Vec<(f64, Draft)> = Vec::new();
        for _ in 0..DRAWS {
            let draft = draw(self, chance);
            if text::check(&draft.text, self.max_chars).is_ok() && is_new(&draft.text) {
                choices.push((distance(self.likeness.of(&draft.text), aim), draft));
            }
            if choices.len() == wanted {
                break;
            }
        }
        let nearest = choices.into_iter().min_by(|(one, _), (other, _)| one.total_cmp(other));
        nearest.map_or_else(|| self.last_resort(chance), |(_, draft)| draft)
    }

    /// A digit or a letter, where nothing else may be sent.
    fn last_resort(&self, chance: &mut Chance) -> Draft {
        let letters: Vec<String> = ('0'..='9').chain('a'..='z').map(String::from).collect();
        let new: Vec<&String> = letters.iter().filter(|it| !self.given.contains(it)).collect();
        let text = chance.pick(&new).map_or_else(|| "?".to_owned(), |it| (*it).clone());
        Draft { text, source: Source::Luna }
    }
}

/// A fact that the likest prompt asks for, a near line or a part of one, or a plain answer.
fn recalled_phrase(question: &str, near: &[(f64, Arc<CorpusLine>)], chance: &mut Chance) -> String {
    let fact = near.first().filter(|(like, _)| *like >= SAME).map(|(_, line)| head(&line.reply));
    if let Some(fact) =
        fact.filter(|it| it.split(' ').count() <= FACT_WORDS && chance.below(100) < FACTS)
    {
        return fact.to_owned();
    }
    if chance.below(100) < QUOTES
        && let Some(line) = weighted(near, chance)
    {
        return match chance.below(3) {
            0 => line.reply.clone(),
            1 => head(&line.reply).to_owned(),
            _ => tail(&line.reply).to_owned(),
        };
    }
    plain_answer(question, chance)
}

const STOPS: [char; 4] = ['.', ',', '?', '!'];

fn head(reply: &str) -> &str {
    reply.split(STOPS).next().unwrap_or(reply).trim()
}

fn tail(reply: &str) -> &str {
    reply.trim_end_matches(STOPS).rsplit(STOPS).next().unwrap_or(reply).trim()
}

/// One line, each as likely as its prompt is like the question.
fn weighted<'l>(near: &'l [(f64, Arc<CorpusLine>)], chance: &mut Chance) -> Option<&'l CorpusLine> {
    let all: f64 = near.iter().map(|(like, _)| like).sum();
    let mut left = chance.unit() * all;
    let found = near.iter().find(|(like, _)| {
        left -= like;
        left <= 0.0
    });
    found.map(|(_, line)| &**line)
}
