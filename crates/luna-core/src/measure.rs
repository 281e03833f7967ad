//! Measures: what each test says of a version of a machine, with how sure it is.

/// What is measured. Each test has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeasureKind {
    /// Game: the mean of people's guesses, in points.
    SmartsRating,
    /// Game: how well its questions tell players apart.
    Discrimination,
    /// Trivia: the share of published questions that it has named the answer of.
    QuizAccuracy,
    /// Contest: the share of verdicts that took it for the human.
    TakenForHuman,
    /// Common sense: the share of the maximum that its best answers earn.
    BatteryStrict,
    /// Common sense: the share that the best of its five answers earn.
    BatteryRelaxed,
}

/// A measure with the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    pub kind: MeasureKind,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// What it is the mean of: guesses, questions, verdicts, items.
    pub count: i64,
}

impl MeasureKind {
    /// In the order in which they are shown.
    pub const ALL: [MeasureKind; 6] = [
        MeasureKind::SmartsRating,
        MeasureKind::Discrimination,
        MeasureKind::QuizAccuracy,
        MeasureKind::TakenForHuman,
        MeasureKind::BatteryStrict,
        MeasureKind::BatteryRelaxed,
    ];

    /// The name under which it is stored.
    pub fn name(self) -> &'static str {
        match self {
            MeasureKind::SmartsRating => "smarts_rating",
            MeasureKind::Discrimination => "discrimination",
            MeasureKind::QuizAccuracy => "quiz_accuracy",
            MeasureKind::TakenForHuman => "taken_for_human",
            MeasureKind::BatteryStrict => "battery_strict",
            MeasureKind::BatteryRelaxed => "battery_relaxed",
        }
    }

    pub fn from_name(name: &str) -> Option<MeasureKind> {
        MeasureKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_measure_is_found_by_its_name() {
        for kind in MeasureKind::ALL {
            assert_eq!(MeasureKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(MeasureKind::from_name("beauty"), None);
    }
}
