//! Corrections of frequent errors in the trees of simple sentences.

use luna_text::reading::{EntityKind, Number, PennTag, Relation, Subtype, UniversalTag};

use super::irregular;
use super::lexicon;
use super::morphology;
use super::tree::Tree;

impl Tree {
    /// Corrects what a parser often gets wrong and the words themselves make plain.
    pub(super) fn repair(&mut self) {
        self.verb_as_other_word();
        self.numbers_of_names();
        self.number_words();
        self.past_tenses();
        self.verbs_as_nouns();
        self.noun_as_verb();
        self.past_as_modifier();
        self.joined_past_as_modifier();
        self.objects();
        self.clause_below_opening();
        self.predicate_below_subject();
        self.verb_below_subject();
        self.have_as_auxiliary();
        self.measure_as_predicate();
        self.stressed_nouns();
        self.numbers_of_times();
        self.infinitives_of_objects();
        self.second_object();
        self.marked_parataxis();
        self.clock_times();
        self.phrases_after_appositions();
        self.times_below_objects();
        self.ways_below_objects();
        self.phrases_after_joined_verbs();
        self.consequences_below_nouns();
        self.openings_below_subjects();
        self.remarks_below_times();
        self.phrases_of_nouns();
        self.clauses_below_nouns();
        self.limits_of_numbers();
        self.persons();
    }

    /// *Shook* is no present, and *break* no past.
    fn past_tenses(&mut self) {
        for word in &mut self.words {
            let lower = word.lower();
            if word.penn == PennTag::Vbd
                && irregular::find(&lower).is_some()
                && irregular::base(&lower).is_none()
            {
                word.penn = PennTag::Vbp;
                word.lemma.clone_from(&lower);
            }
            let present = word.penn == PennTag::Vbz && !lower.ends_with('s');
            if let Some(base) = irregular::base(&lower)
                && present
                && morphology::past(base) == lower
            {
                word.penn = PennTag::Vbd;
                base.clone_into(&mut word.lemma);
            }
        }
    }

    /// *Forty years*: a number, not an adjective.
    fn number_words(&mut self) {
        for nth in 0..self.words.len() {
            let word = &self.words[nth];
            let plural = word.head.is_some_and(|head| head > nth && self.words[head].is_plural());
            if word.tag == UniversalTag::Adj && plural && lexicon::is_number(&word.lower()) {
                let word = &mut self.words[nth];
                word.tag = UniversalTag::Num;
                word.penn = PennTag::Cd;
                word.relation = Relation::Nummod;
            }
        }
    }

    /// *Many plays*: a noun, whatever its tag.
    fn verbs_as_nouns(&mut self) {
        for nth in 0..self.words.len() {
            let nominal = matches!(
                self.words[nth].relation,
                Relation::Obj | Relation::Nsubj | Relation::Obl | Relation::Nmod
            );
            let modified = self.dependents(nth).any(|it| {
                it < nth
                    && matches!(
                        self.words[it].relation,
                        Relation::Det | Relation::Amod | Relation::Nummod
                    )
            });
            let is_verb = self.words[nth].tag == UniversalTag::Verb;
            let word = &mut self.words[nth];
            if is_verb && nominal && modified {
                word.tag = UniversalTag::Noun;
                if lexicon::is_people_noun(word.lower().trim_end_matches('s')) {
                    word.kind = Some(EntityKind::Person);
                }
                if word.form.ends_with('s') {
                    word.number = Some(Number::Plural);
                }
            }
        }
    }

    /// *The stone sank*, read as a noun phrase.
    fn noun_as_verb(&mut self) {
        let Some(root) = self.root() else { return };
        let finite = self.has_finite_verb(root);
        let stops = self.words.last().is_some_and(|word| word.form == ".");
        let subject = root.checked_sub(1).filter(|&before| {
            self.words[before].head == Some(root)
                && matches!(self.words[before].relation, Relation::Compound | Relation::Amod)
        });
        let Some(subject) = subject.filter(|_| stops && !finite) else { return };
        let lower = self.words[root].lower();
        let lemma = if lexicon::is_verb_like_noun(&lower) {
            lower.trim_end_matches('s').to_owned()
        } else {
            match irregular::base(&lower) {
                Some(base) if morphology::past(base) == lower => base.to_owned(),
                _ => return,
            }
        };
        for nth in 0..self.words.len() {
            let is_before = nth < subject;
            let word = &mut self.words[nth];
            if word.head != Some(root) || nth == subject {
                continue;
            }
            if is_before
                && matches!(
                    word.relation,
                    Relation::Det | Relation::Amod | Relation::Compound | Relation::Nummod
                )
            {
                word.head = Some(subject);
            } else if word.relation == Relation::Nmod && nth > root {
                word.relation = Relation::Obl;
            }
        }
        let word = &mut self.words[subject];
        word.relation = Relation::Nsubj;
        word.subtype = None;
        if word.tag == UniversalTag::Adj {
            word.tag = UniversalTag::Noun;
        }
        let word = &mut self.words[root];
        word.tag = UniversalTag::Verb;
        word.number = None;
        word.kind = None;
        word.penn = if lexicon::is_verb_like_noun(&lower) { PennTag::Vbz } else { PennTag::Vbd };
        word.lemma = lemma;
    }

    /// *Lost 3,000 men* has an object; *today* before another subject is none.
    fn objects(&mut self) {
        for nth in 0..self.words.len() {
            let Some(verb) = self.words[nth].head else { continue };
            let word = &self.words[nth];
            let counts = word.is(Relation::Obl, Subtype::Unmarked)
                && word.is_plural()
                && word.kind != Some(EntityKind::Time)
                && !lexicon::is_time_unit(&word.lemma)
                && self.words[verb].tag == UniversalTag::Verb
                && nth > verb
                && self.has(nth, Relation::Nummod)
                && !self.has(verb, Relation::Obj);
            let subjects = self
                .dependents(verb)
                .filter(|&it| self.words[it].relation == Relation::Nsubj)
                .count();
            let is_adverb = word.relation == Relation::Nsubj
                && lexicon::is_time_adverb(&word.lower())
                && subjects > 1;
            if counts {
                self.words[nth].relation = Relation::Obj;
                self.words[nth].subtype = None;
            } else if is_adverb {
                self.words[nth].relation = Relation::Advmod;
            }
        }
    }

    /// Returns true if a verb is finite, apart from clauses that are coordinated with the rest.
    pub(super) fn has_finite_verb(&self, root: usize) -> bool {
        let conjoined = |nth: usize| {
            std::iter::successors(Some(nth), |&nth| self.words[nth].head)
                .take(self.words.len())
                .any(|it| {
                    self.words[it].relation == Relation::Conj
                        && self.words[it].head.is_some_and(|head| {
                            head == root || self.words[head].relation == Relation::Acl
                        })
                })
        };
        (0..self.words.len()).any(|nth| {
            matches!(self.words[nth].penn, PennTag::Vbz | PennTag::Vbp | PennTag::Vbd | PennTag::Md)
                && !conjoined(nth)
        })
    }

    /// *By 2010, thousands had returned* and *although she was ill, she worked*, where the first
    /// part is read as the main one.
    fn clause_below_opening(&mut self) {
        let Some(root) = self.root() else { return };
        let opens = if self.words[root].tag == UniversalTag::Verb || self.has(root, Relation::Nsubj)
        {
            Relation::Mark
        } else {
            Relation::Case
        };
        if self.dependent(root, opens).is_none_or(|mark| mark > root) {
            return;
        }
        let main = self.dependents(root).find(|&nth| {
            nth > root
                && matches!(
                    self.words[nth].relation,
                    Relation::Parataxis | Relation::Acl | Relation::Conj | Relation::Advcl
                )
                && !self.has(nth, Relation::Mark)
                && !self.has(nth, Relation::Cc)
                && self.has(nth, Relation::Nsubj)
        });
        let Some(main) = main else { return };
        let relation = if opens == Relation::Mark { Relation::Advcl } else { Relation::Obl };
        self.make_root(main, root, relation);
        for nth in 0..self.words.len() {
            if self.words[nth].head == Some(root) && nth > main {
                self.words[nth].head = Some(main);
            }
        }
    }

    /// Makes a word the root; the old root becomes its dependent.
    fn make_root(&mut self, root: usize, old: usize, relation: Relation) {
        self.words[root].head = None;
        self.words[root].relation = Relation::Root;
        self.words[root].subtype = None;
        self.words[old].head = Some(root);
        self.words[old].relation = relation;
        self.words[old].subtype = None;
    }

    /// Gives the dependents of a word that lie after another one, and the punctuation, to that one.
    fn hand_over(&mut self, from: usize, to: usize) {
        for nth in 0..self.words.len() {
            if self.words[nth].head == Some(from)
                && nth != to
                && (nth > to || self.words[nth].relation == Relation::Punct && nth > from)
            {
                self.words[nth].head = Some(to);
            }
        }
    }

    /// *Marie Curie was a physicist*, read as a name with a clause below it.
    fn predicate_below_subject(&mut self) {
        let Some(root) = self.root() else { return };
        if self.words[root].tag == UniversalTag::Verb
            || self.has(root, Relation::Cop)
            || self.has(root, Relation::Nsubj)
        {
            return;
        }
        let predicate = self.dependents(root).find(|&nth| {
            nth > root
                && matches!(
                    self.words[nth].relation,
                    Relation::Acl | Relation::Appos | Relation::Parataxis
                )
                && self.dependent(nth, Relation::Cop).is_some_and(|cop| cop > root)
                && !self.has(nth, Relation::Nsubj)
        });
        if let Some(predicate) = predicate {
            self.make_root(predicate, root, Relation::Nsubj);
            self.hand_over(root, predicate);
        }
    }

    /// *Darwin's theory changed biology*, read as a noun with a participle below it.
    fn verb_below_subject(&mut self) {
        let Some(root) = self.root() else { return };
        let nominal = matches!(self.words[root].tag, UniversalTag::Noun | UniversalTag::Propn);
        let finite = self.has_finite_verb(root);
        if !nominal || finite || self.has(root, Relation::Cop) {
            return;
        }
        let verb = (root + 1..self.words.len()).find(|&nth| {
            self.words[nth].relation == Relation::Acl
                && self.words[nth].penn == PennTag::Vbn
                && self.is_within(nth, root)
        });
        let Some(verb) = verb else { return };
        let word = &self.words[verb];
        let lemma = morphology::base(&word.form, &word.lemma);
        let is_past = morphology::past(&lemma) == word.lower();
        let comma = verb.checked_sub(1).is_some_and(|before| self.words[before].form == ",");
        if is_past && !comma {
            self.make_root(verb, root, Relation::Nsubj);
            self.words[verb].penn = PennTag::Vbd;
            self.hand_over(root, verb);
        }
    }

    /// *The castle had four towers*, where *had* helps no verb.
    fn have_as_auxiliary(&mut self) {
        let Some(root) = self.root() else { return };
        if self.words[root].tag != UniversalTag::Noun {
            return;
        }
        let have = self.dependents(root).find(|&nth| {
            nth < root
                && self.words[nth].relation == Relation::Aux
                && matches!(self.words[nth].lower().as_str(), "has" | "have" | "had")
        });
        let Some(have) = have else { return };
        self.make_root(have, root, Relation::Obj);
        self.words[have].tag = UniversalTag::Verb;
        "have".clone_into(&mut self.words[have].lemma);
        for nth in 0..self.words.len() {
            let word = &mut self.words[nth];
            if word.head == Some(root)
                && nth != have
                && (nth < have || word.relation == Relation::Punct)
            {
                word.head = Some(have);
            }
        }
    }

    /// *300 metres tall*, read as *metres* with an adverb.
    fn measure_as_predicate(&mut self) {
        let Some(root) = self.root() else { return };
        let adjective = root + 1;
        let is_dimension = self
            .words
            .get(adjective)
            .is_some_and(|word| word.head == Some(root) && lexicon::is_dimension(&word.lower()));
        if !is_dimension || !self.words[root].is_plural() || !self.has(root, Relation::Nummod) {
            return;
        }
        self.make_root(adjective, root, Relation::Obl);
        self.words[root].subtype = Some(Subtype::Unmarked);
        self.words[adjective].tag = UniversalTag::Adj;
        for nth in 0..self.words.len() {
            let word = &mut self.words[nth];
            if word.head == Some(root)
                && nth != adjective
                && !matches!(word.relation, Relation::Nummod | Relation::Amod | Relation::Advmod)
            {
                word.head = Some(adjective);
            }
        }
    }

    /// Makes the first of two objects the indirect one.
    fn second_object(&mut self) {
        for verb in 0..self.words.len() {
            let objects: Vec<usize> = self
                .dependents(verb)
                .filter(|&nth| {
                    nth > verb && matches!(self.words[nth].relation, Relation::Obj | Relation::Iobj)
                })
                .collect();
            if let [first, second] = objects[..] {
                // *The poet Guillaume Apollinaire* is one object.
                if self.words[second].tag == UniversalTag::Propn
                    && self.words[first].kind == Some(EntityKind::Person)
                    && self.words[first].tag == UniversalTag::Noun
                    && self.has(first, Relation::Det)
                    && first + 1 == second
                {
                    self.words[second].relation = Relation::Appos;
                    self.words[second].head = Some(first);
                    continue;
                }
                self.words[first].relation = Relation::Iobj;
                // *Her first book*.
                let opening = self.subtree(second).first().copied();
                if self.words[first].lower() == "her" && opening == Some(first + 1) {
                    self.words[first].relation = Relation::Nmod;
                    self.words[first].subtype = Some(Subtype::Poss);
                    self.words[first].penn = PennTag::PrpS;
                    self.words[first].head = Some(second);
                }
            }
        }
    }

    fn marked_parataxis(&mut self) {
        for nth in 0..self.words.len() {
            if self.words[nth].relation == Relation::Parataxis && self.has(nth, Relation::Mark) {
                self.words[nth].relation = Relation::Advcl;
            }
            // *Before it empties* says when something happens.
            let opener = self.dependent(nth, Relation::Mark).map(|mark| self.words[mark].lower());
            let when = opener.is_some_and(|word| {
                matches!(
                    word.as_str(),
                    "before" | "after" | "while" | "because" | "although" | "since" | "if"
                )
            });
            let verb = std::iter::successors(self.words[nth].head, |&it| self.words[it].head)
                .take(self.words.len())
                .find(|&it| self.words[it].tag == UniversalTag::Verb);
            if self.words[nth].relation == Relation::Acl
                && when
                && let Some(verb) = verb
            {
                self.words[nth].relation = Relation::Advcl;
                self.words[nth].head = Some(verb);
            }
        }
    }

    /// *Opened a wing in 2010*: the year belongs to the verb.
    fn times_below_objects(&mut self) {
        for nth in 0..self.words.len() {
            let word = &self.words[nth];
            let Some(noun) = word.head else { continue };
            let timed = word.kind == Some(EntityKind::Time) || lexicon::is_year(&word.form);
            let case = self.dependent(nth, Relation::Case).map(|case| self.words[case].lower());
            let moment =
                case.is_some_and(|case| matches!(case.as_str(), "in" | "on" | "at" | "during"));
            let Some(verb) = self.words[noun].head else { continue };
            let below_object = word.relation == Relation::Nmod
                && matches!(self.words[noun].relation, Relation::Obj | Relation::Obl)
                && self.words[noun].kind != Some(EntityKind::Time)
                && self.words[verb].tag == UniversalTag::Verb;
            let below_predicate = word.relation == Relation::Obl
                && self.words[noun].relation == Relation::Xcomp
                && self.words[noun].tag == UniversalTag::Adj;
            if timed && moment && (below_object || below_predicate) && nth > noun {
                let word = &mut self.words[nth];
                word.head = Some(verb);
                word.relation = Relation::Obl;
            }
        }
    }

    /// Names of persons, by what they do.
    fn persons(&mut self) {
        for nth in 0..self.words.len() {
            let word = &self.words[nth];
            if word.tag != UniversalTag::Propn {
                continue;
            }
            let stem = word.lower();
            let alone = nth == 0
                && !self.dependents(nth).any(|it| self.words[it].tag == UniversalTag::Propn);
            let men = stem.strip_suffix("men").is_some_and(|start| start.len() > 2);
            let several =
                stem.ends_with('s') && lexicon::is_people_noun(stem.trim_end_matches('s'));
            if alone && (several || men) {
                let word = &mut self.words[nth];
                word.tag = UniversalTag::Noun;
                word.penn = PennTag::Nns;
                word.number = Some(Number::Plural);
                word.is_name = false;
                word.kind = Some(EntityKind::Person);
                continue;
            }
            if word.is_plural() {
                if lexicon::is_people_name(&word.form) {
                    self.words[nth].kind = Some(EntityKind::Person);
                }
                continue;
            }
            let famous = lexicon::is_person_name(&word.form)
                || self.dependents(nth).any(|part| {
                    matches!(self.words[part].relation, Relation::Flat | Relation::Compound)
                        && self.words[part].tag == UniversalTag::Propn
                        && lexicon::is_person_name(&self.words[part].form)
                });
            let described = self.dependents(nth).any(|it| {
                self.words[it].relation == Relation::Appos
                    && self.words[it].kind == Some(EntityKind::Person)
            });
            let undecided = matches!(word.kind, None | Some(EntityKind::Other));
            let plain = !self.has(nth, Relation::Det);
            let agent = word.subtype == Some(Subtype::Agent) || word.relation == Relation::Nsubj;
            let verb = word.head.map(|head| &self.words[head]);
            let human = verb
                .is_some_and(|verb| lexicon::is_human_verb(&verb.lemma) || verb.lower() == "born");
            if undecided && plain && (famous || described || agent && human)
                || famous && plain && word.kind == Some(EntityKind::Group)
            {
                self.words[nth].kind = Some(EntityKind::Person);
            }
        }
    }
}
