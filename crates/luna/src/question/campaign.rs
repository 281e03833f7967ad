//! `luna question campaign`: the campaigns of an instance, and simulated ones.

mod simulated;

use std::io::Write as _;

use clap::Args;
use luna_app::format::date;
use luna_store::question_campaign::campaign;
use serde_json::json;

use self::simulated::SimulationOptions;
use crate::config::Config;
use crate::database;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Campaigns that are listed.
const MOST: i64 = 1_000;

#[derive(Args)]
pub(crate) struct Campaign {
    /// Run whole campaigns with simulated raters, in temporary databases, and compare them with
    /// the paper
    #[arg(long)]
    simulate: bool,
    #[command(flatten)]
    simulated: SimulationOptions,
}

impl Campaign {
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        if self.simulate { self.simulated.run(out).await } else { list(config, out).await }
    }
}

async fn list(config: &Config, out: &mut Printer) -> Result<(), Failure> {
    let all = database::open(config)?.read(|tx| campaign::latest(tx, MOST)).await?;
    for it in &all {
        let state = if it.closed_at.is_some() { "closed" } else { "open" };
        let line = json!({
            "campaign": it.id, "name": it.name, "created_at": it.created_at,
            "opened_at": it.opened_at, "closed_at": it.closed_at, "batches": it.batches,
            "batches_open": it.opened, "raters": it.plan.raters,
        });
        let (opened, batches, at) = (it.opened, it.batches, date(it.created_at));
        let words = format_args!("{}\t{state}\t{opened} of {batches} batches\t{at}", it.name);
        out.result(&line, words)?;
    }
    if all.is_empty() {
        writeln!(out, "There is no campaign yet; moderators create one at /admin/campaigns.")?;
    }
    Ok(())
}
