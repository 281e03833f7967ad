//! The battery of common-sense questions, as an instance offers it.

mod slurs;

pub use self::slurs::slur_filter;
