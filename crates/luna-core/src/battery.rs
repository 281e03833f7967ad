//! The battery: a verbal test of common sense for children. Its items, their keys, and the points
//! of a sitting.

mod item;
mod points;

pub use self::item::{Example, Form, FormProblem, Idea, Item, Subtest};
pub use self::points::{Scored, first_best_rank, relaxed, strict};
