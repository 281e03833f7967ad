//! Refusal of statements whose trees are broken, and of questions that would leave half a phrase.

use luna_text::reading::{EntityKind, PennTag, Relation, UniversalTag};

use super::clause::Clause;
use super::fragment;
use super::grammar::subject_of;
use super::lexicon;
use super::noun_phrase::Candidate;
use super::question::{AnswerKind, QuestionWord};
use super::tree::{Tree, Word};

/// Returns true if a statement hangs together: no second clause without a place in it, no subject
/// that denies, no half of a sentence.
pub(super) fn is_sound(tree: &Tree, clause: &Clause) -> bool {
    !has_stray_clause(tree, clause)
        && !denies_subject(tree, clause)
        && !is_half(tree, clause)
        && !is_bare(tree, clause)
        && !disagrees(tree, clause)
        && !has_late_helper(tree, clause)
        && !has_joined_clause(tree, clause)
        && !lacks_object(tree, clause)
        && !fragment::is_fragment(tree, clause)
}

/// Returns true if what is left after a phrase has gone would belong to it.
pub(super) fn leaves_a_rest(tree: &Tree, removed: &[usize]) -> bool {
    let Some(next) = removed.iter().max().and_then(|&last| tree.words.get(last + 1)) else {
        return false;
    };
    let opens = |word: &Word| {
        matches!(word.penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS)
            || matches!(word.lower().as_str(), "and" | "or" | "nor" | "a" | "an" | "the")
    };
    let after = removed.iter().max().and_then(|&last| tree.words.get(last + 2));
    let relative = matches!(next.penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS);
    relative
        || matches!(next.lower().as_str(), "of" | "and" | "or" | "nor")
        || next.form == "," && after.is_some_and(opens)
        || follows_to(tree, removed)
}

/// *Begins to sing*: a verb after *to*, read as a noun.
fn follows_to(tree: &Tree, removed: &[usize]) -> bool {
    let before = removed.iter().min().and_then(|first| first.checked_sub(1));
    before.is_some_and(|before| tree.words[before].penn == PennTag::To)
}

/// Returns true if a phrase cannot answer its question, or the question cannot be said with it.
pub(super) fn is_odd(tree: &Tree, clause: &Clause, asked: &Candidate, words: &[Word]) -> bool {
    let answer: Vec<Word> = asked.answer.iter().map(|&nth| tree.words[nth].clone()).collect();
    let Some(first) = answer.first() else { return true };
    let until = matches!(first.lower().as_str(), "until" | "till" | "since" | "despite");
    let prepositional = (matches!(first.tag, UniversalTag::Adp | UniversalTag::Sconj) || until)
        && !lexicon::limits_number(&first.lower())
        && !matches!(
            first.lower().as_str(),
            "that" | "between" | "up" | "over" | "under" | "whether"
        );
    let thing = matches!(asked.word, QuestionWord::Who | QuestionWord::What)
        && matches!(asked.kind, AnswerKind::Object | AnswerKind::Predicate | AnswerKind::Subject);
    let nowhere = asked.word == QuestionWord::Where
        && !matches!(first.tag, UniversalTag::Adp | UniversalTag::Adv | UniversalTag::Sconj)
        && !asked.strands;
    // *At that time*, *both of these features*: the answer points to another sentence.
    let pointing = answer.iter().any(|word| {
        matches!(word.lower().as_str(), "that" | "this" | "these" | "those" | "such" | "same")
            && word.tag == UniversalTag::Det
            && (asked.word == QuestionWord::When
                || matches!(word.lower().as_str(), "this" | "these" | "those"))
    });
    // *Where was it built? In the third century in the harbour.*
    let timely = asked.word == QuestionWord::Where
        && answer.iter().any(|word| word.kind == Some(EntityKind::Time));
    // *When did it open on Monday? After two years.*
    let second_time = asked.word == QuestionWord::When
        && matches!(first.lower().as_str(), "after" | "before" | "during")
        && tree.dependents(clause.root).any(|nth| {
            tree.words[nth].relation == Relation::Obl
                && tree.words[nth].kind == Some(EntityKind::Time)
                && !asked.removed.contains(&nth)
                && nth > clause.finite
        });
    // *What was Mary Anning? Her name.*
    let naming = asked.kind == AnswerKind::Subject
        && tree.words[clause.subject].lemma == "name"
        && tree.has(clause.root, Relation::Cop);
    // *Who does the town have?*
    let had = asked.word == QuestionWord::Who
        && asked.kind == AnswerKind::Object
        && tree.words[clause.root].lemma == "have";
    // *What calls themselves cities?*
    let several = asked.kind == AnswerKind::Subject
        && matches!(asked.word, QuestionWord::What)
        && words.iter().any(|word| word.lower() == "themselves");
    // *Who did Douglas become? Friends.*
    let becomes = matches!(asked.kind, AnswerKind::Object | AnswerKind::Predicate)
        && asked.word == QuestionWord::Who
        && tree.words[clause.root].lemma == "become";
    // *What charts include them? Navigational.*
    let bare_adjective = asked.word == QuestionWord::What
        && asked.kind == AnswerKind::Subject
        && answer.iter().all(|word| word.tag == UniversalTag::Adj);
    // *What does the story start? Thousands of years ago.*
    let no_object = asked.word == QuestionWord::What
        && matches!(asked.kind, AnswerKind::Object | AnswerKind::Predicate)
        && answer.iter().any(|word| word.lower() == "ago");
    // *What was not open to them? Such routes.*
    let such = first.lower() == "such" && answer.get(1).is_some_and(|next| next.lower() != "as");
    // *How many grams of water until no spots are left*.
    let counts_clause = asked.word == QuestionWord::HowMany
        && asked.phrase.iter().any(|word| {
            matches!(
                word.lower().as_str(),
                "until" | "before" | "after" | "because" | "while" | "and"
            )
        });
    thing && prepositional
        || nowhere
        || pointing
        || timely
        || second_time
        || naming
        || had
        || several
        || becomes
        || no_object
        || such
        || bare_adjective
        || counts_clause
        || fragment::runs_together(&answer)
        || fragment::has_open_relative(&answer)
        || ends_in_number(tree, &asked.answer)
}

/// *The application three* of *withdrew the application three days later*.
fn ends_in_number(tree: &Tree, answer: &[usize]) -> bool {
    let Some(&last) = answer.last() else { return false };
    answer.len() > 1
        && tree.words[last].tag == UniversalTag::Num
        && tree.words.get(last + 1).is_some_and(|next| lexicon::is_time_unit(&next.lemma))
}

/// *Did it stand tall and is regarded as a wonder?* Only the first verb has been inverted.
pub(super) fn has_finite_conjunct(words: &[Word]) -> bool {
    words.windows(2).any(|pair| {
        pair[0].lower() == "and"
            && matches!(
                pair[1].lower().as_str(),
                "is" | "are" | "was" | "were" | "has" | "had" | "does" | "did"
            )
    })
}

/// *Left for California and in July he became*, read as one clause.
fn has_joined_clause(tree: &Tree, clause: &Clause) -> bool {
    let words = &tree.words[clause.finite..clause.end.max(clause.finite)];
    let joins = |word: &Word| word.lower() == "and";
    let opens = |word: &Word| {
        word.relation == Relation::Mark
            || matches!(word.penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS | PennTag::Wrb)
    };
    let Some(from) = words.iter().position(joins) else { return false };
    (words[from..].iter())
        .take_while(|word| !opens(word))
        .any(|word| matches!(word.lower().as_str(), "he" | "she" | "they"))
}

/// *Trained under* of *trained under and assisted a botanist*.
fn lacks_object(tree: &Tree, clause: &Clause) -> bool {
    let lower = |nth: usize| tree.words.get(nth).map(Word::lower).unwrap_or_default();
    (clause.finite + 1..clause.end).any(|nth| {
        let next = lower(nth + 1);
        matches!(lower(nth).as_str(), "under" | "with" | "for" | "of" | "at" | "into" | "against")
            && (nth + 1 == clause.end || matches!(next.as_str(), "in" | "on" | "during"))
            && tree.words[nth].subtype != Some(luna_text::reading::Subtype::Prt)
    })
}

/// A clause with a subject that no word puts below the rest.
fn has_stray_clause(tree: &Tree, clause: &Clause) -> bool {
    (0..tree.words.len()).any(|nth| {
        let word = &tree.words[nth];
        if word.relation == Relation::Parataxis && word.tag == UniversalTag::Verb {
            return true;
        }
        if nth == clause.root || subject_of(tree, nth).is_none() {
            return false;
        }
        let head_is_clause = word.head.is_some_and(|head| subject_of(tree, head).is_some());
        match word.relation {
            // A conjunct within a subordinate clause is a part of that.
            Relation::Conj => word.head == Some(clause.root) || !head_is_clause,
            Relation::Parataxis | Relation::Appos | Relation::Dep | Relation::Nmod => true,
            // *Lighter than the water, so the layers mix*.
            Relation::Advcl => {
                let mark = tree.dependent(nth, Relation::Mark);
                let opener = mark.and_then(|mark| mark.checked_sub(1));
                let comma = opener.is_some_and(|before| tree.words[before].form == ",");
                comma && mark.is_some_and(|mark| tree.words[mark].lower() == "so")
            }
            _ => false,
        }
    }) || after_so(tree, clause)
        || after_and(tree, clause)
}

/// *…, so the layers seldom mix*, whatever the tree says.
fn after_so(tree: &Tree, clause: &Clause) -> bool {
    (clause.finite..clause.end.saturating_sub(2)).any(|nth| {
        tree.words[nth].form == ","
            && matches!(tree.words[nth + 1].lower().as_str(), "so" | "because" | "but")
    })
}

/// *…, and long queues formed*, where the tree has no clause.
fn after_and(tree: &Tree, clause: &Clause) -> bool {
    let words = &tree.words[..clause.end];
    let comma = (clause.finite..clause.end.saturating_sub(2)).find(|&nth| {
        words[nth].form == "," && matches!(words[nth + 1].lower().as_str(), "and" | "or" | "yet")
    });
    let Some(comma) = comma else { return false };
    words[comma..]
        .iter()
        .take_while(|word| {
            !matches!(word.penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS | PennTag::Wrb)
                && word.relation != Relation::Mark
        })
        .any(|word| {
            matches!(word.penn, PennTag::Vbd | PennTag::Vbz | PennTag::Vbp | PennTag::Md)
                || word.penn == PennTag::Vbn
                    && word.lower()
                        == super::morphology::past(&super::morphology::base(
                            &word.form,
                            &word.lemma,
                        ))
        })
}

/// *Nobody came*, *not everyone believes it*.
fn denies_subject(tree: &Tree, clause: &Clause) -> bool {
    let first = tree.words.first().map(Word::lower).unwrap_or_default();
    let denies = matches!(
        first.as_str(),
        "nobody" | "nothing" | "none" | "no" | "not" | "neither" | "nor" | "few" | "hardly"
    );
    denies && clause.subject_end > 0
}

/// *That is why …*, *not because … but because …*, *Whitmore promised if …*, and a subject that begins
/// with a preposition.
fn is_half(tree: &Tree, clause: &Clause) -> bool {
    let why = tree
        .words
        .get(clause.finite + 1)
        .is_some_and(|next| next.penn == PennTag::Wrb || next.lower() == "because");
    let lower = |nth: usize| tree.words.get(nth).map(Word::lower).unwrap_or_default();
    let contrast = (0..tree.words.len()).any(|nth| {
        matches!(lower(nth).as_str(), "not" | "but")
            && matches!(lower(nth + 1).as_str(), "because" | "that" | "when" | "only")
            && nth > clause.finite
    });
    let ends_in_not = clause.end.checked_sub(1).is_some_and(|last| lower(last) == "not");
    let silent = lexicon::reports(&tree.words[clause.root].lemma)
        && !tree.dependents(clause.root).any(|nth| {
            matches!(tree.words[nth].relation, Relation::Obj | Relation::Ccomp | Relation::Xcomp)
                || tree.words[nth].subtype == Some(luna_text::reading::Subtype::Pass)
        });
    let opening = tree.words.first();
    let due = tree.words.len() > 2 && lower(0) == "due" && lower(1) == "to";
    let prepositional = opening.is_some_and(|word| {
        word.tag == UniversalTag::Adp
            && word.relation == Relation::Case
            && clause.subject_end > 1
            && !lexicon::limits_number(&word.lower())
            && !matches!(word.lower().as_str(), "up" | "between" | "over" | "under")
    });
    why || contrast || ends_in_not || silent || prepositional || due || tells_nothing(tree, clause)
}

/// *The mayor told reporters*: what was told is missing.
fn tells_nothing(tree: &Tree, clause: &Clause) -> bool {
    let told = tree.dependents(clause.root).filter(|&nth| nth > clause.root);
    let person = |nth: usize| tree.words[nth].kind == Some(EntityKind::Person);
    let content = |nth: usize| match tree.words[nth].relation {
        Relation::Ccomp | Relation::Xcomp => true,
        Relation::Obj => !person(nth) && tree.words[nth].tag != UniversalTag::Pron,
        Relation::Obl => tree
            .dependent(nth, Relation::Case)
            .is_some_and(|case| matches!(tree.words[case].lower().as_str(), "about" | "of")),
        _ => false,
    };
    tree.words[clause.root].lemma == "tell" && !told.into_iter().any(content)
}

/// *The Steelyard is*, and *by the time* without what happened then.
fn is_bare(tree: &Tree, clause: &Clause) -> bool {
    let be = tree.words[clause.root].lemma == "be" && clause.finite + 1 >= clause.end;
    let lower = |nth: usize| tree.words[nth].lower();
    let by_the_time = (2..tree.words.len()).any(|nth| {
        lower(nth) == "time"
            && lower(nth - 1) == "the"
            && lower(nth - 2) == "by"
            && !tree.dependents(nth).any(|it| it > nth)
    });
    be || by_the_time
}

/// *The council stretches ropes*, read with *the council stretches* as the subject.
fn disagrees(tree: &Tree, clause: &Clause) -> bool {
    let subject = &tree.words[clause.subject];
    // *Navigational charts include them*, read with *charts* as the verb.
    let bare = subject.tag == UniversalTag::Adj && clause.subject_end == 1;
    clause.needs_do
        && (bare
            || tree.words[clause.root].penn == PennTag::Vbz
                && subject.penn == PennTag::Nns
                && subject.lemma != subject.lower()
                && subject.kind.is_none())
}

/// *The supports have lost*, read with *supports* as the verb.
fn has_late_helper(tree: &Tree, clause: &Clause) -> bool {
    tree.dependents(clause.root).any(|nth| {
        nth > clause.root
            && tree.words[nth].relation == Relation::Aux
            && tree.words[nth].tag == UniversalTag::Aux
    }) || tree.words.get(clause.root + 1).is_some_and(|next| {
        clause.needs_do
            && matches!(
                next.lower().as_str(),
                "have" | "has" | "had" | "is" | "are" | "was" | "were"
            )
            && next.relation != Relation::Cop
    })
}
