//! One number of each machine: its values, the differences of pairs, its chart, and the same as data.

use luna_figures::{Chart, Frame, Range, Row, intervals};
use serde::Serialize;

use super::estimate::{Bounds, Estimate};
use crate::format::json::Decimal;

/// One number of each machine.
pub struct Measure {
    /// Its name in files.
    pub name: String,
    pub part: &'static str,
    pub title: String,
    /// What `n` counts.
    pub unit: &'static str,
    pub scale: Scale,
    /// Who or what said what is right.
    pub judged_by: String,
    /// By machine, and what else stands beside them.
    pub values: Vec<(String, Option<Estimate>)>,
    /// The differences of two machines over what both were asked.
    pub differences: Vec<Difference>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Share,
    Points,
}

impl Scale {
    pub(super) fn bounds(self) -> Bounds {
        match self {
            Scale::Share => Bounds(0.0, 1.0),
            Scale::Points => Bounds(0.0, 100.0),
        }
    }

    pub(super) fn unit(self) -> &'static str {
        match self {
            Scale::Share => "percent",
            Scale::Points => "points",
        }
    }
}

pub struct Difference {
    pub first: String,
    pub second: String,
    pub estimate: Estimate,
}

impl Measure {
    pub(super) fn shown(&self, estimate: &Estimate) -> String {
        match self.scale {
            Scale::Share => estimate.percent(),
            Scale::Points => estimate.points(),
        }
    }

    pub fn has_values(&self) -> bool {
        self.values.iter().any(|it| it.1.is_some())
    }

    /// The machines with their intervals.
    pub fn chart(&self) -> Chart {
        let times = if self.scale == Scale::Share { 100.0 } else { 1.0 };
        let rows: Vec<Row<'_>> = self
            .values
            .iter()
            .filter_map(|(name, it)| {
                let it = it.as_ref()?;
                let ends = Some((times * it.low, times * it.high));
                Some(Row { name, mean: times * it.value, ends })
            })
            .collect();
        let description = format!("{}, with intervals of 95 %.", self.title);
        let frame = Frame {
            id: &self.name,
            title: &self.title,
            description: &description,
            x_label: self.scale.unit(),
            y_label: "",
        };
        intervals(&frame, &rows, Range { low: 0.0, high: 100.0 })
    }
}

/// A measure in JSON.
#[derive(Serialize)]
pub struct MeasureData<'a> {
    name: &'a str,
    test: &'a str,
    title: &'a str,
    scale: &'static str,
    counted: &'a str,
    judged_by: &'a str,
    values: Vec<ValueData<'a>>,
    differences: Vec<DifferenceData<'a>>,
}

#[derive(Serialize)]
struct ValueData<'a> {
    machine: &'a str,
    #[serde(flatten)]
    estimate: Option<EstimateData>,
}

#[derive(Serialize)]
struct DifferenceData<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    estimate: EstimateData,
    is_certain: bool,
}

#[derive(Serialize)]
struct EstimateData {
    value: Decimal,
    low: Decimal,
    high: Decimal,
    n: usize,
}

impl From<&Estimate> for EstimateData {
    fn from(it: &Estimate) -> EstimateData {
        EstimateData {
            value: Decimal(it.value),
            low: Decimal(it.low),
            high: Decimal(it.high),
            n: it.n,
        }
    }
}

impl<'a> MeasureData<'a> {
    pub(super) fn of(it: &'a Measure) -> MeasureData<'a> {
        let value = |(machine, estimate): &'a (String, Option<Estimate>)| ValueData {
            machine,
            estimate: estimate.as_ref().map(EstimateData::from),
        };
        let difference = |one: &'a Difference| DifferenceData {
            first: &one.first,
            second: &one.second,
            estimate: EstimateData::from(&one.estimate),
            is_certain: one.estimate.is_certain(),
        };
        MeasureData {
            name: &it.name,
            test: it.part,
            title: &it.title,
            scale: if it.scale == Scale::Share { "share" } else { "points" },
            counted: it.unit,
            judged_by: &it.judged_by,
            values: it.values.iter().map(value).collect(),
            differences: it.differences.iter().map(difference).collect(),
        }
    }
}
