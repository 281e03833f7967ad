//! `luna predict beyond`: better features and models than the paper's.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use luna_lab::predict::beyond::{Plan, json, part, run, text};

use super::{Data, Tied, named, refused, tell, threads};
use crate::failure::Failure;
use crate::progress::Begun;

#[derive(Args)]
pub(crate) struct Beyond {
    #[command(flatten)]
    data: Data,
    /// How many random splits
    #[arg(long, default_value_t = 100)]
    trials: usize,
    /// On how many of them the elastic net is tried, which takes its time
    #[arg(long, default_value_t = 10)]
    nets: usize,
    /// The same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Of several nearest neighbours: the first in the data, or the mean of all
    #[arg(long, value_enum, default_value = "first")]
    ties: Tied,
    /// How many threads [default: as many as there are processors]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Where report.html and the other files are written
    #[arg(long, default_value = "beyond", value_name = "FOLDER")]
    out: PathBuf,
}

impl Beyond {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.trials == 0 {
            return Err(refused("An experiment needs at least one split."));
        }
        let Beyond { trials, nets, seed, .. } = *self;
        let threads = threads(self.threads)?;
        let plan = Plan { trials, nets, seed, ties: self.ties.ties(), threads };
        let folder = crate::folder::Folder::new(&self.out)?;
        let begun = Begun::now();
        let all = self.data.prepared()?;
        let of = all.iter().flatten().count() * trials;
        let mut tried = Vec::new();
        for (nth, prepared) in all.iter().flatten().enumerate() {
            let tell = |now, _| begun.tell(nth * trials + now, of);
            tried.push(run(prepared, &plan, &tell).map_err(refused)?);
        }
        begun.end();
        let part = part(&tried, &plan);
        folder.write("report.html", luna_lab::report::prediction(&part, &self.command()))?;
        folder.write("beyond.csv", part.table.csv())?;
        folder.write("beyond.json", json(&part, &tried, &plan))?;
        for chart in &part.charts {
            folder.chart(chart.id(), chart)?;
        }
        write!(out, "{}", text(&tried))?;
        tell(&part.checks, out)?;
        let report = self.out.join("report.html");
        writeln!(out, "{:.2} s, see {}", begun.seconds(), report.display())?;
        Ok(())
    }

    fn command(&self) -> String {
        let mut words = self.data.command("beyond");
        words.push(format!("--trials {} --nets {}", self.trials, self.nets));
        words.push(format!("--seed {} --ties {}", self.seed, named(&self.ties)));
        words.join(" ")
    }
}
