//! The inflection of a word, so far as its tag and its form tell it.

use super::tag::PennTag;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    Singular,
    Plural,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Person {
    First,
    Second,
    Third,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tense {
    Past,
    Present,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerbForm {
    Finite,
    /// Also the imperative.
    Base,
    /// *-ing*: gerund or present participle.
    Ing,
    /// Past participle.
    Participle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mood {
    Indicative,
    Imperative,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Degree {
    Positive,
    Comparative,
    Superlative,
}

/// Inflection; what a word does not show is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    pub number: Option<Number>,
    pub person: Option<Person>,
    pub tense: Option<Tense>,
    pub verb_form: Option<VerbForm>,
    pub mood: Option<Mood>,
    pub degree: Option<Degree>,
}

impl Features {
    /// The features that follow from a tag and a form.
    pub fn of(form: &str, tag: PennTag) -> Features {
        let none = Features::default();
        let number = |number| Features { number: Some(number), ..none };
        let degree = |degree| Features { degree: Some(degree), ..none };
        let verb = |verb_form, tense, number, person| Features {
            verb_form: Some(verb_form),
            tense,
            number,
            person,
            mood: (verb_form == VerbForm::Finite).then_some(Mood::Indicative),
            degree: None,
        };
        let finite = |tense, number, person| verb(VerbForm::Finite, Some(tense), number, person);
        let lower = form.to_lowercase();
        match tag {
            PennTag::Nn | PennTag::Nnp => number(Number::Singular),
            PennTag::Nns | PennTag::Nnps => number(Number::Plural),
            PennTag::Jj => degree(Degree::Positive),
            PennTag::Jjr | PennTag::Rbr => degree(Degree::Comparative),
            PennTag::Jjs | PennTag::Rbs => degree(Degree::Superlative),
            PennTag::Vb => verb(VerbForm::Base, None, None, None),
            PennTag::Vbg => verb(VerbForm::Ing, Some(Tense::Present), None, None),
            PennTag::Vbn => verb(VerbForm::Participle, Some(Tense::Past), None, None),
            PennTag::Vbz => finite(Tense::Present, Some(Number::Singular), Some(Person::Third)),
            PennTag::Vbp => match lower.as_str() {
                "am" | "'m" | "’m" | "m" => {
                    finite(Tense::Present, Some(Number::Singular), Some(Person::First))
                }
                _ => finite(Tense::Present, None, None),
            },
            PennTag::Vbd => match lower.as_str() {
                "was" => finite(Tense::Past, Some(Number::Singular), None),
                "were" => finite(Tense::Past, Some(Number::Plural), None),
                _ => finite(Tense::Past, None, None),
            },
            PennTag::Md => verb(VerbForm::Finite, None, None, None),
            PennTag::Prp | PennTag::PrpS => {
                let (person, number) = pronoun(&lower);
                Features { number, person, ..none }
            }
            PennTag::Dt => match lower.as_str() {
                "this" | "that" | "a" | "an" | "each" | "every" => number(Number::Singular),
                "these" | "those" => number(Number::Plural),
                _ => none,
            },
            _ => none,
        }
    }
}

/// Person and number of a pronoun in lower case.
fn pronoun(form: &str) -> (Option<Person>, Option<Number>) {
    let (singular, plural) = (Some(Number::Singular), Some(Number::Plural));
    match form {
        "i" | "me" | "my" | "mine" | "myself" => (Some(Person::First), singular),
        "we" | "us" | "our" | "ours" | "ourselves" => (Some(Person::First), plural),
        "you" | "your" | "yours" | "u" => (Some(Person::Second), None),
        "yourself" => (Some(Person::Second), singular),
        "yourselves" => (Some(Person::Second), plural),
        "he" | "him" | "his" | "himself" | "she" | "her" | "hers" | "herself" | "it" | "its"
        | "itself" => (Some(Person::Third), singular),
        "they" | "them" | "their" | "theirs" | "themselves" => (Some(Person::Third), plural),
        _ => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_forms_tell_the_inflection() {
        let of = Features::of;
        assert_eq!(of("dogs", PennTag::Nns).number, Some(Number::Plural));
        assert_eq!(of("runs", PennTag::Vbz).person, Some(Person::Third));
        assert_eq!(of("Am", PennTag::Vbp).number, Some(Number::Singular));
        assert_eq!(of("seen", PennTag::Vbn).verb_form, Some(VerbForm::Participle));
        assert_eq!(of("best", PennTag::Jjs).degree, Some(Degree::Superlative));
        let us = of("Us", PennTag::Prp);
        assert_eq!((us.person, us.number), (Some(Person::First), Some(Number::Plural)));
        assert_eq!(of("of", PennTag::In), Features::default());
    }
}
