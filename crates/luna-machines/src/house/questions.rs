//! The questions of the machines that come with Luna, each in its own manner. For rated games they
//! are put together for each game; practice and the sandbox have lists of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use luna_core::game::Rules;
use luna_core::rng::Chance;

use crate::bare_text::bare;
use crate::house::gibberish;
use crate::house::house_machine::HouseMachine;
use crate::house::wording::{Likeness, Pool, Voice, distance, fill, gives};

/// The questions that every house machine asked in Luna's first year, as the paper's machines
/// did. Nobody asks them now; games in which they were asked are still learned from.
pub const QUESTIONS: [&str; 5] = [
    "What color is the sky?",
    "What is the direct object in this sentence: “The boy threw the ball to the dog”?",
    "Why is 6 afraid of 7?",
    "Why does poverty exist?",
    "What is the capital of New York?",
];

/// Phrases with slots for words, for rated games.
const ELIZA_PHRASES: &str = include_str!("questions/eliza_phrases.txt");
const RECALL_PHRASES: &str = include_str!("questions/recall_phrases.txt");
/// Asked in rated games until they were put together; now in the sandbox.
const ELIZA: &str = include_str!("questions/eliza.txt");
const ELIZA_PRACTICE: &str = include_str!("questions/eliza_practice.txt");
const RECALL: &str = include_str!("questions/recall.txt");
const RECALL_PRACTICE: &str = include_str!("questions/recall_practice.txt");
const PANEL: &str = include_str!("questions/panel.txt");

/// Asked where the rules allow nothing longer.
const SHORT: &str = "Why?\nAnd you?\nHow?\nWho?";
/// Questions to choose from, and draws to find them.
const CHOICES: usize = 16;
const DRAWS: usize = 60;
/// Draws of Gibberish before it repeats itself, which only very short rules make it do.
const REDRAWS: usize = 50;

impl HouseMachine {
    /// As many different questions as the rules ask for. Those in `avoid` come only after all others,
    /// from the last to the first; those put together are unlike them.
    pub fn questions(
        self,
        pool: Pool,
        rules: Rules,
        avoid: &[String],
        chance: &mut Chance,
    ) -> Vec<String> {
        match (self, pool) {
            (HouseMachine::Gibberish, _) => made_up(rules, avoid, chance),
            (HouseMachine::Eliza, Pool::Rated) => put_together(ELIZA_PHRASES, rules, avoid, chance),
            (HouseMachine::Eliza, Pool::Practice) => draw(ELIZA_PRACTICE, rules, avoid, chance),
            (HouseMachine::Eliza, Pool::Sandbox) => draw(ELIZA, rules, avoid, chance),
            (HouseMachine::Recall, Pool::Rated) => {
                put_together(RECALL_PHRASES, rules, avoid, chance)
            }
            (HouseMachine::Recall, Pool::Practice) => draw(RECALL_PRACTICE, rules, avoid, chance),
            (HouseMachine::Recall, Pool::Sandbox) => draw(RECALL, rules, avoid, chance),
        }
    }
}

/// The same for the Panel, whose model is not asked for questions.
pub fn panel_questions(rules: Rules, avoid: &[String], chance: &mut Chance) -> Vec<String> {
    draw(PANEL, rules, avoid, chance)
}

/// Returns true for a question that house machines ask, or have asked, in rated games and that
/// can be answered.
pub(crate) fn is_known(question: &str) -> bool {
    static KNOWN: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let pools = [ELIZA, RECALL, PANEL].into_iter().flat_map(str::lines);
        pools.chain(QUESTIONS).map(bare).collect()
    });
    KNOWN.contains(&bare(question)) || is_put_together(question)
}

/// Returns true for a question that one of the phrases gives.
fn is_put_together(question: &str) -> bool {
    let question = bare(question);
    let mut phrases = [ELIZA_PHRASES, RECALL_PHRASES].into_iter().flat_map(str::lines);
    phrases.any(|phrase| gives(phrase, &question))
}

/// Questions from phrases, in one voice, unlike each other and those in `avoid`.
fn put_together(phrases: &str, rules: Rules, avoid: &[String], chance: &mut Chance) -> Vec<String> {
    let voice = Voice::draw(chance).without_slips();
    let phrases: Vec<&str> = phrases.lines().collect();
    let mut likeness = Likeness::to(avoid);
    let mut drawn: Vec<String> = Vec::new();
    for _ in 0..rules.questions {
        let mut choices: Vec<(f64, String)> = Vec::new();
        for _ in 0..DRAWS {
            let phrase = chance.pick(&phrases).copied().unwrap_or_default();
            let question = voice.say(&fill(phrase, &[], chance), chance);
            if question.chars().count() <= rules.max_chars {
                choices.push((distance(likeness.of(&question), [0.0; 3]), question));
            }
            if choices.len() == CHOICES {
                break;
            }
        }
        let least = choices.into_iter().min_by(|(one, _), (other, _)| one.total_cmp(other));
        let question = match least {
            Some((_, question)) => question,
            None => draw(SHORT, Rules { questions: 1, ..rules }, &drawn, chance)
                .pop()
                .unwrap_or_default(),
        };
        likeness.add(&question);
        drawn.push(question);
    }
    drawn
}

/// Returns true for a question of Gibberish, whose answers are uninformative.
pub fn is_gibberish(question: &str) -> bool {
    let drawn = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || " ?".contains(c);
    !question.is_empty() && question.chars().all(drawn)
}

fn draw(pool: &str, rules: Rules, avoid: &[String], chance: &mut Chance) -> Vec<String> {
    let fits = |question: &&str| question.chars().count() <= rules.max_chars;
    // From the last to the first, so that the earliest place of a question stays.
    let avoid: BTreeMap<String, usize> =
        avoid.iter().enumerate().rev().map(|(place, question)| (bare(question), place)).collect();
    let (mut new, mut known) = (Vec::new(), Vec::new());
    for question in pool.lines().filter(fits) {
        match avoid.get(&bare(question)) {
            Some(&place) => known.push((place, question)),
            None => new.push(question),
        }
    }
    // The last of those to be avoided is the first to be asked again.
    known.sort_unstable_by(|one, other| other.cmp(one));
    let mut drawn = Vec::new();
    while drawn.len() < rules.questions && !new.is_empty() {
        drawn.push(new.swap_remove(chance.below(new.len())));
    }
    drawn.extend(
        known.into_iter().map(|(_, question)| question).take(rules.questions - drawn.len()),
    );
    // Where the rules ask for more than there are, some come again.
    let all = drawn.iter().cycle().take(rules.questions).map(|&question| question.to_owned());
    let all: Vec<String> = all.collect();
    if all.is_empty() { vec![cut(pool, rules.max_chars); rules.questions] } else { all }
}

/// The beginning of a question, where none fits.
fn cut(pool: &str, max_chars: usize) -> String {
    pool.chars().take_while(|c| *c != '\n').take(max_chars.max(1)).collect()
}

fn made_up(rules: Rules, avoid: &[String], chance: &mut Chance) -> Vec<String> {
    let mut drawn: Vec<String> = Vec::new();
    for _ in 0..rules.questions {
        let mut question = gibberish::question(chance, rules.max_chars);
        for _ in 0..REDRAWS {
            if !drawn.contains(&question) && !avoid.contains(&question) {
                break;
            }
            question = gibberish::question(chance, rules.max_chars);
        }
        drawn.push(question);
    }
    drawn
}

#[cfg(test)]
mod tests;
