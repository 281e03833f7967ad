//! What else is known about a response when it is marked.

use luna_store::export::Response;
use luna_store::paste_detection::Mark;

/// A property of a response that may move its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covariate {
    Length,
    Pasted,
    Fast,
}

impl Covariate {
    pub const ALL: [Covariate; 3] = [Covariate::Length, Covariate::Pasted, Covariate::Fast];

    pub fn name(self) -> &'static str {
        match self {
            Covariate::Length => "length",
            Covariate::Pasted => "pasted",
            Covariate::Fast => "fast",
        }
    }

    /// The unit of the effect, for people.
    pub fn words(self) -> &'static str {
        match self {
            Covariate::Length => "a response of twice the length",
            Covariate::Pasted => "a pasted response",
            Covariate::Fast => "a response faster than anyone types",
        }
    }

    pub(super) fn value(self, it: &Response) -> f64 {
        let marked = |mark: Mark| if it.typing.contains(&mark) { 1.0 } else { 0.0 };
        match self {
            Covariate::Length => {
                let chars = u32::try_from(it.response.chars().count()).unwrap_or(u32::MAX);
                (1.0 + f64::from(chars)).log2()
            }
            Covariate::Pasted => marked(Mark::Pasted),
            Covariate::Fast => marked(Mark::Fast),
        }
    }
}
