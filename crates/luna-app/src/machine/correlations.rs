//! The agreement of machines' measures: rank correlations of the pairs of measures.

use luna_core::measure::MeasureKind;
use luna_learn::metrics::{RankCorrelation, rank_correlation};
use luna_store::measure::KeptMeasure;

/// The fewest machines with both measures.
pub const ENOUGH_MACHINES: usize = 10;

/// Two measures, and what is known of their agreement.
#[derive(Clone, Copy, Debug)]
pub struct MeasurePair {
    pub one: &'static MeasureKind,
    pub other: &'static MeasureKind,
    /// The number of machines that have both.
    pub machines: usize,
    /// None with too few machines, or if all have the same value.
    pub found: Option<RankCorrelation>,
}

/// Each pair of these measures, in their order, over the measures of some machines.
pub fn pairs(kinds: &[&'static MeasureKind], machines: &[&[KeptMeasure]]) -> Vec<MeasurePair> {
    let value = |kept: &[KeptMeasure], kind: &MeasureKind| {
        kept.iter().find(|it| it.name == kind.name).map(|it| it.value)
    };
    let each = kinds.iter().enumerate();
    let of_two = each.flat_map(|(nth, one)| kinds.iter().skip(nth + 1).map(move |it| (*one, *it)));
    of_two
        .map(|(one, other)| {
            let both = machines.iter().filter_map(|it| Some((value(it, one)?, value(it, other)?)));
            let (ones, others): (Vec<f64>, Vec<f64>) = both.unzip();
            let enough = ones.len() >= ENOUGH_MACHINES;
            let found = if enough { rank_correlation(&ones, &others) } else { None };
            MeasurePair { one, other, machines: ones.len(), found }
        })
        .collect()
}
