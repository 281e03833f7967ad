//! `luna admin mail`: mails without a browser.

use luna_store::Db;
use luna_store::mail::{self, Summary};
use serde_json::json;

use super::questions::one_line;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Prints the latest mails, the newest last, at the bottom of the terminal.
pub(super) async fn list(db: &Db, count: i64, out: &mut Printer) -> Result<(), Failure> {
    let mails = db.read(move |tx| mail::list(tx, "", (i64::MAX, ""), count)).await?;
    for mail in mails.iter().rev() {
        let line = json!({
            "id": mail.id, "to": mail.address, "subject": mail.subject, "text": mail.plain,
            "created_at": mail.created_at, "sent_at": mail.sent_at, "problem": mail.problem,
        });
        out.result(&line, letter(mail))?;
    }
    if mails.is_empty() && !out.is_json() {
        out.result(&json!({}), "No mail yet.")?;
    }
    Ok(())
}

fn letter(mail: &Summary) -> String {
    let mut text =
        format!("To: {}\nSubject: {}\n", one_line(&mail.address), one_line(&mail.subject));
    if let Some(problem) = &mail.problem {
        text.push_str(&format!("Not sent yet: {}\n", one_line(problem)));
    }
    text.push('\n');
    text.push_str(match mail.plain.as_str() {
        "" => "The text of a mail is deleted once it is sent.\n",
        plain => plain,
    });
    text
}
