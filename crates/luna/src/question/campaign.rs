//! `luna question campaign`: the campaigns of an instance, and simulated ones.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use luna_app::format::date;
use luna_app::question_campaign::simulation::{Simulated, Simulation, simulate};
use luna_store::Db;
use luna_store::question_campaign::campaign;
use serde_json::json;

use crate::config::Config;
use crate::failure::Failure;
use crate::print::Printer;
use crate::{database, environment};

/// Campaigns that are listed.
const MOST: i64 = 1_000;

#[derive(Args)]
pub(crate) struct Campaign {
    /// Run a whole campaign with simulated raters, in a database of its own that is removed afterwards
    #[arg(long)]
    simulate: bool,
    /// Questions of the simulated campaign
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = clap::value_parser!(u32).range(10..=5_000))]
    questions: u32,
    /// Raters of each question
    #[arg(long, value_name = "COUNT", default_value_t = 7, value_parser = clap::value_parser!(u32).range(2..=25))]
    raters: u32,
    /// Questions in a batch
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(10..=500))]
    batch: u32,
    /// The share of raters who do not read and keep to the middle
    #[arg(long, value_name = "SHARE", default_value_t = 0.06)]
    lazy: f64,
    /// The share of raters who click anywhere
    #[arg(long, value_name = "SHARE", default_value_t = 0.06)]
    random: f64,
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

impl Campaign {
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        if self.simulate { self.simulated(out).await } else { list(config, out).await }
    }

    async fn simulated(&self, out: &mut Printer) -> Result<(), Failure> {
        let shares = [self.lazy, self.random, self.lazy + self.random];
        if shares.iter().any(|share| !(0.0..=0.5).contains(share)) {
            return Err(Failure::usage("--lazy and --random are shares, together from 0 to 0.5"));
        }
        let simulation = Simulation {
            questions: usize::try_from(self.questions).unwrap_or(usize::MAX),
            raters: self.raters,
            batch: self.batch,
            lazy: self.lazy,
            random: self.random,
            seed: self.seed,
        };
        let folder = Folder::new()?;
        let database = format!("sqlite:{}", folder.0.join("luna.db").display());
        let db = Db::open(&database).map_err(|error| Failure::opening(&database, &error))?;
        let found = db.write(move |tx| simulate(tx, simulation)).await;
        let found = found.map_err(Failure::refused)?;
        report(&simulation, &found, out)
    }
}

/// Removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, Failure> {
        let name = format!("luna-campaign-{}", environment::random().secret());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
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

fn report(simulation: &Simulation, found: &Simulated, out: &mut Printer) -> Result<(), Failure> {
    let Simulation { questions, raters, lazy, random, seed, .. } = *simulation;
    let all: usize = found.caught.iter().map(|(_, caught)| caught.raters).sum();
    writeln!(
        out,
        "{questions} questions, {raters} raters each, {:.0} % of raters lazy and {:.0} % random, seed {seed}: {} ratings of {all} raters count, {} were rejected.\n",
        100.0 * lazy,
        100.0 * random,
        found.results.ratings,
        found.rejected_ratings,
    )?;
    writeln!(out, "What monitoring catches (raters with at least 8 ratings have a correlation):")?;
    for (manner, it) in &found.caught {
        let line = json!({
            "raters": manner.name(), "count": it.raters, "measured": it.measured,
            "rejected": it.rejected, "noted": it.noted,
        });
        let words = format_args!(
            "{:>8}: {:>4} raters, {:>4} with a correlation, {:>3} flagged and rejected, {:>3} noted otherwise",
            manner.name(),
            it.raters,
            it.measured,
            it.rejected,
            it.noted
        );
        out.result(&line, words)?;
    }
    writeln!(out, "\nCorrelation of the mean rating with the truth:")?;
    for (r, count) in found.r_by_raters.iter().zip(1..) {
        let line = json!({ "mean_of": count, "r": r });
        out.result(&line, format_args!("{count:>8}: r = {r:.3}"))?;
    }
    if let Some(r) = found.r_unmonitored {
        let line = json!({ "mean_of": "all ratings, rejected ones too", "r": r });
        out.result(&line, format_args!("without monitoring: r = {r:.3}"))?;
    }
    Ok(())
}
