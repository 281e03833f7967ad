//! The statistics of written questions: how many, of which kinds, and how machines fared.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::assignment::Agreement;
use luna_core::quiz::question::{PHENOMENA, State, Verdict};
use luna_learn::proportion::exact_interval;
use luna_store::assignment;
use luna_store::quiz::question::{self, Question};
use luna_store::quiz::revision::{self, MachineResults};
use luna_store::quiz::round;
use luna_store::{self as store, Tx};

use super::assessment::parse;
use super::review::{KIND, verdict};

/// Counts of the questions that editors have accepted: what else was submitted counts nowhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    pub questions: usize,
    pub sentences: usize,
    pub writers: usize,
    /// For each category: questions, and machines tricked of those asked.
    pub by_category: BTreeMap<String, TrickCounts>,
    /// The same for each month, as 2026-11.
    pub by_month: BTreeMap<String, TrickCounts>,
    pub by_round: Vec<(round::Round, TrickCounts)>,
    /// The same for each machine, by its name.
    pub by_machine: BTreeMap<String, TrickCounts>,
    pub tricked: TrickCounts,
    pub phenomena: Vec<Phenomenon>,
    /// Questions that an editor has marked with phenomena.
    pub marked: usize,
    /// The agreement of the first two editors about the verdict, on these questions.
    pub agreement: Agreement,
}

/// Questions, and on their last revision the machines that were asked and those that were wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrickCounts {
    pub questions: usize,
    pub machines: i64,
    pub tricked: i64,
}

/// How often a phenomenon occurs. Shares may add to more than one.
#[derive(Clone, Debug, PartialEq)]
pub struct Phenomenon {
    pub name: String,
    pub questions: usize,
    pub share: f64,
    /// The exact 95 % interval of the share.
    pub interval: (f64, f64),
    /// The agreement of the first two editors about it.
    pub agreement: Agreement,
}

impl TrickCounts {
    /// The share of machines that were tricked; none if none was asked.
    pub fn share(self) -> Option<f64> {
        let float = |n: i64| u32::try_from(n).map_or(0.0, f64::from);
        (self.machines > 0).then(|| float(self.tricked) / float(self.machines))
    }

    /// The exact 95 % interval of the share. It is for the questions of one machine: machines that were
    /// asked the same question do not fail apart from each other.
    pub fn interval(self) -> (f64, f64) {
        let count = |n: i64| usize::try_from(n).unwrap_or(0);
        exact_interval(count(self.tricked), count(self.machines))
    }

    fn add(&mut self, fared: Option<&MachineResults>) {
        self.questions += 1;
        if let Some(fared) = fared {
            self.machines += fared.machine_count;
            self.tricked += fared.tricked;
        }
    }
}

impl Statistics {
    /// Reads the statistics of all questions that editors have accepted and nobody has taken down.
    pub fn read(tx: &mut Tx<'_>) -> store::Result<Statistics> {
        let mut all = Statistics::default();
        let mut writers = BTreeSet::new();
        let mut verdicts_of: BTreeMap<String, Vec<Verdict>> = BTreeMap::new();
        let mut marks_of: BTreeMap<String, Vec<BTreeSet<String>>> = BTreeMap::new();
        let mut rounds: BTreeMap<String, TrickCounts> = BTreeMap::new();
        for state in State::ALL.into_iter().filter(|state| state.is_accepted()) {
            let fared = revision::last_in_state(tx, state)?;
            let fared: BTreeMap<&str, &MachineResults> =
                fared.iter().map(|it| (it.question_id.as_str(), it)).collect();
            for question in question::in_state(tx, state, i64::MAX)? {
                let fared = fared.get(question.id.as_str()).copied();
                all.count(&question, fared);
                all.count_machines(fared)?;
                if let Some(id) = &question.round_id {
                    rounds.entry(id.clone()).or_default().add(fared);
                }
                verdicts_of.insert(question.id.clone(), Vec::new());
                marks_of.insert(question.id, Vec::new());
                writers.insert(question.writer_id);
            }
        }
        for review in assignment::all_reviews(tx, KIND)? {
            let verdict = verdict(&review)?;
            if let Some(verdicts) = verdicts_of.get_mut(&review.item_id) {
                verdicts.push(verdict);
            }
            // The phenomena are those of questions that an editor accepts.
            if verdict == Verdict::Accept
                && let Some(marks) = marks_of.get_mut(&review.item_id)
            {
                marks.push(review.marks.into_iter().collect());
            }
        }
        all.writers = writers.len();
        all.agreement = Agreement::of(verdicts_of.values().map(Vec::as_slice));
        all.by_round = round::all(tx)?
            .into_iter()
            .map(|round| (rounds.get(&round.id).copied().unwrap_or_default(), round))
            .map(|(tricked, round)| (round, tricked))
            .collect();
        let marks_of: Vec<_> = marks_of.into_values().filter(|marks| !marks.is_empty()).collect();
        all.marked = marks_of.len();
        all.phenomena = phenomena(&marks_of);
        Ok(all)
    }

    /// Counts each machine that has answered on the last revision of a question.
    fn count_machines(&mut self, fared: Option<&MachineResults>) -> store::Result<()> {
        let Some(fared) = fared else { return Ok(()) };
        for machine in parse(&fared.machines)?.into_iter().filter(|it| it.silence.is_none()) {
            let own = self.by_machine.entry(machine.name).or_default();
            own.questions += 1;
            own.machines += 1;
            own.tricked += i64::from(machine.tricked);
        }
        Ok(())
    }

    fn count(&mut self, question: &Question, fared: Option<&MachineResults>) {
        self.questions += 1;
        self.sentences += luna_machines::sentences(&question.text).len();
        self.tricked.add(fared);
        self.by_category.entry(question.category.clone()).or_default().add(fared);
        let month = question.submitted_at.map(crate::format::stamp).unwrap_or_default();
        let month = month.get(..7).unwrap_or_default().to_owned();
        self.by_month.entry(month).or_default().add(fared);
    }
}

/// The table of phenomena: those of the paper, then what editors have added. A question has a
/// phenomenon if one of its editors has seen it.
fn phenomena(marks_of: &[Vec<BTreeSet<String>>]) -> Vec<Phenomenon> {
    let mut names: Vec<String> = PHENOMENA.iter().map(|(name, _)| (*name).to_owned()).collect();
    let added: BTreeSet<&String> = marks_of.iter().flatten().flatten().collect();
    for name in added {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let phenomenon = |name: String| {
        let seen = |marks: &&Vec<BTreeSet<String>>| marks.iter().any(|it| it.contains(&name));
        let questions = marks_of.iter().filter(seen).count();
        let votes: Vec<Vec<bool>> = marks_of
            .iter()
            .map(|marks| marks.iter().map(|it| it.contains(&name)).collect())
            .collect();
        let total = luna_learn::float(marks_of.len()).max(1.0);
        Phenomenon {
            share: luna_learn::float(questions) / total,
            interval: exact_interval(questions, marks_of.len()),
            agreement: Agreement::of(votes.iter().map(Vec::as_slice)),
            questions,
            name,
        }
    };
    names.into_iter().map(phenomenon).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_tricked_machines_has_an_exact_interval() {
        let counts = TrickCounts { questions: 4, machines: 4, tricked: 3 };
        assert_eq!(counts.share(), Some(0.75));
        let (low, high) = counts.interval();
        // By Clopper and Pearson, three of four.
        assert!((low - 0.194).abs() < 0.001 && (high - 0.994).abs() < 0.001, "{low} {high}");
        assert_eq!(TrickCounts::default().share(), None);
    }

    #[test]
    fn shares_of_phenomena_may_add_to_more_than_one() {
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let marks = vec![
            vec![set(&["paraphrase", "operator"]), set(&["paraphrase"])],
            vec![set(&["paraphrase"]), set(&["paraphrase", "pun"])],
        ];
        let table = phenomena(&marks);
        let of = |name: &str| table.iter().find(|it| it.name == name).unwrap();
        assert!((of("paraphrase").share - 1.0).abs() < 1e-12);
        assert!((of("operator").share - 0.5).abs() < 1e-12);
        assert_eq!(of("pun").questions, 1);
        assert_eq!(of("operator").agreement, Agreement { items: 2, agreed: 1 });
        assert_eq!(of("unseen").questions, 0);
        assert_eq!(phenomena(&[]).len(), PHENOMENA.len());
    }
}
