//! The experiment: a choice and a mix on one half of the judgments, and their agreement with the other.

use luna_core::rng::Chance;
use luna_learn::analogy_space::{AnalogySpace, FeatureMatrix};
use luna_machines::common_sense::{LinkWeight, links};
use luna_text::knowledge::KnowledgeBase;

use super::agreement::JudgmentAgreement;
use super::judgment::Judgment;
use super::mix::{self, Evidence};
use super::setting::{Setting, SpaceSetting};

/// Neighbours of a concept, at least.
const CORE: usize = 3;

/// The agreement of the published weighting with all judgments, and that of the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Rows, columns and entries of the matrix.
    pub matrix: [usize; 3],
    pub published: JudgmentAgreement,
    /// For each half, the setting chosen on the other.
    pub halves: [Choice; 2],
}

/// A setting chosen on one half of the judgments.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub setting: Setting,
    /// On the half that it was chosen on, where it is the best of many.
    pub chosen_on: JudgmentAgreement,
    /// On the other half.
    pub measured: JudgmentAgreement,
    /// The published setting on the other half.
    pub published: JudgmentAgreement,
    /// The mix of spaces and graph fitted to the half that the setting was chosen on, on the other half.
    pub mixed: JudgmentAgreement,
}

/// The scores of all judged assertions in one setting.
struct Scoring {
    setting: Setting,
    scores: Vec<Option<f64>>,
}

/// Runs the experiment; `tell` hears how many of the spaces are done.
pub fn run(
    base: &KnowledgeBase,
    judgments: &[Judgment],
    settings: &[Setting],
    seed: u64,
    tell: &dyn Fn(usize, usize),
) -> Outcome {
    let mut settings = settings.to_vec();
    if !settings.contains(&Setting::PUBLISHED) {
        settings.push(Setting::PUBLISHED);
    }
    let mixed = mix::settings();
    let further = mixed.iter().filter(|it| !settings.contains(it)).copied();
    let to_score: Vec<Setting> = settings.iter().copied().chain(further).collect();
    let all = score(base, judgments, &to_score, tell);
    let of_mix = all.iter().filter(|it| mixed.contains(&it.setting));
    let of_mix: Vec<&[Option<f64>]> = of_mix.map(|it| it.scores.as_slice()).collect();
    let evidence = Evidence::new(base, judgments, &of_mix);
    let published = all.iter().find(|it| it.setting == Setting::PUBLISHED);
    let measured = |scoring: Option<&Scoring>, part: &[usize]| {
        JudgmentAgreement::of(judgments, scoring.map_or(&[], |it| &it.scores), part)
    };
    let choice = |on: &[usize], then: &[usize]| {
        let choices = all.iter().filter(|it| settings.contains(&it.setting));
        let qualities = choices.map(|it| (it, measured(Some(it), on).quality()));
        let best = qualities.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(it, _)| it);
        Choice {
            setting: best.map_or(Setting::PUBLISHED, |it| it.setting),
            chosen_on: measured(best, on),
            measured: measured(best, then),
            published: measured(published, then),
            mixed: JudgmentAgreement::of(judgments, &evidence.scores(judgments, on), then),
        }
    };
    let everything: Vec<usize> = (0..judgments.len()).collect();
    let [one, other] = halves(judgments.len(), seed);
    let matrix = FeatureMatrix::new(&links(base, LinkWeight::Votes), CORE).matrix(0.0);
    Outcome {
        matrix: [matrix.rows(), matrix.columns(), matrix.entries()],
        published: measured(published, &everything),
        halves: [choice(&other, &one), choice(&one, &other)],
    }
}

/// Scores the judged assertions in each setting. Settings of one space share its decomposition.
fn score(
    base: &KnowledgeBase,
    judgments: &[Judgment],
    settings: &[Setting],
    tell: &dyn Fn(usize, usize),
) -> Vec<Scoring> {
    let mut spaces: Vec<SpaceSetting> = Vec::new();
    for setting in settings {
        if !spaces.contains(&setting.space) {
            spaces.push(setting.space);
        }
    }
    let mut all = Vec::new();
    for (done, space) in spaces.iter().enumerate() {
        tell(done, spaces.len());
        let of_space: Vec<&Setting> = settings.iter().filter(|it| it.space == *space).collect();
        let most = of_space.iter().map(|it| it.reconstruction.dimensions).max().unwrap_or(0);
        let features = FeatureMatrix::new(&links(base, space.weight), CORE);
        let found = AnalogySpace::new(features, space.weighting, most);
        for setting in of_space {
            let prediction = found.reconstructed(setting.reconstruction);
            let score = |judgment: &Judgment| {
                let (left, right) = (judgment.left?.0, judgment.right?.0);
                prediction.assertion(left, judgment.relation.code(), right)
            };
            let scores = judgments.iter().map(score).collect();
            all.push(Scoring { setting: *setting, scores });
        }
    }
    all
}

/// Two random halves of the numbers below `count`.
fn halves(count: usize, seed: u64) -> [Vec<usize>; 2] {
    let mut chance = Chance::from_words(&["judgments", &seed.to_string()]);
    let mut order: Vec<usize> = (0..count).collect();
    for nth in (1..count).rev() {
        order.swap(nth, chance.below(nth + 1));
    }
    let second = order.split_off(count / 2);
    [order, second]
}
