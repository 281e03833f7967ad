//! The documentation, which every instance carries: its chapters, a search, and both for programs.

mod book;
mod chapter;
mod code;
mod rendered;
mod search;
mod sheet;
mod target;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use axum::Router;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::Markup;

use self::book::Book;
use self::chapter::Group;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::page_request::{PageRequest, QueryRequest};
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;
use crate::page::static_pages::reader;

/// The book of an instance once somebody has opened it.
#[derive(Default)]
struct Shelf(OnceLock<Book>);

impl Shelf {
    fn book(&self, app: &App) -> &Book {
        self.0.get_or_init(|| Book::new(app.disciplines, (app.reference)()))
    }
}

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/docs", get(groups))
        .route("/docs/search", get(found))
        .route("/docs/{slug}", get(chapter))
        .route("/docs/api/{operation}", get(operation))
        .route("/docs/figures/{name}", get(figure))
        .route("/llms.txt", get(list))
}

async fn groups(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let shelf = app.memory.get::<Shelf>();
    page(&app, &visitor, "Docs", sheet::groups(shelf.book(&app))).await
}

async fn chapter(PageRequest { app, visitor, id: slug }: PageRequest) -> Result<Response, Error> {
    open(&app, &visitor, &slug).await
}

async fn operation(PageRequest { app, visitor, id }: PageRequest) -> Result<Response, Error> {
    open(&app, &visitor, &format!("api/{id}")).await
}

async fn open(app: &App, visitor: &Visitor, slug: &str) -> Result<Response, Error> {
    let shelf = app.memory.get::<Shelf>();
    let book = shelf.book(app);
    if let Some(slug) = slug.strip_suffix(".md") {
        let place = book.place(slug).ok_or(Error::NotFound)?;
        return Ok(text("text/markdown; charset=utf-8", book.pages[place].chapter.markdown));
    }
    let place = book.place(slug).ok_or(Error::NotFound)?;
    let title = format!("{} · Docs", book.pages[place].chapter.title);
    Ok(page(app, visitor, &title, sheet::chapter(book, place)).await?.into_response())
}

async fn found(QueryRequest { app, visitor, query }: QueryRequest) -> Result<Markup, Error> {
    let form = Form::of_query(query.as_deref());
    let typed: String = form.text("q").chars().take(search::MOST_CHARS).collect();
    let shelf = app.memory.get::<Shelf>();
    let book = shelf.book(&app);
    let hits = book.index.find(&typed);
    let found = (!search::query_words(&typed).is_empty()).then_some(hits.as_slice());
    page(&app, &visitor, "Search the docs", sheet::results(book, typed.trim(), found)).await
}

async fn figure(PageRequest { app, id: name, .. }: PageRequest) -> Result<Response, Error> {
    let shelf = app.memory.get::<Shelf>();
    let svg = shelf.book(&app).figure(&name).ok_or(Error::NotFound)?;
    Ok(text("image/svg+xml", svg))
}

/// The chapters for programs that read, one on each line.
async fn list(State(app): State<App>) -> Response {
    let (host, shelf) = (&app.settings.public_url, app.memory.get::<Shelf>());
    let head = "# Luna\n\n> People and machines judge each other’s intelligence: games, trivia, \
                contests, common sense, and questions.\n";
    let group = |group: &Group| {
        let chapters = group.chapters.iter();
        let chapters = chapters
            .map(|it| format!("- [{}]({host}/docs/{}.md): {}\n", it.title, it.slug, it.line));
        format!("\n## {}\n\n{}", group.title, chapters.collect::<String>())
    };
    let all = format!("{head}{}", shelf.book(&app).groups.iter().map(group).collect::<String>());
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], all).into_response()
}

fn text(kind: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=3600")], text).into_response()
}

async fn page(app: &App, visitor: &Visitor, title: &str, body: Markup) -> Result<Markup, Error> {
    let me = reader(app, visitor).await?;
    let page = Page::new(title, body).of(me.as_ref()).wide().plain();
    Ok(page.scripts(&["docs.js"]).render(app))
}
