//! The phrases of a statement that can be asked for, each with its question phrase.

use luna_text::reading::{EntityKind, Relation, Subtype, UniversalTag};

use super::clause::Clause;
use super::grammar::{is_clause_conjunct, is_plural};
use super::lexicon;
use super::noun_phrase::{
    Candidate, candidate, is_money, is_person, name, noun_phrase, noun_words, question_words,
    who_or_what,
};
use super::oblique::obliques;
use super::question::{AnswerKind, QuestionWord};
use super::tree::Tree;

/// All candidates of a statement but its reason.
pub(super) fn candidates(tree: &Tree, clause: &Clause) -> Vec<Candidate> {
    let mut found = Vec::new();
    subject(tree, clause, &mut found);
    // Of *not* nobody knows how much it denies.
    // Nothing moves out of one part of a coordination.
    let joined = tree.dependents(clause.root).any(|nth| is_clause_conjunct(tree, nth));
    if clause.negation.is_some() || joined {
        return found;
    }
    if clause.is_existential {
        existence(tree, clause, &mut found);
    }
    if tree.has(clause.root, Relation::Cop) {
        predicate(tree, clause, &mut found);
    } else {
        verb_phrases(tree, clause, clause.root, 0, &mut found);
    }
    obliques(tree, clause, clause.root, &mut found);
    found
}

fn subject(tree: &Tree, clause: &Clause, found: &mut Vec<Candidate>) {
    // *What is that visitors send pictures?* asks for nothing.
    let is_clause = tree.words.get(clause.finite + 1).is_some_and(|next| {
        next.relation == Relation::Mark && next.lower() == "that" && !clause.needs_do
    });
    if clause.is_existential || is_clause {
        return;
    }
    let from = found.len();
    noun_phrase(tree, clause, clause.subject, AnswerKind::Subject, found);
    // *What are mammals?* would ask for a definition, and *Who are the men?* for names.
    let bare_predicate = tree.has(clause.root, Relation::Cop)
        && tree.words[clause.root].tag == UniversalTag::Noun
        && is_plural(tree, clause.root)
        && !tree.has(clause.root, Relation::Det);
    if bare_predicate {
        found.truncate(from);
    }
    // *What is a crater lake?* would ask for a definition too, and is answered by one of many.
    let indefinite = tree.has(clause.root, Relation::Cop)
        && tree.words[clause.root].tag == UniversalTag::Noun
        && !tree
            .dependents(clause.root)
            .any(|nth| nth > clause.root && tree.words[nth].relation != Relation::Punct)
        && tree
            .dependent(clause.root, Relation::Det)
            .is_some_and(|det| matches!(tree.words[det].lower().as_str(), "a" | "an"));
    let is_named = tree.words[clause.subject].tag == UniversalTag::Propn;
    if indefinite {
        let mut nth = 0..;
        found.retain(|it| nth.next() < Some(from) || is_named && it.word == QuestionWord::Who);
    }
    for candidate in found.iter_mut().skip(from) {
        candidate.removed = (0..clause.subject_end).collect();
    }
}

/// *There are eight planets*: *how many planets are there*.
fn existence(tree: &Tree, clause: &Clause, found: &mut Vec<Candidate>) {
    let real = tree
        .dependent(clause.root, Relation::Nsubj)
        .or_else(|| (tree.words[clause.root].tag == UniversalTag::Noun).then_some(clause.root));
    let Some(real) = real else { return };
    let mut inner = Vec::new();
    noun_phrase(tree, clause, real, AnswerKind::Object, &mut inner);
    for mut candidate in inner {
        if candidate.word == QuestionWord::Who {
            continue;
        }
        // A place after the noun stays.
        let places: Vec<usize> = tree
            .dependents(real)
            .filter(|&nth| {
                nth > real
                    && tree.words[nth].relation == Relation::Nmod
                    && tree
                        .dependent(nth, Relation::Case)
                        .is_some_and(|case| tree.words[case].lower() != "of")
            })
            .collect();
        candidate.removed.retain(|&nth| !places.iter().any(|&top| tree.is_within(nth, top)));
        candidate.answer.retain(|&nth| !places.iter().any(|&top| tree.is_within(nth, top)));
        candidate.phrase.retain(|word| {
            word.origin.is_none()
                || candidate.removed.iter().any(|&nth| tree.words[nth].origin == word.origin)
        });
        found.push(candidate);
    }
}

/// Objects, measures and clauses of a verb, and of infinitives that depend on it.
fn verb_phrases(
    tree: &Tree,
    clause: &Clause,
    verb: usize,
    depth: usize,
    found: &mut Vec<Candidate>,
) {
    // Nothing moves out of a coordination.
    if depth > 3 || depth > 0 && tree.has(verb, Relation::Conj) {
        return;
    }
    for nth in tree.dependents(verb).filter(|&nth| nth > verb) {
        let word = &tree.words[nth];
        match word.relation {
            Relation::Obj => object(tree, clause, verb, nth, found),
            Relation::Obl if word.subtype == Some(Subtype::Unmarked) => {
                found.extend(amount(tree, clause, verb, nth));
            }
            Relation::Iobj
                if is_person(tree, nth)
                    && word.tag != UniversalTag::Pron
                    && lexicon::takes_receiver(&tree.words[verb].lemma) =>
            {
                let words = noun_words(tree, clause, nth);
                let mut asked =
                    candidate(words, "who", QuestionWord::Who, AnswerKind::IndirectObject);
                // *Told reporters that …*: nothing but an object comes before *to*.
                let has = |relation| tree.has(verb, relation);
                asked.left = has(Relation::Obj).then_some("to");
                if has(Relation::Obj) || has(Relation::Ccomp) || has(Relation::Xcomp) {
                    found.push(asked);
                }
            }
            Relation::Xcomp if !tree.has(verb, Relation::Obj) => {
                let nominal = matches!(word.tag, UniversalTag::Noun | UniversalTag::Propn);
                let bare = !tree.has(nth, Relation::Cop) && !tree.has(nth, Relation::Case);
                if nominal && bare {
                    let words = noun_words(tree, clause, nth);
                    found.push(candidate(words, "what", QuestionWord::What, AnswerKind::Predicate));
                } else if word.tag == UniversalTag::Verb {
                    verb_phrases(tree, clause, nth, depth + 1, found);
                }
            }
            Relation::Ccomp => {
                let words = noun_words(tree, clause, nth);
                if lexicon::takes_clause(&tree.words[verb].lemma)
                    && !tree.has(verb, Relation::Obj)
                    && !tree.has(verb, Relation::Iobj)
                    && words.last().is_some_and(|&last| last + 1 >= clause.end)
                {
                    found.push(candidate(words, "what", QuestionWord::What, AnswerKind::Object));
                }
            }
            _ => {}
        }
    }
}

fn object(tree: &Tree, clause: &Clause, verb: usize, object: usize, found: &mut Vec<Candidate>) {
    if let Some(amount) = amount(tree, clause, verb, object) {
        found.push(amount);
        return;
    }
    let word = &tree.words[object];
    let counts_time = lexicon::is_time_unit(&word.lemma) && tree.has(object, Relation::Nummod);
    let is_date = word.kind == Some(EntityKind::Time) && word.tag != UniversalTag::Noun;
    // *Took its toll*, and bare *took place*.
    let bare = word.lower() == "toll" || !tree.dependents(object).any(|nth| nth < object);
    let is_fixed = bare && lexicon::is_fixed_object(&tree.words[verb].lemma, &word.lower());
    if !counts_time && !is_date && !is_fixed && !has_complement(tree, verb, object) {
        noun_phrase(tree, clause, object, AnswerKind::Object, found);
    }
}

/// *Named the process fission*, *made the republic powerful*: the object is not the whole phrase, and
/// what stays behind would say nothing.
fn has_complement(tree: &Tree, verb: usize, object: usize) -> bool {
    // *The river is called the Po*: only the complement is left.
    if tree.dependents(verb).any(|nth| tree.words[nth].is(Relation::Aux, Subtype::Pass)) {
        return false;
    }
    let lemma = tree.words[verb].lemma.as_str();
    let last = tree.subtree(object).last().copied().unwrap_or(object);
    let is_made = lemma == "make"
        && (tree.words[last].tag == UniversalTag::Adj
            || lexicon::is_bare_verb(&tree.words[last].lower())
            || tree.has(verb, Relation::Xcomp));
    lexicon::takes_complement(lemma) || is_made
}

/// The question about a duration, a weight or a price.
fn amount(tree: &Tree, clause: &Clause, verb: usize, noun: usize) -> Option<Candidate> {
    let lemma = tree.words[verb].lemma.as_str();
    let vaguely =
        |nth: usize| matches!(tree.words[nth].lower().as_str(), "several" | "many" | "few");
    let counted = tree.has(noun, Relation::Nummod) || tree.dependents(noun).any(vaguely);
    let counts_time = lexicon::is_time_unit(&tree.words[noun].lemma) && counted;
    let words = noun_words(tree, clause, noun);
    if counts_time {
        return lexicon::takes_duration(lemma)
            .then(|| candidate(words, "how long", QuestionWord::How, AnswerKind::Measure));
    }
    (lemma == "weigh" || is_money(tree, noun))
        .then(|| candidate(words, "how much", QuestionWord::HowMuch, AnswerKind::Measure))
}

/// *Paris is the capital*: *what is Paris*; *the tower is 300 metres tall*: *how tall is it*.
fn predicate(tree: &Tree, clause: &Clause, found: &mut Vec<Candidate>) {
    let root = clause.root;
    let word = &tree.words[root];
    if clause.is_existential {
        return;
    }
    match word.tag {
        UniversalTag::Noun | UniversalTag::Propn if !tree.has(root, Relation::Case) => {
            let words = noun_words(tree, clause, root);
            let subject = if is_person(tree, clause.subject) {
                QuestionWord::Who
            } else {
                QuestionWord::What
            };
            let owned = tree.words[clause.subject].tag == UniversalTag::Pron;
            if !owned && word.kind != Some(EntityKind::Time) && !tree.has(root, Relation::Nummod) {
                found.push(candidate(words, name(subject), subject, AnswerKind::Predicate));
            }
        }
        UniversalTag::Adj | UniversalTag::Adv => {
            let measure = tree.dependents(root).find(|&nth| {
                nth < root
                    && nth > clause.finite
                    && matches!(tree.words[nth].tag, UniversalTag::Noun | UniversalTag::Sym)
                    && tree.words[nth].is_plural()
                    && tree.has(nth, Relation::Nummod)
            });
            if let Some(measure) = measure {
                let answer = tree.subtree(measure);
                let mut removed = answer.clone();
                removed.push(root);
                let mut phrase = question_words("how");
                phrase.push(word.clone());
                found.push(Candidate {
                    answer,
                    removed,
                    phrase,
                    word: QuestionWord::How,
                    kind: AnswerKind::Measure,
                    is_plural: false,
                    left: None,
                    strands: false,
                });
            }
        }
        _ => {}
    }
    // *The song is about love*: the root stands after a preposition.
    if let Some(case) = tree.dependent(root, Relation::Case)
        && matches!(word.tag, UniversalTag::Noun | UniversalTag::Propn)
    {
        let mut words = noun_words(tree, clause, root);
        words.retain(|&nth| nth > case);
        let preposition = tree.words[case].lower();
        let is_place = word.kind == Some(EntityKind::Place)
            && matches!(preposition.as_str(), "in" | "at" | "on" | "near" | "under" | "behind");
        if is_place {
            words.insert(0, case);
            found.push(candidate(words, "where", QuestionWord::Where, AnswerKind::Place));
        } else if preposition == "about"
            && let Some(asked) = who_or_what(tree, root)
        {
            let mut asked = candidate(words, name(asked), asked, AnswerKind::Prepositional);
            asked.strands = true;
            found.push(asked);
        }
    }
}
