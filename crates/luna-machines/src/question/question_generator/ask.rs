//! From a statement to its questions: the answer leaves, the finite word moves.

use std::ops::Range;

use luna_text::reading::{PennTag, Relation, Subtype, UniversalTag};

use super::answer::candidates;
use super::clause::{Clause, clause};
use super::falsehood::{Facts, falsified};
use super::fragment;
use super::morphology;
use super::noun_phrase::Candidate;
use super::pronoun;
use super::question::{AnswerKind, GeneratedQuestion, QuestionWord, Transformation};
use super::soundness;
use super::spelling::{capitalised, text};
use super::statement::Statement;
use super::tree::{Tree, Word};

/// Words of a question, at most.
const LONGEST: usize = 40;

/// Adds the questions about a statement.
pub(super) fn ask(
    statement: &Statement,
    source: &Range<usize>,
    facts: &Facts,
    found: &mut Vec<GeneratedQuestion>,
) {
    let mut tree = statement.tree.clone();
    let denies = |word: &Word| matches!(word.lower().as_str(), "neither" | "nor");
    if tree.words.iter().any(denies) {
        return;
    }
    let Some(clause) = clause(&mut tree) else { return };
    if !soundness::is_sound(&tree, &clause) {
        return;
    }
    if is_bare_existence(statement, &tree, &clause) {
        return;
    }
    let asker = Asker { tree: &tree, clause: &clause, statement, source, facts };
    asker.yes_or_no(found);
    for candidate in candidates(&tree, &clause) {
        if candidate.kind == AnswerKind::Agent {
            asker.active(&candidate, found);
        }
        if candidate.removed.first() == Some(&0) {
            asker.about_subject(&candidate, found);
        } else {
            asker.about_other(&candidate, found);
        }
    }
    asker.why(found);
}

/// *There are 20 chloroplasts*, where the phrase that said in what was lost.
fn is_bare_existence(statement: &Statement, tree: &Tree, clause: &Clause) -> bool {
    let lost = statement.transformations.iter().any(|it| {
        matches!(it, Transformation::LeadingPhraseDropped | Transformation::ConjunctionSplit)
    });
    let says_where = (clause.finite + 1..clause.end).any(|nth| {
        matches!(tree.words[nth].relation, Relation::Obl | Relation::Nmod | Relation::Acl)
            && tree.has(nth, Relation::Case)
            || tree.words[nth].relation == Relation::Acl
    });
    clause.is_existential && lost && !says_where && tree.words[clause.subject].lower() == "there"
}

struct Asker<'a> {
    tree: &'a Tree,
    clause: &'a Clause,
    statement: &'a Statement,
    source: &'a Range<usize>,
    facts: &'a Facts,
}

impl Asker<'_> {
    fn yes_or_no(&self, found: &mut Vec<GeneratedQuestion>) {
        if self.tree.words.iter().any(|word| word.lower() == "no") {
            return;
        }
        let (mut words, inversion) = self.inverted(&[]);
        let mut steps = vec![inversion];
        if self.clause.negation.is_some() {
            let origin = self.clause.negation.and_then(|nth| self.tree.words[nth].origin);
            words.retain(|word| word.origin != origin || origin.is_none());
            steps.push(Transformation::NegationDropped);
        }
        let answer = if self.clause.negation.is_some() { "No" } else { "Yes" };
        self.push(&words, None, answer.to_owned(), AnswerKind::YesNo, &steps, true, found);
        if self.clause.negation.is_none()
            && let Some(swapped) = falsified(&words, self.tree, self.clause, self.facts)
        {
            steps.push(Transformation::FactSwapped);
            self.push(&swapped, None, "No".to_owned(), AnswerKind::YesNo, &steps, true, found);
        }
    }

    fn why(&self, found: &mut Vec<GeneratedQuestion>) {
        let Some(reason) = &self.statement.reason else { return };
        let (inverted, inversion) = self.inverted(&[]);
        let mut words = vec![Word::added("why", "why", UniversalTag::Adv, PennTag::Wrb)];
        words.extend(inverted);
        let word = Some(QuestionWord::Why);
        let answer = capitalised(reason);
        self.push(&words, word, answer, AnswerKind::Reason, &[inversion], true, found);
    }

    fn about_subject(&self, candidate: &Candidate, found: &mut Vec<GeneratedQuestion>) {
        let tree = self.tree;
        let mut words = candidate.phrase.clone();
        let mut steps = vec![Transformation::SubjectReplaced];
        for nth in self.clause.subject_end..self.clause.end {
            let mut word = tree.words[nth].clone();
            if nth == self.clause.finite && !candidate.is_plural && !self.is_plural_predicate() {
                let form = singular(&word);
                if form != word.form {
                    word.form = form;
                    steps.push(Transformation::AgreementChanged);
                }
            }
            words.push(word);
        }
        self.push_candidate(&words, candidate, &steps, false, found);
    }

    /// *What are vital organs?* The verb agrees with what follows.
    fn is_plural_predicate(&self) -> bool {
        let finite = &self.tree.words[self.clause.finite];
        let describes = |word: &&Word| {
            matches!(word.tag, UniversalTag::Adj | UniversalTag::Det | UniversalTag::Num)
        };
        let noun = self.tree.words[self.clause.finite + 1..].iter().find(|word| !describes(word));
        finite.lemma == "be" && noun.is_some_and(|noun| noun.penn == PennTag::Nns)
    }

    fn about_other(&self, candidate: &Candidate, found: &mut Vec<GeneratedQuestion>) {
        if soundness::leaves_a_rest(self.tree, &candidate.removed) {
            return;
        }
        let (inverted, inversion) = self.inverted(&candidate.removed);
        let mut words = candidate.phrase.clone();
        words.extend(inverted);
        if let Some(left) = candidate.left {
            words.push(Word::added(left, left, UniversalTag::Adp, PennTag::In));
        }
        // *Run to to thank* is no English.
        let doubled = |pair: &[Word]| pair.iter().all(|word| word.lower() == "to");
        if words.windows(2).any(doubled) {
            return;
        }
        let mut steps = vec![Transformation::AnswerMoved, inversion];
        if candidate.strands || candidate.left.is_some() {
            steps.push(Transformation::PrepositionStranded);
        }
        self.push_candidate(&words, candidate, &steps, true, found);
    }

    /// *Radium was discovered by Curie*: *who discovered radium*.
    fn active(&self, candidate: &Candidate, found: &mut Vec<GeneratedQuestion>) {
        let (tree, clause) = (self.tree, self.clause);
        let word = &tree.words[clause.root];
        let finite = tree.words[clause.finite].lower();
        let helpers =
            tree.dependents(clause.root).filter(|&nth| tree.words[nth].relation == Relation::Aux);
        if helpers.count() != 1
            || !matches!(finite.as_str(), "was" | "were" | "is" | "are")
            || !tree.words[clause.finite].is(Relation::Aux, Subtype::Pass)
            || clause.negation.is_some()
            || tree.words[clause.subject].tag == UniversalTag::Pron
            || !matches!(candidate.word, QuestionWord::Who | QuestionWord::What)
            || tree.dependents(clause.root).any(|nth| tree.words[nth].relation == Relation::Xcomp)
        {
            return;
        }
        let lemma = morphology::base(&word.form, &word.lemma);
        let form = if finite.starts_with('w') {
            morphology::past(&lemma)
        } else {
            morphology::third_person(&lemma)
        };
        let mut words = candidate.phrase.clone();
        let between = clause.finite + 1..clause.root;
        words.extend(between.map(|nth| tree.words[nth].clone()));
        let mut verb = word.clone();
        verb.form = form;
        verb.penn = PennTag::Vbd;
        words.push(verb);
        let mut subject: Vec<Word> = tree.words[..clause.subject_end].to_vec();
        while subject.last().is_some_and(|word| word.form == ",") {
            subject.pop();
        }
        words.extend(subject);
        let agent: Vec<usize> = candidate.removed.clone();
        let preposition = agent.first().and_then(|first| first.checked_sub(1));
        let rest = clause.root + 1..clause.end;
        let rest = rest.filter(|nth| !agent.contains(nth) && Some(*nth) != preposition);
        words.extend(rest.map(|nth| tree.words[nth].clone()));
        let steps = [Transformation::PassiveMadeActive, Transformation::SubjectReplaced];
        self.push_candidate(&words, candidate, &steps, true, found);
    }

    /// The words from the finite one on, without those that are left out.
    fn inverted(&self, removed: &[usize]) -> (Vec<Word>, Transformation) {
        let (tree, clause) = (self.tree, self.clause);
        let finite = &tree.words[clause.finite];
        let mut words = Vec::new();
        let step = if clause.needs_do {
            let form = match finite.penn {
                PennTag::Vbd => "did",
                PennTag::Vbz => "does",
                _ => "do",
            };
            words.push(Word::added(form, "do", UniversalTag::Aux, PennTag::Vbd));
            Transformation::DoInserted
        } else {
            let mut word = finite.clone();
            word.form = word.lower();
            words.push(word);
            Transformation::AuxiliaryInverted
        };
        let mut subject: Vec<Word> = tree.words[..clause.subject_end].to_vec();
        let commas = subject.iter().filter(|word| word.form == ",").count();
        while commas == 1 && subject.last().is_some_and(|word| word.form == ",") {
            subject.pop();
        }
        words.extend(subject);
        for nth in clause.subject_end..clause.end {
            if removed.contains(&nth) || nth == clause.finite && !clause.needs_do {
                continue;
            }
            let mut word = tree.words[nth].clone();
            // *Bought and sold houses*: both verbs lose their tense.
            let joined = clause.needs_do
                && word.relation == Relation::Conj
                && word.head == Some(clause.root)
                && matches!(word.penn, PennTag::Vbd | PennTag::Vbn | PennTag::Vbz | PennTag::Vbp)
                && !tree.has(nth, Relation::Aux)
                && !tree.has(nth, Relation::Cop);
            if nth == clause.finite || joined {
                word.form = morphology::base(&word.form, &word.lemma).to_lowercase();
                word.penn = PennTag::Vb;
            }
            words.push(word);
        }
        (words, step)
    }

    fn push_candidate(
        &self,
        words: &[Word],
        candidate: &Candidate,
        steps: &[Transformation],
        keeps_subject: bool,
        found: &mut Vec<GeneratedQuestion>,
    ) {
        let first = candidate.answer.first().map(|&nth| self.tree.words[nth].lower());
        if first.is_some_and(|first| matches!(first.as_str(), "no" | "neither" | "none")) {
            return;
        }
        if fragment::says_nothing_as_answer(self.tree, &candidate.answer) {
            return;
        }
        if soundness::is_odd(self.tree, self.clause, candidate, words) {
            return;
        }
        let answer: Vec<Word> =
            candidate.answer.iter().map(|&nth| self.tree.words[nth].clone()).collect();
        let answer = capitalised(&text(&answer));
        self.push(words, Some(candidate.word), answer, candidate.kind, steps, keeps_subject, found);
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of a question")]
    fn push(
        &self,
        words: &[Word],
        word: Option<QuestionWord>,
        answer: String,
        answer_kind: AnswerKind,
        steps: &[Transformation],
        keeps_subject: bool,
        found: &mut Vec<GeneratedQuestion>,
    ) {
        let words = &without_links(words);
        if words.len() > LONGEST || words.len() < 2 {
            return;
        }
        if keeps_subject && soundness::has_finite_conjunct(words) {
            return;
        }
        let mut transformations = self.statement.transformations.clone();
        transformations.extend(steps);
        let subject = &self.tree.words[self.clause.subject];
        let owned = self.tree.words.get(..self.clause.subject_end).is_some_and(|words| {
            words
                .iter()
                .any(|word| matches!(word.lower().as_str(), "his" | "her" | "its" | "their"))
        });
        let root = self.clause.root;
        // *He is her brother*: her is somebody else.
        let owns_predicate = self.tree.has(root, Relation::Cop)
            && self.tree.words.iter().enumerate().any(|(nth, word)| {
                matches!(word.lower().as_str(), "his" | "her" | "its" | "their")
                    && nth > self.clause.subject_end
                    && self.tree.is_within(nth, root)
            });
        let asks_owned = owns_predicate
            && words
                .iter()
                .any(|word| matches!(word.lower().as_str(), "his" | "her" | "its" | "their"));
        let answers_pronoun = !keeps_subject && subject.tag == UniversalTag::Pron;
        found.push(GeneratedQuestion {
            text: format!("{}?", capitalised(&text(words))),
            word,
            answer,
            answer_kind,
            statement: sentence(&capitalised(&text(&self.tree.words))),
            source: self.source.clone(),
            transformations,
            is_vague: answers_pronoun
                || points_elsewhere(words)
                || asks_owned
                || keeps_subject && owned
                || pronoun::is_vague(words, self.tree, self.clause.subject),
        });
    }
}

/// *Also* and *soon thereafter* refer to what stands before the sentence, which a question has not.
fn without_links(words: &[Word]) -> Vec<Word> {
    let is_thereafter =
        |nth: usize| words.get(nth).is_some_and(|word| word.lower() == "thereafter");
    let is_kept = |&nth: &usize| {
        let lower = words[nth].lower();
        let after_but = nth > 0 && words[nth - 1].lower() == "but";
        let soon = matches!(lower.as_str(), "soon" | "shortly") && is_thereafter(nth + 1);
        !(is_thereafter(nth) || soon) && (after_but || lower != "also")
    };
    (0..words.len()).filter(is_kept).map(|nth| words[nth].clone()).collect()
}

/// *This process*, *these patterns*: the question points to another sentence.
fn points_elsewhere(words: &[Word]) -> bool {
    words.iter().any(|word| {
        word.tag == UniversalTag::Det
            && word.penn == PennTag::Dt
            && matches!(word.lower().as_str(), "this" | "these" | "that" | "those")
    })
}

/// The words with a full stop, unless an abbreviation ends in one.
fn sentence(words: &str) -> String {
    let stop = if words.ends_with('.') { "" } else { "." };
    format!("{words}{stop}")
}

/// The form of a finite word after *who* or *what*.
fn singular(word: &Word) -> String {
    let lower = word.lower();
    match lower.as_str() {
        "are" => "is".to_owned(),
        "were" => "was".to_owned(),
        "have" => "has".to_owned(),
        "do" => "does".to_owned(),
        _ if word.penn == PennTag::Vbp => morphology::third_person(&word.lemma),
        _ => word.form.clone(),
    }
}
