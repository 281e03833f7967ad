//! Word vectors: words used alike are close. Read from a file, or trained on a corpus.

mod eigen;
mod read;
mod table;
mod train;

#[cfg(test)]
mod tests;

pub use self::table::Vectors;
