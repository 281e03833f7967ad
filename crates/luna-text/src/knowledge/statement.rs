//! Assertions as English sentences.

use super::assertion::{Assertion, Concept};
use super::base::KnowledgeBase;
use super::phrase::is_plural_phrase;
use super::relation::Relation;

/// Places that one is at rather than in.
const AT: [&str; 10] =
    ["beach", "church", "fair", "farm", "home", "party", "restaurant", "school", "work", "zoo"];
/// Places that one is on rather than in.
const ON: [&str; 10] =
    ["desk", "earth", "floor", "ground", "land", "road", "roof", "shelf", "street", "table"];

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
        let display = |concept: Concept| base.display(concept);
        match relation {
            Relation::IsA | Relation::InheritsFrom => {
                self.is(&format!("a kind of {}", display(right)))
            }
            Relation::HasProperty => self.is(&display(right)),
            Relation::InstanceOf => self.is(&format!("an example of {}", display(right))),
            Relation::DefinedAs => self.is(&base.noun_phrase(right)),
            Relation::UsedFor => match base.is_action(right) {
                true => self.is(&format!("used for {}", base.gerund_phrase(right))),
                false => self.is(&format!("used for {}", display(right))),
            },
            Relation::PartOf => self.is(&format!("part of {}", base.noun_phrase(right))),
            Relation::MadeOf => self.is(&format!("made of {}", display(right))),
            Relation::CreatedBy => self.is(&format!("made by {}", base.noun_phrase(right))),
            Relation::LocatedNear => self.is(&format!("near {}", base.noun_phrase(right))),
            Relation::SimilarSize => {
                self.is(&format!("about as big as {}", base.noun_phrase(right)))
            }
            Relation::SymbolOf => self.is(&format!("a symbol of {}", display(right))),
            Relation::ConceptuallyRelatedTo => {
                self.is(&format!("related to {}", base.noun_phrase(right)))
            }
            Relation::AtLocation => self.location(),
            Relation::CapableOf => {
                format!("{} {} {}", base.noun_phrase(left), self.can(), base.verb_phrase(right))
            }
            Relation::ReceivesAction => {
                let action = base.participle_phrase(right);
                format!("{} {} be {action}", base.noun_phrase(left), self.can())
            }
            Relation::HasA => self.does("have", "has", &base.noun_phrase(right)),
            Relation::Causes => self.does("cause", "causes", &base.noun_phrase(right)),
            Relation::Desires => self.does("want", "wants", &self.wish(right)),
            Relation::CausesDesire => {
                self.does("make you want", "makes you want", &self.wish(right))
            }
            Relation::MotivatedByGoal => self.motive(),
            Relation::HasPrerequisite => self.prerequisite(),
            Relation::HasSubevent => self.event(""),
            Relation::HasFirstSubevent => self.event(" first"),
            Relation::HasLastSubevent => self.event(" last"),
            Relation::HasPainIntensity | Relation::HasPainCharacter => {
                let not = self.not();
                format!("the pain of {} is {not}{}", base.noun_phrase(left), display(right))
            }
        }
    }

    /// "a dog is …", "clothes are not …".
    fn is(&self, rest: &str) -> String {
        let subject = self.base.noun_phrase(self.assertion.left);
        let verb = if self.is_plural() { "are" } else { "is" };
        format!("{subject} {verb} {}{rest}", self.not())
    }

    /// "a dog wants …", "a dog does not want …".
    fn does(&self, base_form: &str, third_person: &str, rest: &str) -> String {
        let subject = self.base.noun_phrase(self.assertion.left);
        match (self.assertion.is_negative(), self.is_plural()) {
            (true, true) => format!("{subject} do not {base_form} {rest}"),
            (true, false) => format!("{subject} does not {base_form} {rest}"),
            (false, true) => format!("{subject} {base_form} {rest}"),
            (false, false) => format!("{subject} {third_person} {rest}"),
        }
    }

    fn location(&self) -> String {
        let Assertion { left, right, .. } = *self.assertion;
        let place = self.base.display(right);
        let last = place.rsplit(' ').next().unwrap_or_default();
        let phrase = match last {
            "home" | "work" | "school" | "bed" if last == place => last.to_owned(),
            _ => self.base.noun_phrase(right),
        };
        let preposition = match last {
            _ if AT.contains(&last) => "at",
            _ if ON.contains(&last) => "on",
            _ => "in",
        };
        let subject = self.base.noun_phrase(left);
        format!("you {} find {subject} {preposition} {phrase}", self.can())
    }

    fn motive(&self) -> String {
        let Assertion { left, right, .. } = *self.assertion;
        let not = if self.assertion.is_negative() { "not " } else { "" };
        let action = match self.base.is_action(left) {
            true => self.base.verb_phrase(left),
            false => format!("have {}", self.base.noun_phrase(left)),
        };
        format!("you would {not}{action} because you want {}", self.wish(right))
    }

    fn prerequisite(&self) -> String {
        let Assertion { left, right, .. } = *self.assertion;
        let need = if self.assertion.is_negative() { "do not need" } else { "need" };
        match self.base.is_action(left) {
            true => format!("to {}, you {need} {}", self.base.verb_phrase(left), self.wish(right)),
            false => self.does("need", "needs", &self.wish(right)),
        }
    }

    /// "when you eat, you chew first".
    fn event(&self, place: &str) -> String {
        let Assertion { left, right, .. } = *self.assertion;
        let negative = self.assertion.is_negative();
        let action = match self.base.is_action(right) {
            true => format!(
                "you {}{}",
                if negative { "do not " } else { "" },
                self.base.verb_phrase(right)
            ),
            false => format!("there is {}{}", self.not(), self.base.noun_phrase(right)),
        };
        match self.base.is_action(left) {
            true => format!("when you {}, {action}{place}", self.base.verb_phrase(left)),
            false => format!("during {}, {action}{place}", self.base.noun_phrase(left)),
        }
    }

    /// Things are wanted, actions are to be done.
    fn wish(&self, concept: Concept) -> String {
        match self.base.is_action(concept) {
            true => format!("to {}", self.base.verb_phrase(concept)),
            false => self.base.noun_phrase(concept),
        }
    }

    fn is_plural(&self) -> bool {
        let left = self.assertion.left;
        !self.base.is_action(left) && is_plural_phrase(&self.base.display(left))
    }

    fn not(&self) -> &'static str {
        if self.assertion.is_negative() { "not " } else { "" }
    }

    fn can(&self) -> &'static str {
        if self.assertion.is_negative() { "cannot" } else { "can" }
    }
}
