//! The report on one person's accounts: a table, charts, and the comparison with the targets.

use luna_figures::Table;

use super::{Measurement, Metrics, Size};
use crate::claims::{Check, Measured, Target};
use crate::format::counted;
use crate::judges::Column::{Mean, Share};
use crate::judges::calibration::readings;
use crate::judges::{self, ErrorPanel, both, error_charts, points, three};
use crate::section::ReportSection;
use crate::trials::Estimate;
use crate::trials::proportion::Proportion;
use crate::world::strategy::Crowd;

pub(super) fn part(all: &[Measurement], size: Size) -> ReportSection {
    ReportSection {
        name: "accounts",
        title: "Many accounts of one person",
        about: format!(
            "This section shows which accounts of one person are found in groups that raise each other, how many other \
         judges are mistaken for such accounts, and the error of the calibrated rating if found groups are \
         left out or count as one judge each. Nobody is left out automatically: operators decide. {} \
             players, {} steps unless said otherwise, {}.",
            size.players,
            size.steps,
            counted(size.trials, "trial")
        ),
        sources: Vec::new(),
        checks: checks(&all.iter().collect::<Vec<_>>(), size),
        charts: error_charts(
            "accounts of one person, in percent",
            &readings()
                .iter()
                .zip(["narrow", "wide"])
                .map(|(it, id)| errors(all, size, it.0, id))
                .collect::<Vec<_>>(),
        ),
        caption: format!(
            "Accounts in groups in percent, and mean error in points; {} players, {}",
            size.players,
            counted(size.trials, "trial")
        ),
        table: table(all),
        decimals: 2,
    }
}

pub(super) fn checks(all: &[&Measurement], size: Size) -> Vec<Check> {
    let own = |planted: &[u32]| -> Vec<&Measurement> {
        let wanted = |it: &&Measurement| it.steps == size.steps && planted.contains(&it.planted);
        all.iter().copied().filter(wanted).collect()
    };
    let ring = |it: &&Measurement| it.crowd.contains("ring");
    let shares = |looked: Vec<&Measurement>, of: fn(&Metrics) -> Proportion| -> Vec<Measured> {
        let measured =
            |it: &Measurement| Measured::from(of(&it.found).percent()).of_trials(it.trials);
        looked.into_iter().map(measured).collect()
    };
    let planted = own(&[25, 50]);
    let none: Vec<&Measurement> = own(&[0]).into_iter().filter(|it| !ring(it)).collect();
    let half = own(&[50]);
    let parts = |looked: &&Measurement| {
        Measured::from(looked.found.without.over(looked.found.plain)).of_trials(looked.trials)
    };
    vec![
        Check::worst_of(
            "One person's accounts that are found in groups, in percent, where they are a quarter or half of all accounts.",
            shares(planted.clone(), |found| found.planted),
            Target::AtLeast(80.0),
        ),
        Check::worst_of(
            "Honest judges next to them who are mistaken for such accounts, in percent.",
            shares(planted, |found| found.others),
            Target::AtMost(1.0),
        ),
        Check::worst_of(
            "Worlds without such accounts and without a ring in which a group is reported, in percent.",
            shares(none, |found| found.wrong),
            Target::AtMost(2.0),
        ),
        Check::worst_of(
            "Where half of all accounts belong to one person: the error without found groups, divided by the plain \
             mean's.",
            half.iter().map(parts),
            Target::AtMost(0.5),
        ),
    ]
}

fn errors(all: &[Measurement], size: Size, noise: &str, id: &str) -> ErrorPanel {
    let own: Vec<&Measurement> = all
        .iter()
        .filter(|it| it.noise == noise && it.planted > 0 && it.steps == size.steps)
        .collect();
    let points = |of: fn(&Measurement) -> Estimate| points(&own, |it| it.planted, of);
    let each = vec![
        ("plain mean", points(|it| it.found.plain)),
        ("calibrated rating", points(|it| it.found.calibrated)),
        ("without found groups", points(|it| it.found.without)),
        ("each group as one", points(|it| it.found.as_one)),
    ];
    ErrorPanel {
        id: format!("accounts-{id}-errors"),
        title: format!("With found groups left out or counted as one judge each; noise of {noise}"),
        each,
    }
}

fn table(all: &[Measurement]) -> Table {
    let known = ["noise", "crowd", "steps"];
    let measured = [
        Share("accounts or ring found, %"),
        Share("others in a group, %"),
        Share("worlds with a wrong group, %"),
        Mean("plain mean"),
        Mean("calibrated"),
        Mean("without groups"),
        Mean("groups as one"),
        Mean("plain mean without"),
    ];
    let mut table = judges::table(&known, &measured);
    for looked in all {
        let Measurement { noise, crowd, steps, trials, found, .. } = looked;
        let crowd = Crowd::parse(crowd).map_or_else(|_| crowd.clone(), |crowd| crowd.describe());
        let shares = [found.planted, found.others, found.wrong].map(three);
        let errors =
            [found.plain, found.calibrated, found.without, found.as_one, found.plain_without];
        let start = [(*noise).to_owned(), crowd, steps.to_string(), trials.to_string()];
        table.row(start.into_iter().chain(shares.concat()).chain(errors.map(both).concat()));
    }
    table
}
