//! What marks say of machines that ask.

use luna_core::measure::{Measure, MeasureKind, Scale};
use luna_learn::float;
use luna_learn::student::critical;
use luna_store::machine::Machine;
use luna_store::measure::OfMachine;
use luna_store::predict::fit;
use luna_store::{Result, Tx};

pub(crate) const DISCRIMINATION: MeasureKind = MeasureKind {
    name: "discrimination",
    title: "How well its questions tell players apart",
    short: "Questions",
    scale: Scale::Number,
    unit: "question",
    page: "/machines",
    missing: "it needs three questions of its own that ten people have answered.",
};

/// The mean discrimination of the questions of each machine that has three or more with marks enough.
pub(crate) fn measures(tx: &mut Tx<'_>, machines: &[Machine]) -> Result<Vec<OfMachine>> {
    let mut all = Vec::new();
    for machine in machines {
        let questions = fit::of_asker(tx, &machine.player_id)?;
        let found: Vec<f64> = questions.iter().map(|it| it.discrimination).collect();
        if found.len() < 3 {
            continue;
        }
        let freedom = float(found.len() - 1);
        let value = found.iter().sum::<f64>() / float(found.len());
        let variance = found.iter().map(|it| (it - value).powi(2)).sum::<f64>() / freedom;
        let margin = critical(0.05, freedom) * (variance / float(found.len())).sqrt();
        let (kind, count) = (DISCRIMINATION, i64::try_from(found.len()).unwrap_or(0));
        let (low, high) = ((value - margin).max(0.0), value + margin);
        all.push((machine.player_id.clone(), Measure { kind, value, low, high, count }));
    }
    Ok(all)
}
