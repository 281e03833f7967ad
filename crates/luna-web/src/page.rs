//! The layout of all pages, and the pages for newcomers.

pub(crate) mod layout;
pub(crate) mod static_pages;
