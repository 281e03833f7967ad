//! The models, and the data on which the form of each was chosen.

/// The target for the machine's model: its error relative to that of COM.
pub(super) const AIM: f64 = 0.85;

/// A model that predicts ratings. All but COM are kept within 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// The paper's: least squares on all twelve features.
    Com,
    /// The same within 0 to 1.
    Kept,
    /// Ridge regression on how each response compares with the key, once for all questions and
    /// once for each.
    Copied,
    /// The machine's.
    Kernel,
    /// The same with each [`super::Group`] of features more that helps.
    Wide,
    /// The mean rating of the training set.
    Constant,
    /// The part of the kernel that knows no question, trained on the responses to one half of the
    /// questions and applied to those of the other half.
    Unseen,
}

impl Model {
    pub const ALL: [Model; 7] = [
        Model::Com,
        Model::Kept,
        Model::Copied,
        Model::Kernel,
        Model::Wide,
        Model::Constant,
        Model::Unseen,
    ];
    /// Those that predict by themselves, in the order of their predictions.
    pub(super) const BASE: [Model; 5] =
        [Model::Com, Model::Kept, Model::Copied, Model::Kernel, Model::Wide];

    pub fn name(self) -> &'static str {
        match self {
            Model::Com => "COM",
            Model::Kept => "COM in range",
            Model::Copied => "copied",
            Model::Kernel => "kernel",
            Model::Wide => "wide kernel",
            Model::Constant => "constant guess",
            Model::Unseen => "unseen questions",
        }
    }

    /// Below a bar.
    pub(super) fn label(self) -> &'static str {
        match self {
            Model::Kept => "in range",
            Model::Wide => "wide",
            Model::Constant => "constant",
            Model::Unseen => "unseen",
            Model::Com | Model::Copied | Model::Kernel => self.name(),
        }
    }

    /// Tells if the form of the model, or a threshold in it, was chosen with its test errors on
    /// this data set in view. The kernel was made on Powergrading, on Mohler's 24 people and on
    /// the assignments with odd numbers.
    pub fn chosen_in_view(self, data: &str) -> bool {
        let assignment = data.strip_prefix("Mohler ").and_then(|number| number.parse::<u32>().ok());
        let made_on = matches!(data, "Powergrading" | "Mohler");
        match self {
            Model::Kernel | Model::Unseen => made_on || assignment.is_some_and(|it| it % 2 == 1),
            // The threshold looked at all of Mohler's answers.
            Model::Wide => made_on || assignment.is_some(),
            Model::Copied => data == "Mohler",
            Model::Com | Model::Kept | Model::Constant => false,
        }
    }
}
