//! Files that others write: tables, pages, questions and tossups.

pub mod csv_line;
pub mod page_file;
pub mod question_file;
pub mod tossup_file;
