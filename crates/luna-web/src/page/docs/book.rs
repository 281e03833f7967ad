//! All chapters, rendered and indexed once.

use super::chapter::{Group, groups};
use super::rendered::{Rendered, render};
use super::search::Index;
use super::target::Targets;
use crate::http::state::{Chapter, Discipline};

pub(super) struct Book {
    pub(super) groups: [Group; 5],
    /// In the order of the chapters.
    pub(super) pages: Vec<Page>,
    pub(super) index: Index,
}

pub(super) struct Page {
    pub(super) chapter: &'static Chapter,
    pub(super) rendered: Rendered,
}

impl Book {
    pub(super) fn new(disciplines: &[&'static Discipline], reference: &'static [Chapter]) -> Book {
        let groups = groups(disciplines, reference);
        let chapters: Vec<&'static Chapter> =
            groups.iter().flat_map(|it| it.chapters.iter().copied()).collect();
        let targets = Targets::new(chapters.clone(), disciplines);
        let page = |chapter: &'static Chapter| Page {
            chapter,
            rendered: render(&targets, chapter.file, chapter.markdown),
        };
        let pages: Vec<Page> = chapters.into_iter().map(page).collect();
        let index = Index::new(pages.iter().map(|page| (page.chapter.title, &page.rendered)));
        Book { groups, pages, index }
    }

    /// The place of a chapter.
    pub(super) fn place(&self, slug: &str) -> Option<usize> {
        self.pages.iter().position(|page| page.chapter.slug == slug)
    }

    /// A picture of a chapter.
    pub(super) fn figure(&self, name: &str) -> Option<&'static str> {
        let mut figures = self.pages.iter().flat_map(|page| page.chapter.figures);
        figures.find(|(known, _)| *known == name).map(|(_, svg)| *svg)
    }
}
