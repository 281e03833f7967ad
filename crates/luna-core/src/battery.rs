//! The battery: a verbal test of common sense for children. Its items, their keys, the points of a
//! sitting, and the verdicts of people.

mod figure;
mod item;
mod paper_result;
mod points;
mod sense;
mod verdict;

pub use self::figure::FigureOne;
pub use self::item::{Example, Form, FormProblem, Idea, Item, Subtest};
pub use self::paper_result::{PaperResult, PrintedAnswers};
pub use self::points::{KeyScore, first_best_rank, relaxed, solved_after, strict};
pub use self::sense::Sense;
pub use self::verdict::{HumanScore, NONSENSE, ScoreProblem, UNCHILDLIKE, settle};
