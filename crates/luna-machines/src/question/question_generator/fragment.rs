//! Refusal of statements whose words cannot be a whole sentence, whatever their tree says.

use luna_text::reading::{EntityKind, PennTag, Relation, Subtype, UniversalTag};

use super::clause::Clause;
use super::grammar::is_plural;
use super::irregular;
use super::lexicon;
use super::morphology;
use super::tree::{Tree, Word};

/// Returns true if the words of a statement cannot be a whole sentence.
pub(super) fn is_fragment(tree: &Tree, clause: &Clause) -> bool {
    let subject = 0..clause.subject_end.min(tree.words.len());
    let rest = clause.finite + 1..clause.end;
    tree.words.first().is_some_and(asks)
        || has_open_relative(&tree.words)
        || has_loose_verb(tree, clause, subject)
        || has_loose_verb(tree, clause, rest)
        || ends_in_preposition(tree, clause)
        || lacks_object(tree, clause)
        || is_people_as_verb(tree, clause)
        || takes_base_form(tree, clause)
        || has_loose_number(&tree.words)
        || runs_together(&tree.words[..clause.subject_end.min(tree.words.len())])
        || has_past_as_noun(tree, clause)
        || is_at_a_time(tree, clause)
        || tree.words[..clause.end].iter().any(|word| matches!(word.form.as_str(), ":" | ";"))
        || lists_verbs(tree, clause)
        || numbers_differ(tree, clause)
        || is_cleft(tree, clause)
        || opens_with_measure(tree, clause)
        || says_nothing(tree, clause)
        || tree.words[..clause.subject_end.min(tree.words.len())]
            .iter()
            .any(|word| matches!(word.lower().as_str(), "until" | "because" | "although"))
}

/// *The process by which plants*: a relative without a verb.
pub(super) fn has_open_relative(words: &[Word]) -> bool {
    (1..words.len()).any(|nth| {
        (matches!(words[nth].penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS)
            || words[nth].lower() == "where" && nth + 1 < words.len())
            && !words[nth..].iter().any(|word| {
                matches!(word.tag, UniversalTag::Verb | UniversalTag::Aux)
                    || word.penn == PennTag::To
            })
    })
}

/// *The traveller a judge*: a noun, and the next one begins without a word between them.
pub(super) fn runs_together(words: &[Word]) -> bool {
    words.windows(3).any(|it| {
        let [noun, article, next] = it else { return false };
        let nominal = matches!(noun.tag, UniversalTag::Noun | UniversalTag::Propn);
        let opens = matches!(article.form.as_str(), "a" | "an" | "many" | "some" | "every")
            && matches!(article.tag, UniversalTag::Det | UniversalTag::Adj);
        let rate = lexicon::is_time_unit(&next.lemma)
            || matches!(
                next.lemma.as_str(),
                "person"
                    | "head"
                    | "piece"
                    | "kilo"
                    | "kilogram"
                    | "metre"
                    | "meter"
                    | "litre"
                    | "mile"
                    | "ton"
                    | "tonne"
                    | "pound"
                    | "share"
                    | "time"
                    | "game"
                    | "barrel"
                    | "copy"
                    | "bottle"
            );
        nominal && opens && !rate
    })
}

fn asks(word: &Word) -> bool {
    matches!(word.penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS | PennTag::Wrb)
}

/// *Came to a lake is not known*: a second finite verb that nothing joins to the first.
fn has_loose_verb(tree: &Tree, clause: &Clause, range: std::ops::Range<usize>) -> bool {
    let mut openers = 0_usize;
    for nth in range {
        let word = &tree.words[nth];
        let joins = word.relation == Relation::Mark && word.penn != PennTag::To
            || matches!(
                word.lower().as_str(),
                "that" | "than" | "as" | "and" | "or" | "but" | "if" | "because" | "while" | "-"
            )
            || word.tag == UniversalTag::Punct && word.form != ",";
        if asks(word) || joins {
            openers += 1;
        }
        if nth == clause.root || nth == clause.finite || !is_surely_finite(word) {
            continue;
        }
        // *The people he knew*: its own subject needs no other word.
        if tree.has(nth, Relation::Nsubj) || helps_a_clause(tree, nth) {
            continue;
        }
        if openers == 0 {
            return true;
        }
        openers -= 1;
    }
    false
}

/// An auxiliary of a verb with a subject of its own.
fn helps_a_clause(tree: &Tree, nth: usize) -> bool {
    matches!(tree.words[nth].relation, Relation::Aux | Relation::Cop)
        && tree.words[nth].head.is_some_and(|head| {
            tree.has(head, Relation::Nsubj)
                || tree.has(head, Relation::Csubj)
                || tree.has(head, Relation::Expl)
        })
}

/// A form that only a finite verb has.
fn is_surely_finite(word: &Word) -> bool {
    let lower = word.lower();
    match word.penn {
        PennTag::Vbz | PennTag::Md => true,
        PennTag::Vbp => matches!(lower.as_str(), "are" | "have" | "do"),
        PennTag::Vbd => {
            let lemma = morphology::base(&lower, &word.lemma);
            morphology::participle(&lemma) != lower
        }
        _ => false,
    }
}

/// *It came from*: a preposition at the end, of no relative and no passive.
fn ends_in_preposition(tree: &Tree, clause: &Clause) -> bool {
    let Some(last) = clause.end.checked_sub(1) else { return false };
    let word = &tree.words[last];
    let bare = matches!(
        word.lower().as_str(),
        "of" | "from"
            | "with"
            | "for"
            | "to"
            | "at"
            | "into"
            | "against"
            | "during"
            | "between"
            | "among"
            | "upon"
            | "than"
            | "toward"
            | "towards"
            | "like"
            | "via"
            | "per"
            | "including"
    );
    let above = std::iter::successors(Some(last), |&nth| tree.words[nth].head)
        .take(tree.words.len())
        .any(|nth| {
            matches!(
                tree.words[nth].relation,
                Relation::Acl | Relation::Ccomp | Relation::Csubj | Relation::Xcomp
            )
        });
    let passive =
        tree.dependents(clause.root).any(|nth| tree.words[nth].is(Relation::Aux, Subtype::Pass));
    bare && !above && !passive && word.subtype != Some(Subtype::Prt)
}

/// *The hospital has*: a verb that says nothing without an object.
fn lacks_object(tree: &Tree, clause: &Clause) -> bool {
    let root = &tree.words[clause.root];
    let needs = matches!(
        root.lemma.as_str(),
        "have" | "contain" | "include" | "cause" | "provide" | "possess" | "require" | "enable"
    );
    let passive =
        tree.dependents(clause.root).any(|nth| tree.words[nth].is(Relation::Aux, Subtype::Pass));
    let object = tree.dependents(clause.root).any(|nth| {
        matches!(
            tree.words[nth].relation,
            Relation::Obj | Relation::Iobj | Relation::Ccomp | Relation::Xcomp | Relation::Conj
        ) || tree.words[nth].is(Relation::Obl, Subtype::Unmarked)
    });
    needs && root.tag == UniversalTag::Verb && !passive && !object
}

/// *The herring princes*: a noun for people, read as a verb.
fn is_people_as_verb(tree: &Tree, clause: &Clause) -> bool {
    let root = &tree.words[clause.root];
    let verb = matches!(
        root.lemma.as_str(),
        "guard"
            | "judge"
            | "guide"
            | "cook"
            | "coach"
            | "host"
            | "pilot"
            | "nurse"
            | "spy"
            | "witness"
            | "pioneer"
            | "doctor"
            | "captain"
            | "father"
            | "mother"
            | "enslave"
            | "man"
            | "engineer"
            | "smith"
            | "hero"
            | "people"
            | "champion"
            | "partner"
            | "recruit"
            | "graduate"
            | "butcher"
            | "tailor"
            | "author"
            | "chair"
            | "regent"
            | "tutor"
            | "monarch"
            | "fool"
            | "rival"
    );
    clause.needs_do && !verb && lexicon::is_people_noun(&root.lemma)
}

/// *The hospital have*: the form of a plural after a singular noun.
fn takes_base_form(tree: &Tree, clause: &Clause) -> bool {
    let subject = &tree.words[clause.subject];
    let lower = subject.lower();
    clause.needs_do
        && tree.words[clause.root].penn == PennTag::Vbp
        && subject.tag == UniversalTag::Noun
        && subject.penn == PennTag::Nn
        && !is_plural(tree, clause.subject)
        && !lower.ends_with('s')
        && !lower.ends_with(['a', 'e', 'i'])
        && !lexicon::is_collective(&lower)
        && !lexicon::is_share(&lower)
}

/// *Three of heat*, *lines of Demotic and 54 of Greek*: a number whose noun is missing.
fn has_loose_number(words: &[Word]) -> bool {
    words.windows(3).enumerate().any(|(nth, it)| {
        let [number, of, noun] = it else { return false };
        let owner = words.get(nth + 3).is_some_and(|next| next.penn == PennTag::Pos);
        let plain = noun.penn == PennTag::Nn && noun.tag == UniversalTag::Noun;
        let after_and = nth > 0 && words[nth - 1].lower() == "and";
        let named = after_and && noun.form.starts_with(char::is_uppercase);
        number.tag == UniversalTag::Num
            && number.lower() != "one"
            && !lexicon::is_year(&number.form)
            && !lexicon::is_share(&number.lower())
            && of.lower() == "of"
            && (plain || named)
            && !owner
    })
}

/// *The price of clothing fell and demand grew*, read with *fell* as a noun of the subject.
fn has_past_as_noun(tree: &Tree, clause: &Clause) -> bool {
    tree.words[..clause.subject_end.min(tree.words.len())].iter().any(|word| {
        let lower = word.lower();
        matches!(word.tag, UniversalTag::Noun | UniversalTag::Adj)
            && !word.is_name
            && !matches!(
                lower.as_str(),
                "saw"
                    | "rose"
                    | "bore"
                    | "drove"
                    | "dove"
                    | "spoke"
                    | "bit"
                    | "wore"
                    | "shore"
                    | "lay"
                    | "stove"
                    | "stank"
                    | "was"
                    | "shook"
            )
            && irregular::base(&lower).is_some_and(|base| {
                morphology::past(base) == lower && morphology::participle(base) != lower
            })
    })
}

/// *Cost 125 dollars at a time*, without the clause that says at which.
fn is_at_a_time(tree: &Tree, clause: &Clause) -> bool {
    (clause.finite + 2..clause.end).any(|nth| {
        tree.words[nth].lower() == "time"
            && tree.words[nth - 1].lower() == "a"
            && tree.words[nth - 2].lower() == "at"
            && !tree.dependents(nth).any(|it| it > nth && it < clause.end)
    })
}

/// *Concerts was a swim*, *Dunmore is the architects*, *Hong Kong was an official*: a list or a remark that
/// is read as an apposition.
fn numbers_differ(tree: &Tree, clause: &Clause) -> bool {
    let finite = tree.words[clause.finite].lower();
    let root = &tree.words[clause.root];
    let subject = &tree.words[clause.subject];
    let one = matches!(finite.as_str(), "is" | "was" | "has");
    let nominal = root.tag == UniversalTag::Noun
        && tree.has(clause.root, Relation::Cop)
        && !tree.has(clause.root, Relation::Case);
    let several =
        |word: &Word| word.penn == PennTag::Nns && word.lemma.to_lowercase() != word.lower();
    let counted = tree.has(clause.subject, Relation::Nummod) || subject.kind.is_some_and(is_amount);
    let subject_differs = one
        && subject.tag == UniversalTag::Noun
        && several(subject)
        && !counted
        && !subject.lower().ends_with("ics");
    let predicate_differs = one
        && nominal
        && several(root)
        && !tree.has(clause.root, Relation::Nummod)
        && matches!(subject.tag, UniversalTag::Propn)
        && !tree.has(clause.subject, Relation::Conj);
    let is_name = lexicon::is_woman(&tree.words[0].form).is_some();
    let misplaced = nominal
        && !is_name
        && subject.kind == Some(EntityKind::Place)
        && lexicon::is_people_noun(&root.lemma)
        && !matches!(
            root.lemma.as_str(),
            "host"
                | "pioneer"
                | "operator"
                | "rival"
                | "opponent"
                | "champion"
                | "member"
                | "leader"
                | "victim"
                | "seller"
                | "producer"
                | "maker"
                | "employer"
                | "owner"
                | "neighbour"
                | "neighbor"
                | "heir"
        );
    subject_differs || predicate_differs || misplaced
}

fn is_amount(kind: EntityKind) -> bool {
    matches!(kind, EntityKind::Quantity | EntityKind::Time | EntityKind::Group)
}

/// *It was not until 1904 that*.
fn is_cleft(tree: &Tree, clause: &Clause) -> bool {
    tree.words[clause.subject].lower() == "it"
        && clause.negation.is_some()
        && tree.words.iter().any(|word| word.lower() == "until")
        && tree.words.iter().any(|word| word.lower() == "that")
}

/// *Over two weekends, pupils walked*, read as one subject.
fn opens_with_measure(tree: &Tree, clause: &Clause) -> bool {
    let words = &tree.words[..clause.subject_end.min(tree.words.len())];
    let [first, number, unit, ..] = words else { return false };
    lexicon::limits_number(&first.lower())
        && number.tag == UniversalTag::Num
        && (lexicon::is_time_unit(&unit.lemma) || unit.lemma.starts_with("weekend"))
        && words.iter().any(|word| word.form == ",")
}

/// *He said, and so many trunks*: nothing is reported.
fn says_nothing(tree: &Tree, clause: &Clause) -> bool {
    lexicon::reports(&tree.words[clause.root].lemma)
        && tree.words.get(clause.root + 1).is_some_and(|next| next.form == ",")
        && tree.words.get(clause.root + 2).is_some_and(|next| next.lower() == "and")
        && clause.root + 2 < clause.end
}

/// Returns true if an answer tells nothing by itself: a bare pronoun, *the process*, *this energy*.
pub(super) fn says_nothing_as_answer(tree: &Tree, answer: &[usize]) -> bool {
    let words: Vec<&Word> = answer.iter().map(|&nth| &tree.words[nth]).collect();
    match words[..] {
        [word] => {
            let lower = word.lower();
            word.tag == UniversalTag::Pron
                || matches!(lower.as_str(), "this" | "that" | "these" | "those" | "one" | "ones")
                    && word.tag != UniversalTag::Num
        }
        [first, noun] => {
            let points = matches!(first.lower().as_str(), "this" | "these" | "that" | "those");
            let the = first.lower() == "the" && lexicon::is_general_noun(&noun.lemma);
            points && first.tag == UniversalTag::Det || the
        }
        _ => false,
    }
}

/// *Closed the sluice, swept the floor*: what is left of a list of verbs.
fn lists_verbs(tree: &Tree, clause: &Clause) -> bool {
    let verb = tree.words[clause.root].penn;
    (clause.root + 1..clause.end.saturating_sub(1)).any(|nth| {
        let next = &tree.words[nth + 1];
        tree.words[nth].form == ","
            && clause.needs_do
            && verb == PennTag::Vbd
            && next.tag == UniversalTag::Verb
            && matches!(next.penn, PennTag::Vbd | PennTag::Vbn)
            && tree.words.get(nth + 2).is_some_and(|after| {
                matches!(after.tag, UniversalTag::Det | UniversalTag::Pron | UniversalTag::Propn)
            })
    })
}
