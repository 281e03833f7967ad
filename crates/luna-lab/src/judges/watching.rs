//! How often the monitor flags whom, after so many guesses of each judge.

use std::collections::HashMap;

use luna_learn::reliability::{Kind, Monitor, Seen};

use super::{Size, Table, each_trial, percent};
use crate::{Crowd, Draw, Guess, Reading, Settings, Strategy, World};

pub const KINDS: [Kind; 5] =
    [Kind::Constant, Kind::Minimum, Kind::Random, Kind::Copying, Kind::Ring];

/// Judges of one strategy: how many there are, how many are flagged as each of [`KINDS`],
/// and how many at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    pub judges: f64,
    pub kinds: [f64; KINDS.len()],
    pub flagged: f64,
}

/// For each strategy in the crowd, in the order of its players, when all have made exactly
/// so many guesses.
pub fn measure(
    crowd: &Crowd,
    noise: f64,
    guesses: u32,
    size: Size,
    seed: u64,
) -> Vec<(Strategy, Found)> {
    let players = u32::try_from(size.players).unwrap_or(u32::MAX);
    let settings = Settings {
        players: size.players,
        // Half as many guesses again, so that hardly anybody is left behind.
        steps: players.saturating_mul(guesses) / 4 * 3,
        crowd: crowd.clone(),
        reading: Reading { noise, draw: Draw::Guess, ..Reading::literal() },
        seed,
        name: format!("watching {} {noise} {guesses}", crowd.name()),
    };
    let mut all: Vec<(Strategy, Found)> = Vec::new();
    for (strategy, one) in each_trial(size, |trial| one(&settings, trial, guesses)).concat() {
        let at = all.iter().position(|&(other, _)| other == strategy).unwrap_or(all.len());
        if at == all.len() {
            all.push((strategy, Found::default()));
        }
        let (_, sum) = &mut all[at];
        sum.judges += one.judges;
        sum.flagged += one.flagged;
        for (sum, kind) in sum.kinds.iter_mut().zip(one.kinds) {
            *sum += kind;
        }
    }
    all
}

fn one(settings: &Settings, trial: u32, guesses: u32) -> Vec<(Strategy, Found)> {
    let mut world = World::new(settings, trial);
    let mut monitor = Monitor::default();
    let mut made: HashMap<u32, u32> = HashMap::new();
    for seen in seen(&world.log(settings.steps)) {
        let made = made.entry(seen.judge).or_default();
        *made += 1;
        if *made <= guesses {
            monitor.add(seen);
        }
    }
    let crowd = monitor.crowd();
    let strategies = world.strategies().into_iter().zip(0_u32..);
    let report = |(strategy, judge): (Strategy, u32)| {
        let report = monitor.report(judge, &crowd)?;
        let has = |kind: Kind| report.flags.iter().any(|flag| flag.kind == kind);
        let one = |holds: bool| f64::from(u8::from(holds));
        let found = Found {
            judges: 1.0,
            kinds: KINDS.map(|kind| one(has(kind))),
            flagged: one(!report.flags.is_empty()),
        };
        (made.get(&judge).copied().unwrap_or(0) >= guesses).then_some((strategy, found))
    };
    strategies.filter_map(report).collect()
}

/// With what was guessed in return, and before.
fn seen(log: &[Guess]) -> Vec<Seen> {
    let mut last: HashMap<u32, f64> = HashMap::new();
    let mut all = Vec::with_capacity(log.len());
    for game in log.chunk_by(|a, b| a.step == b.step) {
        for guess in game {
            let back = game.iter().find(|other| other.judge == guess.of);
            all.push(Seen {
                judge: guess.judge,
                player: guess.of,
                points: guess.points,
                back: back.map(|other| other.points),
                before: last.get(&guess.judge).copied(),
                seconds: None,
            });
        }
        last.extend(game.iter().map(|guess| (guess.of, guess.points)));
    }
    all
}

/// Crowds by what they are to show, with their noise.
fn worlds() -> Vec<(String, f64)> {
    let mut worlds: Vec<(String, f64)> =
        [f64::sqrt(5.0), 5.0, 10.0, 15.0].map(|noise| ("honest".to_owned(), noise)).into();
    for honest in [80, 50] {
        worlds.push((super::calibration::combined(honest), 5.0));
        worlds.push((super::calibration::combined(honest), 15.0));
    }
    worlds.push(("biased:-20,biased:-10,honest,biased:10,biased:20".to_owned(), 5.0));
    worlds.push(("compressed".to_owned(), 5.0));
    for other in super::calibration::OTHERS {
        worlds.push((format!("honest=80,{other}=20"), 5.0));
    }
    worlds.push(("honest=90,ring=10".to_owned(), 5.0));
    worlds.push(("honest=60,ring=40".to_owned(), 5.0));
    worlds
}

pub fn tables(size: Size, seed: u64) -> Vec<Table> {
    let of = |guesses: u32, worlds: &[(String, f64)]| {
        let title = format!(
            "Judges flagged after {guesses} guesses each, in percent; {} players, {} trials",
            size.players, size.trials
        );
        let headers = [
            "crowd", "noise", "judge", "judges", "constant", "minimum", "random", "copying",
            "ring", "any",
        ];
        let mut table = Table::new(title, &headers);
        for (name, noise) in worlds {
            let Ok(crowd) = Crowd::parse(name) else { continue };
            for (strategy, found) in measure(&crowd, *noise, guesses, size, seed) {
                let start = [name.clone(), format!("{noise:.1}"), strategy.name()];
                let shares = found.kinds.iter().chain([&found.flagged]);
                let count = format!("{:.0}", found.judges);
                let shares = shares.map(|&flagged| percent(flagged, found.judges));
                table.rows.push(start.into_iter().chain([count]).chain(shares).collect());
            }
        }
        table
    };
    let all = worlds();
    let few: Vec<(String, f64)> = [(super::calibration::combined(50), 5.0)].into();
    vec![of(20, &all), of(10, &few), of(50, &few)]
}

/// The share of judges of a strategy that are flagged, in a found list.
pub fn flagged(found: &[(Strategy, Found)], strategy: Strategy, kinds: &[Kind]) -> f64 {
    let of = found.iter().filter(|&&(other, _)| other == strategy);
    let (part, all) = of.fold((0.0, 0.0), |(part, all), (_, found)| {
        let own = KINDS.iter().zip(found.kinds).filter(|(kind, _)| kinds.contains(kind));
        (part + own.map(|(_, count)| count).sum::<f64>(), all + found.judges)
    });
    part / all
}
