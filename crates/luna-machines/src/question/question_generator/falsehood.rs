//! Questions for yes or no whose answer is no: a fact of the statement is swapped for one that it surely
//! rules out, such as a larger number, another year or the opposite.

use std::collections::BTreeSet;

use luna_text::reading::{PennTag, Relation, UniversalTag};

use super::clause::Clause;
use super::lexicon;
use super::morphology;
use super::opposite::{
    COLOURS, DIRECTIONS, MONTHS, SEASONS, WEEKDAYS, opposite_adjective, opposite_adverb,
    opposite_preposition, opposite_rank, opposite_verb,
};
use super::question::{GeneratedQuestion, Transformation};
use super::tree::{Tree, Word};

/// What the whole text mentions, to swap facts for.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    numbers: BTreeSet<u64>,
    /// Each year with the verbs of its sentence.
    years: Vec<(String, Vec<String>)>,
}

impl Facts {
    pub(super) fn of(trees: &[Tree]) -> Facts {
        let mut facts = Facts::default();
        for tree in trees {
            let verbs = tree.words.iter().filter(|word| word.tag == UniversalTag::Verb);
            let verbs: Vec<String> = verbs.map(|word| word.lemma.clone()).collect();
            for word in &tree.words {
                if lexicon::is_year(&word.form) {
                    facts.years.push((word.form.clone(), verbs.clone()));
                } else if word.tag == UniversalTag::Num
                    && let Some((number, _)) = number(&word.form)
                {
                    facts.numbers.insert(number);
                }
            }
        }
        facts
    }
}

/// The words of a question for yes or no with one fact swapped, so that the answer is no; `None` if no
/// swap is sure.
pub(super) fn falsified(
    words: &[Word],
    tree: &Tree,
    clause: &Clause,
    facts: &Facts,
) -> Option<Vec<Word>> {
    // What is only possible, or holds under a condition, rules nothing out.
    let hedges = ["if", "unless", "or", "may", "might", "perhaps", "not", "never", "either"];
    if words.iter().any(|word| hedges.contains(&word.lower().as_str())) {
        return None;
    }
    let (nth, form) = larger_number(words, tree, clause, facts)
        .or_else(|| in_words(words, opposite_rank_at))
        .or_else(|| verb(words, tree, clause))
        .or_else(|| date(words, tree, clause, facts))
        .or_else(|| in_words(words, direction_at))
        .or_else(|| {
            // *Named after somebody*.
            let named = matches!(tree.words[clause.root].lemma.as_str(), "name" | "call" | "look");
            if named { None } else { in_words(words, preposition_at) }
        })
        .or_else(|| predicate(words, tree, clause))
        .or_else(|| share(words))?;
    let mut swapped = words.to_vec();
    form.clone_into(&mut swapped[nth].form);
    swapped[nth].lemma = form;
    Some(swapped)
}

fn in_words(
    words: &[Word],
    at: impl Fn(&[Word], usize) -> Option<String>,
) -> Option<(usize, String)> {
    (1..words.len()).find_map(|nth| at(words, nth).map(|form| (nth, form)))
}

fn lower(words: &[Word], nth: usize) -> String {
    words.get(nth).map(Word::lower).unwrap_or_default()
}

/// A larger number of the same things: who counts four towers says that there are no seven.
fn larger_number(
    words: &[Word],
    tree: &Tree,
    clause: &Clause,
    facts: &Facts,
) -> Option<(usize, String)> {
    let open = |word: &Word| {
        matches!(word.lower().as_str(), "least" | "than" | "over" | "between" | "minimum" | "every")
    };
    if words.iter().any(open) {
        return None;
    }
    (1..words.len()).find_map(|nth| {
        let word = &words[nth];
        let before = lower(words, nth - 1);
        let counts = words.get(nth + 1).is_some_and(|next| {
            let scale = ["million", "billion", "percent", "per", "%"];
            next.is_plural() && next.tag == UniversalTag::Noun
                || next.lower() == "people"
                || scale.contains(&next.lower().as_str())
                || next.tag == UniversalTag::Adj && words.get(nth + 2).is_some_and(Word::is_plural)
        });
        let is_age = before == "of" && nth > 1 && lower(words, nth - 2) == "age";
        let given = ["the", "these", "those", "its", "their", "other", "-", "and", "to", "from"];
        if word.tag != UniversalTag::Num
            || lexicon::is_year(&word.form)
            || lexicon::is_month(&lower(words, nth + 1))
            || lexicon::is_month(&before)
            || !(counts || is_age)
            || given.contains(&before.as_str())
        {
            return None;
        }
        // *Six turns of the cycle give one molecule*: more of them do so too.
        let subject = &tree.words[..clause.subject_end];
        let in_subject = subject.iter().any(|it| it.origin == word.origin);
        let happened = tree.words[clause.finite].penn == PennTag::Vbd;
        if in_subject && !happened {
            return None;
        }
        let (number, is_word) = number(&word.form)?;
        if number < 2 {
            return None;
        }
        let enough = 2 * number - number / 3;
        // *About 40* rules out 80, not 45.
        let most = number.saturating_mul(5);
        let known = facts.numbers.range(enough..=most).next().copied();
        let larger = known.filter(|&it| !is_word || it <= 20).unwrap_or(2 * number);
        let form = spelled(larger, is_word, word.form.contains(','))?;
        Some((nth, form))
    })
}

const WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// A whole number, and whether it is written as a word.
fn number(form: &str) -> Option<(u64, bool)> {
    let lower = form.to_lowercase();
    if let Some(place) = WORDS.iter().position(|word| *word == lower) {
        return Some((u64::try_from(place).ok()?, true));
    }
    let digits: String = form.chars().filter(|c| *c != ',').collect();
    let plain = digits.len() < 12 && digits.chars().all(|c| c.is_ascii_digit());
    plain.then(|| digits.parse().ok().map(|number| (number, false)))?
}

/// A number in the form that another one had.
fn spelled(number: u64, is_word: bool, has_commas: bool) -> Option<String> {
    if is_word {
        let place = usize::try_from(number).ok()?;
        let tens = ["thirty", "forty", "fifty"];
        return match place {
            0..=20 => Some(WORDS[place].to_owned()),
            21..=30 => Some(tens[0].to_owned()),
            31..=40 => Some(tens[1].to_owned()),
            _ => None,
        };
    }
    let digits = number.to_string();
    if !has_commas {
        return Some(digits);
    }
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    Some(text)
}

/// *The oldest bridge*, *the first woman*: there is one, and it is not the newest or the second.
fn opposite_rank_at(words: &[Word], nth: usize) -> Option<String> {
    let before = &words[nth - 1];
    let definite = matches!(before.lower().as_str(), "the" | "its" | "his" | "her" | "their")
        || before.penn == PennTag::Pos;
    let next = words.get(nth + 1)?;
    let named = matches!(next.tag, UniversalTag::Noun | UniversalTag::Adj | UniversalTag::Adv);
    let rank = words[nth].lower();
    let counts = ["first", "second", "third", "last"].contains(&rank.as_str());
    let time = matches!(next.lower().as_str(), "time" | "half" | "few" | "world" | "name");
    let common = words[nth].form.starts_with(char::is_lowercase);
    let fits = definite && named && common && !(counts && time);
    fits.then(|| opposite_rank(&rank)).flatten().map(str::to_owned)
}

/// *Shares fell*: they did not rise.
fn verb(words: &[Word], tree: &Tree, clause: &Clause) -> Option<(usize, String)> {
    let root = &tree.words[clause.root];
    let lemma = morphology::base(&root.form, &root.lemma);
    let opposite = opposite_verb(&lemma)?;
    // *The city fell*.
    let measured = lexicon::is_measured(&tree.words[clause.subject].lemma)
        || words.iter().any(|word| word.lower() == "by");
    if matches!(lemma.as_str(), "rise" | "fall") && !measured {
        return None;
    }
    let nth = words.iter().position(|word| word.origin.is_some() && word.origin == root.origin)?;
    // *Failed to mature* has no opposite with *to*.
    if lemma == "fail" && words.get(nth + 1).is_some_and(|next| next.lower() == "to") {
        return None;
    }
    let form = match words[nth].penn {
        PennTag::Vb => opposite.to_owned(),
        PennTag::Vbn => morphology::participle(opposite),
        _ => return None,
    };
    Some((nth, form))
}

/// Another time of something that happened once.
fn date(words: &[Word], tree: &Tree, clause: &Clause, facts: &Facts) -> Option<(usize, String)> {
    let root = &tree.words[clause.root];
    let lemma = morphology::base(&root.form, &root.lemma);
    let is_past = tree.words[clause.finite].penn == PennTag::Vbd
        || matches!(tree.words[clause.finite].lower().as_str(), "was" | "were" | "will");
    let object = tree.dependent(clause.root, Relation::Obj);
    let definite = object.is_some_and(|object| {
        tree.words[object].tag == UniversalTag::Propn
            || tree.dependents(object).any(|nth| {
                matches!(tree.words[nth].lower().as_str(), "the" | "its" | "his" | "her" | "their")
            })
    });
    let plural = tree.words[clause.subject].is_plural()
        && !tree.has(clause.subject, Relation::Det)
        && tree.words[clause.subject].tag == UniversalTag::Noun;
    if !is_past || plural || !(definite || object.is_none() && lexicon::happens_once(&lemma)) {
        return None;
    }
    // *Before the winter* may be before the summer too.
    let open = |nth: usize| {
        let limits = ["before", "after", "since", "until", "by", "from"];
        (1..=2).any(|back| {
            nth.checked_sub(back).is_some_and(|nth| limits.contains(&lower(words, nth).as_str()))
        })
    };
    let season =
        in_words(
            words,
            |words, nth| {
                if open(nth) { None } else { next_of(&SEASONS, &words[nth].lower()) }
            },
        );
    season.or_else(|| {
        in_words(words, |words, nth| {
            let form = &words[nth].form;
            if open(nth) {
                return None;
            }
            if lexicon::is_year(form) && !form.ends_with('s') && lower(words, nth - 1) != "of" {
                return other_year(form, &lemma, facts);
            }
            next_of(&MONTHS, form).or_else(|| next_of(&WEEKDAYS, form))
        })
    })
}

/// A year of the text in which nothing of the kind happened, or one near to it.
fn other_year(form: &str, lemma: &str, facts: &Facts) -> Option<String> {
    let year: u32 = form.parse().ok()?;
    let others = facts.years.iter().filter(|(_, verbs)| !verbs.iter().any(|verb| verb == lemma));
    let others = others.filter_map(|(other, _)| other.parse::<u32>().ok());
    let near = others.filter(|it| (2..40).contains(&it.abs_diff(year)));
    let other = near.min_by_key(|it| it.abs_diff(year)).unwrap_or(year - 8);
    Some(other.to_string())
}

/// The third one after a word in a circle.
fn next_of(circle: &[&str], form: &str) -> Option<String> {
    let place = circle.iter().position(|it| *it == form)?;
    let step = circle.len().div_ceil(3);
    circle.get((place + step) % circle.len()).map(|it| (*it).to_owned())
}

/// *The eastern pillar*, and *a green pigment*.
fn direction_at(words: &[Word], nth: usize) -> Option<String> {
    let definite = lower(words, nth - 1) == "the";
    let next = words.get(nth + 1)?;
    let form = words[nth].lower();
    let pair = DIRECTIONS.iter().find(|pair| pair.contains(&form.as_str()))?;
    let other = pair.iter().find(|it| **it != form)?;
    let is_noun = next.tag == UniversalTag::Noun || next.lower() == "of";
    (definite && is_noun && words[nth].form == form).then(|| (*other).to_owned())
}

fn preposition_at(words: &[Word], nth: usize) -> Option<String> {
    let joins = matches!(words[nth].relation, Relation::Case | Relation::Mark);
    let night = lower(words, nth - 1) == "at"
        && nth > 1
        && lower(words, nth - 2) == "only"
        && words[nth].lower() == "night";
    if night {
        return Some("noon".to_owned());
    }
    joins.then(|| opposite_preposition(&words[nth].lower())).flatten().map(str::to_owned)
}

/// *The lake is deep*, *chlorophyll is a green pigment*, *it works slowly*.
fn predicate(words: &[Word], tree: &Tree, clause: &Clause) -> Option<(usize, String)> {
    let root = &tree.words[clause.root];
    let is_predicate = tree.has(clause.root, Relation::Cop);
    in_words(words, |words, nth| {
        let word = &words[nth];
        let form = word.lower();
        let is_root = word.origin.is_some() && word.origin == root.origin;
        let colour = is_predicate
            && word.tag == UniversalTag::Adj
            && COLOURS.contains(&form.as_str())
            && matches!(lower(words, nth - 1).as_str(), "a" | "is" | "are" | "was" | "were");
        if colour {
            let free = |it: &&&str| words.iter().all(|word| word.lower() != **it);
            return COLOURS.iter().find(free).map(|it| (*it).to_owned());
        }
        let adjective = is_predicate && is_root || word.penn == PennTag::Jjr;
        let adverb = word.tag == UniversalTag::Adv && word.relation == Relation::Advmod;
        let found = adjective.then(|| opposite_adjective(&form)).flatten();
        found.or_else(|| adverb.then(|| opposite_adverb(&form)).flatten()).map(str::to_owned)
    })
}

/// *Half of the oxygen* is not three quarters of it.
fn share(words: &[Word]) -> Option<(usize, String)> {
    in_words(words, |words, nth| {
        let of = lower(words, nth + 1) == "of";
        let form = match words[nth].lower().as_str() {
            "half" if lower(words, nth - 1) != "than" => "nine-tenths",
            _ => return None,
        };
        of.then(|| form.to_owned())
    })
}

/// Of a question and the same one with a swapped fact keeps one, so that about a third of all questions
/// for yes or no are answered with no.
pub(super) fn balance(questions: &mut Vec<GeneratedQuestion>) {
    let is_swapped =
        |it: &GeneratedQuestion| it.transformations.contains(&Transformation::FactSwapped);
    let pairs = questions.iter().filter(|it| is_swapped(it)).count();
    let all = questions.iter().filter(|it| it.word.is_none()).count() - pairs;
    let denied = questions.iter().filter(|it| it.answer == "No").count() - pairs;
    let wanted = (all / 3).saturating_sub(denied).min(pairs);
    let mut kept = Vec::with_capacity(questions.len());
    let mut pair = 0;
    for question in std::mem::take(questions) {
        if !is_swapped(&question) {
            kept.push(question);
            continue;
        }
        // The other one may have come before, about another sentence.
        let is_pair = kept.last().is_some_and(|it: &GeneratedQuestion| {
            it.word.is_none() && it.source == question.source && it.statement == question.statement
        });
        // Those with no are spread over the text.
        if is_pair && (pair + 1) * wanted / pairs > pair * wanted / pairs {
            kept.pop();
            kept.push(question);
        }
        pair += 1;
    }
    *questions = kept;
}
