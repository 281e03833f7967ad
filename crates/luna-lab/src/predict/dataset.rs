//! People who answered the same questions, with a number for each of them.

use luna_machines::predict::{self, Answers, Example};

/// A set of questions, who answered them, and how each was rated.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub name: String,
    pub questions: Vec<Question>,
    pub people: Vec<Person>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub id: String,
    pub text: String,
    /// Each of the answers that count as right; none where the key lacks it.
    pub key: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    pub id: String,
    /// One for each question; empty where there is none.
    pub responses: Vec<String>,
    /// A rating, or the sum of the grades.
    pub rating: f64,
    /// The grade of each response, if it is known.
    pub grades: Vec<f64>,
}

/// The conversion of summed grades to ratings from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// They are ratings already.
    Given,
    /// Divided by the largest.
    Maximum,
    /// The smallest becomes 0, the largest 1.
    Range,
}

impl Scale {
    pub const ALL: [Scale; 3] = [Scale::Given, Scale::Maximum, Scale::Range];

    pub fn name(self) -> &'static str {
        match self {
            Scale::Given => "given",
            Scale::Maximum => "maximum",
            Scale::Range => "range",
        }
    }

    /// For the words around a figure.
    pub fn words(self) -> &'static str {
        match self {
            Scale::Given => "rated as given",
            Scale::Maximum => "sums of grades divided by the largest",
            Scale::Range => "sums of grades from the smallest, which is 0, to the largest, 1",
        }
    }

    pub fn from_name(name: &str) -> Option<Scale> {
        Scale::ALL.into_iter().find(|scale| scale.name() == name)
    }
}

impl Question {
    /// One that is known by its words, and has no key.
    pub fn plain(text: &str) -> Question {
        Question { id: text.to_owned(), text: text.to_owned(), key: Vec::new() }
    }

    /// The whole key of one question, as the paper's features take it.
    pub fn ideal(&self) -> String {
        self.key.join(" ")
    }
}

impl Problem {
    /// The number to predict for each person. Where all are rated alike, the
    /// smallest is the largest and stays what it is: 1, or 0 if all are 0.
    pub fn ratings(&self, scale: Scale) -> Vec<f64> {
        let all = self.people.iter().map(|person| person.rating);
        let most = all.clone().fold(f64::NEG_INFINITY, f64::max);
        let least = all.clone().fold(f64::INFINITY, f64::min);
        let (from, width) = match scale {
            Scale::Range if most > least => (least, most - least),
            Scale::Maximum | Scale::Range if most > 0.0 => (0.0, most),
            _ => (0.0, 1.0),
        };
        all.map(|rating| (rating - from) / width).collect()
    }

    /// The questions, as a machine learns them.
    pub fn asked(&self) -> Vec<predict::Question> {
        let one = |it: &Question| predict::Question { text: it.text.clone(), key: it.key.clone() };
        self.questions.iter().map(one).collect()
    }

    /// The people, as a machine learns from them.
    pub fn examples(&self, scale: Scale) -> Vec<Example> {
        let one = |(person, rating): (&Person, f64)| Example {
            responses: person.responses.clone(),
            rating,
        };
        self.people.iter().zip(self.ratings(scale)).map(one).collect()
    }

    /// The responses, normalized as a machine normalizes them.
    pub(super) fn answers(&self) -> Answers {
        let people: Vec<&[String]> =
            self.people.iter().map(|person| person.responses.as_slice()).collect();
        Answers::new(&self.asked(), &people)
    }

    /// Why nothing can be learnt or tested on it, if that is so.
    pub fn check(&self, scale: Scale) -> Result<(), String> {
        let name = &self.name;
        if self.questions.is_empty() {
            return Err(format!("{name}: there are no questions."));
        }
        if self.people.len() < 5 {
            let people = match self.people.len() {
                0 => "nobody has answered".to_owned(),
                1 => "one person has answered".to_owned(),
                many => format!("{many} people have answered"),
            };
            return Err(format!("{name}: {people}; splitting them 4 to 1 needs five."));
        }
        self.rated_within_bounds(scale)
    }

    /// Why its responses cannot be compared, if that is so.
    pub fn check_to_compare(&self, scale: Scale) -> Result<(), String> {
        match (self.questions.is_empty(), self.people.is_empty()) {
            (true, _) => Err(format!("{}: there are no questions.", self.name)),
            (_, true) => Err(format!("{}: nobody has answered.", self.name)),
            _ => self.rated_within_bounds(scale),
        }
    }

    /// Returns an error that names a person whose rating is out of bounds, if there is one.
    pub fn rated_within_bounds(&self, scale: Scale) -> Result<(), String> {
        let name = &self.name;
        let all = || self.people.iter().map(|person| person.rating);
        let width = all().fold(f64::MIN, f64::max) - all().fold(f64::MAX, f64::min);
        if scale == Scale::Range && all().all(f64::is_finite) && width == f64::INFINITY {
            return Err(format!("{name}: the ratings are too far apart for the computation."));
        }
        let outside = |rating: &f64| !(0.0..=1.0).contains(rating);
        if let Some(at) = self.ratings(scale).iter().position(outside) {
            let (id, rating) = self.people.get(at).map_or(("", 0.0), |it| (&it.id, it.rating));
            let scales = match (scale, rating < 0.0) {
                (Scale::Given, false) => "--scale maximum or --scale range",
                _ => "--scale range",
            };
            let rating = short(rating);
            return Err(format!(
                "{name}: {id} is rated {rating}, which is not from 0 to 1. Choose {scales}."
            ));
        }
        Ok(())
    }
}

/// Without hundreds of digits.
fn short(number: f64) -> String {
    match number.abs() {
        0.0 | 1e-6..1e15 => number.to_string(),
        _ => format!("{number:e}"),
    }
}
