//! `luna predict run`: the paper's experiment.

use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use luna_lab::predict::report;
use luna_lab::predict::trials::{Plan, Results};
use luna_lab::report::prediction;

use super::command_line::named;
use super::options::{Data, TieChoice, check_trials, threads};
use super::output::{claims, end, resources};
use super::source::{DataSource, GivenSettings};
use crate::failure::Failure;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(crate) struct Run {
    #[command(flatten)]
    data: Data,
    /// The number of random splits
    #[arg(long, default_value_t = 100)]
    trials: usize,
    /// The seed; the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Among equally near neighbours: the first in the data, or the mean of all
    #[arg(long, value_enum, default_value = "first")]
    ties: TieChoice,
    /// The penalty of Lasso
    #[arg(long, default_value_t = 0.1)]
    alpha: f64,
    /// The number of threads [default: the number of processors]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// The folder for report.html and the other files
    #[arg(long, default_value = "predictions", value_name = "FOLDER")]
    out: PathBuf,
}

impl Run {
    pub(super) fn run(&self, given: GivenSettings, out: &mut Printer) -> Result<(), Failure> {
        let plan = self.plan()?;
        let place = self.data.place(given)?;
        let folder = crate::file::folder::Folder::new(&self.out)?;
        let begun = Progress::now();
        let all = self.data.prepared(&place, &self.data.net()?)?;
        let of = all.iter().flatten().count() * plan.trials;
        let (mut done, mut ran) = (0, Vec::new());
        for problems in &all {
            let mut each = Vec::new();
            for prepared in problems {
                let tell = |now, _| begun.tell(done + now, of);
                each.push(prepared.run(&plan, &tell).map_err(Failure::refused)?);
                done += plan.trials;
            }
            ran.extend(match each.as_slice() {
                [_] => each.pop(),
                several => Results::mean_of("Mohler by assignment", several),
            });
        }
        begun.end();
        let part = report::part(&ran, plan.trials);
        let page = prediction(std::slice::from_ref(&part), &self.command(&place), place.basis());
        folder.write("report.html", page)?;
        folder.write("predictions.csv", part.table.csv())?;
        let json = report::json(&part, &ran, &plan);
        folder.write("predictions.json", &json)?;
        for chart in &part.charts {
            folder.chart(chart.id(), chart)?;
        }
        if out.is_json() {
            out.document(&json)?;
        } else {
            write!(out, "{}", report::text(&ran))?;
        }
        claims(&part.checks, out)?;
        for one in &ran {
            resources(&one.name, &one.used, out)?;
        }
        end(&self.out, begun.seconds(), out)
    }

    pub(super) fn plan(&self) -> Result<Plan, Failure> {
        check_trials(self.trials)?;
        if !(self.alpha.is_finite() && self.alpha > 0.0) {
            return Err(Failure::usage("The penalty of Lasso is a number above 0."));
        }
        Ok(Plan {
            trials: self.trials,
            seed: self.seed,
            ties: self.ties.ties(),
            alpha: self.alpha,
            threads: threads(self.threads)?,
        })
    }

    /// The command that repeats this run. The number of threads does not matter.
    pub(super) fn command(&self, place: &DataSource) -> String {
        let mut words = self.data.command("run", place);
        words.push(format!("--trials {} --seed {}", self.trials, self.seed));
        words.push(format!("--ties {}", named(&self.ties)));
        words.push(format!("--alpha {}", self.alpha));
        words.join(" ")
    }
}
