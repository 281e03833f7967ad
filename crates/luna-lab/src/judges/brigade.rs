//! A brigade against one machine: accounts that are honest about everybody else. How many are
//! named, how often honest crowds are accused, and how far the ratings move.

use luna_core::rng::Chance;
use luna_figures::Table;
use luna_learn::calibrated::{Brigade, Guess, calibrate};
use luna_learn::float;

use super::Column::{Mean, Share};
use super::people::{Care, Habits, People, careless, id};
use super::{Size, both, each_trial, enough, indicator, three};
use crate::claims::{Check, Measured, Target};
use crate::format::counted;
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use crate::trials::{Estimate, estimate};

/// Number of accounts, and of machines; each account guesses every machine once.
const ACCOUNTS: usize = 200;
const MACHINES: usize = 6;
/// Guesses of each account about other accounts.
const OTHERS: usize = 4;
/// Numbers of accounts in the brigade.
pub const MEMBERS: [usize; 2] = [20, 40];
const CROWDS: [Habits; 4] = [
    Habits { noise: (10.0, 14.0), offset: 5.0, slope: 0.1 },
    Habits { noise: (14.0, 20.0), offset: 12.0, slope: 0.25 },
    Habits { noise: (20.0, 28.0), offset: 5.0, slope: 0.1 },
    Habits { noise: (10.0, 28.0), offset: 12.0, slope: 0.25 },
];
/// What members give the machine.
const GIVEN: [f64; 4] = [90.0, 95.0, 100.0, 100.0];
/// The noise, in points, up to which the aims hold.
const AIMED: f64 = 20.0;

/// Over all trials.
#[derive(Clone, Copy, Debug)]
pub struct Metrics {
    /// The share of worlds in which at least three quarters of the members are named.
    pub found: Proportion,
    /// The share of all other accounts that are named with them.
    pub others: Proportion,
    /// The share of the same worlds without the brigade in which a player has one.
    pub wrong: Proportion,
    /// By how many points the brigade moves the mean, the calibrated rating with the members' full
    /// weight, and the calibrated rating.
    pub mean: Estimate,
    pub full: Estimate,
    pub calibrated: Estimate,
}

struct Trial {
    found: f64,
    others: (f64, f64),
    wrong: f64,
    moved: [f64; 3],
}

pub fn measure(habits: &Habits, members: usize, size: Size, seed: u64) -> Metrics {
    let trials = each_trial(size, |trial| one(habits, members, seed, trial));
    let moved = |nth: usize| estimate(trials.iter().map(move |trial| trial.moved[nth]));
    let share =
        |of: fn(&Trial) -> (f64, f64)| Proportion::over(&trials.iter().map(of).collect::<Vec<_>>());
    Metrics {
        found: share(|trial| (trial.found, 1.0)),
        others: share(|trial| trial.others),
        wrong: share(|trial| (trial.wrong, 1.0)),
        mean: moved(0),
        full: moved(1),
        calibrated: moved(2),
    }
}

/// The guesses with a brigade of the first accounts, and as they would be without it.
struct World {
    target: u32,
    brigaded: Vec<Guess>,
    honest: Vec<Guess>,
}

impl World {
    fn new(habits: &Habits, members: usize, seed: u64, trial: u32) -> World {
        let words = [format!("brigade {habits:?} {members}"), seed.to_string(), trial.to_string()];
        let mut chance = Chance::from_words(&words.each_ref().map(String::as_str));
        // From 20 to 70 points; the best is nobody's target.
        let machines = (0..MACHINES).map(|nth| 20.0 + 10.0 * float(nth));
        let people: Vec<f64> = (0..ACCOUNTS).map(|_| 10.0 + 80.0 * chance.unit()).collect();
        let levels: Vec<f64> = machines.chain(people).collect();
        let target = chance.below(MACHINES - 1);
        let earnest = careless(ACCOUNTS, 0.0, &[Care::Random]);
        let mut people = People::new(habits, earnest, chance);
        let (mut brigaded, mut honest) = (Vec::new(), Vec::new());
        for judge in 0..ACCOUNTS {
            for nth in 0..MACHINES + OTHERS {
                let other = MACHINES + people.chance.below(ACCOUNTS);
                let player = if nth < MACHINES { nth } else { other };
                if player == MACHINES + judge {
                    continue;
                }
                let points = people.guess(judge, levels[player]);
                let member = people.chance.pick(&GIVEN).copied();
                let given = member.filter(|_| judge < members && player == target);
                let guess = |points| Guess { judge: id(judge), player: id(player), points };
                honest.push(guess(points));
                brigaded.push(guess(given.unwrap_or(points)));
            }
        }
        World { target: id(target), brigaded, honest }
    }

    fn mean(&self, guesses: &[Guess]) -> f64 {
        let own = || guesses.iter().filter(|guess| guess.player == self.target);
        own().map(|guess| guess.points).sum::<f64>() / float(own().count())
    }
}

fn one(habits: &Habits, members: usize, seed: u64, trial: u32) -> Trial {
    let world = World::new(habits, members, seed, trial);
    let [brigaded, honest] =
        [&world.brigaded, &world.honest].map(|guesses| calibrate(guesses.clone()));
    let target = usize::try_from(world.target).unwrap_or(usize::MAX);
    let rating = |of: &luna_learn::calibrated::Calibrated| {
        of.players.get(target).copied().flatten().map_or(f64::NAN, |level| level.rating)
    };
    let own = brigaded.brigades.iter().find(|it| it.player == world.target);
    let named = |wanted: bool| {
        let is_member = |judge: u32| usize::try_from(judge).is_ok_and(|at| at < members);
        let judges = own.into_iter().flat_map(|own: &Brigade| &own.judges);
        judges.filter(|(judge, _)| is_member(*judge) == wanted).count()
    };
    let before = rating(&honest);
    Trial {
        found: indicator(4 * named(true) >= 3 * members),
        others: (float(named(false)), float(ACCOUNTS - members)),
        wrong: indicator(!honest.brigades.is_empty()),
        moved: [
            world.mean(&world.brigaded) - world.mean(&world.honest),
            own.map_or_else(|| rating(&brigaded), |own| own.with_members) - before,
            rating(&brigaded) - before,
        ],
    }
}

struct Plan {
    habits: Habits,
    members: usize,
}

struct Row {
    habits: Habits,
    members: usize,
    trials: u32,
    found: Metrics,
}

fn plans() -> Vec<Plan> {
    let of = |habits| MEMBERS.map(|members| Plan { habits, members });
    CROWDS.into_iter().flat_map(of).collect()
}

pub(super) fn crowds() -> usize {
    plans().len()
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    let row = |&Plan { habits, members }: &Plan, size: Size| {
        let found = measure(&habits, members, size, seed);
        Row { habits, members, trials: size.trials, found }
    };
    let rows = enough(&plans(), size, &row, &checks, tell);
    let about = format!(
        "This section shows accounts that judge everybody honestly but one machine, which they \
         give 90 to 100 points: which of them are named, which honest accounts are, and how far \
         the machine's ratings move. {ACCOUNTS} accounts, {MACHINES} machines, {}.",
        counted(size.trials, "world")
    );
    let title = "A brigade against one machine";
    let mut section = ReportSection::of_table("brigade", title, about, table(&rows));
    section.checks = checks(&rows.iter().collect::<Vec<_>>());
    section
}

/// The aims are about judges with a noise of 10 to 20 points.
fn checks(rows: &[&Row]) -> Vec<Check> {
    let own = || rows.iter().filter(|row| row.habits.noise.1 <= AIMED);
    let share = |of: fn(&Metrics) -> Proportion| {
        own().map(move |row| Measured::from(of(&row.found).percent()).of_trials(row.trials))
    };
    let moved = own().map(|row| Measured::from(row.found.calibrated).of_trials(row.trials));
    vec![
        Check::worst_of(
            "Worlds in which three quarters of the members are named, in percent, in every crowd.",
            share(|found| found.found),
            Target::AtLeast(80.0),
        ),
        Check::worst_of(
            "Honest accounts that are named with them, in percent.",
            share(|found| found.others),
            Target::AtMost(1.0),
        ),
        Check::worst_of(
            "Worlds without a brigade in which one is reported, in percent.",
            share(|found| found.wrong),
            Target::AtMost(1.0),
        ),
        Check::worst_of(
            "Points by which the calibrated rating moves.",
            moved,
            Target::Between(-1.0, 1.0),
        ),
    ]
}

fn table(rows: &[Row]) -> Table {
    let measured = [
        Share("worlds with three quarters named, %"),
        Share("others named, %"),
        Share("honest worlds accused, %"),
        Mean("mean moves"),
        Mean("calibrated with full weight moves"),
        Mean("calibrated moves"),
    ];
    let mut table = super::table(&["noise", "offsets", "members"], &measured);
    for Row { habits, members, trials, found } in rows {
        let (low, high) = habits.noise;
        let start = [
            format!("{low} to {high}"),
            habits.offset.to_string(),
            members.to_string(),
            trials.to_string(),
        ];
        let shares = [found.found, found.others, found.wrong].into_iter().flat_map(three);
        let moved = [found.mean, found.full, found.calibrated].into_iter().flat_map(both);
        table.row(start.into_iter().chain(shares).chain(moved));
    }
    table
}
