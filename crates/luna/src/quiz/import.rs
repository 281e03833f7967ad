//! `luna quiz import`: files of tossups and answers, each put into the database as a whole.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use luna_app::format::many;
use luna_app::provenance::{ImportOutcome, Provenance, checksum};
use luna_app::quiz::import;
use luna_machines::tossup_file::{self, AnswerMap, Duplicate, Format, TossupFile};
use luna_store::Db;
use luna_store::quiz::source::Source;
use serde_json::{Value, json};

use super::sources::line;
use crate::config::Config;
use crate::config::environment;
use crate::database;
use crate::failure::Failure;
use crate::file::known_files::{report_known, sentence};
use crate::terminal::print::Printer;
use crate::terminal::progress::Progress;

/// Skipped rows that a sentence names.
const NAMED: usize = 5;

#[derive(Args)]
pub(crate) struct Import {
    /// The files, compressed with gzip or not
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The format of the files; auto: by their content
    #[arg(long, default_value = "auto",
          value_parser = ["auto", "qanta", "qbreader", "packet", "csv", "answers"])]
    format: String,
    /// Answers with the pages that they count as: on each line an answer, a tab and a page
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// The name of the source [default: the name of the file]
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// The licence of the questions
    #[arg(long, value_name = "TEXT", default_value = "not stated")]
    licence: String,
    /// Nobody outside of this Luna has these questions: plays of them count, and no machine learns
    /// from them
    #[arg(long)]
    unpublished: bool,
}

/// A file that was read.
struct ImportFile {
    path: PathBuf,
    file: TossupFile,
    provenance: Provenance,
}

impl Import {
    /// Reads all files, then imports one after the other.
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        if self.name.is_some() && self.files.len() > 1 {
            return Err(Failure::usage(
                "--name is for one file; several files keep their own names",
            ));
        }
        let map = match &self.map {
            Some(path) => {
                tossup_file::read_map(&content(path)?).map_err(|why| wrong(path, &why))?
            }
            None => AnswerMap::default(),
        };
        let opened: Vec<ImportFile> =
            self.files.iter().map(|path| self.open(path)).collect::<Result<_, _>>()?;
        let db = database::open(config)?;
        let map = Arc::new(map);
        let (mut known, total) = (Vec::new(), opened.len());
        for one in opened {
            let (path, duplicates) = (one.path.clone(), one.file.duplicates.clone());
            match put(config, &db, one, Arc::clone(&map), self.unpublished).await? {
                ImportOutcome::Added(source) => added(&path, &source, &duplicates, out)?,
                ImportOutcome::Known(it) => known.push(sentence(&path, &it.name, it.imported_at)),
            }
        }
        report_known(&known, total)
    }

    fn open(&self, path: &Path) -> Result<ImportFile, Failure> {
        let bytes = content(path)?;
        let format = Format::from_name(&self.format);
        let file = tossup_file::read(&bytes, format).map_err(|why| wrong(path, &why))?;
        let own = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let provenance = Provenance {
            name: self.name.clone().or(own).unwrap_or_default(),
            licence: self.licence.clone(),
            checksum: checksum(&bytes),
        };
        Ok(ImportFile { path: path.to_owned(), file, provenance })
    }
}

fn content(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::reading(path, error))
}

fn wrong(path: &Path, why: &tossup_file::ReadError) -> Failure {
    Failure::refused(format!("{}: {why}; nothing was imported", path.display()))
}

/// Imports a file in one transaction.
async fn put(
    config: &Config,
    db: &Db,
    opened: ImportFile,
    map: Arc<AnswerMap>,
    is_secret: bool,
) -> Result<ImportOutcome<Source>, Failure> {
    let at = environment::context(config);
    let begun = Arc::new(Progress::now());
    let shown = Arc::clone(&begun);
    let done = db
        .write(move |tx| {
            let ImportFile { file, provenance, .. } = &opened;
            let tell = |done, of| shown.tell(done, of);
            import::import(tx, &at, file, &map, provenance, is_secret, tell)
        })
        .await;
    begun.end();
    Ok(done?)
}

fn added(
    path: &Path,
    source: &Source,
    duplicates: &[Duplicate],
    out: &mut Printer,
) -> Result<(), Failure> {
    let rows: Vec<Value> =
        duplicates.iter().map(|it| json!({ "row": it.row, "same_as": it.first_row })).collect();
    let mut value = line(source);
    if let Value::Object(fields) = &mut value {
        fields.insert("file".to_owned(), path.display().to_string().into());
        fields.insert("skipped".to_owned(), rows.into());
    }
    let (tossups, answers) = (many(source.tossups, "tossup"), many(source.answers, "new answer"));
    let mut words = format!("{}: {tossups} and {answers} imported.", path.display());
    if !duplicates.is_empty() {
        let named = duplicates.iter().take(NAMED);
        let named: Vec<String> =
            named.map(|it| format!("{} (like {})", it.row, it.first_row)).collect();
        let more = if duplicates.len() > NAMED { ", …" } else { "" };
        let rows = many(i64::try_from(duplicates.len()).unwrap_or(i64::MAX), "repeated row");
        words.push_str(&format!(" Skipped {rows}: {}{more}.", named.join(", ")));
    }
    Ok(out.result(&value, words)?)
}
