//! `luna admin measures`: what each test says of machines.

use std::io::Write as _;

use luna_app::{disciplines, measures};
use luna_store::Db;
use luna_store::machine::find;
use serde_json::json;

use crate::config::environment;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Recomputes the measures of all machines and prints them.
pub(super) async fn recompute(db: &Db, out: &mut Printer) -> Result<(), Failure> {
    let all =
        measures::keep(db, disciplines::ALL, environment::now()).await.map_err(Failure::refused)?;
    for (id, it) in &all {
        let machine = id.clone();
        let found = db.read(move |tx| find(tx, &machine)).await?;
        let line = json!({
            "machine": id, "name": found.name, "version": found.version, "measure": it.kind.name,
            "value": it.value, "low": it.low, "high": it.high, "count": it.count,
        });
        let words = format!(
            "{}\t{}\t{}\t{:.3} ({:.3} to {:.3}) of {}",
            found.name, found.version, it.kind.name, it.value, it.low, it.high, it.count,
        );
        out.result(&line, words)?;
    }
    if all.is_empty() {
        writeln!(out, "No test has measured a machine up to the last midnight UTC.")?;
    }
    Ok(())
}
