//! The report of an evaluation: its tables, claims and charts.

mod machines;
mod people;

use luna_figures::{Chart, Frame, Range, Series, Table, lines};

use super::guesser::Guesser;
use super::human::{Group, Play};
use crate::section::ReportSection;

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    pub guessers: Vec<Guesser>,
    pub plays: Vec<Play>,
    pub seed: u64,
}

impl Evaluation {
    /// People's plays of ordinary and of challenge questions.
    fn people(&self) -> [Group; 2] {
        ["control", "adv"].map(|set| Group::of(&self.plays, set))
    }

    /// Both groups of people have played.
    fn has_people(&self) -> bool {
        self.people().iter().all(|group| !group.plays.is_empty())
    }

    /// The panels of figure 3: people first, then each guesser.
    pub fn panels(&self) -> Vec<Chart> {
        let mut panels = Vec::new();
        if self.has_people() {
            panels.push(people::panel(&self.people()));
        }
        panels.extend(self.guessers.iter().zip(1..).map(|(it, nth)| machines::panel(it, nth)));
        panels
    }
}

/// The sections of the report, each with a table.
pub fn sections(of: &Evaluation) -> Vec<ReportSection> {
    let mut all = vec![machines::figure(of), machines::accuracy(of)];
    if of.has_people() {
        all.push(people::section(&of.people()));
        all.push(machines::expected_wins(of));
    }
    all.extend([
        machines::sentences(of),
        machines::categories(of),
        machines::seen(of),
        machines::calibration(of),
        machines::thresholds(of),
    ]);
    all
}

/// One panel of figure 3: the accuracy on ordinary and on challenge questions.
fn accuracy_chart(
    id: &str,
    title: &str,
    description: &str,
    [ordinary, challenge]: &[Vec<(f64, f64, f64)>; 2],
) -> Chart {
    let (x_label, y_label) = ("share of the question in percent", "accuracy");
    let frame = Frame { id, title, description, x_label, y_label };
    let series = [
        Series { name: "ordinary", points: ordinary },
        Series { name: "challenge", points: challenge },
    ];
    lines(&frame, &series, Range { low: 0.0, high: 1.0 })
}

fn blank(name: &'static str, title: &'static str, about: &str, table: Table) -> ReportSection {
    ReportSection {
        name,
        title,
        about: about.to_owned(),
        sources: Vec::new(),
        checks: Vec::new(),
        charts: Vec::new(),
        caption: title.to_owned(),
        table,
        decimals: 3,
    }
}
