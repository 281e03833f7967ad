//! The checks of a submission: its form, vulgarity, copies, and words misspelt on purpose.

use std::collections::HashSet;

use luna_core::quiz::answer_line::{AnswerLine, HeardText, Verdict};
use luna_core::quiz::form::{self, Filter, Finding, plain};
use luna_core::quiz::near_copy::is_near_copy;
use luna_core::quiz::question::State;
use luna_store::quiz::question::{self, Question};
use luna_store::{self as store, Tx};
use rustrict::{CensorStr as _, Type};

use super::library::{Guesser, unmarked};

/// A question of which so many runs of words stand in another is half a copy.
const RUN: usize = 6;
const RUNS: f64 = 0.25;
/// Words that are known to be right, each one letter away from an unknown one, before somebody
/// asks whether that is on purpose.
const MISSPELT: usize = 2;
/// Occurrences from which a word is known to be spelt right.
const COMMON: u32 = 20;
const WAITING: i64 = 5_000;

/// Everything that the checks find about a question. `others` are the [`other_texts`].
pub fn check(question: &Question, guesser: Option<&Guesser>, others: &[String]) -> Vec<Finding> {
    let line = AnswerLine::parse(&question.answer_line);
    let mut found = form::check(&question.text, line.accepted());
    if found.iter().all(|it| it.filter != Filter::Giveaway) {
        found.extend(named(&question.text, &line));
    }
    found.extend(vulgar(&question.text));
    found.extend(copied(&question.text, question.rewrites.as_deref(), guesser, others));
    found.extend(guesser.and_then(|guesser| misspelt(&question.text, guesser)));
    found
}

/// The texts of other questions that were submitted or published here.
pub fn other_texts(tx: &mut Tx<'_>, but: &str) -> store::Result<Vec<String>> {
    let mut texts = Vec::new();
    for state in [State::Submitted, State::Accepted, State::Published] {
        let all = question::in_state(tx, state, WAITING)?;
        texts.extend(all.into_iter().filter(|it| it.id != but).map(|it| it.text));
    }
    Ok(texts)
}

/// A name in the question that the answer line would accept, such as *Brahms* for *Johannes Brahms*.
fn named(text: &str, line: &AnswerLine) -> Option<Finding> {
    let is_accepted = |name: &String| {
        name.chars().count() > 3 && line.judge(name, HeardText::Unknown) == Verdict::Accept
    };
    let name = names(text).into_iter().find(is_accepted)?;
    let reason = format!("The question names its own answer, “{name}”.");
    Some(Finding::new(Filter::Giveaway, reason))
}

/// Words with capitals in a row: *Abigail Adams* is one name. A single word at the beginning of a
/// sentence has its capital from there.
fn names(text: &str) -> Vec<String> {
    let is_sign = |c: char| !c.is_alphanumeric();
    let mut names: Vec<Vec<&str>> = Vec::new();
    let (mut begins, mut goes_on) = (true, false);
    for raw in text.split_whitespace() {
        let word = raw.trim_matches(is_sign).trim_end_matches("'s").trim_end_matches("’s");
        if word.starts_with(char::is_uppercase) {
            match names.last_mut().filter(|_| goes_on && raw.starts_with(char::is_alphanumeric)) {
                Some(name) => name.push(word),
                None if begins => names.push(vec!["", word]),
                None => names.push(vec![word]),
            }
            goes_on = !raw.ends_with(is_sign);
        } else {
            goes_on = false;
        }
        begins = raw.ends_with(['.', '!', '?', '”', '"']);
    }
    let whole = names.into_iter().filter(|name| name.len() != 2 || !name[0].is_empty());
    whole.map(|name| name.join(" ").trim().to_owned()).collect()
}

fn vulgar(text: &str) -> Option<Finding> {
    let worst = Type::PROFANE | Type::OFFENSIVE | Type::SEXUAL;
    let word = text.split_whitespace().find(|word| word.is(worst & Type::MODERATE_OR_HIGHER))?;
    let reason = format!("“{word}” may be vulgar.");
    Some(Finding::new(Filter::Vulgarity, reason))
}

fn copied(
    text: &str,
    rewrites: Option<&str>,
    guesser: Option<&Guesser>,
    others: &[String],
) -> Option<Finding> {
    let own = Words::of(text);
    if others.iter().any(|other| own.is_copy(&Words::of(other))) {
        let reason = "This is a near copy of another question that was submitted here.";
        return Some(Finding::new(Filter::Copy, reason));
    }
    let guesser = guesser?;
    let index = guesser.index();
    let mut reader = index.reader();
    let near = reader.guess(&unmarked(text), 5);
    let texts = near.iter().flat_map(|it| it.evidence.iter().map(|evidence| evidence.text));
    let copy = texts
        .filter_map(|nth| index.texts().get(nth))
        .find(|learned| own.is_copy(&Words::of(&learned.text)))?;
    let reason = if Some(copy.id.as_str()) == rewrites {
        "This is still a near copy of the question that it rewrites."
    } else if copy.is_page {
        "This is a near copy of a page that the machines have learned from."
    } else {
        "This is a near copy of a question that the machines have learned from."
    };
    Some(Finding::new(Filter::Copy, reason))
}

/// Rare words that are one letter away from common ones. Names are left alone.
fn misspelt(text: &str, guesser: &Guesser) -> Option<Finding> {
    let mut suspects = Vec::new();
    for raw in text.split_whitespace() {
        let word = plain(raw);
        let is_name = raw.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase);
        if is_name || word.chars().count() < 5 || !word.chars().all(|c| c.is_ascii_lowercase()) {
            continue;
        }
        if guesser.occurrences(&word) == 0
            && let Some(right) =
                neighbours(&word).find(|other| guesser.occurrences(other) >= COMMON)
        {
            suspects.push(format!("“{word}” for “{right}”"));
        }
    }
    suspects.dedup();
    (suspects.len() >= MISSPELT).then(|| {
        let reason = format!("These words look misspelt on purpose: {}.", suspects.join(", "));
        Finding::new(Filter::Spelling, reason)
    })
}

/// The words one letter away: one more, one less, another, or two swapped.
fn neighbours(word: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = word.chars().collect();
    let mut all = Vec::new();
    for at in 0..=letters.len() {
        let (before, after) = letters.split_at(at);
        let join = |middle: &[char], after: &[char]| -> String {
            before.iter().chain(middle).chain(after).collect()
        };
        if let [first, rest @ ..] = after {
            all.push(join(&[], rest));
            if let [second, rest @ ..] = rest {
                all.push(join(&[*second, *first], rest));
            }
        }
        for letter in 'a'..='z' {
            all.push(join(&[letter], after));
            if let [_, rest @ ..] = after {
                all.push(join(&[letter], rest));
            }
        }
    }
    all.into_iter()
}

/// The words of a text in plain letters.
struct Words(Vec<String>);

impl Words {
    fn of(text: &str) -> Words {
        Words(text.split_whitespace().map(plain).filter(|word| !word.is_empty()).collect())
    }

    fn different(&self) -> HashSet<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    fn runs(&self) -> HashSet<&[String]> {
        self.0.windows(RUN).collect()
    }

    fn is_copy(&self, other: &Words) -> bool {
        let (own, theirs) = (self.runs(), other.runs());
        let copied = own.intersection(&theirs).count();
        let share_of_runs = luna_learn::float(copied) / luna_learn::float(own.len()).max(1.0);
        let (one, two) = (self.different(), other.different());
        let shared = one.intersection(&two).count();
        share_of_runs >= RUNS || is_near_copy(shared, one.len(), two.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vulgar_word_is_found_and_an_honest_one_may_be_too() {
        for honest in ["The cock crowed at dawn.", "Dick Turpin rode to York."] {
            assert!(vulgar(honest).is_some(), "an editor sets it aside: {honest}");
        }
        assert!(vulgar("What the fuck is this river?").is_some());
        for fine in ["An assassin classified Essex.", "Name this raven."] {
            assert_eq!(vulgar(fine), None, "{fine}");
        }
    }

    #[test]
    fn a_copy_of_another_submission_is_found() {
        let text = "In one story this bird steals the sun and hides it in a box of cedar wood.";
        let others = [text.replace("wood", "timber")];
        assert!(copied(text, None, None, &others).is_some());
        assert_eq!(copied("It is a river in Asia.", None, None, &others), None);
    }

    #[test]
    fn half_a_copy_is_a_copy() {
        let known = "In one story this bird steals the sun and hides it in a box of cedar wood. A Norse god keeps two \
            of them, whose names mean thought and memory. For 10 points, name this black bird of a poem by Poe.";
        let half = "Crests of several towns show this corvid. Its croak was an omen in Wales, and its kin are kept \
            at a tower. A Norse god keeps two of them, whose names mean thought and memory. For 10 points, name it.";
        assert!(copied(half, None, None, &[known.to_owned()]).is_some());
        let other = "Crests of several towns show this corvid. Its croak was an omen in Wales, and its kin are kept \
            at a tower. For 10 points, name this black bird of the family of crows.";
        assert_eq!(copied(other, None, None, &[known.to_owned()]), None);
    }

    #[test]
    fn a_name_that_the_line_accepts_gives_the_answer_away() {
        let found =
            |text: &str, line: &str| named(text, &AnswerLine::parse(line)).map(|it| it.reason);
        let brahms = "Johannes <u>Brahms</u>";
        assert_eq!(
            found("Name this composer whose last name Brahms is well known.", brahms).as_deref(),
            Some("The question names its own answer, “Brahms”.")
        );
        assert!(found("He met Clara at Brahms’s house.", brahms).is_some());
        for (innocent, line) in [
            ("This husband of Abigail Adams signed an act.", "John Quincy <u>Adams</u>"),
            ("Clara Schumann, a friend, loved this man.", "Robert <u>Schumann</u>"),
            ("Paris was judged by three.", "the <u>Judgement</u> of Paris"),
            ("Name this river.", "<u>Rhine</u>"),
        ] {
            assert_eq!(found(innocent, line), None, "{innocent}");
        }
    }

    #[test]
    fn neighbours_are_one_letter_away() {
        let all: HashSet<String> = neighbours("abc").collect();
        for word in ["bc", "ac", "ab", "bac", "acb", "xabc", "abxc", "abcx", "xbc", "axc", "abx"] {
            assert!(all.contains(word), "{word}");
        }
        assert!(!all.contains("cba") && !all.contains("a"));
    }
}
