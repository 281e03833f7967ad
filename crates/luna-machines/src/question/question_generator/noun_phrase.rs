//! Noun phrases that can be asked for, each with its question phrase.

use luna_text::reading::{EntityKind, PennTag, Relation, UniversalTag};

use super::clause::Clause;
use super::grammar::is_plural;
use super::lexicon;
use super::question::{AnswerKind, QuestionWord};
use super::tree::{Tree, Word};

/// A phrase that answers, and how to ask for it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The words that the question leaves out.
    pub(super) removed: Vec<usize>,
    pub(super) answer: Vec<usize>,
    /// The words that open the question.
    pub(super) phrase: Vec<Word>,
    pub(super) word: QuestionWord,
    pub(super) kind: AnswerKind,
    /// As the subject it takes a plural verb.
    pub(super) is_plural: bool,
    /// Stands where the answer was: a preposition that the statement does not have.
    pub(super) left: Option<&'static str>,
    /// A preposition stays behind.
    pub(super) strands: bool,
}

/// A word of the question that the statement does not have.
pub(super) fn question_words(text: &str) -> Vec<Word> {
    let words = text.split(' ');
    words.map(|word| Word::added(word, word, UniversalTag::Pron, PennTag::Wp)).collect()
}

pub(super) fn candidate(
    removed: Vec<usize>,
    text: &str,
    word: QuestionWord,
    kind: AnswerKind,
) -> Candidate {
    Candidate {
        answer: removed.clone(),
        removed,
        phrase: question_words(text),
        word,
        kind,
        is_plural: false,
        left: None,
        strands: false,
    }
}

/// The words of a noun phrase in a clause: no punctuation at its edges, nothing of the clause if it
/// is the predicate.
pub(super) fn noun_words(tree: &Tree, clause: &Clause, head: usize) -> Vec<usize> {
    let mut below = tree.subtree(head);
    if head == clause.root {
        let out: Vec<usize> = tree
            .dependents(head)
            .filter(|&nth| {
                matches!(
                    tree.words[nth].relation,
                    Relation::Nsubj
                        | Relation::Aux
                        | Relation::Cop
                        | Relation::Advcl
                        | Relation::Obl
                        | Relation::Expl
                        | Relation::Mark
                        | Relation::Punct
                        | Relation::Csubj
                        | Relation::Parataxis
                ) || tree.words[nth].relation == Relation::Advmod
                    && nth < clause.subject_end.max(clause.finite)
                    || tree.words[nth].relation == Relation::Nmod && nth < clause.subject_end
                    || Some(nth) == clause.negation
                    || is_late_time(tree, head, nth)
            })
            .collect();
        below.retain(|&nth| !out.iter().any(|&top| tree.is_within(nth, top)));
    }
    while below.last().is_some_and(|&nth| is_mark(tree, nth)) {
        below.pop();
    }
    while below.first().is_some_and(|&nth| is_mark(tree, nth)) {
        below.remove(0);
    }
    below
}

/// A time after a predicate belongs to the clause.
pub(super) fn is_late_time(tree: &Tree, head: usize, nth: usize) -> bool {
    nth > head
        && tree.words[nth].relation == Relation::Nmod
        && tree.words[nth].kind == Some(EntityKind::Time)
        && tree.dependent(nth, Relation::Case).is_some_and(|case| tree.words[case].lower() != "of")
}

fn is_mark(tree: &Tree, nth: usize) -> bool {
    matches!(tree.words[nth].form.as_str(), "," | "." | ";" | ":" | "!")
}

/// The question word for a phrase; `None` if it should not be asked for.
pub(super) fn who_or_what(tree: &Tree, head: usize) -> Option<QuestionWord> {
    let word = &tree.words[head];
    match word.tag {
        UniversalTag::Pron => match word.lower().as_str() {
            "he" | "she" if word.relation == Relation::Nsubj => Some(QuestionWord::Who),
            // As an object they are asked for by nobody.
            "it" | "this" | "that" if word.relation == Relation::Nsubj => Some(QuestionWord::What),
            "everything" | "something" => Some(QuestionWord::What),
            _ => None,
        },
        UniversalTag::Noun
        | UniversalTag::Propn
        | UniversalTag::Num
        | UniversalTag::Adj
        | UniversalTag::Sym
        | UniversalTag::X
        | UniversalTag::Verb => {
            if is_person(tree, head) {
                Some(QuestionWord::Who)
            } else if word.tag == UniversalTag::Verb {
                None
            } else {
                Some(QuestionWord::What)
            }
        }
        _ => None,
    }
}

pub(super) fn is_person(tree: &Tree, head: usize) -> bool {
    let is = |nth: usize| {
        tree.words[nth].kind == Some(EntityKind::Person) || is_people(&tree.words[nth])
    };
    is(head)
        && tree
            .dependents(head)
            .filter(|&nth| tree.words[nth].relation == Relation::Conj)
            .all(|nth| is(nth) || tree.words[nth].tag == UniversalTag::Propn)
}

/// *The Greeks*, *the Egyptians*.
fn is_people(word: &Word) -> bool {
    let peoples = [
        "Americans",
        "Arabs",
        "Aztecs",
        "Britons",
        "Celts",
        "Croats",
        "Czechs",
        "Danes",
        "Finns",
        "Franks",
        "Germans",
        "Goths",
        "Greeks",
        "Huns",
        "Incas",
        "Mexicans",
        "Mongols",
        "Moors",
        "Normans",
        "Poles",
        "Romans",
        "Saxons",
        "Scots",
        "Serbs",
        "Slavs",
        "Spaniards",
        "Swedes",
        "Turks",
        "Vandals",
        "Vikings",
    ];
    let is_capital = word.form.starts_with(char::is_uppercase);
    is_capital && (word.form.ends_with("ians") || peoples.contains(&word.form.as_str()))
}

pub(super) fn name(word: QuestionWord) -> &'static str {
    match word {
        QuestionWord::Who => "who",
        QuestionWord::What => "what",
        QuestionWord::Which => "which",
        QuestionWord::Whose => "whose",
        QuestionWord::Where => "where",
        QuestionWord::When => "when",
        QuestionWord::Why => "why",
        QuestionWord::HowMany => "how many",
        QuestionWord::HowMuch => "how much",
        QuestionWord::How => "how",
    }
}

/// A number before a noun, which *how many* asks for.
fn count(tree: &Tree, head: usize) -> Option<usize> {
    tree.dependents(head)
        .find(|&nth| {
            let word = &tree.words[nth];
            nth < head
                && word.relation == Relation::Nummod
                && word.tag == UniversalTag::Num
                && !lexicon::is_year(&word.form)
                && !matches!(word.lower().as_str(), "one" | "1")
        })
        .filter(|_| !lexicon::is_fraction(&tree.words[head].lemma))
        .filter(|_| tree.words[head].is_plural() || tree.words[head].lower() == "people")
}

pub(super) fn is_money(tree: &Tree, head: usize) -> bool {
    let word = &tree.words[head];
    lexicon::is_money(&word.lemma)
        || matches!(word.form.as_str(), "$" | "£" | "€")
        || tree.dependents(head).any(|nth| matches!(tree.words[nth].form.as_str(), "$" | "£" | "€"))
}

/// Candidates within one noun phrase: the whole of it, its number, its owner, its modifier.
pub(super) fn noun_phrase(
    tree: &Tree,
    clause: &Clause,
    head: usize,
    kind: AnswerKind,
    found: &mut Vec<Candidate>,
) {
    let mut words = noun_words(tree, clause, head);
    if words.first().is_some_and(|&nth| {
        tree.words[nth].relation == Relation::Case && tree.words[nth].head == Some(head)
    }) {
        words.remove(0);
    }
    let Some(&first) = words.first() else { return };
    if let Some(word) = who_or_what(tree, head) {
        found.push(candidate(words.clone(), name(word), word, kind));
    }
    let is_joined = tree.has(head, Relation::Conj);
    let copies = |from: usize| -> Vec<Word> {
        words.iter().filter(|&&nth| nth >= from).map(|&nth| tree.words[nth].clone()).collect()
    };
    if is_joined {
        return;
    }
    if let Some(number) = count(tree, head) {
        let last = tree.subtree(number).last().copied().unwrap_or(number);
        let plain = tree.subtree(number).first() == Some(&first);
        if plain {
            let mut phrase = question_words("how many");
            // *37 people, including a child*: how many people.
            let plain = |word: &Word| word.form != ",";
            phrase.extend(copies(last + 1).into_iter().take_while(plain));
            found.push(Candidate {
                answer: tree.subtree(number),
                removed: words.clone(),
                phrase,
                word: QuestionWord::HowMany,
                kind: AnswerKind::Measure,
                is_plural: true,
                left: None,
                strands: false,
            });
        }
    }
    let owner = tree.dependents(head).find(|&nth| {
        let word = &tree.words[nth];
        word.relation == Relation::Nmod
            && nth < head
            && matches!(word.tag, UniversalTag::Noun | UniversalTag::Propn)
            && tree.dependents(nth).any(|it| tree.words[it].penn == PennTag::Pos)
            && is_person(tree, nth)
    });
    if let Some(owner) = owner {
        let below = tree.subtree(owner);
        if below.first() == Some(&first)
            && let Some(&last) = below.last()
        {
            let mut phrase = question_words("whose");
            phrase.extend(copies(last + 1));
            found.push(Candidate {
                answer: below,
                removed: words.clone(),
                phrase,
                word: QuestionWord::Whose,
                kind: AnswerKind::Possessor,
                is_plural: is_plural(tree, head),
                left: None,
                strands: false,
            });
        }
    }
    let determiner =
        tree.dependent(head, Relation::Det).filter(|&nth| tree.words[nth].lower() == "the");
    let modified = tree.dependents(head).any(|nth| {
        nth < head
            && matches!(tree.words[nth].relation, Relation::Amod | Relation::Compound)
            && tree.words[nth].tag != UniversalTag::Propn
    });
    let simple = words.last() == Some(&head) && tree.words[head].tag == UniversalTag::Noun;
    if determiner == Some(first)
        && modified
        && simple
        && tree.words[head].kind != Some(EntityKind::Time)
    {
        let mut phrase = question_words("which");
        phrase.push(tree.words[head].clone());
        found.push(Candidate {
            answer: words.clone(),
            removed: words,
            phrase,
            word: QuestionWord::Which,
            kind,
            is_plural: is_plural(tree, head),
            left: None,
            strands: false,
        });
    }
}
