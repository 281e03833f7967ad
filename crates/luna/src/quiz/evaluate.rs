//! `luna quiz evaluate`: the accuracy of guessers on ordinary and on challenge questions.

use std::fmt::Display;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use luna_app::quiz::analysis::BUZZ;
use luna_figures::Chart;
use luna_lab::fault::Fault;
use luna_lab::quiz::{self, Evaluation, Guesser, Lesson, Question};
use luna_lab::report::{Basis, prediction};
use luna_lab::sections;
use luna_machines::page_file::{Record, Records};
use luna_machines::search_guesser::{BELL, Index, Page};
use luna_machines::tossup_file::{self, AnswerMap};
use serde_json::json;

use super::pages::PAGE_CHARS;
use crate::failure::Failure;
use crate::file::folder::Folder;
use crate::predict::as_typed;
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

#[derive(Args)]
pub(crate) struct Evaluate {
    /// Tossups to learn from: lines of JSON by qbreader or QANTA, compressed with gzip or not
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    train: Vec<PathBuf>,
    /// Pages of an encyclopedia to learn from, as for `luna quiz pages`: their beginnings are read
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pages: Vec<PathBuf>,
    /// Ordinary questions: lines of JSON by QANTA, with pages
    #[arg(long, value_name = "FILE")]
    ordinary: PathBuf,
    /// Challenge questions: lines of JSON with id, text, answer and maybe writer; those that share half of their
    /// words with a published question are left out
    #[arg(long, value_name = "FILE")]
    challenge: PathBuf,
    /// Answers with the pages that they count as: on each line an answer, a tab and a page
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// People's buzzes: a tab-separated table of event, `question_set`, correct and
    /// `buzz_position`
    #[arg(long, value_name = "FILE")]
    human: Option<PathBuf>,
    /// Guesses of another machine: lines of JSON with id, words and guesses, pairs of an answer
    /// and its probability
    #[arg(long, value_name = "NAME=FILE")]
    guesses: Vec<String>,
    /// The seed of the bootstrap; the same seed gives the same bytes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for report.html and the other files
    #[arg(long, default_value = "evaluation", value_name = "FOLDER")]
    out: PathBuf,
}

impl Evaluate {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let map = match &self.map {
            Some(path) => tossup_file::read_map(&bytes(path)?).map_err(|why| wrong(path, why))?,
            None => AnswerMap::default(),
        };
        let ordinary = read(&self.ordinary, quiz::ordinary)?;
        let challenge = read(&self.challenge, quiz::challenge)?;
        let plays = self.human.as_ref().map_or(Ok(Vec::new()), |path| read(path, quiz::plays))?;
        let mut lessons = Vec::new();
        for path in &self.train {
            lessons.extend(read(path, |text| quiz::lessons(text, &map))?);
        }
        let submitted = challenge.len();
        let (lessons, challenge) = quiz::apart(lessons, &ordinary, challenge);
        if challenge.is_empty() {
            return Err(Failure::refused(format!(
                "{}: all {submitted} questions are near copies of published ones",
                self.challenge.display()
            )));
        }
        let others = self.others(&ordinary, &challenge)?;
        let mut pages = Vec::new();
        for path in &self.pages {
            pages.extend(read_pages(path)?);
        }
        let folder = Folder::new(&self.out)?;
        let begun = Progress::now();
        let mut guessers = vec![search(lessons, pages, &ordinary, &challenge, &begun)];
        begun.end();
        guessers.extend(others);
        let evaluation = Evaluation { guessers, plays, seed: self.seed };
        let sections = quiz::sections(&evaluation);
        let json = sections::json(&sections, self.seed);
        folder.write("report.html", prediction(&sections, &self.command(), Basis::Fixed))?;
        folder.write("evaluation.json", &json)?;
        folder.write("figure-3.svg", Chart::panels(&evaluation.panels()))?;
        for section in &sections {
            folder.write(&format!("{}.csv", section.name), section.table.csv())?;
            for chart in &section.charts {
                folder.chart(chart.id(), chart)?;
            }
        }
        match out.is_json() {
            true => out.document(&json)?,
            false => write!(out, "{}", sections::text(&sections))?,
        }
        for check in sections.iter().flat_map(|section| &section.checks) {
            let (word, measured) = (check.verdict().word(), check.measured.format(3));
            let line = json!({
                "claim": check.claim, "verdict": word, "bounds": check.wanted.words(),
                "measured": check.measured.value, "error": check.measured.error(),
                "interval": [check.measured.from, check.measured.to],
            });
            let words = format_args!("{word:<12} {measured:>14}  {}", check.claim);
            out.result(&line, words)?;
        }
        let (seconds, report) = (begun.seconds(), folder.path("report.html"));
        let report = report.display().to_string();
        let line = json!({ "seconds": seconds, "report": report });
        Ok(out.result(&line, format_args!("{seconds:.2} s, see {report}"))?)
    }

    fn others(
        &self,
        ordinary: &[Question],
        challenge: &[Question],
    ) -> Result<Vec<Guesser>, Failure> {
        let other = |given: &String| {
            let (name, path) = given
                .split_once('=')
                .filter(|(name, path)| !name.is_empty() && !path.is_empty())
                .ok_or_else(|| Failure::usage("--guesses takes a name, = and a file"))?;
            let guesses = read(Path::new(path), quiz::guesses)?;
            Ok(Guesser {
                name: name.to_owned(),
                bell: BUZZ,
                ordinary: quiz::stated(&guesses, ordinary),
                challenge: quiz::stated(&guesses, challenge),
            })
        };
        self.guesses.iter().map(other).collect()
    }

    /// The command that repeats this run.
    fn command(&self) -> String {
        let mut words = vec!["luna quiz evaluate --train".to_owned()];
        words.extend(self.train.iter().map(|path| as_typed(path)));
        if !self.pages.is_empty() {
            words.push("--pages".to_owned());
            words.extend(self.pages.iter().map(|path| as_typed(path)));
        }
        words.push(format!("--ordinary {}", as_typed(&self.ordinary)));
        words.push(format!("--challenge {}", as_typed(&self.challenge)));
        words.extend(self.map.iter().map(|path| format!("--map {}", as_typed(path))));
        words.extend(self.human.iter().map(|path| format!("--human {}", as_typed(path))));
        words
            .extend(self.guesses.iter().map(|it| format!("--guesses {}", as_typed(Path::new(it)))));
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }
}

fn search(
    lessons: Vec<Lesson>,
    pages: Vec<Page>,
    ordinary: &[Question],
    challenge: &[Question],
    shown: &Progress,
) -> Guesser {
    let all: Vec<&Question> = ordinary.iter().chain(challenge).collect();
    let tossups = lessons.into_iter().map(|it| it.0).collect();
    let index = Index::with_pages(tossups, pages);
    let (done, of) = (AtomicUsize::new(0), all.len());
    let tell = || shown.tell(done.fetch_add(1, Ordering::Relaxed) + 1, of);
    Guesser {
        name: "Search".to_owned(),
        bell: BELL,
        ordinary: quiz::search(&index, ordinary, &tell),
        challenge: quiz::search(&index, challenge, &tell),
    }
}

fn read_pages(path: &Path) -> Result<Vec<Page>, Failure> {
    let file = File::open(path).map_err(|error| Failure::reading(path, error))?;
    let mut records = Records::open(file).map_err(|why| wrong(path, why))?;
    let mut pages = Vec::new();
    while let Some(record) = records.next().map_err(|why| wrong(path, why))? {
        if let Record::Page(page) = record
            && let Some(text) = page.text(PAGE_CHARS)
        {
            pages.push(Page { id: pages.len().to_string(), title: page.title, text });
        }
    }
    Ok(pages)
}

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::reading(path, error))
}

fn read<T>(path: &Path, reader: impl FnOnce(&str) -> Result<T, Fault>) -> Result<T, Failure> {
    let text = tossup_file::unpack(&bytes(path)?).map_err(|why| wrong(path, why))?;
    reader(&text).map_err(|why| wrong(path, why))
}

fn wrong(path: &Path, why: impl Display) -> Failure {
    Failure::refused(format!("{}: {why}", path.display()))
}
