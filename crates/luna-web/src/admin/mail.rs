//! `/admin/mail`: the mails of the instance, sent or waiting.

use axum::extract::{RawQuery, State};
use luna_app::format::stamp;
use luna_store::player::Role;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::listing::{from, list, page};
use crate::error::Error;
use crate::state::App;
use crate::visitor::Visitor;

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let (at, id) = from(query.as_deref());
    let read = move |tx: &mut Tx<'_>, most| store::mail::list(tx, (at, &id), most);
    let found = list(&app, &visitor, Role::Administrator, read).await?;
    let body = html! {
        @if !app.settings.smtp {
            p.note { "No SMTP server is configured, so no mail is sent: mails are shown here and by " code { "luna admin mail" } ". See the setting " code { "smtp" } "." }
        }
        @if found.lines.is_empty() { p { "No mail yet." } }
        @for mail in &found.lines {
            details.sheet {
                summary {
                    bdi { (mail.subject) } " " span.soft.small { "to " (mail.address) " · " (stamp(mail.created_at)) " · "
                        @match (mail.sent_at, &mail.problem) {
                            (Some(_), _) => { @if app.settings.smtp { "sent" } @else { "shown" } },
                            (None, Some(problem)) => { "failed: " bdi { (problem) } },
                            (None, None) => { "waiting" },
                        }
                    }
                }
                p.small { a href={ "/admin/players/" (mail.player_id) } { "The player" } }
                @if mail.plain.is_empty() { p.soft { "The text of a mail is deleted once it is sent." } }
                @else { p.answer dir="auto" { (mail.plain) } }
            }
        }
        (found.older("/admin/mail", |last| (last.created_at, &last.id)))
    };
    Ok(page(&app, &found.me, "Mail", &body))
}
