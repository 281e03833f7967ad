//! Some twenty features that compare a response with the key of its question.

use std::collections::{BTreeSet, HashMap};

use luna_text::bm25;
use luna_text::levenshtein::{chars, similarity};
use luna_text::ngram;
use luna_text::overlap::jaccard;
use luna_text::sentence::Encoder;
use luna_text::stem::stem;
use luna_text::tfidf::{Frequencies, TermFrequency, cosine};
use luna_text::words::content_words;

use super::responses::{Question, Response};
use luna_learn::float;

type WeightedStems = Vec<(u32, f64)>;

/// A text as the features see it.
struct Text {
    stems: Vec<String>,
    set: BTreeSet<String>,
    weighed: WeightedStems,
    /// Runs of two to four characters, each once for each time.
    runs: HashMap<String, f64>,
    embedded: Vec<f32>,
}

pub(super) struct Corpus {
    /// The rarity of stems among questions and keys, so that no response depends on another.
    rarity: Frequencies,
    asked: Vec<BTreeSet<String>>,
    keys: Vec<Text>,
    said: Vec<Text>,
    /// The index of each response's question.
    question: Vec<usize>,
    /// All responses to each question.
    to: Vec<Vec<usize>>,
    empty: Vec<bool>,
}

fn stems(text: &str) -> Vec<String> {
    content_words(text).iter().map(|word| stem(word).into_owned()).collect()
}

fn runs(text: &str) -> HashMap<String, f64> {
    let text = format!(" {} ", content_words(text).join(" "));
    let mut runs = HashMap::new();
    for run in (2..=4).flat_map(|n| ngram::chars(&text, n)) {
        *runs.entry(run.to_owned()).or_insert(0.0) += 1.0;
    }
    runs
}

fn ratio(part: usize, whole: usize) -> f64 {
    float(part) / float(whole.max(1))
}

impl Corpus {
    pub(super) fn of(
        questions: &[Question<'_>],
        responses: &[Response<'_>],
        encoder: Option<&Encoder>,
    ) -> Corpus {
        let keys: Vec<&str> = questions.iter().map(|question| question.key.as_str()).collect();
        let said: Vec<&str> = responses.iter().map(|response| response.text).collect();
        let asked = questions.iter().map(|question| &question.text);
        let all: Vec<Vec<String>> = asked.chain(&keys).map(|text| stems(text)).collect();
        let rarity = Frequencies::of(&all);
        let embed = |texts: &[&str]| match encoder {
            Some(encoder) => encoder.embed(texts),
            None => vec![Vec::new(); texts.len()],
        };
        let texts = |texts: &[&str]| -> Vec<Text> {
            let each = texts.iter().zip(embed(texts));
            each.map(|(text, embedded)| Text::of(text, &rarity, embedded)).collect()
        };
        let mut to = vec![Vec::new(); questions.len()];
        for (nth, response) in responses.iter().enumerate() {
            to[response.question].push(nth);
        }
        let (keys, said) = (texts(&keys), texts(&said));
        let unanswered = |response: &Response<'_>| {
            content_words(response.text).is_empty()
                || response.text.to_lowercase().contains("not answered")
        };
        Corpus {
            asked: questions.iter().map(|it| stems(it.text).into_iter().collect()).collect(),
            keys,
            said,
            question: responses.iter().map(|it| it.question).collect(),
            to,
            empty: responses.iter().map(unanswered).collect(),
            rarity,
        }
    }

    /// The features of a response; with those that look at the other responses to its question,
    /// or without.
    pub(super) fn row(&self, nth: usize, others: bool) -> Vec<f64> {
        let question = self.question[nth];
        let (said, key, asked) = (&self.said[nth], &self.keys[question], &self.asked[question]);
        let mut row = vec![
            ratio(said.shared(key), key.set.len()),
            jaccard(&said.stems, &key.stems),
            new(said, key, asked),
            self.shared_rarity(said, key, asked),
            cosine(&said.weighed, &key.weighed),
            cosine(&self.beyond(said, asked), &self.beyond(key, asked)),
            bm25::share(&self.rarity, &Vec::from_iter(&key.set), &said.stems),
            run_cosine(&said.runs, &key.runs),
            ratio(said.shared(key), said.set.len()),
            float(said.stems.len()).ln_1p(),
            float(key.stems.len()).ln_1p(),
            float(said.stems.len()).ln_1p() - float(key.stems.len()).ln_1p(),
            f64::from(u8::from(self.empty[nth])),
            ratio(said.set.intersection(asked).count(), said.set.len()),
            f64::from(u8::from(new(said, key, asked) > 0.0)),
            edits(said, key),
            float(said.set.difference(asked).count()).ln_1p(),
        ];
        let embedded = !said.embedded.is_empty();
        row.extend(embedded.then(|| dot(&said.embedded, &key.embedded)));
        if others {
            row.extend(self.near(nth, |one, other| cosine(&one.weighed, &other.weighed)));
            if embedded {
                row.extend(self.near(nth, |one, other| dot(&one.embedded, &other.embedded)));
            }
        }
        row
    }

    /// The share of the key's stems that the question has not which the response has, each by
    /// its rarity.
    fn shared_rarity(&self, said: &Text, key: &Text, asked: &BTreeSet<String>) -> f64 {
        let of = |stems: &mut dyn Iterator<Item = &String>| -> f64 {
            stems.map(|stem| self.rarity.idf(stem)).sum()
        };
        let wanted = of(&mut key.set.difference(asked));
        let there = of(&mut key.set.difference(asked).filter(|&stem| said.set.contains(stem)));
        if wanted > 0.0 { there / wanted } else { 0.0 }
    }

    /// A text by its stems that the question has not.
    fn beyond(&self, text: &Text, asked: &BTreeSet<String>) -> WeightedStems {
        let own: Vec<&String> = text.stems.iter().filter(|&stem| !asked.contains(stem)).collect();
        self.rarity.vector(&own, TermFrequency::Sublinear)
    }

    /// Returns the mean similarity of the other responses to the same question: of all of them, and
    /// of the five nearest.
    fn near(&self, nth: usize, alike: impl Fn(&Text, &Text) -> f64) -> [f64; 2] {
        let others = self.to[self.question[nth]].iter().filter(|&&other| other != nth);
        let mut all: Vec<f64> =
            others.map(|&other| alike(&self.said[nth], &self.said[other])).collect();
        all.sort_unstable_by(|one, other| other.total_cmp(one));
        let mean = |some: &[f64]| some.iter().sum::<f64>() / float(some.len().max(1));
        [mean(&all), mean(&all[..all.len().min(5)])]
    }
}

impl Text {
    fn of(text: &str, rarity: &Frequencies, embedded: Vec<f32>) -> Text {
        let stems = stems(text);
        Text {
            set: stems.iter().cloned().collect(),
            weighed: rarity.vector(&stems, TermFrequency::Sublinear),
            runs: runs(text),
            stems,
            embedded,
        }
    }

    /// Returns the number of common stems.
    fn shared(&self, other: &Text) -> usize {
        self.set.intersection(&other.set).count()
    }
}

/// Returns the share of the key's new stems, which the question lacks, that the response has.
fn new(said: &Text, key: &Text, asked: &BTreeSet<String>) -> f64 {
    let wanted = || key.set.difference(asked);
    ratio(wanted().filter(|&stem| said.set.contains(stem)).count(), wanted().count())
}

/// One less the distance of the stems' characters by the longer's.
fn edits(said: &Text, key: &Text) -> f64 {
    let (one, other) = (said.stems.join(" "), key.stems.join(" "));
    similarity(chars(&one, &other), one.chars().count().max(other.chars().count()))
}

/// Returns the cosine of the counts of runs.
fn run_cosine(one: &HashMap<String, f64>, other: &HashMap<String, f64>) -> f64 {
    let square = |of: &HashMap<String, f64>| of.values().map(|x| x * x).sum::<f64>();
    let shared: f64 = one.iter().filter_map(|(run, x)| Some(x * other.get(run)?)).sum();
    let length = (square(one) * square(other)).sqrt();
    if length > 0.0 { shared / length } else { 0.0 }
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
}
