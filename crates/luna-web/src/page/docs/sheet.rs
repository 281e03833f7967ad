//! The look of the chapters: the sidebar, a chapter, the groups and what a search found.

use maud::{Markup, html};

use super::book::Book;
use super::search::{Hit, MOST_CHARS, MOST_HITS};
use crate::http::state::Chapter;

/// A page with the sidebar. The sidebar marks the chapter that is open.
fn framed(
    book: &Book,
    open: Option<&Chapter>,
    query: &str,
    article: &Markup,
    contents: &Markup,
) -> Markup {
    html! {
        div.docs {
            search {
                form action="/docs/search" {
                    label for="docs-q" { "Search the docs" }
                    input #docs-q name="q" type="text" value=(query) maxlength=(MOST_CHARS) autocomplete="off" enterkeyhint="search";
                }
                div #docs-found {}
            }
            nav aria-label="Documentation" { (sidebar(book, open)) }
            details {
                summary { "All chapters" }
                nav aria-label="Documentation" { (sidebar(book, open)) }
            }
            article { (article) }
            (contents)
        }
    }
}

fn sidebar(book: &Book, open: Option<&Chapter>) -> Markup {
    let is_open = |chapter: &Chapter| open.is_some_and(|open| open.slug == chapter.slug);
    html! {
        @for group in &book.groups {
            ul.plain {
                li { strong.small.soft { (group.title) } }
                @for chapter in group.listed(open) {
                    li {
                        @if is_open(chapter) {
                            a href={ "/docs/" (chapter.slug) } aria-current="page" { strong { (chapter.title) } }
                        } @else {
                            a href={ "/docs/" (chapter.slug) } { (chapter.title) }
                        }
                    }
                }
            }
        }
    }
}

/// The groups, each chapter with its sentence.
pub(super) fn groups(book: &Book) -> Markup {
    let article = html! {
        h1 { "Docs" }
        p.lead { "How to bring a machine, take the tests and run a Luna of your own." }
        @for group in &book.groups {
            h2 { (group.title) }
            dl {
                @for chapter in group.listed(None) {
                    dt { a href={ "/docs/" (chapter.slug) } { (chapter.title) } }
                    dd.soft { (chapter.line) }
                }
            }
        }
        p.small.soft { "For programs: " a href="/llms.txt" { "all chapters as Markdown" } "." }
    };
    framed(book, None, "", &article, &html! {})
}

pub(super) fn chapter(book: &Book, place: usize) -> Markup {
    let beside = |place: Option<usize>| place.and_then(|place| book.pages.get(place));
    let Some(page) = beside(Some(place)) else { return html! {} };
    let chapter = page.chapter;
    let (before, after) = (beside(place.checked_sub(1)), beside(Some(place + 1)));
    let article = html! {
        (page.rendered.body)
        nav.row.apart.after aria-label="Chapters before and after" {
            @if let Some(it) = before { a href={ "/docs/" (it.chapter.slug) } rel="prev" { "← " (it.chapter.title) } }
            @if let Some(it) = after { a href={ "/docs/" (it.chapter.slug) } rel="next" { (it.chapter.title) " →" } }
        }
        p.small.soft { a href={ "/docs/" (chapter.slug) ".md" } { "This chapter as Markdown" } }
    };
    let sections: Vec<_> = page.rendered.headings.iter().filter(|it| it.level == 2).collect();
    let contents = html! {
        @if sections.len() > 1 {
            nav.contents.small aria-label="On this page" {
                ul.plain {
                    li { strong.soft { "On this page" } }
                    @for it in sections { li { a href={ "#" (it.id) } { (it.text) } } }
                }
            }
        }
    };
    framed(book, Some(chapter), "", &article, &contents)
}

/// The results of a search; `None` if there were no words to search for.
pub(super) fn results(book: &Book, query: &str, found: Option<&[Hit]>) -> Markup {
    let article = html! {
        h1 { "Search the docs" }
        @match found {
            None => p { "Type a word or two, such as “token” or “sandbox game”." },
            Some([]) => p { "Nothing in the docs has all of these words. Try fewer, or only how they begin." },
            Some(hits) => {
                p.soft #docs-count { (count(hits.len())) }
                ul.plain #docs-hits { @for it in hits { (hit(book, it)) } }
            }
        }
    };
    framed(book, None, query, &article, &html! {})
}

fn count(hits: usize) -> String {
    match hits {
        1 => "One place.".to_owned(),
        MOST_HITS => format!("The first {MOST_HITS} places. More words find fewer."),
        many => format!("{many} places."),
    }
}

fn hit(book: &Book, hit: &Hit) -> Markup {
    let Some(page) = book.pages.get(hit.chapter) else { return html! {} };
    let chapter = page.chapter;
    let heading = page.rendered.headings.get(hit.heading).filter(|_| hit.heading > 0);
    html! {
        li {
            @match heading {
                Some(it) => a href={ "/docs/" (chapter.slug) "#" (it.id) } { (chapter.title) " › " (it.text) },
                None => a href={ "/docs/" (chapter.slug) } { (chapter.title) },
            }
            p.small.soft {
                @for (piece, marked) in &hit.excerpt {
                    @if *marked { mark { (piece) } } @else { (piece) }
                }
            }
        }
    }
}
