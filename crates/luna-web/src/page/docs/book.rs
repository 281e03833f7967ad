//! All chapters, rendered and indexed once.

use std::sync::LazyLock;

use super::chapter::{self, Chapter};
use super::rendered::{Rendered, render};
use super::search::Index;

pub(super) static BOOK: LazyLock<Book> = LazyLock::new(|| {
    let pages: Vec<Page> = chapter::all()
        .map(|chapter| Page { chapter, rendered: render(chapter.file, chapter.markdown) })
        .collect();
    let index = Index::new(pages.iter().map(|page| (page.chapter.title, &page.rendered)));
    Book { pages, index }
});

pub(super) struct Book {
    /// In the order of the chapters.
    pub(super) pages: Vec<Page>,
    pub(super) index: Index,
}

pub(super) struct Page {
    pub(super) chapter: &'static Chapter,
    pub(super) rendered: Rendered,
}

impl Book {
    /// The place of a chapter.
    pub(super) fn place(&self, slug: &str) -> Option<usize> {
        self.pages.iter().position(|page| page.chapter.slug == slug)
    }
}
