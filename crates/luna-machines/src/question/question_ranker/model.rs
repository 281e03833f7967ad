//! Rankers: predictors of a mean rating from features.

use luna_learn::boost::{BoostParts, BoostedTrees, Settings, boost};
use luna_learn::design::{Design, Refusal};
use luna_learn::float;
use luna_learn::linear::{Linear, ridge};
use serde::{Deserialize, Serialize};

use super::kernel::KernelModel;

/// Strengths of ridge regression among which leaving one question out chooses.
const STRENGTHS: [f64; 13] =
    [1.0, 3.0, 10.0, 30.0, 60.0, 100.0, 200.0, 300.0, 500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum RankerKind {
    /// Ridge regression, the paper's.
    #[default]
    Ridge,
    /// Boosted trees.
    Boosted,
    /// Kernel ridge regression.
    Kernel,
    /// The mean of the three.
    Mean,
}

impl RankerKind {
    pub const ALL: [RankerKind; 4] =
        [RankerKind::Ridge, RankerKind::Boosted, RankerKind::Kernel, RankerKind::Mean];

    /// The kinds whose mean is the last.
    pub const SINGLE: [RankerKind; 3] =
        [RankerKind::Ridge, RankerKind::Boosted, RankerKind::Kernel];

    pub fn name(self) -> &'static str {
        match self {
            RankerKind::Ridge => "ridge",
            RankerKind::Boosted => "boosted",
            RankerKind::Kernel => "kernel",
            RankerKind::Mean => "mean",
        }
    }

    pub fn from_name(name: &str) -> Option<RankerKind> {
        RankerKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A fitted ranker: the mean of its members.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranker {
    members: Vec<Member>,
}

#[derive(Clone, Debug, PartialEq)]
enum Member {
    Ridge(Linear),
    Boosted(BoostedTrees),
    Kernel(KernelModel),
}

/// The numbers of a ranker, for a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MemberParts {
    Ridge { intercept: f64, weights: Vec<f64> },
    Boosted { start: f64, columns: usize, trees: Vec<Vec<(f64, Option<(usize, f64, usize)>)>> },
    Kernel(KernelModel),
}

impl Ranker {
    /// Fits a ranker to some rows of a design, with a rating for every row.
    pub fn fit(
        kind: RankerKind,
        design: &Design,
        train: &[usize],
        target: &[f64],
    ) -> Result<Ranker, Refusal> {
        let members = match kind {
            RankerKind::Ridge => vec![Member::ridge(design, train, target)?],
            RankerKind::Boosted => Member::boosted(design, train, target)?,
            RankerKind::Kernel => vec![Member::Kernel(KernelModel::fit(design, train, target)?)],
            RankerKind::Mean => {
                let all = RankerKind::SINGLE.map(|kind| Ranker::fit(kind, design, train, target));
                return all.into_iter().collect::<Result<Vec<_>, _>>().map(Ranker::mean);
            }
        };
        Ok(Ranker { members })
    }

    /// The mean of several rankers, each with as many members as it has.
    pub fn mean(all: impl IntoIterator<Item = Ranker>) -> Ranker {
        Ranker { members: all.into_iter().flat_map(|ranker| ranker.members).collect() }
    }

    /// Predicts the mean rating of a question with these features.
    pub fn score(&self, values: &[f64]) -> f64 {
        let sum: f64 = self.members.iter().map(|member| member.score(values)).sum();
        sum / float(self.members.len().max(1))
    }

    pub(super) fn to_parts(&self) -> Vec<MemberParts> {
        self.members.iter().map(Member::to_parts).collect()
    }

    /// `None` unless all numbers fit together and the columns.
    pub(super) fn from_parts(parts: Vec<MemberParts>, columns: usize) -> Option<Ranker> {
        let members = parts.into_iter().map(|parts| Member::from_parts(parts, columns));
        let members = members.collect::<Option<Vec<_>>>()?;
        (!members.is_empty()).then_some(Ranker { members })
    }
}

impl Member {
    fn ridge(design: &Design, train: &[usize], target: &[f64]) -> Result<Member, Refusal> {
        Ok(Member::Ridge(ridge(design, train, target, &STRENGTHS)?.model))
    }

    fn boosted(design: &Design, train: &[usize], target: &[f64]) -> Result<Vec<Member>, Refusal> {
        let each = (0..2).map(|seed| {
            let settings = Settings {
                trees: 200,
                depth: 3,
                leaf: 10,
                shrinkage: 0.04,
                share: 0.5,
                patience: 0,
                seed,
            };
            boost(design, train, &[], target, &settings).map(Member::Boosted)
        });
        each.collect()
    }

    fn score(&self, values: &[f64]) -> f64 {
        match self {
            Member::Ridge(model) => {
                let each = model.weights.iter().zip(values);
                model.intercept + each.map(|(weight, value)| weight * value).sum::<f64>()
            }
            Member::Boosted(model) => model.predict_row(values),
            Member::Kernel(model) => model.score(values),
        }
    }

    fn to_parts(&self) -> MemberParts {
        match self {
            Member::Ridge(Linear { weights, intercept }) => {
                MemberParts::Ridge { intercept: *intercept, weights: weights.clone() }
            }
            Member::Boosted(model) => {
                let BoostParts { start, columns, trees } = model.to_parts();
                MemberParts::Boosted { start, columns, trees }
            }
            Member::Kernel(model) => MemberParts::Kernel(model.clone()),
        }
    }

    fn from_parts(parts: MemberParts, columns: usize) -> Option<Member> {
        match parts {
            MemberParts::Ridge { intercept, weights } => {
                (weights.len() == columns).then_some(Member::Ridge(Linear { weights, intercept }))
            }
            MemberParts::Boosted { start, columns: own, trees } => {
                let parts = BoostParts { start, columns: own, trees };
                let model = BoostedTrees::from_parts(parts)?;
                (own == columns).then_some(Member::Boosted(model))
            }
            MemberParts::Kernel(model) => model.is_sound(columns).then_some(Member::Kernel(model)),
        }
    }
}
