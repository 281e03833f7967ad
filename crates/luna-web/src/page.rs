//! The layout of all pages, the pages for newcomers, and the documentation.

pub(crate) mod docs;
pub(crate) mod layout;
pub(crate) mod static_pages;
