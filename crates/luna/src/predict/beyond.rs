//! `luna predict beyond`: better features and models than the paper's.

use std::io::Write as _;
use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use luna_lab::predict::extended_models::{Plan, Resources, across, groups, json, part, run, text};
use luna_lab::report::prediction;
use luna_text::sentence::Encoder;

use super::{Data, Given, Place, Tied, as_typed, end, enough, named, refused, tell, threads, used};
use crate::failure::Failure;
use crate::print::Printer;
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
    /// On how many of them to say what each group of features brings, which takes its time too
    #[arg(long, default_value_t = 0)]
    groups: usize,
    /// The same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Of several nearest neighbours: the first in the data, or the mean of all
    #[arg(long, value_enum, default_value = "first")]
    ties: Tied,
    /// A folder of sentence-transformers, such as all-MiniLM-L6-v2, by which responses are compared
    /// with the key and with one another too
    #[arg(long, value_name = "FOLDER")]
    embedding: Option<PathBuf>,
    /// How many threads [default: as many as there are processors]
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Where report.html and the other files are written
    #[arg(long, default_value = "beyond", value_name = "FOLDER")]
    out: PathBuf,
}

impl Beyond {
    pub(super) fn run(&self, given: Given, out: &mut Printer) -> Result<(), Failure> {
        enough(self.trials)?;
        let Beyond { trials, nets, groups: of_groups, seed, .. } = *self;
        let threads = threads(self.threads)?;
        let plan = Plan { trials, nets, groups: of_groups, seed, ties: self.ties.ties(), threads };
        let place = self.data.place(given)?;
        let folder = crate::folder::Folder::new(&self.out)?;
        let begun = Begun::now();
        let encoder = self.embedding.as_deref().map(Encoder::open).transpose().map_err(refused)?;
        let net = self.data.net()?;
        let all = self.data.prepared(&place, &net)?;
        let known = Resources { net: net.0.as_deref(), encoder: encoder.as_ref() };
        let of = all.iter().flatten().count() * trials;
        let mut tried = Vec::new();
        for (nth, prepared) in all.iter().flatten().enumerate() {
            let tell = |now, _| begun.tell(nth * trials + now, of);
            let mut one = run(prepared, known, &plan, &tell).map_err(refused)?;
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
        tell(&checks, out)?;
        for one in &tried {
            used(&one.name, &one.used, out)?;
        }
        end(&self.out, begun.seconds(), out)
    }

    fn command(&self, place: &Place) -> String {
        let mut words = self.data.command("beyond", place);
        words.push(format!("--trials {} --nets {}", self.trials, self.nets));
        if self.groups > 0 {
            words.push(format!("--groups {}", self.groups));
        }
        words.extend(self.embedding.iter().map(|it| format!("--embedding {}", as_typed(it))));
        words.push(format!("--seed {} --ties {}", self.seed, named(&self.ties)));
        words.join(" ")
    }
}
