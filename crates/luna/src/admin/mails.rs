//! `luna admin mail`: mails without a browser.

use std::io::Write;

use luna_store::Db;
use luna_store::mail::{self, Shown};

use super::questions::one_line;
use crate::failure::Failure;

/// Prints so many of the latest mails, the newest last, where one looks.
pub(super) async fn list(db: &Db, count: i64, out: &mut impl Write) -> Result<(), Failure> {
    let mails = db.read(move |tx| mail::list(tx, (i64::MAX, ""), count)).await?;
    if mails.is_empty() {
        writeln!(out, "No mail yet.")?;
    }
    for mail in mails.iter().rev() {
        print(mail, out)?;
    }
    Ok(())
}

fn print(mail: &Shown, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "To: {}", one_line(&mail.address))?;
    writeln!(out, "Subject: {}", one_line(&mail.subject))?;
    if let Some(problem) = &mail.problem {
        writeln!(out, "Not sent yet: {}", one_line(problem))?;
    }
    match mail.plain.as_str() {
        "" => writeln!(out, "\nThe text of a mail is not kept once it is sent.\n")?,
        plain => writeln!(out, "\n{plain}")?,
    }
    Ok(())
}
