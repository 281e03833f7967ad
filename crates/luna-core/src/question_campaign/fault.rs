//! The faults that make a question unacceptable, in words for raters.

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Ungrammatical,
    Incorrect,
    Vague,
    Awkward,
}

impl Fault {
    pub const ALL: [Fault; 4] =
        [Fault::Ungrammatical, Fault::Incorrect, Fault::Vague, Fault::Awkward];

    pub fn title(self) -> &'static str {
        match self {
            Fault::Ungrammatical => "Grammar",
            Fault::Incorrect => "Truth",
            Fault::Vague => "Vagueness",
            Fault::Awkward => "Awkwardness",
        }
    }

    pub fn explanation(self) -> &'static str {
        match self {
            Fault::Ungrammatical => {
                "The question is not a sentence of English, makes no sense, or begins with the wrong question word, such as “who” for a place."
            }
            Fault::Incorrect => {
                "The question takes for granted something that the text plainly contradicts."
            }
            Fault::Vague => {
                "Even somebody who has read the text well could not say which answer is meant."
            }
            Fault::Awkward => {
                "Nobody whose first language is English would put it like this, or something else is wrong with it."
            }
        }
    }
}
