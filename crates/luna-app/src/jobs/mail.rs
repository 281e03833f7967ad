//! The job `mail`. A mail is handed on first, then its job is deleted.

use std::sync::atomic::Ordering;

use luna_store::job::{self, ClaimedJob, Mail};
use luna_store::mail;

use crate::job::lease::renewing;
use crate::job::{Job, Worker};

impl Job for Mail {
    async fn run(self, worker: Worker, mut job: ClaimedJob) -> Result<(), String> {
        let (Worker { app, deliver }, id) = (worker, self.mail);
        let wanted = id.clone();
        let unsent = app.db.read(move |tx| mail::unsent(tx, &wanted)).await;
        if let Some(unsent) = unsent.map_err(|error| error.to_string())? {
            if let Err(problem) = renewing(&app, &mut job, deliver(unsent)).await {
                let noted = problem.clone();
                let written = app.db.write(move |tx| mail::mark_failed(tx, &id, &noted)).await;
                return match written {
                    Ok(()) => Err(problem),
                    Err(error) => Err(format!("{problem}; {error}")),
                };
            }
            app.jobs.mails_sent.fetch_add(1, Ordering::Relaxed);
        }
        let (now, smtp) = (app.now(), app.settings.smtp);
        app.db
            .write(move |tx| {
                // Before the mail, as where a player is erased.
                job::complete(tx, &job)?;
                match smtp {
                    true => mail::mark_sent(tx, &id, now),
                    false => mail::mark_shown(tx, &id, now),
                }
            })
            .await
            .map_err(|error| error.to_string())
    }
}
