//! The report on intervals: a table, charts, and the comparison with their targets.

use luna_figures::{Chart, Frame, Range, Series, Table, lines};

use super::{LOOKS, Measurement, Metrics, Size};
use crate::claims::{Check, Measured, Target};
use crate::format::counted;
use crate::judges::Column::{Mean, Share};
use crate::judges::{self, both, three};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use luna_learn::float;

pub(super) fn part(worlds: &[Measurement], size: Size) -> ReportSection {
    ReportSection {
        name: "intervals",
        title: "The intervals of the official rating",
        about: format!(
            "This section shows how often an interval contains the limit of the plain mean after a number of guesses about a \
         player. Student's interval is for readers who look once. Readers who look after every game see it fail sooner \
         or later; the watched interval is for them. {} players, {} steps, {}.",
            size.players,
            size.steps,
            counted(size.trials, "trial")
        ),
        sources: Vec::new(),
        checks: checks(&worlds.iter().collect::<Vec<_>>()),
        charts: worlds.iter().zip(0..).map(chart).collect(),
        caption: format!(
            "How often intervals of the plain mean contain its limit, in percent; margins are half \
         widths in points. {} players, {}",
            size.players,
            counted(size.trials, "trial")
        ),
        table: table(worlds),
        decimals: 2,
    }
}

pub(super) fn checks(worlds: &[&Measurement]) -> Vec<Check> {
    let wanted = Target::Between(94.0, 96.0);
    let honest = |name: &str| name.starts_with("all honest");
    let shares = |among: &dyn Fn(&str) -> bool, of: fn(&Metrics) -> Proportion| -> Vec<Measured> {
        let own = worlds.iter().filter(|world| among(world.name));
        let all = own.flat_map(|world| world.found.iter().map(|found| (of(found), world.trials)));
        all.map(|(share, trials)| Measured::from(share.percent()).of_trials(trials)).collect()
    };
    let everywhere = |_: &str| true;
    let once = |found: &Metrics| found.once;
    let watched = |found: &Metrics| found.watched;
    let check = |claim: &str, all: Vec<Measured>, wanted| Check::worst_of(claim, all, wanted);
    vec![
        check(
            "Looked at once, where all are honest: Student's 95 % interval contains the truth, at each \
         number of guesses.",
            shares(&honest, once),
            wanted,
        ),
        check("The same in every world.", shares(&everywhere, once), wanted),
        check(
            "Looked at after every game, where all are honest: the watched interval has always contained \
         the truth, up to each number of guesses.",
            shares(&honest, watched),
            wanted,
        ),
        check("The same, at least 94 %.", shares(&honest, watched), Target::AtLeast(94.0)),
        check("At least that in every world.", shares(&everywhere, watched), Target::AtLeast(94.0)),
    ]
}

fn chart((world, nth): (&Measurement, usize)) -> Chart {
    let Measurement { name, found, .. } = world;
    let points = |of: fn(&Metrics) -> Proportion| -> Vec<(f64, f64, f64)> {
        let point = |(look, found): (usize, &Metrics)| {
            let found = of(found).percent();
            (float(look), found.value, found.half_band())
        };
        let looks = LOOKS.iter().map(|&look| usize::try_from(look).unwrap_or(0));
        looks.zip(found).map(point).collect()
    };
    let all = [
        points(|found| found.once),
        points(|found| found.watched),
        points(|found| found.once_always),
    ];
    let names = ["Student's, now", "watched, at every look", "Student's, at every look"];
    let series: Vec<Series<'_>> =
        names.iter().zip(&all).map(|(name, points)| Series { name, points }).collect();
    let frame = Frame {
        id: &format!("intervals-{}", nth + 1),
        title: &format!("How often 95 % intervals contain the truth: {name}"),
        description: "Student's interval, looked at once and after each guess, and the watched interval.",
        x_label: "guesses of a player",
        y_label: "percent",
    };
    lines(&frame, &series, Range { low: 60.0, high: 100.0 })
}

fn table(worlds: &[Measurement]) -> Table {
    let measured = [
        Share("Student's, now"),
        Share("Student's, at every look"),
        Share("watched, at every look"),
        Mean("margin, Student's"),
        Mean("margin, watched"),
    ];
    let mut table = judges::table(&["world", "guesses"], &measured);
    for Measurement { name, trials, found } in worlds {
        for (look, found) in LOOKS.iter().zip(found) {
            let shares = [found.once, found.once_always, found.watched].map(three);
            let margins = [found.once_margin, found.watched_margin].map(both);
            let start = [(*name).to_owned(), look.to_string(), trials.to_string()];
            table.row(start.into_iter().chain(shares.concat()).chain(margins.concat()));
        }
    }
    table
}
