//! Blocs: judges from one place, or judges who are all new, who give one machine what nobody else
//! gives it; and brigades, who judge one player against their own habits.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use luna_learn::calibrated::Brigade;
use luna_learn::float;
use luna_learn::reliability::{self, FEWEST_IN_BLOC, Judgment, Opinion, Suspicion};
use luna_store::judge::{BlocKind, BlocReport};
use luna_store::place;

/// Judges who have guessed no more often than this are new.
const NEW: usize = 3;
/// Guesses are looked at for as long as places are kept.
const LOOKED_BACK_MS: i64 = place::KEPT_MS;
/// Guesses about other machines that a machine is compared with if hardly anybody has judged it.
const ELSEWHERE: usize = 2_000;

/// A bloc, with the numbers of its members.
pub(super) type Found = (BlocReport, Vec<u32>);

/// What blocs are looked for in.
pub(super) struct Guesses<'a> {
    /// All guesses, each with its time, the latest first.
    pub(super) all: &'a [(Judgment, i64)],
    /// All players, by number.
    pub(super) ids: &'a HashMap<u32, &'a String>,
    /// The machines, by number.
    pub(super) machines: &'a HashMap<u32, String>,
    /// The judges of each place.
    pub(super) places: &'a BTreeMap<String, BTreeSet<u32>>,
    pub(super) now: i64,
}

/// The opinions about one player.
#[derive(Default)]
struct Opinions {
    /// By judge: the sum and the number of guesses.
    by_judge: BTreeMap<u32, (f64, u32)>,
    /// Judges who have guessed lately.
    late: BTreeSet<u32>,
}

impl Opinions {
    fn add(&mut self, seen: &Judgment) {
        let (sum, count) = self.by_judge.entry(seen.judge).or_default();
        *sum += seen.points;
        *count += 1;
    }

    /// The number of guesses by these judges.
    fn guesses(&self, judges: &[u32]) -> i64 {
        let own = judges.iter().filter_map(|judge| self.by_judge.get(judge));
        own.map(|&(_, count)| i64::from(count)).sum()
    }

    fn of(&self, judge: u32) -> Option<Opinion> {
        let &(sum, count) = self.by_judge.get(&judge)?;
        Some(Opinion { judge, points: sum / f64::from(count) })
    }

    fn points(&self, wanted: impl Fn(u32) -> bool) -> Vec<f64> {
        let all = self.by_judge.keys().filter(|&&judge| wanted(judge));
        all.filter_map(|&judge| Some(self.of(judge)?.points)).collect()
    }
}

/// Some judges of a machine who may act together.
struct Suspects {
    kind: BlocKind,
    machine: u32,
    judges: BTreeSet<u32>,
}

impl Guesses<'_> {
    /// Finds all blocs; no judge is in two about the same player. Brigades come last, as what the
    /// other blocs have in common says more.
    pub(super) fn blocs(&self, brigades: &[Brigade]) -> Vec<Found> {
        let machines = self.opinions();
        let new = self.newcomers();
        let suspects = self.suspects(&machines, &new);
        let tests = suspects.len();
        let mut taken: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut found = Vec::new();
        for Suspects { kind, machine, judges } in suspects {
            let Some(opinions) = machines.get(&machine) else { continue };
            let free = |judge: &&u32| !taken.contains(&(machine, **judge));
            let suspected: Vec<Opinion> =
                judges.iter().filter(free).filter_map(|&judge| opinions.of(judge)).collect();
            let experienced =
                opinions.points(|judge| !judges.contains(&judge) && !new.contains(&judge));
            // Newcomers elsewhere may belong to the same bloc, so others come first.
            let others = match kind {
                BlocKind::Place if experienced.len() < 3 => {
                    opinions.points(|judge| !judges.contains(&judge))
                }
                BlocKind::Place | BlocKind::Newcomers | BlocKind::Brigade => experienced,
            };
            let elsewhere = self.elsewhere(machine);
            let suspicion =
                Suspicion { opinions: &suspected, others: &others, elsewhere: &elsewhere, tests };
            let (Some(bloc), Some(id)) = (suspicion.bloc(), self.machines.get(&machine)) else {
                continue;
            };
            taken.extend(bloc.judges.iter().map(|&judge| (machine, judge)));
            found.push((report(kind, id, opinions.guesses(&bloc.judges), &bloc), bloc.judges));
        }
        found.extend(brigades.iter().filter_map(|brigade| self.brigade(brigade, &taken)));
        found
    }

    /// The members of a brigade who are in no other bloc about the same player.
    fn brigade(&self, brigade: &Brigade, taken: &BTreeSet<(u32, u32)>) -> Option<Found> {
        let Brigade { player, raises, strength, .. } = *brigade;
        let all = brigade.judges.iter().map(|&(judge, _)| judge);
        let judges: Vec<u32> = all.filter(|&judge| !taken.contains(&(player, judge))).collect();
        if judges.len() < FEWEST_IN_BLOC {
            return None;
        }
        let mut opinions = Opinions::default();
        for (seen, _) in self.all.iter().filter(|(seen, _)| seen.player == player) {
            opinions.add(seen);
        }
        let given = opinions.points(|judge| judges.contains(&judge));
        let others = opinions.points(|judge| !judges.contains(&judge));
        let report = BlocReport {
            kind: BlocKind::Brigade,
            player_id: (*self.ids.get(&player)?).clone(),
            raises,
            strength,
            guesses: opinions.guesses(&judges),
            given: mean(&given)?,
            others: i64::try_from(others.len()).unwrap_or(i64::MAX),
            others_mean: mean(&others)?,
            elsewhere: false,
            reason: Some(brigade.reason()),
        };
        Some((report, judges))
    }

    fn opinions(&self) -> BTreeMap<u32, Opinions> {
        let mut machines: BTreeMap<u32, Opinions> = BTreeMap::new();
        for (seen, at) in self.all.iter().filter(|(seen, _)| self.is_machine(seen.player)) {
            let opinions = machines.entry(seen.player).or_default();
            opinions.add(seen);
            if self.now - at < LOOKED_BACK_MS {
                opinions.late.insert(seen.judge);
            }
        }
        machines
    }

    fn is_machine(&self, player: u32) -> bool {
        self.machines.contains_key(&player)
    }

    fn newcomers(&self) -> BTreeSet<u32> {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for (seen, _) in self.all {
            *counts.entry(seen.judge).or_default() += 1;
        }
        counts.into_iter().filter(|&(_, count)| count <= NEW).map(|(judge, _)| judge).collect()
    }

    /// Those from one place first: what they have in common says more.
    fn suspects(&self, machines: &BTreeMap<u32, Opinions>, new: &BTreeSet<u32>) -> Vec<Suspects> {
        let mut all = Vec::new();
        let mut add = |kind, machine, judges: BTreeSet<u32>| {
            let known = |it: &Suspects| it.machine == machine && it.judges == judges;
            if judges.len() >= FEWEST_IN_BLOC && !all.iter().any(known) {
                all.push(Suspects { kind, machine, judges });
            }
        };
        for (&machine, opinions) in machines {
            for people in self.places.values().filter(|people| people.len() >= FEWEST_IN_BLOC) {
                add(BlocKind::Place, machine, people & &opinions.late);
            }
        }
        for (&machine, opinions) in machines {
            add(BlocKind::Newcomers, machine, new & &opinions.late);
        }
        all
    }

    /// The latest guesses about other machines.
    fn elsewhere(&self, machine: u32) -> Vec<f64> {
        let other = |player: u32| player != machine && self.is_machine(player);
        let all = self.all.iter().filter(|(seen, _)| other(seen.player));
        all.map(|(seen, _)| seen.points).take(ELSEWHERE).collect()
    }
}

fn mean(points: &[f64]) -> Option<f64> {
    (!points.is_empty()).then(|| points.iter().sum::<f64>() / float(points.len()))
}

fn report(kind: BlocKind, machine_id: &str, guesses: i64, bloc: &reliability::Bloc) -> BlocReport {
    BlocReport {
        kind,
        player_id: machine_id.to_owned(),
        raises: bloc.raises,
        strength: bloc.strength,
        guesses,
        given: bloc.given,
        others: i64::try_from(bloc.others).unwrap_or(i64::MAX),
        others_mean: bloc.others_mean,
        elsewhere: bloc.elsewhere,
        reason: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: u32 = 90;

    /// Twelve judges of one person, and the brigade of the first six.
    fn brigade() -> (Vec<(Judgment, i64)>, Brigade) {
        let guess = |judge| {
            let points = if judge < 6 { 100.0 } else { 40.0 };
            (Judgment { judge, player: TARGET, points, before: None, seconds: None }, 0)
        };
        let brigade = Brigade {
            player: TARGET,
            judges: (0..6).map(|judge| (judge, 0.9)).collect(),
            raises: true,
            limit: 77.5,
            beyond: 6,
            predicted: 0.4,
            rating: 40.0,
            with_members: 55.0,
            strength: 5.0,
        };
        ((0..12).map(guess).collect(), brigade)
    }

    #[test]
    fn a_brigade_is_reported_with_its_target_and_evidence() {
        let (all, brigade) = brigade();
        let target = "target".to_owned();
        let ids = HashMap::from([(TARGET, &target)]);
        let (machines, places) = (HashMap::new(), BTreeMap::new());
        let guesses =
            Guesses { all: &all, ids: &ids, machines: &machines, places: &places, now: 0 };
        let found = guesses.blocs(std::slice::from_ref(&brigade));
        let [(report, judges)] = &found[..] else { panic!("{found:?}") };
        assert_eq!(*judges, (0..6).collect::<Vec<u32>>());
        assert_eq!((report.kind, &*report.player_id), (BlocKind::Brigade, "target"));
        assert_eq!((report.guesses, report.others, report.elsewhere), (6, 6, false));
        assert!((report.given - 100.0).abs() < 1e-9 && (report.others_mean - 40.0).abs() < 1e-9);
        let reason = report.reason.as_deref().unwrap();
        assert!(reason.starts_with("6 attentive judges give 77.5 points or more"), "{reason}");
        let taken = |count: u32| (0..count).map(|judge| (TARGET, judge)).collect();
        assert_eq!(guesses.brigade(&brigade, &taken(2)).unwrap().1, [2, 3, 4, 5]);
        assert_eq!(guesses.brigade(&brigade, &taken(3)), None, "too few are left");
    }
}
