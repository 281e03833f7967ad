//! The campaigns, and the creation of a new one.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::format::date;
use luna_app::question_campaign::creation;
use luna_store::Tx;
use luna_store::player::{Player, Role};
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported::{self, Import};
use maud::{Markup, html};

use super::{address, new_form};
use crate::admin::listing::page;
use crate::html::table::Column::Text;
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form::problems::Problems;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// Campaigns and files on the page.
const MOST: i64 = 100;

struct List {
    me: Player,
    campaigns: Vec<Campaign>,
    imports: Vec<Import>,
}

impl List {
    fn read(tx: &mut Tx<'_>, visitor: &Visitor) -> Result<List, Error> {
        Ok(List {
            me: visitor.operator(tx, Role::Moderator)?,
            campaigns: campaign::latest(tx, MOST)?,
            imports: imported::latest(tx, MOST)?,
        })
    }
}

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let list = app.db.read(move |tx| List::read(tx, &asking)).await?;
    Ok(shown(&app, &visitor, &list, &new_form::usual(), &Problems::default()))
}

fn shown(app: &App, visitor: &Visitor, list: &List, typed: &Form, problems: &Problems) -> Markup {
    let body = html! {
        p { "People rate questions that programs made from texts. Each question gets the same number of raters, in batches." }
        @if list.campaigns.is_empty() { p { "There is no campaign yet." } }
        @else { (campaigns(&list.campaigns)) }
        h2 { "New campaign" }
        @if list.imports.is_empty() {
            p { "First import questions: " code { "luna question import FILE" } " reads JSON lines, tables and the output of the question generator of Heilman and Smith (2010)." }
        } @else {
            (new_form::form(visitor, &list.imports, typed, problems))
        }
    };
    page(app, &list.me, "Campaigns", &body)
}

fn campaigns(all: &[Campaign]) -> Markup {
    let state = |it: &Campaign| match (it.opened, it.closed_at) {
        (_, Some(at)) => format!("closed on {}", date(at)),
        (0, None) => "not open yet".to_owned(),
        (opened, None) => format!("{opened} of {} batches open", it.batches),
    };
    let rows = html! {
        @for it in all {
            tr {
                td.words { a href=(address(&it.id)) dir="auto" { (it.name) } }
                td { (state(it)) }
                td { (date(it.created_at)) }
            }
        }
    };
    table("Campaigns", &[Text("Name"), Text("State"), Text("Created")], &rows)
}

pub(super) async fn create(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let asking = visitor.clone();
    app.db.read(move |tx| asking.operator(tx, Role::Moderator)).await?;
    let problems = match new_form::parse(&form) {
        Err(problems) => problems,
        Ok((name, plan)) => {
            let (asking, import, at) =
                (visitor.clone(), form.text("import").to_owned(), app.moment());
            let work = move |tx: &mut Tx<'_>| {
                asking.operator(tx, Role::Moderator)?;
                Ok::<_, Error>(creation::create(tx, &at, &name, &import, plan)?.id)
            };
            match app.db.write(work).await {
                Ok(id) => return Ok(Redirect::to(&address(&id)).into_response()),
                Err(Error::Refused(why)) => ("import", why).into(),
                Err(other) => return Err(other),
            }
        }
    };
    let asking = visitor.clone();
    let list = app.db.read(move |tx| List::read(tx, &asking)).await?;
    let page = shown(&app, &visitor, &list, &form, &problems);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}
