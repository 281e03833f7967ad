//! People: their accuracy, and the share of a question that they hear before they buzz.

use luna_learn::float;
use luna_learn::proportion::{Table, exact_interval};
use luna_learn::welch::{MeanTest, student, welch};

/// A buzz of a person or a team.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    pub event: String,
    pub set: String,
    pub is_right: bool,
    /// The share of the question that was heard.
    pub position: f64,
}

/// Plays of one kind of question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    pub plays: Vec<Play>,
}

/// The event in which people played against a machine, before an audience.
const LIVE: &str = "live";

impl Group {
    /// Plays of a set where people played without a machine, as in section 3 of the paper.
    pub fn of(plays: &[Play], set: &str) -> Group {
        let own = plays.iter().filter(|play| play.set == set && play.event != LIVE);
        Group { plays: own.cloned().collect() }
    }

    pub fn right(&self) -> usize {
        self.plays.iter().filter(|play| play.is_right).count()
    }

    pub fn accuracy(&self) -> f64 {
        float(self.right()) / float(self.plays.len())
    }

    pub fn interval(&self) -> (f64, f64) {
        exact_interval(self.right(), self.plays.len())
    }

    pub fn positions(&self) -> Vec<f64> {
        self.plays.iter().map(|play| play.position).collect()
    }

    pub fn mean_position(&self) -> f64 {
        self.positions().iter().sum::<f64>() / float(self.plays.len())
    }

    /// The share of plays with the right answer by this share of the question.
    pub fn answered_by(&self, share: f64) -> f64 {
        let right = self.plays.iter().filter(|play| play.is_right && play.position <= share);
        float(right.count()) / float(self.plays.len())
    }

    /// The p-value of Fisher's exact test of the two accuracies.
    pub fn fisher_p(&self, other: &Group) -> f64 {
        let counts = |group: &Group| (group.right(), group.plays.len() - group.right());
        Table { first: counts(self), second: counts(other) }.fisher_p()
    }

    /// Tests of the two mean positions: Welch's and Student's.
    pub fn position_tests(&self, other: &Group) -> [Option<MeanTest>; 2] {
        let (own, others) = (self.positions(), other.positions());
        [welch(&own, &others), student(&own, &others)]
    }
}
