//! Grading single responses: Mohler's data with an assignment left out at a time, as the paper of
//! 2011 did, whose best correlation is 0.518 and whose best error, of another system, 0.978.

mod features;
mod report;
mod responses;
mod results;
#[cfg(test)]
mod tests;

use std::path::Path;

use luna_learn::boost::{Settings, boost};
use luna_learn::design::Design;
use luna_learn::folds::{Split, leave_one_group_out};
use luna_learn::linear::ridge;
use luna_learn::metrics::{pearson, rmse};
use luna_text::sentence::Encoder;

use self::features::Corpus;
pub use self::report::{json, part, text};
use self::responses::{Question, Response};
pub use self::results::{GradingResults, ModelScores};
use super::dataset::Problem;
use super::trials::ExperimentError;
use crate::trials::Estimate;

/// Those that the paper left out, by its number and its place.
const UNUSED: [&str; 6] = ["4.6", "4.7", "8.5", "9.5", "9.7", "12.3"];

/// The highest grade.
const MOST: f64 = 5.0;

const STRENGTHS: [f64; 7] = [1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0];

/// Predicts the grades of each assignment by models that are fitted and selected on the others.
/// With the folder of a model of sentences, responses are also compared by that.
pub fn grade(
    assignments: &[Problem],
    embedding: Option<&Path>,
) -> Result<GradingResults, ExperimentError> {
    let encoder = embedding.map(Encoder::open).transpose().map_err(|error| error.to_string())?;
    let (questions, responses) = flatten(assignments);
    if responses.iter().any(|response| !response.grade.is_finite()) {
        return Err("There are responses without a grade.".to_owned().into());
    }
    let folds: Vec<usize> = responses.iter().map(|it| questions[it.question].fold).collect();
    let splits = leave_one_group_out(&folds)?;
    let corpus = Corpus::of(&questions, &responses, encoder.as_ref());
    let grades: Vec<f64> = responses.iter().map(|it| it.grade).collect();
    let mut all = Vec::new();
    for others in [true, false] {
        let rows: Vec<Vec<f64>> = (0..responses.len()).map(|nth| corpus.row(nth, others)).collect();
        let linear = predict(&rows, &splits, &grades, &by_ridge)?;
        let trees = predict(&rows, &splits, &grades, &|rows, split, grades| {
            by_trees(rows, split, grades, &folds)
        })?;
        let mean = linear.iter().zip(&trees).map(|(one, other)| f64::midpoint(*one, *other));
        let mean: Vec<f64> = mean.collect();
        let models = [("ridge", &linear), ("trees", &trees), ("mean of both", &mean)];
        all.extend(models.map(|(model, found)| of(model, others, found, &grades, &splits)));
    }
    let (responses, questions, folds) = (responses.len(), questions.len(), splits.len());
    Ok(GradingResults { responses, questions, folds, graded: all })
}

fn flatten(assignments: &[Problem]) -> (Vec<Question<'_>>, Vec<Response<'_>>) {
    let (mut questions, mut responses) = (Vec::new(), Vec::new());
    for (fold, problem) in assignments.iter().enumerate() {
        for (nth, asked) in problem.questions.iter().enumerate() {
            if UNUSED.contains(&asked.id.as_str()) {
                continue;
            }
            for person in &problem.people {
                let text = person.responses.get(nth).map_or("", String::as_str);
                let grade = person.grades.get(nth).copied().unwrap_or(f64::NAN);
                responses.push(Response { text, question: questions.len(), grade });
            }
            questions.push(Question { text: &asked.text, key: asked.ideal(), fold });
        }
    }
    (questions, responses)
}

type Rows<'a> = &'a [Vec<f64>];

/// Predicts the grade of each response while its assignment is left out.
fn predict(
    rows: Rows<'_>,
    splits: &[Split],
    grades: &[f64],
    by: &dyn Fn(Rows<'_>, &Split, &[f64]) -> Result<Vec<f64>, ExperimentError>,
) -> Result<Vec<f64>, ExperimentError> {
    let mut all = vec![0.0; rows.len()];
    for split in splits {
        for (&row, found) in split.test.iter().zip(by(rows, split, grades)?) {
            all[row] = found.clamp(0.0, MOST);
        }
    }
    Ok(all)
}

/// Ridge regression on features standardized by the training set.
fn by_ridge(rows: Rows<'_>, split: &Split, grades: &[f64]) -> Result<Vec<f64>, ExperimentError> {
    let design = Design::dense(&standard(rows, &split.train))?;
    let fitted = ridge(&design, &split.train, grades, &STRENGTHS)?;
    Ok(fitted.model.predict(&design, &split.test))
}

/// The assignment after the one left out says when there are enough trees.
fn by_trees(
    rows: Rows<'_>,
    split: &Split,
    grades: &[f64],
    folds: &[usize],
) -> Result<Vec<f64>, ExperimentError> {
    let design = Design::dense(rows)?;
    let all = folds.iter().max().map_or(1, |last| last + 1);
    let out = split.test.first().map_or(0, |&row| folds[row]);
    let (held, grown): (Vec<usize>, Vec<usize>) =
        split.train.iter().partition(|&&row| folds[row] == (out + 1) % all);
    let settings =
        Settings { depth: 4, leaf: 10, shrinkage: 0.05, share: 0.5, ..Settings::default() };
    let model = boost(&design, &grown, &held, grades, &settings)?;
    Ok(model.predict(&design, &split.test))
}

/// Each column less its mean, by its standard deviation.
fn standard(rows: Rows<'_>, train: &[usize]) -> Vec<Vec<f64>> {
    let many = luna_learn::float(train.len().max(1));
    let columns = rows.first().map_or(0, Vec::len);
    let mean = |column: usize| train.iter().map(|&row| rows[row][column]).sum::<f64>() / many;
    let scale: Vec<(f64, f64)> = (0..columns)
        .map(|column| {
            let mean = mean(column);
            let squares = train.iter().map(|&row| (rows[row][column] - mean).powi(2)).sum::<f64>();
            (mean, (squares / many).sqrt())
        })
        .collect();
    let value = |(x, (mean, spread)): (&f64, &(f64, f64))| {
        if *spread > 1e-9 { (x - mean) / spread } else { 0.0 }
    };
    rows.iter().map(|row| row.iter().zip(&scale).map(value).collect()).collect()
}

fn of(
    model: &'static str,
    others: bool,
    found: &[f64],
    grades: &[f64],
    splits: &[Split],
) -> ModelScores {
    let of = |rows: &[usize]| {
        let own = |of: &[f64]| rows.iter().map(|&row| of[row]).collect::<Vec<_>>();
        let (found, grades) = (own(found), own(grades));
        let [r, error] = [pearson, rmse].map(|of| of(&found, &grades).unwrap_or(f64::NAN));
        (r, error)
    };
    let everything: Vec<usize> = (0..grades.len()).collect();
    let all = of(&everything);
    let without: Vec<(f64, f64)> = splits.iter().map(|split| of(&split.train)).collect();
    let [r, error] = [
        Estimate { value: all.0, error: jackknife(without.iter().map(|without| without.0)) },
        Estimate { value: all.1, error: jackknife(without.iter().map(|without| without.1)) },
    ];
    ModelScores {
        model,
        others,
        r,
        error,
        each: splits.iter().map(|split| of(&split.test)).collect(),
    }
}

/// The standard error of what comes of all parts, from what comes of all but one.
fn jackknife(without: impl Iterator<Item = f64>) -> f64 {
    let without: Vec<f64> = without.collect();
    let many = luna_learn::float(without.len());
    let mean = without.iter().sum::<f64>() / many;
    let squares: f64 = without.iter().map(|one| (one - mean).powi(2)).sum();
    ((many - 1.0) / many * squares).sqrt()
}
