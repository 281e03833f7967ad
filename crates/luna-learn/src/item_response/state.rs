//! The marks, and a value of each number that is not known.

use super::mark::Mark;

/// The marks, and the values of all that is not known.
pub(super) struct State {
    pub(super) rows: Vec<Row>,
    /// The rows of each question, person and judge.
    pub(super) of_question: Vec<Vec<usize>>,
    pub(super) of_person: Vec<Vec<usize>>,
    pub(super) of_judge: Vec<Vec<usize>>,
    pub(super) machines: Vec<bool>,
    pub(super) log_discriminations: Vec<f64>,
    pub(super) difficulties: Vec<f64>,
    pub(super) abilities: Vec<f64>,
    pub(super) severities: Vec<f64>,
    /// How much better an answer is for one unit of each covariate, in logits.
    pub(super) effects: Vec<f64>,
    pub(super) common: Common,
}

#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) question: usize,
    pub(super) person: usize,
    pub(super) judge: usize,
    pub(super) mark: Mark,
    /// How much better the answer is by its covariates, in logits.
    pub(super) shift: f64,
}

/// What all marks share.
#[derive(Clone, Copy)]
pub(super) struct Common {
    /// The logarithm of the points of one logit.
    pub(super) log_spread: f64,
    pub(super) log_severity: f64,
    /// The abilities of machines; those of people set the scale.
    pub(super) machine_mean: f64,
    pub(super) log_machine_deviation: f64,
}

impl Row {
    /// The place of the mark, raised by the severity of its judge and lowered by the covariates.
    pub(super) fn place(&self, spread: f64, severity: f64) -> f64 {
        self.mark.place(spread) + severity - self.shift
    }
}

impl State {
    /// The numbers of marks of people and of machines.
    pub(super) fn marks(&self, question: usize) -> [usize; 2] {
        let rows = &self.of_question[question];
        let machines = rows.iter().filter(|&&row| self.machines[self.rows[row].person]).count();
        [rows.len() - machines, machines]
    }

    /// The derivative of a question's log-likelihood by a shift of the quality for machines, and the
    /// information about the shift.
    pub(super) fn machine_score(&self, question: usize) -> (f64, f64) {
        let rows = self.of_question[question].iter().map(|&row| &self.rows[row]);
        let terms = rows
            .filter(|row| self.machines[row.person])
            .map(|row| row.mark.term(self.place(row), self.expected(row)));
        terms.fold((0.0, 0.0), |sum, term| (sum.0 + term.slope, sum.1 - term.curvature))
    }

    /// The number of people, and the sums of their abilities and of the squares of these.
    pub(super) fn people(&self) -> usize {
        self.machines.iter().filter(|&&is| !is).count()
    }

    pub(super) fn sum_of_people(&self) -> f64 {
        self.of_people().sum()
    }

    pub(super) fn squares_of_people(&self) -> f64 {
        self.of_people().map(|ability| ability * ability).sum()
    }

    fn of_people(&self) -> impl Iterator<Item = f64> {
        let all = self.abilities.iter().zip(&self.machines);
        all.filter(|(_, is)| !**is).map(|(ability, _)| *ability)
    }

    pub(super) fn sum(&self, rows: &[usize], term: impl Fn(&Row) -> f64) -> f64 {
        rows.iter().map(|&row| term(&self.rows[row])).sum()
    }

    /// The log-likelihood of a question's marks at some parameters.
    pub(super) fn likelihood(&self, question: usize, log: f64, difficulty: f64) -> f64 {
        let discrimination = log.exp();
        self.sum(&self.of_question[question], |row| {
            let quality = discrimination * (self.abilities[row.person] - difficulty);
            row.mark.value(self.place(row), quality)
        })
    }

    /// The expected quality of an answer of somebody with an ability.
    pub(super) fn quality(&self, row: &Row, ability: f64) -> f64 {
        self.log_discriminations[row.question].exp() * (ability - self.difficulties[row.question])
    }

    pub(super) fn expected(&self, row: &Row) -> f64 {
        self.quality(row, self.abilities[row.person])
    }

    pub(super) fn place(&self, row: &Row) -> f64 {
        row.place(self.spread(), self.severities[row.judge])
    }

    pub(super) fn spread(&self) -> f64 {
        self.common.log_spread.exp()
    }
}
