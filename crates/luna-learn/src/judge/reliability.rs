//! Detection of careless and dishonest judges, by comparison with other judges. A flag asks a
//! person to look, with the numbers behind it; nothing follows from it by itself.
//!
//! It serves judges in games and raters of questions, who are not rated in return.

mod bloc;
mod collusion;
mod crowd;
mod detectors;
mod flag;
mod judgment;
mod peer_comparison;
#[cfg(test)]
mod tests;

use crate::interval::quantile::median;
use crate::number::float;
pub use bloc::{Bloc, FEWEST as FEWEST_IN_BLOC, Opinion, Suspicion};
pub use collusion::{CollusionGroup, collusion_groups};
pub use crowd::Crowd;
pub use flag::{Flag, Kind};
pub use judgment::Judgment;
use peer_comparison::PeerComparison;

/// Statistics of a judge's guesses.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub guesses: usize,
    /// Median response time, where times are known.
    pub seconds: Option<f64>,
    pub mean: f64,
    /// Standard deviation.
    pub spread: f64,
    /// Correlation with the mean guess of the others about the same players.
    pub correlation: Option<f64>,
    pub flags: Vec<Flag>,
}

/// All guesses so far, added one by one.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    judges: Vec<Vec<Judgment>>,
    /// Number and sum of the guesses about each player.
    players: Vec<(f64, f64)>,
    /// Judges are players too, so that mutual favours can be found.
    reciprocal: bool,
}

impl Monitor {
    /// A monitor of judges who are judged in return: a person has one number as judge and player.
    pub fn reciprocal() -> Monitor {
        Monitor { reciprocal: true, ..Monitor::default() }
    }

    pub fn add(&mut self, seen: Judgment) {
        let [judge, player] =
            [seen.judge, seen.player].map(|id| usize::try_from(id).unwrap_or(usize::MAX));
        if self.judges.len() <= judge {
            self.judges.resize(judge + 1, Vec::new());
        }
        if self.players.len() <= player {
            self.players.resize(player + 1, (0.0, 0.0));
        }
        self.judges[judge].push(seen);
        self.players[player].0 += 1.0;
        self.players[player].1 += seen.points;
    }

    /// Compares all judges, in time linear in the number of guesses.
    pub fn crowd(&self) -> Crowd {
        let judges: Vec<PeerComparison> =
            self.judges.iter().map(|own| PeerComparison::new(own, &self.players)).collect();
        let mut usual: Vec<f64> = judges.iter().filter_map(|beside| beside.correlation).collect();
        usual.sort_unstable_by(f64::total_cmp);
        let usual = usual.get(usual.len() * 3 / 4).copied().unwrap_or(0.0);
        let mut crowd = Crowd { judges, usual, ..Crowd::default() };
        crowd.groups = if self.reciprocal {
            detectors::groups(&crowd.judges)
        } else {
            vec![0; crowd.judges.len()]
        };
        // A prior of one favour in twenty guesses.
        let (mut favours, mut count) = (1.0, 20.0);
        for (beside, _) in crowd.judges.iter().zip(&crowd.groups).filter(|&(_, &group)| group < 3) {
            favours += float(beside.favoured.len());
            count += float(beside.guesses);
        }
        crowd.favours = favours / count;
        crowd
    }

    /// Reports on one judge within a crowd; `None` without guesses. The time is linear in the
    /// judge's own guesses, so it can run after each of them.
    pub fn report(&self, judge: u32, crowd: &Crowd) -> Option<Report> {
        let at = usize::try_from(judge).ok()?;
        let own = self.judges.get(at).filter(|own| !own.is_empty())?;
        let beside = PeerComparison::new(own, &self.players);
        let count = float(own.len());
        let mean = own.iter().map(|seen| seen.points).sum::<f64>() / count;
        let squares: f64 = own.iter().map(|seen| (seen.points - mean).powi(2)).sum();
        let seconds = median(&own.iter().filter_map(|seen| seen.seconds).collect::<Vec<_>>());
        let flags = [
            detectors::minimum(own),
            detectors::constant(own, &beside),
            detectors::random(&beside, crowd.usual),
            detectors::copying(own),
            detectors::ring(at, own, &beside, crowd).filter(|_| self.reciprocal),
        ];
        Some(Report {
            guesses: own.len(),
            seconds,
            mean,
            spread: (squares / (count - 1.0).max(1.0)).sqrt(),
            correlation: beside.correlation,
            flags: flags.into_iter().flatten().collect(),
        })
    }
}
