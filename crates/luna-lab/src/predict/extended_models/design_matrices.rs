//! Better features than the paper's: what the responses are made of, by how rare it is, and how
//! they compare with the key.

use luna_learn::design::{Design, Refusal};
use luna_machines::predict::Answers;
use luna_text::ngram;
use luna_text::stem::stem;
use luna_text::tfidf::{Frequencies, TermFrequency};

use crate::predict::texts::Texts;

/// A row for each person.
pub(super) struct Designs {
    /// Stems and runs of two to four characters, question by question, by how rare they are
    /// among all responses to it; then what `compared` holds.
    pub(super) words: Design,
    /// The comparison of each response with the key, and the means of that.
    pub(super) trees: Design,
    /// The same once for all questions and once more for each.
    pub(super) copied: Design,
}

impl Designs {
    pub(super) fn of(texts: &[Texts], answers: &Answers) -> Result<Designs, Refusal> {
        let people = answers.people();
        let each = |person: usize| (0..texts.len()).map(move |nth| answers.features(nth, person));
        let dense: Vec<Vec<f64>> =
            (0..people).map(|person| each(person).flatten().collect()).collect();
        let compared = Design::dense(&dense)?;
        let mean = |person: usize| -> Vec<f64> {
            let mut sums = vec![0.0; Answers::FEATURES];
            for of in each(person) {
                sums.iter_mut().zip(of).for_each(|(sum, of)| *sum += of);
            }
            sums.into_iter().map(|sum| sum / luna_learn::float(texts.len())).collect()
        };
        let means = Design::dense(&(0..people).map(mean).collect::<Vec<_>>())?;
        let mut words = compared.clone();
        for texts in texts {
            words = words.hstack(&stems(texts)?)?.hstack(&runs(texts)?)?;
        }
        let copied = copied(&dense, texts.len())?;
        Ok(Designs { words, trees: compared.hstack(&means)?, copied })
    }
}

/// The responses of a person added up, each with a copy of its own.
fn copied(dense: &[Vec<f64>], questions: usize) -> Result<Design, Refusal> {
    let width = Answers::FEATURES;
    let responses: Vec<Vec<f64>> =
        dense.iter().flat_map(|row| row.chunks(width).map(<[f64]>::to_vec)).collect();
    let domains: Vec<usize> = dense.iter().flat_map(|_| 0..questions).collect();
    let all = Design::dense(&responses)?.augment_domains(&domains, questions)?;
    let person = |nth: usize| {
        (nth * questions..(nth + 1) * questions).flat_map(|row| all.row(row).iter().copied())
    };
    Design::sparse(all.columns(), (0..dense.len()).map(person))
}

fn stems(texts: &Texts) -> Result<Design, Refusal> {
    let of = |words: &Vec<String>| words.iter().map(|word| stem(word).into_owned()).collect();
    weighted(&texts.distinct.iter().map(of).collect::<Vec<_>>(), &texts.said)
}

fn runs(texts: &Texts) -> Result<Design, Refusal> {
    let of = |words: &Vec<String>| {
        let text = format!(" {} ", words.join(" "));
        (2..=4).flat_map(|n| ngram::chars(&text, n)).map(str::to_owned).collect()
    };
    weighted(&texts.distinct.iter().map(of).collect::<Vec<_>>(), &texts.said)
}

/// A row for each person, by which text is whose.
fn weighted(distinct: &[Vec<String>], said: &[usize]) -> Result<Design, Refusal> {
    let mut all = Frequencies::default();
    for &at in said {
        all.add(&distinct[at]);
    }
    let row = |&at: &usize| {
        let vector = all.vector(&distinct[at], TermFrequency::Sublinear).into_iter();
        vector.map(|(token, weight)| (usize::try_from(token).unwrap_or(usize::MAX), weight))
    };
    Design::sparse(all.tokens(), said.iter().map(row))
}
