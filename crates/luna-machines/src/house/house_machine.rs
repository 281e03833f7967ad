//! The machines that come with Luna.

/// A machine that comes with Luna. House machines stay in every pool for ever,
/// so that a drifting crowd can be told from better players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HouseMachine {
    Gibberish,
    Eliza,
    Recall,
}

impl HouseMachine {
    pub const ALL: [HouseMachine; 3] =
        [HouseMachine::Gibberish, HouseMachine::Eliza, HouseMachine::Recall];

    /// The id of its player, the same on every instance.
    pub fn id(self) -> &'static str {
        match self {
            HouseMachine::Gibberish => "house-gibberish",
            HouseMachine::Eliza => "house-eliza",
            HouseMachine::Recall => "house-recall",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            HouseMachine::Gibberish => "gibberish",
            HouseMachine::Eliza => "eliza",
            HouseMachine::Recall => "recall",
        }
    }

    /// Its description for people.
    pub fn about(self) -> &'static str {
        match self {
            HouseMachine::Gibberish => {
                "Answers everything with random capitals, digits and spaces, and guesses at \
                 random too. If Smarts Ratings mean anything, it is near the bottom."
            }
            HouseMachine::Eliza => {
                "Turns a piece of a question around and gives it back, asks back, or says something \
                 short. It follows a script of patterns and understands nothing."
            }
            HouseMachine::Recall => {
                "Answers with a reply to a similar question that it knows, or a part of one, or says \
                 something short. Replies come with Luna, or people wrote them: their author lets \
                 Recall repeat them and an operator has approved them. It does not know what they \
                 mean."
            }
        }
    }

    pub fn from_id(id: &str) -> Option<HouseMachine> {
        HouseMachine::ALL.into_iter().find(|house| house.id() == id)
    }

    /// Returns true if it guesses by a trained model; Gibberish must stay random.
    pub fn learns(self) -> bool {
        match self {
            HouseMachine::Gibberish => false,
            HouseMachine::Eliza | HouseMachine::Recall => true,
        }
    }
}
