//! What the generator tells: the kind of answer, the question word, and the steps from the sentence
//! to the question.

use luna_learn::float;

use super::collector::Features;
use crate::question::question_ranker::derivation::Derivation;
use crate::question::question_ranker::token::{Token, tokens};
use crate::question::question_ranker::word_class::WordClass;

const KINDS: [&str; 12] = [
    "subject",
    "object",
    "indirect_object",
    "predicate",
    "prepositional",
    "agent",
    "place",
    "time",
    "measure",
    "possessor",
    "reason",
    "yes_no",
];
const WORDS: [&str; 10] =
    ["who", "what", "which", "whose", "where", "when", "why", "how_many", "how_much", "how"];
const STEPS: [&str; 19] = [
    "conjunction_split",
    "subject_shared",
    "relative_lifted",
    "apposition_lifted",
    "participial_lifted",
    "adverbial_clause_lifted",
    "leading_phrase_dropped",
    "leading_phrase_moved",
    "parenthetical_dropped",
    "clause_dropped",
    "pronoun_replaced",
    "passive_made_active",
    "negation_dropped",
    "agreement_changed",
    "subject_replaced",
    "answer_moved",
    "preposition_stranded",
    "auxiliary_inverted",
    "do_inserted",
];
/// Pronouns that stand for people, and for things.
const PEOPLE: [&str; 7] = ["he", "she", "they", "him", "her", "them", "we"];
const THINGS: [&str; 5] = ["it", "this", "that", "these", "those"];

pub(super) fn add(derivation: &Derivation, sentence: &[Token], all: &mut Features) {
    let kind = &*derivation.answer_kind;
    let word = derivation.word.as_deref();
    for name in KINDS {
        all.flag(format_args!("answer: {name}"), kind == name);
    }
    for name in WORDS {
        all.flag(format_args!("asks {name}"), word == Some(name));
    }
    for kind_name in ["subject", "object", "predicate"] {
        for name in ["who", "what", "which"] {
            let is_so = kind == kind_name && word == Some(name);
            all.flag(format_args!("asks {name} for the {kind_name}"), is_so);
        }
    }
    all.flag("marked as vague", derivation.vague);
    for name in STEPS {
        let is_so = derivation.transformations.iter().any(|step| step == name);
        all.flag(format_args!("step: {name}"), is_so);
    }
    all.count("steps", derivation.transformations.len(), &[1, 2, 3]);
    answer(derivation, sentence, all);
}

fn answer(derivation: &Derivation, sentence: &[Token], all: &mut Features) {
    // Yes and no are no phrases of the sentence.
    let text = derivation.word.as_ref().map_or("", |_| &*derivation.answer);
    let words: Vec<Token> = tokens(text).into_iter().filter(Token::is_word).collect();
    all.count("words of the answer", words.len(), &[1, 2, 3, 5, 8, 12]);
    let is = |word: Option<&Token>, class| word.is_some_and(|it| it.is(class));
    for class in WordClass::ALL {
        let name = class.name();
        let count = words.iter().filter(|it| it.is(class)).count();
        all.flag(format_args!("the answer begins with {name}"), is(words.first(), class));
        all.flag(format_args!("the answer ends with {name}"), is(words.last(), class));
        all.add(format_args!("{name} in the answer"), float(count));
    }
    let alone = match words.as_slice() {
        [word] => &*word.text,
        _ => "",
    };
    let kinds = [
        ("a name", is_name(&words, sentence)),
        ("a pronoun for people", PEOPLE.contains(&alone)),
        ("a pronoun for things", THINGS.contains(&alone)),
        ("a phrase with a determiner", is(words.first(), WordClass::Determiner)),
        ("a number", is(words.first(), WordClass::Number)),
    ];
    for (name, is_so) in kinds {
        all.flag(format_args!("the answer is {name}"), is_so);
        for asks in ["who", "what"] {
            let is_asked = derivation.word.as_deref() == Some(asks);
            all.flag(format_args!("asks {asks} and the answer is {name}"), is_so && is_asked);
        }
    }
    all.flag("comma in the answer", text.contains(','));
}

/// Returns true if all words have capitals, and the first one also inside the sentence.
fn is_name(words: &[Token], sentence: &[Token]) -> bool {
    let joins = |it: &Token| it.is(WordClass::Determiner) || it.is(WordClass::Preposition);
    let small = |word: &Token| sentence.iter().any(|it| it.text == word.text && !it.is_capital);
    words.iter().all(|it| it.is_capital || joins(it))
        && words.first().is_some_and(|first| {
            let is_common = [
                WordClass::Determiner,
                WordClass::Pronoun,
                WordClass::Number,
                WordClass::Adverb,
                WordClass::Gerund,
                WordClass::Plural,
                WordClass::Adjective,
            ];
            !is_common.into_iter().any(|class| first.is(class)) && !small(first)
        })
}
