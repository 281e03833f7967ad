//! How each response compares with the key, once for all questions and once for each.

use luna_learn::design::{Design, Refusal};
use luna_machines::predict::Answers;

/// Returns a row for each person: the comparisons of all responses added up, then those of each
/// question.
pub(super) fn copied_features(answers: &Answers) -> Result<Design, Refusal> {
    let (people, questions) = (answers.people(), answers.questions());
    let each = |person: usize| (0..questions).map(move |nth| answers.features(nth, person));
    let responses: Vec<Vec<f64>> =
        (0..people).flat_map(each).map(|features| features.into_iter().collect()).collect();
    let domains: Vec<usize> = (0..people).flat_map(|_| 0..questions).collect();
    let all = Design::dense(&responses)?.augment_domains(&domains, questions)?;
    let person = |nth: usize| {
        (nth * questions..(nth + 1) * questions).flat_map(|row| all.row(row).iter().copied())
    };
    Design::sparse(all.columns(), (0..people).map(person))
}
