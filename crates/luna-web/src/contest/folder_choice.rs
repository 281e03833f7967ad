//! `/contests/{id}/folders/{seat}`: the list of folders on the server, from which an administrator
//! chooses the communications folder of a program. It shows nothing outside of the folder that the
//! operator allows.

use std::path::PathBuf;

use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::contest::folder::seat_folder;
use luna_app::contest::folder_path::locate;
use luna_core::contest::participant::Participant;
use luna_machines::lpp::folders;
use luna_store::Tx;
use luna_store::contest::record;
use luna_store::player::Role;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::form::{Form, encode};
use crate::http::form_request::FormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The most folders that are listed.
const LISTED: usize = 500;

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, seat)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let (root, seat) = (root(&app)?, participant(&seat)?);
    let (asking, wanted) = (visitor.clone(), id.clone());
    let read = move |tx: &mut Tx<'_>| {
        let me = asking.operator(tx, Role::Administrator)?;
        Ok::<_, Error>((me, record::find(tx, &wanted)?))
    };
    let (me, contest) = app.db.read(read).await?;
    let here = Form::of_query(query.as_deref()).text("in").to_owned();
    let names = list(root, here.clone()).await?;
    let page = format!("/contests/{id}/folders/{seat}");
    let inner =
        |name: &str| if here.is_empty() { name.to_owned() } else { format!("{here}/{name}") };
    let body = html! {
        h1 { "Choose a folder for " (seat) }
        p { a dir="auto" href={ "/contests/" (id) "/console" } { (contest.name) } }
        p.lead {
            @if here.is_empty() { "The folders on the server" } @else { code { (here) } }
        }
        @if !here.is_empty() {
            form method="post" action=(page) {
                (csrf(&visitor))
                input type="hidden" name="folder" value=(here);
                button.button.now { "Choose this folder" }
            }
            p.hint {
                "The server writes the judges’ keys into it and reads those of the program. Keys already in it are "
                "removed. The link of this seat, if there is one, is no longer valid."
            }
            p { a href={ (page) "?in=" (encode(here.rsplit_once('/').map_or("", |(above, _)| above))) } { "Up" } }
        }
        @if names.is_empty() { p { "There are no folders in here." } }
        ul.plain {
            @for name in names.iter().take(LISTED) {
                li { a dir="auto" href={ (page) "?in=" (encode(&inner(name))) } { (name) } }
            }
        }
        @if names.len() > LISTED { p.hint { "Only the first " (LISTED) " folders are listed." } }
    };
    Ok(Page::new("Choose a folder", body).of(Some(&me)).render(&app))
}

pub(super) async fn choose(
    FormRequest { app, visitor, id: (id, seat), form }: FormRequest<(String, String)>,
) -> Result<Response, Error> {
    let (root, seat) = (root(&app)?, participant(&seat)?);
    let asking = visitor.clone();
    app.db.read(move |tx| asking.operator(tx, Role::Administrator)).await?;
    let path = form.text("folder").to_owned();
    if path.is_empty() {
        return Err(Error::Refused("Please choose a folder in the list.".to_owned()));
    }
    list(root, path.clone()).await?;
    let (at, wanted) = (app.moment(), id.clone());
    let work = move |tx: &mut Tx<'_>| {
        let me = visitor.operator(tx, Role::Administrator)?;
        Ok::<_, Error>(seat_folder(tx, &at, &wanted, Some(&me.id), seat, &path)?)
    };
    app.db.write(work).await?;
    Ok(Redirect::to(&format!("/contests/{id}/console")).into_response())
}

fn root(app: &App) -> Result<PathBuf, Error> {
    app.settings.contest_folders.clone().ok_or(Error::NotFound)
}

fn participant(seat: &str) -> Result<Participant, Error> {
    seat.parse().map_err(|_| Error::NotFound)
}

/// The folders in a folder below the root. Disks may be slow, so this has a thread of its own.
async fn list(root: PathBuf, path: String) -> Result<Vec<String>, Error> {
    let read = move || {
        let place = locate(&root, &path)?;
        folders(&place).map_err(|why| {
            luna_app::Error::Refused(format!("The folder “{path}” cannot be read: {why}."))
        })
    };
    let failed = |_| Error::Refused("The folder could not be read.".to_owned());
    Ok(tokio::task::spawn_blocking(read).await.map_err(failed)??)
}
