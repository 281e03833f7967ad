//! `luna quiz pages`: pages of an encyclopedia, read one by one from a file of any size.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use luna_app::format::many;
use luna_app::provenance::{Checksum, ImportOutcome, Provenance};
use luna_app::quiz::pages::{self, MOST_BYTES, Pages, TooLarge, Wanted};
use luna_machines::page_file::{ReadError, Record, Records, Tee};
use luna_store::quiz::source::Source;
use serde_json::Value;

use super::sources::line;
use crate::config::Config;
use crate::config::environment;
use crate::database;
use crate::failure::Failure;
use crate::file::known_files::{report_known, sentence};
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

/// The characters of a page that are kept.
pub(super) const PAGE_CHARS: usize = 2_000;

#[derive(Args)]
pub(crate) struct ImportPages {
    /// A dump of MediaWiki, lines of JSON with title and text, or text in which a line such as
    /// "# Rome" begins a page; compressed with gzip or not; - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Import all pages and make their titles answers, not only pages about answers that are here
    #[arg(long)]
    all: bool,
    /// The characters of a page, from its beginning, that are kept
    #[arg(long, value_name = "NUMBER", default_value_t = PAGE_CHARS, value_parser = chars)]
    chars: usize,
    /// The name of the source [default: the name of the file]
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// The licence of the pages
    #[arg(long, value_name = "TEXT", default_value = "not stated")]
    licence: String,
}

fn chars(given: &str) -> Result<usize, String> {
    let within = |chars: &usize| (100..=20_000).contains(chars);
    given.parse().ok().filter(within).ok_or_else(|| "expected 100 to 20000 characters".to_owned())
}

/// A file that has been read.
struct ReadFile {
    pages: Pages,
    format: &'static str,
    checksum: String,
}

impl ImportPages {
    /// Reads the whole file, then imports what is about answers in one transaction.
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let db = database::open(config)?;
        let wanted = match self.all {
            true => Wanted::All,
            false => db.read(pages::wanted).await?,
        };
        if wanted.is_empty() {
            return Err(Failure::refused(
                "there are no answers yet that pages could be about; luna quiz import adds some with \
                 tossups, and luna serve those that come with Luna",
            ));
        }
        let begun = Progress::now();
        let ReadFile { pages, format, checksum } = self.read(wanted, &begun)?;
        begun.end();
        let read = pages.read;
        if pages.is_empty() {
            return Err(Failure::refused(format!(
                "{}: none of {read} pages is about an answer that is here; --all imports them, with \
                 their titles as answers",
                self.file.display()
            )));
        }
        let own = self.file.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = self.name.clone().or(own).unwrap_or_default();
        let provenance = Provenance { name, licence: self.licence.clone(), checksum };
        let at = environment::context(config);
        let done = db.write(move |tx| pages::import(tx, &at, &pages, format, &provenance)).await?;
        match done {
            ImportOutcome::Added(source) => self.added(&source, read, out),
            ImportOutcome::Known(it) => {
                report_known(&[sentence(&self.file, &it.name, it.imported_at)], 1)
            }
        }
    }

    fn added(&self, source: &Source, read: usize, out: &mut Printer) -> Result<(), Failure> {
        let mut value = line(source);
        if let Value::Object(fields) = &mut value {
            fields.insert("file".to_owned(), self.file.display().to_string().into());
            fields.insert("pages_read".to_owned(), read.into());
        }
        let pages = many(source.pages, "page");
        let answers = match source.answers {
            0 => String::new(),
            new => format!(" and {}", many(new, "new answer")),
        };
        let words = format_args!("{}: {pages} of {read}{answers} imported.", self.file.display());
        Ok(out.result(&value, words)?)
    }

    fn read(&self, wanted: Wanted, begun: &Progress) -> Result<ReadFile, Failure> {
        let mut pages = Pages::of(wanted, self.chars);
        let mut checksum = Checksum::default();
        let tee = Tee { from: self.open(begun)?, into: &mut checksum };
        let mut records = self.records(tee)?;
        let format = records.format();
        while let Some(record) = self.next(&mut records)? {
            pages.take(&record).map_err(|TooLarge| self.too_large())?;
        }
        drop(records);
        // The page that a title leads to may have stood before it.
        if pages.wants_targets() && !self.is_stdin() {
            let mut records = self.records(self.open(begun)?)?;
            while let Some(record) = self.next(&mut records)? {
                pages.take_target(&record).map_err(|TooLarge| self.too_large())?;
            }
        }
        Ok(ReadFile { pages, format, checksum: checksum.finish() })
    }

    fn is_stdin(&self) -> bool {
        self.file == Path::new("-")
    }

    fn open<'a>(&self, begun: &'a Progress) -> Result<Box<dyn Read + 'a>, Failure> {
        if self.is_stdin() {
            return Ok(Box::new(stdin().lock()));
        }
        let path = self.file.display();
        let unreadable = |error| Failure::refused(format!("cannot read {path}: {error}"));
        let file = File::open(&self.file).map_err(unreadable)?;
        let all = file.metadata().map_err(unreadable)?.len();
        Ok(Box::new(Watched { file, done: 0, all, begun }))
    }

    fn records<'a>(&self, file: impl Read + 'a) -> Result<Records<'a>, Failure> {
        Records::open(file).map_err(|why| self.wrong(&why))
    }

    fn next(&self, records: &mut Records<'_>) -> Result<Option<Record>, Failure> {
        records.next().map_err(|why| self.wrong(&why))
    }

    fn wrong(&self, why: &ReadError) -> Failure {
        Failure::refused(format!("{}: {why}; nothing was imported", self.file.display()))
    }

    fn too_large(&self) -> Failure {
        Failure::refused(format!(
            "{}: the pages about answers have more than {} MB; a smaller --chars keeps less of \
             each; nothing was imported",
            self.file.display(),
            MOST_BYTES / 1_000_000
        ))
    }
}

/// A file that shows how much of it has been read.
struct Watched<'a> {
    file: File,
    done: u64,
    all: u64,
    begun: &'a Progress,
}

impl Read for Watched<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(bytes)?;
        self.done += u64::try_from(count).unwrap_or(u64::MAX);
        let kilobytes = |bytes: u64| usize::try_from(bytes >> 10).unwrap_or(usize::MAX);
        self.begun.tell(kilobytes(self.done), kilobytes(self.all));
        Ok(count)
    }
}
