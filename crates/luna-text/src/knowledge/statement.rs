//! Assertions as English sentences.

use super::assertion::{Assertion, Concept, Side};
use super::base::KnowledgeBase;
use super::inflection::{gerund, participle};
use super::phrase::{Kind, is_plural_phrase, with_article};
use super::relation::Relation;
use super::word_class::{
    is_action_word, is_adjective, is_emotion, is_name, is_uncounted, place_preposition,
};

impl KnowledgeBase {
    /// An assertion as an English sentence: "A dog is a kind of pet."
    pub fn sentence(&self, assertion: &Assertion) -> String {
        let text = Statement { base: self, assertion }.text();
        let mut letters = text.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{first}{}.", letters.as_str())
    }
}

struct Statement<'a> {
    base: &'a KnowledgeBase,
    assertion: &'a Assertion,
}

impl Statement<'_> {
    fn text(&self) -> String {
        let Assertion { left, right, relation, .. } = *self.assertion;
        let base = self.base;
        match relation {
            Relation::IsA | Relation::InheritsFrom => self.class(),
            Relation::HasProperty => self.is(&self.property(right)),
            Relation::InstanceOf => self.is(&format!("an example of {}", base.class_phrase(right))),
            Relation::DefinedAs => self.is(&self.bare(right)),
            Relation::UsedFor => match base.kind(right) {
                Kind::Thing if !base.may_be_action(right) => {
                    self.is(&format!("used for {}", base.object(&base.noun(right))))
                }
                _ => self.is(&format!("used for {}", base.gerund_phrase(right))),
            },
            Relation::PartOf => self.is(&format!("part of {}", base.thing_phrase(right))),
            Relation::MadeOf => self.is(&format!("made of {}", base.material(right))),
            Relation::CreatedBy if is_uncounted(base.name(right)) => {
                self.does("come", "comes", &format!("from {}", base.name(right)))
            }
            Relation::CreatedBy => self.is(&format!("made by {}", base.thing_phrase(right))),
            Relation::LocatedNear => self.is(&format!("near {}", base.thing_phrase(right))),
            Relation::SimilarSize => {
                self.is(&format!("about as big as {}", base.thing_phrase(right)))
            }
            Relation::SymbolOf => self.is(&format!("a symbol of {}", base.class_phrase(right))),
            Relation::ConceptuallyRelatedTo => self.is(&format!("related to {}", self.bare(right))),
            Relation::AtLocation => self.location(),
            Relation::CapableOf => format!("{} {}", self.subject(), self.ability()),
            Relation::ReceivesAction => {
                format!("{} {} be {}", self.subject(), self.can(), base.participle_phrase(right))
            }
            Relation::HasA => self.does("have", "has", &base.thing_phrase(right)),
            Relation::Causes => self.does("cause", "causes", &base.noun_phrase(right)),
            Relation::Desires => self.does("want", "wants", &self.base.wish(right)),
            Relation::CausesDesire => {
                self.does("make you want", "makes you want", &self.base.wish(right))
            }
            Relation::MotivatedByGoal => self.motive(),
            Relation::HasPrerequisite => self.prerequisite(),
            Relation::HasSubevent => self.event(""),
            Relation::HasFirstSubevent => self.event(" first"),
            Relation::HasLastSubevent => self.event(" last"),
            Relation::HasPainIntensity | Relation::HasPainCharacter => {
                let not = self.not();
                format!("the pain of {} is {not}{}", base.noun_phrase(left), self.property(right))
            }
        }
    }

    /// What the sentence is about. Only what causes something is a state: "being cold".
    fn subject(&self) -> String {
        match self.assertion.relation {
            Relation::Causes | Relation::CausesDesire => self.base.noun_phrase(self.assertion.left),
            _ => self.bare(self.assertion.left),
        }
    }

    /// A noun phrase, or an adjective alone.
    fn bare(&self, concept: Concept) -> String {
        match self.base.kind(concept) {
            Kind::State => self.base.state(concept).into_owned(),
            Kind::Action | Kind::Thing => self.base.noun_phrase(concept),
        }
    }

    /// "a dog is a kind of pet", "Paris is a city".
    fn class(&self) -> String {
        let Assertion { left, right, .. } = *self.assertion;
        let class = self.base.class_phrase(right);
        let has_own_article =
            ["a ", "an ", "the "].iter().any(|article| class.starts_with(article));
        if has_own_article {
            self.is(&class)
        } else if is_name(&self.base.display(left)) {
            self.is(&with_article(&class))
        } else {
            self.is(&format!("a kind of {class}"))
        }
    }

    /// "cold", "made of wood", "a game".
    fn property(&self, concept: Concept) -> String {
        let text = self.base.state(concept);
        let text = text.strip_prefix("have ").unwrap_or(&text);
        let (verb, rest) =
            text.split_once(' ').map_or((text, None), |(verb, rest)| (verb, Some(rest)));
        let is_verb = (is_action_word(verb) || is_emotion(verb)) && !is_adjective(verb);
        match rest {
            _ if is_verb && self.base.written(concept).is_none() => match rest {
                Some(_) => self.base.participle_phrase(concept),
                None => self.quality(verb),
            },
            None if self.base.is_class(concept) && !is_adjective(verb) => {
                with_article(&self.base.class_phrase(concept))
            }
            _ => text.to_owned(),
        }
    }

    /// People and animals are bored by what is boring.
    fn quality(&self, verb: &str) -> String {
        let subject = self.base.name(self.assertion.left);
        let feels = ["person", "people", "child", "baby", "man", "woman", "cat", "dog"];
        match is_emotion(verb) && !feels.contains(&subject) {
            true => gerund(verb),
            false => participle(verb),
        }
    }

    /// "can bark", "cannot be cold".
    fn ability(&self) -> String {
        let right = self.assertion.right;
        let (can, base) = (self.can(), self.base);
        let is_stated = base.related(right, Side::Right, Relation::CapableOf).next().is_some();
        match base.kind(right) {
            Kind::Thing if !is_stated => format!("{can} have {}", base.noun_phrase(right)),
            Kind::Action | Kind::State | Kind::Thing => {
                format!("{can} {}", base.verb_phrase(right))
            }
        }
    }

    /// "a dog is …", "clothes are not …".
    fn is(&self, rest: &str) -> String {
        let subject = self.subject();
        let verb = if self.is_plural() { "are" } else { "is" };
        format!("{subject} {verb} {}{rest}", self.not())
    }

    /// "a dog wants …", "a dog does not want …".
    fn does(&self, base_form: &str, third_person: &str, rest: &str) -> String {
        let subject = self.subject();
        match (self.assertion.is_negative(), self.is_plural()) {
            (true, true) => format!("{subject} do not {base_form} {rest}"),
            (true, false) => format!("{subject} does not {base_form} {rest}"),
            (false, true) => format!("{subject} {base_form} {rest}"),
            (false, false) => format!("{subject} {third_person} {rest}"),
        }
    }

    fn location(&self) -> String {
        let Assertion { left, right, .. } = *self.assertion;
        let place = self.base.noun(right);
        let last = place.rsplit(' ').next().unwrap_or_default();
        let phrase = match last {
            "home" | "work" | "school" | "bed" if last == place => last.to_owned(),
            _ => self.base.thing_phrase(right),
        };
        let preposition = match last {
            _ if self.base.kind(right) == Kind::Action => "while",
            _ => place_preposition(last),
        };
        let (can, base) = (self.can(), self.base);
        match base.kind(left) {
            Kind::Action => format!("you {can} {} {preposition} {phrase}", base.verb_phrase(left)),
            Kind::State | Kind::Thing => {
                format!("you {can} find {} {preposition} {phrase}", self.bare(left))
            }
        }
    }

    fn motive(&self) -> String {
        let Assertion { left, right, .. } = *self.assertion;
        let not = if self.assertion.is_negative() { "not " } else { "" };
        let action = match self.base.kind(left) {
            Kind::Action | Kind::State => self.base.verb_phrase(left),
            Kind::Thing => format!("have {}", self.base.noun_phrase(left)),
        };
        format!("you would {not}{action} because you want {}", self.base.wish(right))
    }

    fn prerequisite(&self) -> String {
        let Assertion { left, right, .. } = *self.assertion;
        let base = self.base;
        let needed = base.wish(right);
        let need = if self.assertion.is_negative() { "do not need" } else { "need" };
        match base.kind(left) == Kind::Thing && !base.may_be_action(left) {
            true => self.does("need", "needs", &needed),
            false => format!("to {}, you {need} {needed}", base.verb_phrase(left)),
        }
    }

    /// "when you eat, you chew first".
    fn event(&self, place: &str) -> String {
        let Assertion { left, right, .. } = *self.assertion;
        let base = self.base;
        let kind = |concept: Concept| match base.may_be_action(concept) {
            true => Kind::Action,
            false => base.kind(concept),
        };
        let clause = base.subject_and_clause(right);
        let happens = match kind(right) {
            Kind::Action if let Some((subject, clause)) = &clause => {
                format!("{subject} will {}{clause}", self.not())
            }
            Kind::Action if self.assertion.is_negative() => {
                format!("you do not {}", base.verb_phrase(right))
            }
            Kind::Action => format!("you {}", base.verb_phrase(right)),
            Kind::State => format!("you are {}{}", self.not(), base.state(right)),
            Kind::Thing => {
                let thing = base.noun_phrase(right);
                let are = if is_plural_phrase(&thing) { "are" } else { "is" };
                format!("there {are} {}{thing}", self.not())
            }
        };
        match kind(left) {
            Kind::Action => format!("when you {}, {happens}{place}", base.verb_phrase(left)),
            Kind::State => format!("when you are {}, {happens}{place}", base.state(left)),
            Kind::Thing => format!("during {}, {happens}{place}", base.noun_phrase(left)),
        }
    }

    fn is_plural(&self) -> bool {
        let left = self.assertion.left;
        self.base.kind(left) == Kind::Thing && is_plural_phrase(&self.base.noun_phrase(left))
    }

    fn not(&self) -> &'static str {
        if self.assertion.is_negative() { "not " } else { "" }
    }

    fn can(&self) -> &'static str {
        if self.assertion.is_negative() { "cannot" } else { "can" }
    }
}
