//! Scheduling jobs, claiming them and crossing them off.

use super::spec::{ClaimedJob, JobSpec, Kind, Queue};
use crate::player::sight::Sight;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Puts work off until `due_at`. What was scheduled under the same id is
/// replaced, also while somebody is doing it.
pub fn schedule<J: JobSpec>(tx: &mut Tx<'_>, id: &str, work: &J, due_at: i64) -> Result<()> {
    let body = serde_json::to_string(work).map_err(Error::corrupt)?;
    defer!(
        tx,
        "INSERT INTO job (id, kind, body, due_at, lane, attempts) VALUES ($1, $2, $3, $4, $5, 0)
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, body = excluded.body,
             due_at = excluded.due_at, attempts = 0, problem = NULL",
        row = id,
        id,
        J::KIND,
        body,
        due_at,
        J::QUEUE.name(),
    );
    Ok(())
}

/// Like [`schedule`], but what is scheduled already keeps its time. What
/// somebody is doing already, or has failed at, is done once more: it may have
/// missed what this call is about.
pub fn schedule_once<J: JobSpec>(tx: &mut Tx<'_>, id: &str, work: &J, due_at: i64) -> Result<()> {
    let body = serde_json::to_string(work).map_err(Error::corrupt)?;
    defer!(
        tx,
        "INSERT INTO job (id, kind, body, due_at, lane, attempts) VALUES ($1, $2, $3, $4, $5, 0)
         ON CONFLICT (id) DO UPDATE SET attempts = 0,
             due_at = CASE WHEN job.attempts = 0 THEN job.due_at ELSE excluded.due_at END",
        row = id,
        id,
        J::KIND,
        body,
        due_at,
        J::QUEUE.name(),
    );
    Ok(())
}

/// Makes a job due now that is due after `latest`. Returns true if it was.
pub fn bring_forward(tx: &mut Tx<'_>, id: &str, now: i64, latest: i64) -> Result<bool> {
    let changed =
        run!(tx, "UPDATE job SET due_at = $2 WHERE id = $1 AND due_at > $3", id, now, latest);
    Ok(changed > 0)
}

pub fn cancel(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    defer!(tx, "DELETE FROM job WHERE id = $1", row = id, id);
    Ok(())
}

/// When the next one is due, if there is any.
pub fn next_due(tx: &mut Tx<'_>, lane: Queue) -> Result<Option<i64>> {
    let due: Option<(i64,)> = row!(
        tx,
        "SELECT due_at FROM job WHERE lane = $1 AND due_at IS NOT NULL ORDER BY due_at LIMIT 1",
        lane.name(),
    );
    Ok(due.map(|(due_at,)| due_at))
}

/// Takes up to `limit` due jobs for `lease_ms`, oldest first. It never waits
/// for a job that somebody else has in hand, so it cannot stop a move that
/// schedules several; there are enough others to look at. `kinds` finds a kind by its name.
pub fn claim(
    tx: &mut Tx<'_>,
    kinds: impl Fn(&str) -> Option<Kind>,
    lane: Queue,
    now: i64,
    lease_ms: i64,
    limit: i64,
) -> Result<Vec<ClaimedJob>> {
    let due: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM job WHERE lane = $1 AND due_at <= $2 ORDER BY due_at, id LIMIT $3",
        lane.name(),
        now,
        limit.saturating_mul(8),
    );
    let mut claimed = Vec::new();
    for (id,) in due {
        if i64::try_from(claimed.len()).map_err(Error::corrupt)? >= limit {
            break;
        }
        if tx.try_lock("SELECT 1 FROM job WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED", &id)? {
            claimed.extend(claim_one(tx, &kinds, &id, now, now + lease_ms)?);
        }
    }
    Ok(claimed)
}

fn claim_one(
    tx: &mut Tx<'_>,
    kinds: impl Fn(&str) -> Option<Kind>,
    id: &str,
    now: i64,
    leased_until: i64,
) -> Result<Option<ClaimedJob>> {
    let taken: Option<(String, String, i64)> = row!(
        tx,
        "UPDATE job SET due_at = $3, attempts = attempts + 1 WHERE id = $1 AND due_at <= $2
         RETURNING kind, body, attempts",
        id,
        now,
        leased_until,
    );
    let Some((name, body, attempts)) = taken else { return Ok(None) };
    let known = kinds(&name).ok_or_else(|| format!("unknown kind `{name}`"));
    let checked = known.and_then(|kind| match (kind.check)(&body) {
        Ok(()) => Ok(kind),
        Err(error) => Err(error.to_string()),
    });
    match checked {
        Ok(kind) => Ok(Some(ClaimedJob { id: id.to_owned(), kind, body, attempts, leased_until })),
        // One that nobody here understands must not stand before all others.
        Err(problem) => {
            run!(
                tx,
                "UPDATE job SET due_at = NULL, problem = $2 WHERE id = $1",
                id,
                format!("not understood: {problem}"),
            );
            Ok(None)
        }
    }
}

/// Keeps a job in hand until `leased_until`. Nothing if it is in other hands by
/// now, or was scheduled again.
pub fn renew(tx: &mut Tx<'_>, job: &ClaimedJob, leased_until: i64) -> Result<Option<ClaimedJob>> {
    let kept = run!(
        tx,
        "UPDATE job SET due_at = $4 WHERE id = $1 AND due_at = $2 AND attempts = $3",
        job.id,
        job.leased_until,
        job.attempts,
        leased_until,
    );
    Ok((kept > 0).then(|| ClaimedJob { leased_until, ..job.clone() }))
}

/// Crosses off a job that is done in the same transaction, if its lease still holds. It takes the
/// row locks of jobs' cancellers in the same order first; otherwise the two would deadlock.
pub fn lock_and_complete(tx: &mut Tx<'_>, job: &ClaimedJob) -> Result<bool> {
    (job.kind.lock)(tx, job)?;
    complete(tx, job)
}

/// Deletes a job that is done. If it was scheduled again meanwhile, that stays. Returns true if it
/// was still in hand: otherwise somebody else does it, or it is not wanted.
pub fn complete(tx: &mut Tx<'_>, job: &ClaimedJob) -> Result<bool> {
    let ended = run!(
        tx,
        "DELETE FROM job WHERE id = $1 AND due_at = $2 AND attempts = $3",
        job.id,
        job.leased_until,
        job.attempts,
    );
    Ok(ended > 0)
}

/// Has a failed job tried again at `due_at`, or given up where there is none.
pub fn fail(tx: &mut Tx<'_>, job: &ClaimedJob, due_at: Option<i64>, problem: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE job SET due_at = $4, problem = $5
         WHERE id = $1 AND due_at = $2 AND attempts = $3",
        job.id,
        job.leased_until,
        job.attempts,
        due_at,
        problem,
    );
    Ok(())
}

/// It could not be tried yet, which is no attempt.
pub fn reschedule(tx: &mut Tx<'_>, job: &ClaimedJob, due_at: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE job SET due_at = $4, attempts = attempts - 1
         WHERE id = $1 AND due_at = $2 AND attempts = $3",
        job.id,
        job.leased_until,
        job.attempts,
        due_at,
    );
    Ok(())
}

record! {
    /// A job as the operator sees it.
    #[derive(Clone, Debug)]
    pub struct Summary {
        pub id: String,
        pub kind: String,
        pub due_at: Option<i64>,
        pub attempts: i64,
        pub problem: Option<String>,
    }
}

/// Those given up first, then the next ones due; after the one given by its due
/// time, if it has one, and id. While the reader plays, those of games are left out: what becomes
/// due after a move would tell who the partner is.
pub fn list(
    tx: &mut Tx<'_>,
    reader: &str,
    after: (Option<i64>, &str),
    limit: i64,
) -> Result<Vec<Summary>> {
    let sight = Sight::of(tx, reader)?.number();
    let mut all: Vec<Summary> = Vec::new();
    if after.0.is_none() {
        all = rows!(
            tx,
            "SELECT id, kind, due_at, attempts, problem FROM job
             WHERE due_at IS NULL AND id > $1
                   AND (CAST($3 AS BIGINT) < 2 OR kind NOT IN ('call', 'deadline', 'leave', 'lost', 'machine_seat',
                                               'machine_turn', 'notify', 'pair', 'ready'))
             ORDER BY id LIMIT $2",
            after.1,
            limit,
            sight,
        );
    }
    let room = limit - i64::try_from(all.len()).map_err(Error::corrupt)?;
    let (due_at, id) = after.0.map_or((i64::MIN, ""), |due_at| (due_at, after.1));
    let due: Vec<Summary> = rows!(
        tx,
        "SELECT id, kind, due_at, attempts, problem FROM job
         WHERE due_at IS NOT NULL AND (due_at, id) > ($1, $2)
               AND (CAST($4 AS BIGINT) < 2 OR kind NOT IN ('call', 'deadline', 'leave', 'lost', 'machine_seat',
                                           'machine_turn', 'notify', 'pair', 'ready'))
         ORDER BY due_at, id LIMIT $3",
        due_at,
        id,
        room,
        sight,
    );
    all.extend(due);
    Ok(all)
}

/// Lets a job that was given up be tried again now.
pub fn revive(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    run!(tx, "UPDATE job SET due_at = $2, attempts = 0 WHERE id = $1 AND due_at IS NULL", id, now);
    Ok(())
}
