//! Corrections of words that a parser hangs on the wrong head: *of* phrases, and what limits numbers.

use luna_text::reading::{EntityKind, PennTag, Relation, UniversalTag};

use super::grammar::{is_clausal, subject_of};
use super::lexicon;
use super::noun_phrase::is_money;
use super::tree::Tree;

impl Tree {
    /// *Feared the power of the king*: a phrase with *of* belongs to the noun before it.
    pub(super) fn phrases_of_nouns(&mut self) {
        for nth in 0..self.words.len() {
            let Some(case) = self.dependent(nth, Relation::Case) else { continue };
            let Some(before) = case.checked_sub(1) else { continue };
            let verb = self.words[nth].head;
            let is_own = verb.is_some_and(|verb| lexicon::takes_of(&self.words[verb].lemma));
            let nominal =
                matches!(self.words[before].tag, UniversalTag::Noun | UniversalTag::Propn);
            if self.words[case].lower() == "of"
                && self.words[nth].relation == Relation::Obl
                && self.words[before].head.is_some()
                && nominal
                && !is_own
                && !self.is_within(before, nth)
            {
                self.words[nth].relation = Relation::Nmod;
                self.words[nth].subtype = None;
                self.words[nth].head = Some(before);
            }
        }
        self.phrases_of_verbs();
    }

    /// *Cleared Kordes of blame*: the phrase belongs to the verb.
    fn phrases_of_verbs(&mut self) {
        for nth in 0..self.words.len() {
            let Some(object) = self.words[nth].head else { continue };
            let Some(verb) = self.words[object].head else { continue };
            let of = self
                .dependent(nth, Relation::Case)
                .is_some_and(|case| case > object && self.words[case].lower() == "of");
            let is_person = matches!(self.words[object].tag, UniversalTag::Propn)
                || self.words[object].kind == Some(EntityKind::Person);
            if of
                && is_person
                && self.words[nth].relation == Relation::Nmod
                && self.words[object].relation == Relation::Obj
                && lexicon::takes_of(&self.words[verb].lemma)
            {
                self.words[nth].relation = Relation::Obl;
                self.words[nth].head = Some(verb);
            }
        }
    }

    /// *Rescued people by boat*, *turned sugar into alcohol*, *promised 2,000 pounds to the town*: the
    /// phrase belongs to the verb.
    pub(super) fn ways_below_objects(&mut self) {
        for nth in 0..self.words.len() {
            let Some(noun) = self.words[nth].head else { continue };
            let Some(verb) = self.words[noun].head else { continue };
            let Some(case) = self.dependent(nth, Relation::Case) else { continue };
            let follows = self.words[nth].relation == Relation::Nmod
                && self.words[noun].relation == Relation::Obj
                && self.words[verb].tag == UniversalTag::Verb
                && nth > noun;
            let goes = match self.words[case].lower().as_str() {
                "by" => case + 1 == nth && lexicon::is_means(&self.words[nth].lower()),
                "into" => !lexicon::takes_into(&self.words[noun].lemma),
                "to" => lexicon::gives(&self.words[verb].lemma) && is_money(self, noun),
                _ => false,
            };
            if follows && goes {
                self.words[nth].head = Some(verb);
                self.words[nth].relation = Relation::Obl;
            }
        }
    }

    /// *At four in the morning* is one time.
    pub(super) fn clock_times(&mut self) {
        for nth in 1..self.words.len().saturating_sub(3) {
            let lower = |at: usize| self.words[at].lower();
            let part = nth + 3;
            let is_time = self.words[nth].tag == UniversalTag::Num
                && lower(nth - 1) == "at"
                && lower(nth + 1) == "in"
                && lower(nth + 2) == "the"
                && matches!(lower(part).as_str(), "morning" | "afternoon" | "evening");
            if !is_time || self.is_within(nth, part) {
                continue;
            }
            self.words[nth].kind = Some(EntityKind::Time);
            self.words[part].head = Some(nth);
            self.words[part].relation = Relation::Nmod;
        }
    }

    /// *By the ninth century merchants sailed*: an opening phrase is no part of the subject.
    pub(super) fn openings_below_subjects(&mut self) {
        let Some(root) = self.root() else { return };
        for nth in 0..root {
            let Some(head) = self.words[nth].head else { continue };
            let opens = self.dependent(nth, Relation::Case).is_some_and(|case| case == 0);
            if opens
                && self.words[nth].relation == Relation::Nmod
                && nth < head
                && self.words[head].head == Some(root)
                && self.words[head].relation == Relation::Nsubj
            {
                self.words[nth].head = Some(root);
                self.words[nth].relation = Relation::Obl;
            }
        }
    }

    /// *In 1878, the third of eight children*: what follows a year without a conjunction is not joined
    /// to it.
    pub(super) fn remarks_below_times(&mut self) {
        for nth in 0..self.words.len() {
            let Some(head) = self.words[nth].head else { continue };
            if self.words[nth].relation == Relation::Conj
                && lexicon::is_year(&self.words[head].form)
                && self.words[nth].tag != UniversalTag::Num
                && !self.has(nth, Relation::Cc)
            {
                self.words[nth].relation = Relation::Appos;
            }
        }
    }

    /// *About half*, *up to 16,000 workers*: what limits a number belongs to it.
    pub(super) fn limits_of_numbers(&mut self) {
        for nth in 0..self.words.len() {
            let lower = self.words[nth].lower();
            let width = if lexicon::limits_number(&lower) {
                1
            } else if lower == "up" && self.words.get(nth + 1).is_some_and(|it| it.lower() == "to")
            {
                2
            } else {
                continue;
            };
            let Some(number) = self.number_at(nth + width) else { continue };
            if self.is_within(number, nth) || (1..width).any(|it| self.is_within(number, nth + it))
            {
                continue;
            }
            // *Produce about half* has an object, and *live about ten years* has a measure.
            let mut noun = number;
            if self.words[noun].relation == Relation::Nummod
                && let Some(head) = self.words[noun].head
            {
                noun = head;
            }
            let was_case = (nth..nth + width).any(|it| {
                self.words[it].relation == Relation::Case && self.words[it].head == Some(noun)
            });
            for it in nth..nth + width {
                self.words[it].head = Some(number);
                self.words[it].relation = Relation::Advmod;
                self.words[it].subtype = None;
                self.words[it].tag = UniversalTag::Adv;
            }
            let verb = self.words[noun].head;
            let follows = nth.checked_sub(1) == verb;
            if was_case
                && follows
                && self.words[noun].relation == Relation::Obl
                && verb.is_some_and(|verb| !self.has(verb, Relation::Obj))
            {
                self.words[noun].relation = Relation::Obj;
                self.words[noun].subtype = None;
            }
        }
    }

    /// A number or a share, perhaps after an article.
    fn number_at(&self, at: usize) -> Option<usize> {
        let word = self.words.get(at)?;
        let is_number = |word: &super::tree::Word| {
            word.tag == UniversalTag::Num && !lexicon::is_year(&word.form)
                || lexicon::is_share(&word.lower())
        };
        if is_number(word) {
            return Some(at);
        }
        let next = self.words.get(at + 1)?;
        (matches!(word.lower().as_str(), "a" | "an") && is_number(next)).then_some(at + 1)
    }

    /// *Born in Lyme Regis, a small town, in 1799*: what follows an apposition belongs to the verb.
    pub(super) fn phrases_after_appositions(&mut self) {
        for nth in 0..self.words.len() {
            let Some(case) = self.dependent(nth, Relation::Case) else { continue };
            let comma = case.checked_sub(1).is_some_and(|before| self.words[before].form == ",");
            let phrase = matches!(self.words[nth].relation, Relation::Nmod | Relation::Obl);
            let up = |&it: &usize| {
                self.words[it].head.filter(|&head| self.words[head].tag != UniversalTag::Verb)
            };
            let nouns: Vec<usize> =
                std::iter::successors(self.words[nth].head, up).take(self.words.len()).collect();
            let Some(&noun) = nouns.last() else { continue };
            let Some(verb) = self.words[noun].head else { continue };
            let within =
                nouns.iter().any(|&it| self.words[it].relation == Relation::Appos && it < case);
            let after = self.dependents(noun).any(|it| {
                matches!(self.words[it].relation, Relation::Appos | Relation::Acl)
                    && it > noun
                    && it < case
            });
            if comma
                && phrase
                && (within || after)
                && nouns.iter().all(|&it| it < nth && !is_clausal(self, it))
                && self.words[verb].tag == UniversalTag::Verb
                && noun > verb
            {
                self.words[nth].head = Some(verb);
                self.words[nth].relation = Relation::Obl;
                self.words[nth].subtype = None;
            }
        }
    }

    /// *Returned in 1845, studied medicine for three years*: what follows the second verb belongs to it.
    pub(super) fn phrases_after_joined_verbs(&mut self) {
        for nth in 0..self.words.len() {
            let Some(verb) = self.words[nth].head else { continue };
            if self.words[nth].relation != Relation::Obl || nth < verb {
                continue;
            }
            let joined = |&it: &usize| {
                it > verb
                    && it < nth
                    && self.words[it].relation == Relation::Conj
                    && self.words[it].tag == UniversalTag::Verb
            };
            let last = self.dependents(verb).rfind(joined);
            if let Some(last) = last {
                self.words[nth].head = Some(last);
            }
        }
    }

    /// *Charts include patterns, allowing mariners to …*: what ends a sentence after a comma is about
    /// all of it.
    pub(super) fn consequences_below_nouns(&mut self) {
        let Some(root) = self.root() else { return };
        let last = self.words.iter().rposition(|word| word.tag != UniversalTag::Punct);
        for nth in root + 1..self.words.len() {
            let comma = self.words[nth - 1].form == ",";
            let object = self.words[nth]
                .head
                .is_some_and(|noun| noun > root && self.words[noun].relation != Relation::Appos);
            if comma
                && object
                && self.words[nth].relation == Relation::Acl
                && self.words[nth].penn == PennTag::Vbg
                && self.words[root].tag == UniversalTag::Verb
                && self.subtree(nth).iter().rfind(|&&it| self.words[it].tag != UniversalTag::Punct)
                    == last.as_ref()
            {
                self.words[nth].head = Some(root);
                self.words[nth].relation = Relation::Advcl;
                self.words[nth].subtype = None;
            }
        }
    }

    /// *Taught the girl to read*: the infinitive says what the girl does.
    pub(super) fn infinitives_of_objects(&mut self) {
        for nth in 0..self.words.len() {
            let Some(noun) = self.words[nth].head else { continue };
            let Some(verb) = self.words[noun].head else { continue };
            let to = self.dependents(nth).any(|it| self.words[it].penn == PennTag::To && it < nth);
            if to
                && nth > noun
                && self.words[nth].relation == Relation::Acl
                && matches!(self.words[noun].relation, Relation::Obj | Relation::Iobj)
                && lexicon::makes_act(&self.words[verb].lemma)
            {
                self.words[nth].head = Some(verb);
                self.words[nth].relation = Relation::Xcomp;
                self.words[nth].subtype = None;
            }
        }
    }

    /// *Withdrew the application three days later*: the number counts the days.
    pub(super) fn numbers_of_times(&mut self) {
        for nth in 0..self.words.len().saturating_sub(1) {
            let unit = nth + 1;
            let counts = self.words[nth].tag == UniversalTag::Num
                && !lexicon::is_year(&self.words[nth].form)
                && lexicon::is_time_unit(&self.words[unit].lemma)
                && self.words[unit].is_plural()
                && self.words[nth].head != Some(unit)
                && self.words[unit].tag == UniversalTag::Noun;
            if counts && !self.is_within(unit, nth) {
                self.words[nth].head = Some(unit);
                self.words[nth].relation = Relation::Nummod;
                self.words[nth].subtype = None;
            }
        }
    }

    /// *Nearly buried Anning herself*: what stresses a noun is no second object.
    pub(super) fn stressed_nouns(&mut self) {
        for nth in 1..self.words.len() {
            let before = nth - 1;
            let stresses = self.words[nth].lower().ends_with("self")
                && self.words[nth].head == self.words[before].head
                && matches!(
                    self.words[nth].relation,
                    Relation::Obj | Relation::Iobj | Relation::Obl
                )
                && matches!(self.words[before].relation, Relation::Obj | Relation::Iobj)
                && matches!(self.words[before].tag, UniversalTag::Propn | UniversalTag::Noun);
            if stresses {
                self.words[nth].head = Some(before);
                self.words[nth].relation = Relation::Nmod;
                self.words[nth].subtype = None;
                self.words[before].relation = Relation::Obj;
            }
        }
    }

    /// *One of the workers, and two died*: a clause that is joined to a noun belongs to the main one.
    pub(super) fn clauses_below_nouns(&mut self) {
        let Some(root) = self.root() else { return };
        for nth in root + 1..self.words.len() {
            let Some(head) = self.words[nth].head else { continue };
            if let Some(verb) = self.verb_that_tells(nth, head) {
                self.words[nth].head = Some(verb);
                self.words[nth].relation = Relation::Ccomp;
                self.words[nth].subtype = None;
                continue;
            }
            let joined = self.words[nth].relation == Relation::Conj
                && self.words[nth].tag == UniversalTag::Verb
                && subject_of(self, nth).is_some_and(|subject| subject < nth)
                && self.dependent(nth, Relation::Mark).is_none();
            let because = self.dependent(nth, Relation::Mark).is_some_and(|mark| {
                matches!(self.words[mark].lower().as_str(), "because" | "although" | "though")
            }) && subject_of(self, nth).is_some();
            // *The workers who built it, and two of them died*.
            let after_relative = self.words[head].relation == Relation::Acl
                && joined
                && self.dependents(nth).any(|it| {
                    self.words[it].relation == Relation::Cc
                        && it.checked_sub(1).is_some_and(|before| self.words[before].form == ",")
                });
            if head == root
                || is_clausal(self, head) && !after_relative
                || self.is_within(root, nth)
            {
                continue;
            }
            if joined && self.dependents(nth).any(|it| self.words[it].relation == Relation::Cc) {
                self.words[nth].head = Some(root);
            } else if because {
                self.words[nth].head = Some(root);
                self.words[nth].relation = Relation::Advcl;
                self.words[nth].subtype = None;
            }
        }
    }

    /// *Told reporters that the bridge was closed*: the verb that a clause below its receiver belongs to.
    fn verb_that_tells(&self, nth: usize, head: usize) -> Option<usize> {
        let verb = self.words[head].head?;
        let that = self
            .dependent(nth, Relation::Mark)
            .is_some_and(|mark| self.words[mark].lower() == "that" && mark == head + 1);
        let tells = matches!(
            self.words[verb].lemma.as_str(),
            "tell" | "inform" | "remind" | "assure" | "convince" | "warn" | "notify"
        );
        let receives = matches!(self.words[head].relation, Relation::Iobj | Relation::Obj);
        let is_clause =
            self.words[nth].relation == Relation::Acl && subject_of(self, nth).is_some();
        (that && tells && receives && is_clause).then_some(verb)
    }
}
