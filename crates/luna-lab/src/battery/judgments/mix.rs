//! A mix of spaces and graph: ridge regression of ratings on scores of two spaces at several numbers of
//! dimensions, on the assertions around both concepts, and on the relation.

use luna_learn::analogy_space::{Reconstruction, Weighting};
use luna_learn::design::{Design, Refusal};
use luna_learn::float;
use luna_learn::linear::ridge;
use luna_machines::common_sense::LinkWeight;
use luna_text::knowledge::KnowledgeBase;

use super::graph;
use super::judgment::Judgment;
use super::setting::{Setting, SpaceSetting};

/// Dimensions at which each space is asked.
const DIMENSIONS: [usize; 4] = [25, 50, 100, 150];
/// Codes of relations.
const RELATIONS: usize = 32;

/// The numbers that each judgment is mixed from; `None` where a space has no score.
pub(super) struct Evidence(Vec<Option<Vec<f64>>>);

/// The settings whose scores are mixed: the published space, and the best one of the grid.
pub(super) fn settings() -> Vec<Setting> {
    let published = SpaceSetting { weight: LinkWeight::Votes, weighting: Weighting::PUBLISHED };
    let signs = SpaceSetting {
        weight: LinkWeight::Sign,
        weighting: Weighting { rows: 0.75, columns: 0.75, association: 0.5 },
    };
    let of = |space, values, rows| {
        DIMENSIONS.map(|dimensions| Setting {
            space,
            reconstruction: Reconstruction { dimensions, values, rows },
        })
    };
    [of(published, 1.0, 0.0), of(signs, 2.0, -0.25)].concat()
}

impl Evidence {
    /// From the scores of all judgments in each of the settings.
    pub(super) fn new(
        base: &KnowledgeBase,
        judgments: &[Judgment],
        scores: &[&[Option<f64>]],
    ) -> Evidence {
        let row = |nth: usize, judgment: &Judgment| {
            let of_spaces = scores.iter().map(|scores| scores.get(nth).copied().flatten());
            let mut row = of_spaces.collect::<Option<Vec<f64>>>()?;
            // Most scores are close to 0, where the differences matter.
            let roots: Vec<f64> = row.iter().map(|it| it.abs().sqrt().copysign(*it)).collect();
            row.extend(roots);
            row.extend(graph::features(base, judgment.left?, judgment.relation, judgment.right?));
            let code = usize::from(judgment.relation.code());
            row.extend((0..RELATIONS).map(|it| if it == code { 1.0 } else { 0.0 }));
            Some(row)
        };
        Evidence(judgments.iter().enumerate().map(|(nth, it)| row(nth, it)).collect())
    }

    /// The scores of all judgments by a mix fitted to the ratings of some of them, its strength chosen by
    /// leaving one out. `None` of all if nothing can be fitted.
    pub(super) fn scores(&self, judgments: &[Judgment], on: &[usize]) -> Vec<Option<f64>> {
        self.fitted(judgments, on).unwrap_or_else(|_| vec![None; judgments.len()])
    }

    fn fitted(&self, judgments: &[Judgment], on: &[usize]) -> Result<Vec<Option<f64>>, Refusal> {
        let known: Vec<usize> = on
            .iter()
            .copied()
            .filter(|&nth| self.0.get(nth).is_some_and(Option::is_some))
            .collect();
        let count = self.0.iter().flatten().map(Vec::len).next().unwrap_or(0);
        let scale = self.scale(&known, count);
        let rows: Vec<Vec<f64>> = (self.0.iter())
            .map(|row| match row {
                Some(row) => row.iter().zip(&scale).map(|(x, scale)| x * scale).collect(),
                None => vec![0.0; count],
            })
            .collect();
        let ratings: Vec<f64> = judgments.iter().map(|it| f64::from(it.rating)).collect();
        let design = Design::dense(&rows)?;
        let strengths = [1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1_000.0, 3_000.0, 10_000.0];
        let model = ridge(&design, &known, &ratings, &strengths)?.model;
        let all: Vec<usize> = (0..judgments.len()).collect();
        let predicted = model.predict(&design, &all);
        Ok(self.0.iter().zip(predicted).map(|(row, score)| row.as_ref().map(|_| score)).collect())
    }

    /// For each column, one by its standard deviation in these rows; 0 if it is the same in all.
    fn scale(&self, rows: &[usize], columns: usize) -> Vec<f64> {
        let known: Vec<&Vec<f64>> =
            rows.iter().filter_map(|&nth| self.0.get(nth)?.as_ref()).collect();
        let of = |column: usize| {
            let values = || known.iter().filter_map(|row| row.get(column));
            let mean = values().sum::<f64>() / float(known.len());
            let square = values().map(|x| (x - mean).powi(2)).sum::<f64>() / float(known.len());
            if square > 1e-18 { square.sqrt().recip() } else { 0.0 }
        };
        (0..columns).map(of).collect()
    }
}
