//! `luna question import`: files of machine-made questions, each put into the database as a whole.

use std::path::{Path, PathBuf};

use clap::Args;
use luna_app::format::many;
use luna_app::provenance::{ImportOutcome, Provenance, checksum};
use luna_app::question_campaign::import::import;
use luna_machines::question_file::{QuestionFile, unpack};
use luna_store::question_campaign::imported;
use serde_json::json;

use super::read;
use crate::config::Config;
use crate::config::environment;
use crate::database;
use crate::failure::Failure;
use crate::file::known_files::{report_known, sentence};
use crate::terminal::print::Printer;

#[derive(Args)]
pub(crate) struct Import {
    /// The files, compressed with gzip or not
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The format of the files; auto: by their content
    #[arg(long, default_value = "auto", value_parser = ["auto", "jsonl", "csv", "toolkit"])]
    format: String,
    /// The text that the questions are about, where the file does not say it
    #[arg(long, value_name = "FILE")]
    article: Option<PathBuf>,
    /// The licence of the questions and their texts
    #[arg(long, value_name = "TEXT", default_value = "not stated")]
    licence: String,
}

/// A file that was read.
struct ImportFile {
    path: PathBuf,
    file: QuestionFile,
    provenance: Provenance,
}

impl Import {
    /// Reads all files, then imports them in one transaction.
    pub(super) async fn run(&self, config: &Config, out: &mut Printer) -> Result<(), Failure> {
        let opened: Vec<ImportFile> =
            self.files.iter().map(|path| self.open(path)).collect::<Result<_, _>>()?;
        let db = database::open(config)?;
        let at = environment::context(config);
        let done = db
            .write(move |tx| {
                let import = |it: ImportFile| {
                    let outcome = import(tx, &at, &it.file, &it.provenance)?;
                    Ok::<_, luna_store::Error>((it, outcome))
                };
                opened.into_iter().map(import).collect::<Result<Vec<_>, _>>()
            })
            .await?;
        let total = done.len();
        let mut known = Vec::new();
        for (it, outcome) in done {
            match outcome {
                ImportOutcome::Added(added) => summary(&it, &added, out)?,
                ImportOutcome::Known(known_as) => {
                    known.push(sentence(&it.path, &known_as.name, known_as.imported_at));
                }
            }
        }
        report_known(&known, total)
    }

    fn open(&self, path: &Path) -> Result<ImportFile, Failure> {
        let (bytes, file) = read(path, &self.format, self.article.as_deref())?;
        // A file is the same file, compressed or not.
        let content = unpack(&bytes).map_err(|why| Failure::refused(why.to_string()))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let provenance = Provenance {
            name: name.unwrap_or_default(),
            licence: self.licence.clone(),
            checksum: checksum(content.as_bytes()),
        };
        Ok(ImportFile { path: path.to_owned(), file, provenance })
    }
}

fn summary(it: &ImportFile, added: &imported::Import, out: &mut Printer) -> Result<(), Failure> {
    let articles = i64::try_from(it.file.articles.len()).unwrap_or(i64::MAX);
    let gold = it.file.questions.iter().filter(|it| it.gold.is_some()).count();
    let line = json!({
        "file": it.path.display().to_string(), "import": added.id, "format": added.format,
        "questions": added.questions, "articles": articles, "gold": gold,
        "skipped": it.file.repeated,
    });
    let mut words = format!(
        "{}: {} of {} imported.",
        it.path.display(),
        many(added.questions, "question"),
        many(articles, "article")
    );
    if gold > 0 {
        words.push_str(&format!(" Gold questions: {gold}."));
    }
    if !it.file.repeated.is_empty() {
        let lines: Vec<String> = it.file.repeated.iter().take(5).map(u64::to_string).collect();
        let more = if it.file.repeated.len() > lines.len() { ", …" } else { "" };
        words.push_str(&format!(" Skipped repeated lines: {}{more}.", lines.join(", ")));
    }
    Ok(out.result(&line, words)?)
}
