//! `/admin/mail`: the mails of the instance, sent or waiting.

use luna_app::format::stamp;
use luna_store::player::Role;
use luna_store::{self as store};
use maud::{Markup, html};

use super::listing::{ListRequest, page};
use crate::http::error::Error;

pub(super) async fn show(request: ListRequest) -> Result<Markup, Error> {
    let found = request.list_for(Role::Administrator, store::mail::list).await?;
    let body = html! {
        @if !request.app.settings.smtp {
            p.note { "No SMTP server is configured, so no mail is sent. Mails are shown here and by " code { "luna admin mail" } ". See the setting " code { "smtp" } "." }
        }
        @if found.lines.is_empty() { p { "No mail yet." } }
        @for mail in &found.lines {
            details.sheet {
                summary {
                    bdi { (mail.subject) } " " span.soft.small { "to " (mail.address) " · " (stamp(mail.created_at)) " · "
                        @match (mail.sent_at, &mail.problem) {
                            (Some(_), _) => { @if request.app.settings.smtp { "sent" } @else { "shown" } },
                            (None, Some(problem)) => { "failed: " bdi { (problem) } },
                            (None, None) => { "waiting" },
                        }
                    }
                }
                @if let Some(player) = &mail.player_id { p.small { a href={ "/admin/players/" (player) } { "The player" } } }
                @if mail.plain.is_empty() { p.soft { "The text of a mail is deleted once it is sent." } }
                @else { p.answer dir="auto" { (mail.plain) } }
            }
        }
        (found.older("/admin/mail", |last| (last.created_at, &last.id)))
    };
    Ok(page(&request.app, &found.me, "Mail", &body))
}
