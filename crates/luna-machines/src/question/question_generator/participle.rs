//! Corrections of verbs in the past tense that a parser takes for participles.

use luna_text::reading::{PennTag, Relation, UniversalTag};

use super::tree::Tree;

impl Tree {
    /// *The Romans built roads*, read as a noun phrase with a participle that modifies *roads*.
    pub(super) fn past_as_modifier(&mut self) {
        let Some(root) = self.root() else { return };
        let verb = root + 1;
        let stops = self.words.last().is_some_and(|word| word.form == ".");
        if !stops || self.has_finite_verb(root) || verb >= self.words.len() {
            return;
        }
        let word = &self.words[verb];
        let Some(object) = word.head.filter(|&head| {
            head > verb
                && word.relation == Relation::Amod
                && word.penn == PennTag::Vbn
                && self.words[head].head == Some(root)
        }) else {
            return;
        };
        for word in &mut self.words {
            if word.head == Some(root) && word.relation == Relation::Punct {
                word.head = Some(verb);
            }
        }
        for (nth, head, relation) in [
            (root, Some(verb), Relation::Nsubj),
            (object, Some(verb), Relation::Obj),
            (verb, None, Relation::Root),
        ] {
            let word = &mut self.words[nth];
            word.head = head;
            word.relation = relation;
            word.subtype = None;
        }
        self.words[verb].penn = PennTag::Vbd;
    }

    /// *Bought and sold houses*, read as if *sold* modified the houses: after *and* it is a second verb.
    pub(super) fn joined_past_as_modifier(&mut self) {
        for nth in 2..self.words.len() {
            let (verb, joins) = (nth - 2, nth - 1);
            let Some(object) = self.words[nth].head else { continue };
            let modifies = self.words[nth].relation == Relation::Amod
                && matches!(self.words[nth].penn, PennTag::Vbn | PennTag::Vbd | PennTag::Jj)
                && self.words[nth].lower().ends_with(['d', 't'])
                && object > nth;
            let is_verb = self.words[verb].tag == UniversalTag::Verb
                && matches!(self.words[verb].penn, PennTag::Vbd | PennTag::Vbn);
            if !modifies
                || !is_verb
                || self.words[joins].lower() != "and"
                || self.words[object].head != Some(verb)
            {
                continue;
            }
            self.words[nth].head = Some(verb);
            self.words[nth].relation = Relation::Conj;
            self.words[nth].subtype = None;
            self.words[nth].tag = UniversalTag::Verb;
            self.words[nth].penn = PennTag::Vbd;
            self.words[joins].head = Some(nth);
            self.words[joins].relation = Relation::Cc;
            self.words[object].relation = Relation::Obj;
            self.words[object].subtype = None;
        }
    }
}
