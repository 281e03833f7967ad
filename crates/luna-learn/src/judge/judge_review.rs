//! All tests of judges on one log, for the server and for the command alike.

use std::f64::consts::LN_10;

use crate::guess::calibrated::{Calibrated, Guess, Inattention, calibrate};
use crate::judge::reliability::{
    CollusionGroup, Flag, Judgment, Kind, Monitor, Report, collusion_groups,
};

/// What the tests say about the judges of a log.
#[derive(Clone, Debug)]
pub struct Review {
    /// Ratings and models of judges, with the brigades against one player.
    pub calibrated: Calibrated,
    /// By the judge's number; `None` without a guess.
    pub reports: Vec<Option<Report>>,
    /// Accounts that raise each other.
    pub groups: Vec<CollusionGroup>,
}

/// Applies all tests to judgments in the order of time. Mutual favours and accounts that raise each
/// other are looked for if judges are judged in return, and a person has one number in both roles.
pub fn review(judgments: &[Judgment], reciprocal: bool) -> Review {
    let guess =
        |&Judgment { judge, player, points, .. }: &Judgment| Guess { judge, player, points };
    let calibrated = calibrate(judgments.iter().map(guess).collect());
    let mut monitor = if reciprocal { Monitor::reciprocal() } else { Monitor::default() };
    for &judgment in judgments {
        monitor.add(judgment);
    }
    let crowd = monitor.crowd();
    let report = |(judge, _)| {
        let mut report = monitor.report(judge, &crowd)?;
        report.flags.extend(calibrated.inattention(judge).and_then(flag));
        Some(report)
    };
    Review {
        reports: (0..).zip(&calibrated.judges).map(report).collect(),
        groups: if reciprocal { collusion_groups(judgments) } else { Vec::new() },
        calibrated,
    }
}

/// An honest judge has such a Bayes factor with at most the probability of its reciprocal.
fn flag(inattention: Inattention) -> Option<Flag> {
    let strength = (inattention.log_factor / LN_10).min(12.0);
    let flag = || Flag { kind: Kind::Inattentive, strength, reason: inattention.reason() };
    inattention.is_suspicious().then(flag)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thirty judges of each other with some noise; the last takes levels for their opposite, and
    /// the first six raise player 9.
    fn judgments() -> Vec<Judgment> {
        let mut all = Vec::new();
        for judge in 0..30 {
            for player in (0..30).filter(|&player| player != judge) {
                let noise = f64::from((judge * 17 + player * 29 + judge * player) % 23) - 11.0;
                let level = 12.0 + 2.0 * f64::from(player);
                let points = match (judge, player) {
                    (0..6, 9) => 100.0,
                    (29, _) => 100.0 - level + noise,
                    _ => level + noise,
                };
                all.push(Judgment { judge, player, points, before: None, seconds: None });
            }
        }
        all
    }

    #[test]
    fn one_call_applies_all_tests() {
        for reciprocal in [true, false] {
            let found = review(&judgments(), reciprocal);
            let inattentive = (0..).zip(&found.reports).filter(|(_, report)| {
                let mut flags = report.iter().flat_map(|report| &report.flags);
                flags.any(|flag| flag.kind == Kind::Inattentive)
            });
            assert_eq!(inattentive.map(|(judge, _)| judge).collect::<Vec<u32>>(), [29]);
            let [brigade] = &found.calibrated.brigades[..] else { panic!("one brigade") };
            let members: Vec<u32> = brigade.judges.iter().map(|&(judge, _)| judge).collect();
            assert_eq!((brigade.player, members), (9, (0..6).collect()));
            assert_eq!(found.groups, []);
        }
    }
}
