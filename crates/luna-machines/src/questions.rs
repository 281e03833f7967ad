//! The questions of the machines that come with Luna: for each a pool of its own, in its own
//! manner, and another for games that do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use luna_core::game::Rules;
use luna_core::rng::Chance;

use crate::gibberish;
use crate::house_machine::HouseMachine;

/// The questions that every house machine asked in Luna's first year, as the paper's machines
/// did. Nobody asks them now; games in which they were asked are still learned from.
pub const QUESTIONS: [&str; 5] = [
    "What color is the sky?",
    "What is the direct object in this sentence: “The boy threw the ball to the dog”?",
    "Why is 6 afraid of 7?",
    "Why does poverty exist?",
    "What is the capital of New York?",
];

const ELIZA: &str = include_str!("questions/eliza.txt");
const ELIZA_PRACTICE: &str = include_str!("questions/eliza_practice.txt");
const RECALL: &str = include_str!("questions/recall.txt");
const RECALL_PRACTICE: &str = include_str!("questions/recall_practice.txt");
const PANEL: &str = include_str!("questions/panel.txt");

/// Draws of Gibberish before it repeats itself, which only very short rules make it do.
const REDRAWS: usize = 50;

/// The purpose of questions. A person who has practised with a machine does not recognise it in a
/// rated game by its questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    Rated,
    /// Practice and the sandbox.
    Practice,
}

impl HouseMachine {
    /// As many different questions as the rules ask for. Those in `avoid` come only after all others,
    /// from the last to the first.
    pub fn questions(
        self,
        pool: Pool,
        rules: Rules,
        avoid: &[String],
        chance: &mut Chance,
    ) -> Vec<String> {
        match (self, pool) {
            (HouseMachine::Gibberish, Pool::Rated | Pool::Practice) => {
                made_up(rules, avoid, chance)
            }
            (HouseMachine::Eliza, Pool::Rated) => draw(ELIZA, rules, avoid, chance),
            (HouseMachine::Eliza, Pool::Practice) => draw(ELIZA_PRACTICE, rules, avoid, chance),
            (HouseMachine::Recall, Pool::Rated) => draw(RECALL, rules, avoid, chance),
            (HouseMachine::Recall, Pool::Practice) => draw(RECALL_PRACTICE, rules, avoid, chance),
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
    KNOWN.contains(&bare(question))
}

/// Returns true for a question of Gibberish, whose answers are uninformative.
pub fn is_gibberish(question: &str) -> bool {
    let drawn = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || " ?".contains(c);
    !question.is_empty() && question.chars().all(drawn)
}

/// A question without its case, spaces and punctuation.
pub(crate) fn bare(question: &str) -> String {
    question.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
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
