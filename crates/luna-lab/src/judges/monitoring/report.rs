//! The report on the monitor: a table, charts, and the comparison with its targets.

use luna_figures::{Bar, Bars, Chart, Frame, Range, Table, bars, heat_map};
use luna_learn::reliability::Kind;

use super::{GUESSES, KINDS, Measurement, Metrics, Size, flagged};
use crate::claims::{Check, Measured, Target};
use crate::format::{counted, plain};
use crate::judges::Column::Share;
use crate::judges::{self, three};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use crate::world::strategy::{Crowd, Strategy};

pub(super) fn part(all: &[Measurement], size: Size) -> ReportSection {
    ReportSection {
        name: "watching",
        title: "The monitor of judges",
        about: format!(
            "This section shows which judges are flagged, and as what, once every judge has made a number of guesses: found if they \
         should be flagged, accused if they should not. {} players, {}.",
            size.players,
            counted(size.trials, "trial")
        ),
        sources: Vec::new(),
        checks: checks(&all.iter().collect::<Vec<_>>()),
        charts: vec![kinds(all), guesses(all)],
        caption: format!(
            "Judges who are flagged, in percent; {} players, {}",
            size.players,
            counted(size.trials, "trial")
        ),
        table: table(all),
        decimals: 2,
    }
}

pub(super) fn checks(all: &[&Measurement]) -> Vec<Check> {
    let [first, ..] = GUESSES;
    let shares = |strategy: Strategy, kind: Option<Kind>| -> Vec<Measured> {
        let own = all.iter().filter(|watched| watched.guesses == first);
        let share = |watched: &&Measurement| {
            let share = flagged(&watched.found, strategy, kind)?.percent();
            Some(Measured::from(share).of_trials(watched.trials))
        };
        own.filter_map(share).collect()
    };
    let check = |claim: &str, shares: Vec<Measured>, wanted| {
        Check::worst_of(
            &format!("At {first} guesses, in every crowd: {claim}, in percent."),
            shares,
            wanted,
        )
    };
    vec![
        check(
            "Minimum guessers are found",
            shares(Strategy::Minimum, Some(Kind::Minimum)),
            Target::AtLeast(99.0),
        ),
        check(
            "constant guessers are found",
            shares(Strategy::Lazy, Some(Kind::Constant)),
            Target::AtLeast(99.0),
        ),
        check(
            "Random guessers are found",
            shares(Strategy::Random, Some(Kind::Random)),
            Target::AtLeast(80.0),
        ),
        check("honest judges are accused", shares(Strategy::Honest, None), Target::AtMost(1.0)),
    ]
}

/// For each strategy among four fifths honest judges, how it is flagged.
fn kinds(all: &[Measurement]) -> Chart {
    let [first, ..] = GUESSES;
    let mut rows: Vec<(String, Vec<f64>)> = Vec::new();
    for watched in all.iter().filter(|watched| watched.guesses == first) {
        let named =
            watched.crowd.strip_prefix("honest=80,").and_then(|rest| rest.strip_suffix("=20"));
        let own = named.and_then(|name| Some((name, Strategy::parse(name).ok()?)));
        let Some((name, strategy)) = own else { continue };
        let Some(found) = watched.found.iter().find(|found| found.strategy == strategy) else {
            continue;
        };
        let values = found.kinds.iter().chain([&found.flagged]);
        rows.push((name.to_owned(), values.map(|share| 100.0 * share.value).collect()));
    }
    // In the order of the kinds, and so short that all fit.
    let columns = ["same", "zero", "by lot", "copied", "ring", "any"];
    let rows: Vec<(&str, &[f64])> =
        rows.iter().map(|(name, values)| (name.as_str(), values.as_slice())).collect();
    let frame = Frame {
        id: "watching-kinds",
        title: &format!("Flagged after {first} guesses: one judge in five, the others honest"),
        description: "The share of each strategy's judges who are flagged as each kind.",
        x_label: "flagged as",
        y_label: "judges",
    };
    heat_map(&frame, "percent of these judges", &columns, &rows, Range { low: 0.0, high: 100.0 })
}

/// The same crowd after few and many guesses.
fn guesses(all: &[Measurement]) -> Chart {
    let mut sorted = GUESSES;
    sorted.sort_unstable();
    let few = super::super::calibration::combined(50);
    let own: Vec<&Measurement> = sorted
        .iter()
        .filter_map(|&guesses| {
            let same =
                |it: &&Measurement| it.guesses == guesses && it.crowd == few && it.noise < 6.0;
            all.iter().find(same)
        })
        .collect();
    let four = ["honest", "random", "minimum", "mean", "quantile"];
    let share = |watched: &Measurement, name: &str| {
        let strategy = Strategy::parse(name).ok();
        let found = strategy.and_then(|strategy| flagged(&watched.found, strategy, None));
        let found = found.map(Proportion::percent);
        found
            .map_or(Bar::plain(f64::NAN), |found| Bar::between(found.value, [found.from, found.to]))
    };
    let values: Vec<(String, Vec<Bar>)> = own
        .iter()
        .map(|watched| {
            let values = four.iter().map(|name| share(watched, name)).collect();
            (format!("{} guesses", watched.guesses), values)
        })
        .collect();
    let series: Vec<Bars<'_>> = values.iter().map(|(name, values)| Bars { name, values }).collect();
    let frame = Frame {
        id: "watching-guesses",
        title: "Flagged after few and many guesses: half honest",
        description: "The share of each strategy's judges who are flagged at all.",
        x_label: "judges",
        y_label: "percent flagged",
    };
    bars(&frame, &four, &series, Range { low: 0.0, high: 100.0 })
}

fn table(all: &[Measurement]) -> Table {
    let kinds = KINDS.map(|kind| format!("{kind:?}").to_lowercase());
    let shares = kinds.iter().map(String::as_str).chain(["any", "any, at any look"]).map(Share);
    let known = ["guesses", "crowd", "noise", "judge", "judges"];
    let mut table = judges::table(&known, &shares.collect::<Vec<_>>());
    for watched in all {
        let Measurement { guesses, crowd, noise, trials, found } = watched;
        let crowd = Crowd::parse(crowd).map_or_else(|_| crowd.clone(), |crowd| crowd.describe());
        for found in found {
            let Metrics { strategy, judges, kinds, flagged, ever } = found;
            let start = [guesses.to_string(), crowd.clone(), format!("{noise:.1}")];
            let who = [strategy.name(), plain(*judges), trials.to_string()];
            let shares = kinds.iter().chain([flagged, ever]);
            let shares = shares.flat_map(|&share| three(share));
            table.row(start.into_iter().chain(who).chain(shares));
        }
    }
    table
}
