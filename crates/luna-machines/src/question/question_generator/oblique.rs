//! Prepositional phrases, times and places that can be asked for.

use luna_text::reading::{EntityKind, PennTag, Relation, Subtype, UniversalTag};

use super::clause::Clause;
use super::lexicon;
use super::noun_phrase::{
    Candidate, candidate, is_late_time, is_person, noun_phrase, noun_words, question_words,
};
use super::question::{AnswerKind, QuestionWord};
use super::tree::Tree;

/// Times, places, durations and other prepositional phrases.
pub(super) fn obliques(tree: &Tree, clause: &Clause, root: usize, found: &mut Vec<Candidate>) {
    let mut places = 0;
    for nth in tree.dependents(root) {
        let word = &tree.words[nth];
        let is_time_adverb =
            word.relation == Relation::Advmod && lexicon::is_time_adverb(&word.lower());
        let late = is_late_time(tree, root, nth);
        // The measure of an adjective has its own question.
        if nth < root && nth > clause.finite {
            continue;
        }
        let attached = word.relation == Relation::Nmod && clause.is_existential || late;
        if nth < clause.finite || !(word.relation == Relation::Obl || is_time_adverb || attached) {
            continue;
        }
        let words = noun_words(tree, clause, nth);
        let case = tree.dependent(nth, Relation::Case);
        let preposition = case.map(|case| tree.words[case].lower()).unwrap_or_default();
        let fixed = case.is_some_and(|case| tree.has(case, Relation::Fixed))
            || tree.dependents(nth).filter(|&it| tree.words[it].relation == Relation::Case).count()
                > 1;
        if fixed || words.iter().any(|&it| tree.words[it].penn == PennTag::Wdt) {
            continue;
        }
        if is_time(tree, nth) {
            let mut words = words;
            words.splice(0..0, nearness(tree, root, &words));
            time(
                tree,
                nth,
                &preposition,
                case.is_some() || is_time_adverb || word.is(Relation::Obl, Subtype::Unmarked),
                &words,
                found,
            );
            continue;
        }
        let Some(case) = case else { continue };
        // Who did it in a passive.
        let passive =
            tree.dependents(root).any(|it| tree.words[it].is(Relation::Aux, Subtype::Pass));
        if preposition == "by" && passive {
            stranded(tree, clause, nth, case, &words, AnswerKind::Agent, found);
            continue;
        }
        if is_place(tree, nth, root, &preposition) {
            if places == 0 {
                // *In a nursing home in Cambridge* is one answer.
                let mut words = words.clone();
                if let Some(before) = place_before(tree, root, nth) {
                    words.splice(0..0, tree.subtree(before));
                }
                let mut asked = candidate(words, "where", QuestionWord::Where, AnswerKind::Place);
                if preposition == "from" {
                    asked.removed.retain(|&it| it != case);
                    asked.strands = true;
                }
                found.push(asked);
            }
            places += 1;
            continue;
        }
        let good = can_strand(tree, root, nth, case, &preposition);
        if good {
            stranded(tree, clause, nth, case, &words, AnswerKind::Prepositional, found);
        }
    }
}

/// Returns true if the preposition of a phrase may stay behind at the end of a question.
fn can_strand(tree: &Tree, root: usize, nth: usize, case: usize, preposition: &str) -> bool {
    let lemma = tree.words[root].lemma.as_str();
    let follows = case == root + 1
        || tree
            .dependents(root)
            .any(|it| tree.words[it].subtype == Some(Subtype::Prt) && it + 1 == case);
    let adjacent = follows && !tree.has(root, Relation::Obj);
    let person = is_person(tree, nth);
    // *The third on the line*: the phrase belongs to the predicate.
    if tree.has(root, Relation::Cop)
        && (tree.words[root].tag != UniversalTag::Adj || tree.has(root, Relation::Det))
    {
        return false;
    }
    match preposition {
        "with" | "for" | "about" | "against" | "to" => adjacent || person,
        "of" | "on" | "from" | "into" | "through" | "over" | "around" => {
            adjacent && tree.words[nth].kind != Some(EntityKind::Place)
        }
        "in" => {
            adjacent
                && matches!(
                    lemma,
                    "result"
                        | "believe"
                        | "participate"
                        | "specialize"
                        | "specialise"
                        | "consist"
                        | "invest"
                        | "interested"
                )
        }
        "at" => adjacent && matches!(lemma, "look" | "laugh" | "aim" | "shoot"),
        "as" => {
            adjacent
                && matches!(
                    lemma,
                    "serve" | "work" | "know" | "act" | "function" | "describe" | "regard"
                )
        }
        _ => false,
    }
}

fn stranded(
    tree: &Tree,
    clause: &Clause,
    head: usize,
    case: usize,
    words: &[usize],
    kind: AnswerKind,
    found: &mut Vec<Candidate>,
) {
    let mut inner = Vec::new();
    noun_phrase(tree, clause, head, kind, &mut inner);
    for mut candidate in inner {
        if candidate.word == QuestionWord::Which {
            continue;
        }
        candidate.removed = words.iter().copied().filter(|&nth| nth > case).collect();
        candidate.answer.retain(|&nth| nth > case);
        candidate
            .phrase
            .retain(|word| word.origin.is_none() || word.origin != tree.words[case].origin);
        candidate.strands = true;
        // *What did Kordes work as?*
        if tree.words[case].lower() == "as" && candidate.word == QuestionWord::Who {
            candidate.word = QuestionWord::What;
            candidate.phrase = question_words("what");
        }
        found.push(candidate);
    }
}

/// The adverb before a time: *shortly before midnight*.
fn nearness(tree: &Tree, root: usize, words: &[usize]) -> Option<usize> {
    let before = words.first().and_then(|first| first.checked_sub(1))?;
    let lower = tree.words[before].lower();
    let near =
        matches!(lower.as_str(), "shortly" | "soon" | "just" | "immediately" | "long" | "right");
    // *More than a metre long in 1811*.
    let opener = words.first().map(|&first| tree.words[first].lower()).unwrap_or_default();
    let measured = lower == "long" && !matches!(opener.as_str(), "before" | "after");
    (near && before > root && !measured).then_some(before)
}

/// A phrase with *in* or *at* that ends where another place begins.
fn place_before(tree: &Tree, root: usize, nth: usize) -> Option<usize> {
    let first = tree.subtree(nth).first().copied()?;
    tree.dependents(root).find(|&it| {
        let case = tree.dependent(it, Relation::Case).map(|case| tree.words[case].lower());
        tree.words[it].relation == Relation::Obl
            && it > root
            && tree.subtree(it).last().is_some_and(|&last| last + 1 == first)
            && case.is_some_and(|case| matches!(case.as_str(), "in" | "at" | "on"))
            && !is_time(tree, it)
            && !matches!(
                tree.words[it].lemma.as_str(),
                "interval"
                    | "moment"
                    | "speed"
                    | "price"
                    | "rate"
                    | "cost"
                    | "height"
                    | "depth"
                    | "temperature"
                    | "end"
                    | "degree"
                    | "level"
                    | "order"
                    | "way"
                    | "form"
                    | "fact"
            )
    })
}

fn is_time(tree: &Tree, head: usize) -> bool {
    let word = &tree.words[head];
    word.kind == Some(EntityKind::Time)
        || lexicon::is_time_unit(&word.lemma)
        || lexicon::is_year(&word.form)
        || tree.dependents(head).any(|nth| lexicon::is_month(&tree.words[nth].form))
}

/// When, in which year, how long.
fn time(
    tree: &Tree,
    head: usize,
    preposition: &str,
    is_marked: bool,
    words: &[usize],
    found: &mut Vec<Candidate>,
) {
    let word = &tree.words[head];
    let numbered = tree.has(head, Relation::Nummod) && lexicon::is_time_unit(&word.lemma);
    if numbered && !tree.has(head, Relation::Det) && matches!(preposition, "for" | "") {
        found.push(candidate(words.to_vec(), "how long", QuestionWord::How, AnswerKind::Measure));
        return;
    }
    let repeats = tree
        .dependents(head)
        .any(|nth| matches!(tree.words[nth].lower().as_str(), "every" | "each"));
    if repeats && preposition.is_empty() {
        let words = words.to_vec();
        found.push(candidate(words, "how often", QuestionWord::How, AnswerKind::Time));
        return;
    }
    // *In less than a second* says how long it takes.
    let lasts = preposition == "in"
        && matches!(word.lemma.as_str(), "second" | "minute" | "hour" | "day" | "week" | "month")
        && !lexicon::is_month(&word.form)
        && (tree.has(head, Relation::Nummod)
            || tree
                .dependents(head)
                .any(|nth| matches!(tree.words[nth].lower().as_str(), "a" | "an")));
    if lasts {
        return;
    }
    let is_moment =
        matches!(preposition, "in" | "on" | "at" | "during" | "after" | "before" | "") && is_marked;
    if !is_moment || tree.has(head, Relation::Conj) {
        return;
    }
    found.push(candidate(words.to_vec(), "when", QuestionWord::When, AnswerKind::Time));
    if preposition != "in"
        || tree.dependents(head).any(|nth| nth > head && tree.words[nth].tag != UniversalTag::Punct)
    {
        return;
    }
    let unit = if lexicon::is_year(&word.form) && !word.form.ends_with('s') {
        "in which year"
    } else if word.lemma == "century" && tree.has(head, Relation::Amod) {
        "in which century"
    } else if lexicon::is_month(&word.form) {
        "in which month"
    } else {
        return;
    };
    found.push(candidate(words.to_vec(), unit, QuestionWord::Which, AnswerKind::Time));
}

fn is_place(tree: &Tree, head: usize, verb: usize, preposition: &str) -> bool {
    let word = &tree.words[head];
    let place = word.kind == Some(EntityKind::Place);
    let name = word.tag == UniversalTag::Propn && word.kind != Some(EntityKind::Person);
    let lemma = tree.words[verb].lemma.as_str();
    match preposition {
        // *In Saint Helena*: no person is meant.
        "in" => place || word.tag == UniversalTag::Propn,
        "at" | "near" => place || name,
        "on" => place || name && !word.lower().trim_end_matches('s').ends_with("day"),
        "under" | "behind" | "inside" | "outside" => place,
        "to" | "into" => {
            (place || name)
                && matches!(
                    lemma,
                    "move"
                        | "sail"
                        | "go"
                        | "travel"
                        | "return"
                        | "emigrate"
                        | "come"
                        | "flee"
                        | "walk"
                        | "swim"
                        | "fly"
                        | "run"
                        | "send"
                        | "bring"
                        | "take"
                        | "retire"
                        | "migrate"
                        | "escape"
                        | "withdraw"
                        | "retreat"
                        | "relocate"
                        | "march"
                )
        }
        "from" => {
            (place || name)
                && matches!(lemma, "come" | "originate" | "move" | "travel" | "flee" | "arrive")
        }
        _ => false,
    }
}
