//! The estimate as it is made: opinions, models of judges and beliefs about players.

use std::collections::BTreeMap;

use super::belief::{Belief, Evidence};
use super::doubt::Doubt;
use super::init;
use super::judge_model::JudgeModel;
use super::opinion::{Guess, Opinion, Variation, group_by_judge};
use super::population::Population;

/// The 97.5 % quantile of the normal distribution.
const Z_975: f64 = 1.959_963_985;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Estimator {
    /// In the order of judges; those of judge j end at `ends[j]`.
    pub(super) guesses: Vec<Opinion>,
    pub(super) ends: Vec<usize>,
    pub(super) within: Vec<Variation>,
    pub(super) beliefs: Vec<Belief>,
    pub(super) fits: Vec<JudgeModel>,
    pub(super) evidence: Vec<Evidence>,
    pub(super) population: Population,
    /// Probability that a judge's guess about a player is a brigade's, by judge and player.
    pub(super) members: BTreeMap<(u32, u32), f64>,
}

impl Estimator {
    pub(super) fn new(guesses: Vec<Guess>) -> Estimator {
        let (guesses, ends, within, players) = group_by_judge(guesses);
        let beliefs = init::levels(&guesses, &ends, players);
        let fits = vec![JudgeModel::default(); ends.len()];
        let evidence = vec![Evidence::default(); beliefs.len()];
        let population = Population::start(&beliefs);
        let members = BTreeMap::new();
        Estimator { guesses, ends, within, beliefs, fits, evidence, population, members }
    }

    /// Updates judges, then players; returns the largest change of a level.
    pub(super) fn round(&mut self) -> f64 {
        let mut start = 0;
        for (fit, &end) in self.fits.iter_mut().zip(&self.ends) {
            *fit = fit.next(&self.guesses[start..end], &self.beliefs, &self.population);
            start = end;
        }
        self.population.learn(&self.fits, &self.within);
        self.collect_evidence();
        let mut moved: f64 = 0.0;
        for (belief, evidence) in self.beliefs.iter_mut().zip(&self.evidence) {
            let before = belief.level;
            self.population.update_belief(belief, *evidence);
            moved = moved.max((belief.level - before).abs());
        }
        self.population.centre(&self.beliefs);
        moved
    }

    fn collect_evidence(&mut self) {
        self.evidence.fill(Evidence::default());
        let mut start = 0;
        for (fit, &end) in self.fits.iter().zip(&self.ends) {
            for model in [&fit.shared, &fit.own] {
                if model.share < 1e-6 {
                    continue;
                }
                for opinion in &self.guesses[start..end] {
                    let belief = self.beliefs[opinion.player()];
                    model.accumulate(
                        opinion,
                        belief,
                        &self.population,
                        &mut self.evidence[opinion.player()],
                    );
                }
            }
            start = end;
        }
    }

    /// A judge's opinions.
    pub(super) fn of(&self, judge: usize) -> &[Opinion] {
        let end = |at: usize| self.ends.get(at).copied();
        let start = judge.checked_sub(1).map_or(Some(0), end);
        let range = start.zip(end(judge)).map_or(0..0, |(start, end)| start..end);
        &self.guesses[range]
    }

    /// A judge's model, for one opinion: a brigade's members are not honest about their target.
    pub(super) fn fit_for(&self, judge: u32, opinion: &Opinion) -> JudgeModel {
        let at = usize::try_from(judge).unwrap_or(usize::MAX);
        let fit = self.fits.get(at).copied().unwrap_or_default();
        let member = self.members.get(&(judge, opinion.player_number()));
        member.map_or(fit, |member| fit.discounted(1.0 - member))
    }

    pub(super) fn leave_one_out(&self, opinion: &Opinion, fit: &JudgeModel) -> Option<f64> {
        let belief = self.belief_without(opinion, fit)?;
        Some(belief.level.clamp(0.0, 100.0))
    }

    /// The belief about a player without this judge; `None` where nobody else has guessed.
    pub(super) fn belief_without(&self, opinion: &Opinion, fit: &JudgeModel) -> Option<Belief> {
        let (mut belief, mut evidence) =
            (self.beliefs[opinion.player()], self.evidence[opinion.player()]);
        let mut own = Evidence::default();
        for model in [&fit.shared, &fit.own] {
            model.accumulate(opinion, belief, &self.population, &mut own);
        }
        evidence.weight = (evidence.weight - own.weight).max(0.0);
        evidence.points -= own.points;
        (belief.judges > 1).then(|| {
            self.population.update_belief(&mut belief, evidence);
            belief
        })
    }

    /// Half the width of each player's 95 % interval.
    pub(super) fn margins(&self) -> Vec<f64> {
        let mut doubts = vec![Doubt::default(); self.beliefs.len()];
        let mut start = 0;
        for (judge, &end) in (0..).zip(&self.ends) {
            for opinion in &self.guesses[start..end] {
                let belief = self.beliefs[opinion.player()];
                let fit = self.fit_for(judge, opinion);
                doubts[opinion.player()].add(opinion, belief, &fit, &self.population);
            }
            start = end;
        }
        let known = self.beliefs.iter().zip(&self.evidence).zip(doubts);
        let margin = |((belief, evidence), doubt): ((&Belief, &Evidence), Doubt)| {
            let error = self.population.standard_error(*belief, *evidence);
            Z_975 * error * doubt.widening(*belief, error, &self.population)
        };
        known.map(margin).collect()
    }
}
