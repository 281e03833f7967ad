//! Sentences whose verb the reader took for a noun or an adjective: *Kordes never married*, *shares fell
//! by 6 percent*.

use luna_text::reading::{PennTag, Relation, Subtype, UniversalTag};

use super::irregular;
use super::lexicon;
use super::morphology;
use super::tree::{Tree, Word};

impl Tree {
    /// Makes the word that can only be the verb the root of the sentence.
    pub(super) fn verb_as_other_word(&mut self) {
        let stops = self.words.last().is_some_and(|word| word.form == ".");
        // *Shares fell when a builder warned*: the other verb belongs to the clause.
        let opens = |word: &Word| {
            matches!(word.penn, PennTag::Wrb | PennTag::Wdt | PennTag::Wp)
                || word.relation == Relation::Mark
        };
        let main = self.words.iter().position(opens).unwrap_or(self.words.len());
        let is_verb = |word: &Word| matches!(word.tag, UniversalTag::Verb | UniversalTag::Aux);
        if !stops || self.words[..main].iter().any(is_verb) {
            return;
        }
        let found = (1..main.min(self.words.len() - 1)).find_map(|nth| {
            let penn = self.form_of(nth)?;
            let subject = self.noun_before(nth)?;
            Some((nth, penn, subject))
        });
        if let Some((verb, penn, last)) = found {
            self.make_verb(verb, penn, last);
        }
    }

    /// The tag of a word if it can be the verb of the sentence.
    fn form_of(&self, nth: usize) -> Option<PennTag> {
        let word = &self.words[nth];
        let nominal = matches!(
            word.tag,
            UniversalTag::Noun | UniversalTag::Adj | UniversalTag::Adp | UniversalTag::X
        );
        let lower = word.lower();
        let irregular = irregular::base(&lower)
            .is_some_and(|base| morphology::past(base) == lower && base != lower);
        // *Shares fell by 6 percent*, but not *turned left*.
        let adverb = word.tag == UniversalTag::Adv && irregular && lower != "left";
        if !(nominal || adverb) || word.is_name || word.form.starts_with(char::is_uppercase) {
            return None;
        }
        let next = self.words.get(nth + 1)?;
        let before_noun = matches!(next.tag, UniversalTag::Noun | UniversalTag::Propn);
        let before_article = next.tag == UniversalTag::Det || next.penn == PennTag::PrpS;
        let regular = lower.len() > 4 && lower.ends_with("ed") && !before_noun;
        if irregular || regular {
            return Some(PennTag::Vbd);
        }
        let third = lower.len() > 3 && lower.ends_with('s') && !lower.ends_with("ss");
        let singular = self.words[nth - 1].penn == PennTag::Nn;
        let transitive = third && singular && (before_article || next.penn == PennTag::Nns);
        (transitive || third && lexicon::is_verb_like_noun(&lower)).then_some(PennTag::Vbz)
    }

    /// The last word of the subject: the noun before a verb and its adverbs.
    fn noun_before(&self, verb: usize) -> Option<usize> {
        let last = (0..verb).rev().find(|&nth| self.words[nth].tag != UniversalTag::Adv)?;
        let nominal = matches!(
            self.words[last].tag,
            UniversalTag::Noun | UniversalTag::Propn | UniversalTag::Pron
        );
        nominal.then_some(last)
    }

    fn make_verb(&mut self, verb: usize, penn: PennTag, last: usize) {
        // *In the first stage, light splits molecules*; *today the university awards a prize*.
        let comma = (0..last).rev().find(|&nth| self.words[nth].form == ",");
        let opens_with_time = lexicon::is_time_adverb(&self.words[0].lower())
            || self.words[0].tag == UniversalTag::Adv;
        let start = match comma {
            Some(comma) if self.has_case_at_start() || opens_with_time => comma + 1,
            Some(_) => return,
            None => usize::from(opens_with_time),
        };
        if start > last {
            return;
        }
        let is_top = |tree: &Tree, nth: usize, from: usize, to: usize| {
            tree.words[nth].head.is_none_or(|head| !(from..to).contains(&head) || head == verb)
        };
        let nominal = |word: &Word| {
            matches!(word.tag, UniversalTag::Noun | UniversalTag::Propn | UniversalTag::Pron)
        };
        let subject = (start..=last)
            .find(|&nth| nominal(&self.words[nth]) && is_top(self, nth, start, last + 1))
            .unwrap_or(last);
        let tops: Vec<usize> = (0..self.words.len())
            .filter(|&nth| {
                let (from, to) = if nth < start {
                    (0, start)
                } else if nth < verb {
                    (start, verb)
                } else {
                    (verb + 1, self.words.len())
                };
                nth != verb && nth != subject && is_top(self, nth, from, to)
            })
            .collect();
        for nth in tops {
            let has_case = self.has(nth, Relation::Case);
            let follows = nth > verb;
            let next_object = follows
                && nominal(&self.words[nth])
                && !has_case
                && self.subtree(nth).first().is_some_and(|&first| first == verb + 1);
            let word = &mut self.words[nth];
            let inside = (start..=last).contains(&nth);
            word.head = Some(if inside { subject } else { verb });
            let (relation, subtype) = match word.tag {
                UniversalTag::Punct => (Relation::Punct, None),
                UniversalTag::Adv => (Relation::Advmod, None),
                UniversalTag::Verb | UniversalTag::Aux => (Relation::Advcl, None),
                _ if inside => match word.relation {
                    kept @ (Relation::Det
                    | Relation::Amod
                    | Relation::Nummod
                    | Relation::Compound
                    | Relation::Flat
                    | Relation::Nmod) => (kept, word.subtype),
                    _ => (Relation::Compound, None),
                },
                _ if next_object => (Relation::Obj, None),
                _ if lexicon::is_time_adverb(&word.lower()) => (Relation::Advmod, None),
                _ if has_case => (Relation::Obl, None),
                _ => (Relation::Obl, Some(Subtype::Unmarked)),
            };
            word.relation = relation;
            word.subtype = subtype;
        }
        let lower = self.words[verb].lower();
        let lemma = if let Some(stem) = lower.strip_suffix("ied") {
            format!("{stem}y")
        } else {
            let ending = if penn == PennTag::Vbz { "s" } else { "ed" };
            morphology::base(&lower, lower.strip_suffix(ending).unwrap_or(&lower))
        };
        let word = &mut self.words[subject];
        word.head = Some(verb);
        word.relation = Relation::Nsubj;
        word.subtype = None;
        let word = &mut self.words[verb];
        word.head = None;
        word.relation = Relation::Root;
        word.subtype = None;
        word.tag = UniversalTag::Verb;
        word.penn = penn;
        word.number = None;
        word.kind = None;
        word.lemma = lemma;
    }

    fn has_case_at_start(&self) -> bool {
        self.words.first().is_some_and(|word| word.tag == UniversalTag::Adp)
    }
}
