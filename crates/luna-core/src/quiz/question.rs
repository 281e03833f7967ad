//! A question under writing: its states, and what may be done with it in each.

/// The state of a question that somebody writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    Draft,
    /// Waits for the reviews of editors.
    Submitted,
    /// Accepted, and published once its embargo is over.
    Accepted,
    /// Sent back to its writer, who may change it and submit it again.
    Returned,
    Rejected,
    /// Taken back by its writer.
    Withdrawn,
    /// Read in the reading room, and part of releases if its writer agrees.
    Published,
    /// Published once, and removed for good from the reading room and from releases.
    TakenDown,
}

/// What is done with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Its writer changes the text.
    Edit,
    Submit,
    Withdraw,
    /// The reviews of editors decide.
    Decide(Verdict),
    Publish,
    /// Its writer or an editor removes what was accepted.
    TakeDown,
}

/// An editor's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    Accept,
    Return,
    Reject,
}

/// Why something cannot be done with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("This question has been submitted. To change it, withdraw it first.")]
    Submitted,
    #[error("This question was accepted. You can withdraw it, but not change it.")]
    Accepted,
    #[error("This question was rejected and cannot be changed.")]
    Rejected,
    #[error("This question has been published. You can take it down, but not change it.")]
    Published,
    #[error("This question has been taken down. Write a new one instead.")]
    TakenDown,
    #[error("This question has not been submitted.")]
    NotSubmitted,
    #[error("This question has not been accepted.")]
    NotAccepted,
    #[error("This question has not been published, so it cannot be taken down.")]
    NotPublished,
}

impl State {
    pub const ALL: [State; 8] = [
        State::Draft,
        State::Submitted,
        State::Accepted,
        State::Returned,
        State::Rejected,
        State::Withdrawn,
        State::Published,
        State::TakenDown,
    ];

    pub fn name(self) -> &'static str {
        match self {
            State::Draft => "draft",
            State::Submitted => "submitted",
            State::Accepted => "accepted",
            State::Returned => "returned",
            State::Rejected => "rejected",
            State::Withdrawn => "withdrawn",
            State::Published => "published",
            State::TakenDown => "taken down",
        }
    }

    pub fn from_name(name: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.name() == name)
    }

    /// The state after an action, or the reason why it is refused.
    pub fn after(self, action: Action) -> Result<State, Refusal> {
        match (self, action) {
            (State::Draft | State::Returned | State::Withdrawn, Action::Edit) => Ok(self.edited()),
            (State::Draft | State::Returned | State::Withdrawn, Action::Submit) => {
                Ok(State::Submitted)
            }
            (
                State::Draft
                | State::Submitted
                | State::Returned
                | State::Accepted
                | State::Withdrawn,
                Action::Withdraw,
            ) => Ok(State::Withdrawn),
            (State::Submitted, Action::Decide(Verdict::Accept)) => Ok(State::Accepted),
            (State::Submitted, Action::Decide(Verdict::Return)) => Ok(State::Returned),
            (State::Submitted, Action::Decide(Verdict::Reject)) => Ok(State::Rejected),
            (State::Accepted, Action::Publish) => Ok(State::Published),
            (State::Accepted | State::Published, Action::TakeDown) => Ok(State::TakenDown),
            (_, Action::Publish) => Err(Refusal::NotAccepted),
            (_, Action::Decide(_)) => Err(Refusal::NotSubmitted),
            (State::TakenDown, _) => Err(Refusal::TakenDown),
            (_, Action::TakeDown) => Err(Refusal::NotPublished),
            (State::Submitted, _) => Err(Refusal::Submitted),
            (State::Accepted, _) => Err(Refusal::Accepted),
            (State::Rejected, _) => Err(Refusal::Rejected),
            (State::Published, _) => Err(Refusal::Published),
        }
    }

    /// What is withdrawn becomes a draft again by a change; what was returned stays so, with its
    /// comments, until it is submitted.
    fn edited(self) -> State {
        if self == State::Withdrawn { State::Draft } else { self }
    }

    /// Returns true if editors have accepted the question and nobody has taken it down: it counts in
    /// statistics.
    pub fn is_accepted(self) -> bool {
        matches!(self, State::Accepted | State::Published)
    }

    /// Returns true if the writer may change the text.
    pub fn is_open(self) -> bool {
        self.after(Action::Edit).is_ok()
    }
}

impl Verdict {
    pub const ALL: [Verdict; 3] = [Verdict::Accept, Verdict::Return, Verdict::Reject];

    pub fn name(self) -> &'static str {
        match self {
            Verdict::Accept => "accept",
            Verdict::Return => "return",
            Verdict::Reject => "reject",
        }
    }

    pub fn from_name(name: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.name() == name)
    }
}

/// Phenomena of section 5 of the paper, which editors mark; an instance may add more.
pub const PHENOMENA: [(&str, &str); 6] = [
    ("paraphrase", "Paraphrase"),
    ("distractor", "Entity type distractor"),
    ("triangulation", "Triangulation"),
    ("operator", "Operator"),
    ("multi-step", "Multi-step reasoning"),
    ("unseen", "Unseen clue"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows actions, each by its first letter: edit, submit, withdraw, accept, return, Reject
    /// (`x`), publish, take down (`d`).
    fn check(actions: &str, expected: Result<State, Refusal>) {
        let action = |c| match c {
            'e' => Action::Edit,
            's' => Action::Submit,
            'w' => Action::Withdraw,
            'a' => Action::Decide(Verdict::Accept),
            'r' => Action::Decide(Verdict::Return),
            'x' => Action::Decide(Verdict::Reject),
            'p' => Action::Publish,
            'd' => Action::TakeDown,
            other => panic!("{other}"),
        };
        let state = actions.chars().try_fold(State::Draft, |state, c| state.after(action(c)));
        assert_eq!(state, expected, "{actions}");
    }

    #[test]
    fn a_question_goes_its_way() {
        check("ees", Ok(State::Submitted));
        check("sap", Ok(State::Published));
        check("sresap", Ok(State::Published));
        check("sre", Ok(State::Returned));
        check("sw", Ok(State::Withdrawn));
        check("swe", Ok(State::Draft));
        check("saw", Ok(State::Withdrawn));
        check("sx", Ok(State::Rejected));
        check("sapd", Ok(State::TakenDown));
        check("sad", Ok(State::TakenDown));
    }

    #[test]
    fn what_cannot_be_done_is_refused() {
        check("se", Err(Refusal::Submitted));
        check("ss", Err(Refusal::Submitted));
        check("sae", Err(Refusal::Accepted));
        check("sxe", Err(Refusal::Rejected));
        check("sxw", Err(Refusal::Rejected));
        check("sape", Err(Refusal::Published));
        check("sapw", Err(Refusal::Published));
        check("a", Err(Refusal::NotSubmitted));
        check("saa", Err(Refusal::NotSubmitted));
        check("sp", Err(Refusal::NotAccepted));
        for action in ["e", "s", "w", "d", "a", "p"] {
            let refused = match action {
                "a" => Refusal::NotSubmitted,
                "p" => Refusal::NotAccepted,
                _ => Refusal::TakenDown,
            };
            check(&format!("sapd{action}"), Err(refused));
        }
        check("sd", Err(Refusal::NotPublished));
        check("sxd", Err(Refusal::NotPublished));
    }

    #[test]
    fn states_keep_their_names() {
        for state in State::ALL {
            assert_eq!(State::from_name(state.name()), Some(state));
        }
        for verdict in Verdict::ALL {
            assert_eq!(Verdict::from_name(verdict.name()), Some(verdict));
        }
    }
}
