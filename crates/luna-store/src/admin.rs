//! What operators see and decide: figures, searches, reports and warnings.

pub mod figures;
pub mod participation;
pub mod reading;
pub mod report;
pub mod search;
pub mod warning;
