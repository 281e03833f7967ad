//! Marks of answers, and what is known about them.

/// The answer of a person or machine to a question, with the mark that a judge gave it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkedAnswer {
    pub person: usize,
    pub question: usize,
    pub judge: usize,
    /// From 0 to 100.
    pub mark: f64,
}

/// What is read from a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Whether it is above the middle. A mark on the middle counts for nothing.
    Sides,
    /// All points. At the ends of the scale the quality may lie beyond.
    Points,
}

/// The marks, with what is known about questions and players.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    pub answers: &'a [MarkedAnswer],
    /// For each covariate, such as length, its value for each answer; none if there are none.
    pub covariates: &'a [Vec<f64>],
    /// For each person, whether it is a machine; a person not listed is none.
    pub machines: &'a [bool],
    /// Unit vectors of the questions' words, sparse and sorted; a product is how alike two questions
    /// are.
    pub words: &'a [Vec<(u32, f64)>],
}
