//! `/contests/new`: a contest from the file of its rules and seats, for administrators.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use luna_app::contest::creation::{self, NewContest, Purpose};
use luna_app::contest::file::ContestFile;
use luna_app::contest::invitation::mail_links;
use luna_store::Tx;
use luna_store::player::{Player, Role};
use maud::{Markup, html};

use super::console::mailed;
use crate::http::error::Error;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// A file to begin with.
const EXAMPLE: &str = r#"preset = "2009"
words_per_minute = 40

[rules]
name = "Our contest"
judges = 1
entries = 1
confederates = 1

[[seats]]
seat = "E1"
machine = "eliza"

[[seats]]
seat = "J1"
person = "A judge"
"#;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.operator(tx, Role::Administrator)).await?;
    Ok(page(&app, &visitor, &me, EXAMPLE, None))
}

fn page(app: &App, visitor: &Visitor, me: &Player, text: &str, problem: Option<&str>) -> Markup {
    let body = html! {
        h1 { "A new contest" }
        p.lead { "Write down the rules and who has which seat." }
        form method="post" action="/contests/new" {
            (csrf(visitor))
            div.field {
                label for="file" { "Rules and seats" }
                textarea.tall #file name="file" rows="20" spellcheck="false" required
                    aria-describedby="file-hint" aria-invalid=[problem.map(|_| "true")] { "\n" (text) }
                @if let Some(why) = problem { p.problem role="alert" { (why) } }
                p.hint #file-hint {
                    "The presets are 2008, 2009 and 2012; what you write under " code { "rules" } " overrides them. "
                    "A seat has a " code { "person" } ", a " code { "machine" } " or a " code { "program" } "; with "
                    code { "email" } " its invitation is mailed. If something is missing, Luna says so and creates nothing."
                }
            }
            button.button.now { "Create the contest" }
        }
    };
    Page::new("A new contest", body).of(Some(me)).wide().render(app)
}

pub(super) async fn send(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.operator(tx, Role::Administrator)).await?;
    // Forms end lines with two characters.
    let text = form.text("file").replace("\r\n", "\n");
    match create(&app, &visitor, &text).await {
        Ok(created) => Ok(invitations(&app, &me, &created).into_response()),
        Err(Error::Refused(why)) => {
            let status = Error::Refused(why.clone()).status();
            Ok((status, page(&app, &visitor, &me, &text, Some(&why))).into_response())
        }
        Err(other) => Err(other),
    }
}

async fn create(app: &App, visitor: &Visitor, text: &str) -> Result<NewContest, Error> {
    let file = ContestFile::read(text.as_bytes())?;
    let (at, visitor, url) = (app.moment(), visitor.clone(), app.settings.public_url.clone());
    let work = move |tx: &mut Tx<'_>| {
        let me = visitor.operator(tx, Role::Administrator)?;
        let created = creation::create(tx, &at, Some(&me.id), &file, Purpose::Contest)?;
        mail_links(tx, &at, &url, &created.id, &created.invitations)?;
        Ok::<_, Error>(created)
    };
    app.db.write(work).await
}

/// The links, which are shown this once.
fn invitations(app: &App, me: &Player, created: &NewContest) -> Markup {
    let url = &app.settings.public_url;
    let body = html! {
        h1 { "The contest is created" }
        p.note { "These links are shown only now. Send each one to the person or the program of its seat." }
        dl {
            @for invitation in &created.invitations {
                dt { (invitation.participant) " " bdi { (invitation.label) } }
                dd {
                    code.secret { (url) (invitation.path()) }
                    @if let Some(email) = &invitation.email { " " (mailed(app, email)) }
                }
            }
        }
        p { a.button.now href={ "/contests/" (created.id) "/console" } { "Open the console" } }
    };
    Page::new("The contest is created", body).of(Some(me)).wide().render(app)
}
