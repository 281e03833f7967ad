//! `luna predict beyond`: better features and models than the paper's.

use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use luna_lab::predict::extended_models::{Plan, Resources, across, groups, json, part, run, text};
use luna_lab::report::prediction;
use luna_text::sentence::Encoder;

use super::command_line::{as_typed, named};
use super::options::{Data, TieChoice, check_trials, threads};
use super::output::{claims, end, resources};
use super::source::{DataSource, GivenSettings};
use crate::failure::Failure;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(crate) struct Beyond {
    #[command(flatten)]
    data: Data,
    /// The number of random splits
    #[arg(long, default_value_t = 100)]
    trials: usize,
    /// The number of splits for the effect of each group of features, which is slow
    #[arg(long, default_value_t = 0)]
    groups: usize,
    /// The seed; the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Among equally near neighbours: the first in the data, or the mean of all
    #[arg(long, value_enum, default_value = "first")]
    ties: TieChoice,
    /// The folder of a sentence-transformers model, such as all-MiniLM-L6-v2, which compares
    /// responses with the key and with each other
    #[arg(long, value_name = "FOLDER")]
    embedding: Option<PathBuf>,
    /// The number of threads [default: the number of processors]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// The folder for report.html and the other files
    #[arg(long, default_value = "beyond", value_name = "FOLDER")]
    out: PathBuf,
}

impl Beyond {
    pub(super) fn run(&self, given: GivenSettings, out: &mut Printer) -> Result<(), Failure> {
        check_trials(self.trials)?;
        let Beyond { trials, groups: of_groups, seed, .. } = *self;
        let threads = threads(self.threads)?;
        let plan = Plan { trials, groups: of_groups, seed, ties: self.ties.ties(), threads };
        let place = self.data.place(given)?;
        let folder = crate::file::folder::Folder::new(&self.out)?;
        let begun = Progress::now();
        let encoder =
            self.embedding.as_deref().map(Encoder::open).transpose().map_err(Failure::refused)?;
        let net = self.data.net()?;
        let all = self.data.prepared(&place, &net)?;
        let known = Resources { net: net.0.as_deref(), encoder: encoder.as_ref() };
        let of = all.iter().flatten().count() * trials;
        let mut tried = Vec::new();
        for (nth, prepared) in all.iter().flatten().enumerate() {
            let tell = |now, _| begun.tell(nth * trials + now, of);
            let mut one = run(prepared, known, &plan, &tell).map_err(Failure::refused)?;
            one.used.extend(
                self.embedding.as_ref().map(|it| format!("Sentences by {}.", it.display())),
            );
            tried.push(one);
        }
        begun.end();
        let part = part(&tried, &plan);
        folder.write("beyond.csv", part.table.csv())?;
        let mut checks = part.checks.clone();
        let mut parts = vec![part];
        if let Some(across) = across(&tried) {
            folder.write("across.csv", across.table.csv())?;
            checks.extend(across.checks.iter().cloned());
            parts.push(across);
        }
        if let Some(groups) = groups(&tried) {
            folder.write("groups.csv", groups.table.csv())?;
            parts.push(groups);
        }
        folder.write("report.html", prediction(&parts, &self.command(&place), place.basis()))?;
        let json = json(&parts, &tried, &plan);
        folder.write("beyond.json", &json)?;
        for chart in parts.iter().flat_map(|part| &part.charts) {
            folder.chart(chart.id(), chart)?;
        }
        if out.is_json() {
            out.document(&json)?;
        } else {
            write!(out, "{}", text(&tried))?;
        }
        claims(&checks, out)?;
        for one in &tried {
            resources(&one.name, &one.used, out)?;
        }
        end(&self.out, begun.seconds(), out)
    }

    fn command(&self, place: &DataSource) -> String {
        let mut words = self.data.command("beyond", place);
        words.push(format!("--trials {}", self.trials));
        if self.groups > 0 {
            words.push(format!("--groups {}", self.groups));
        }
        words.extend(self.embedding.iter().map(|it| format!("--embedding {}", as_typed(it))));
        words.push(format!("--seed {} --ties {}", self.seed, named(&self.ties)));
        words.join(" ")
    }
}
