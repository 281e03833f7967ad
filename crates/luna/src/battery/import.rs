//! `luna battery import`: files of assertions, put together into one knowledge base.

use std::path::{Path, PathBuf};

use clap::Args;
use luna_app::battery::rude_word_filter;
use luna_text::knowledge::{Builder, KnowledgeBase, KnowledgeFile};
use serde_json::json;

use super::{text, wrong};
use crate::failure::Failure;
use crate::file::replace::replace_file;
use crate::terminal::print::Printer;

/// As text, because a comment would show the name of the data set as code.
const FILES: &str = "The files, compressed with gzip or not: the table of ConceptNet 4, or a table \
                     or lines of JSON with relation, left, right and weight";

#[derive(Args)]
pub(crate) struct Import {
    #[arg(required = true, value_name = "FILE", help = FILES)]
    files: Vec<PathBuf>,
    /// The file of the knowledge base [default: ~/.local/share/luna/knowledge.base, where luna
    /// looks for it]
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

impl Import {
    pub(super) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let user_file = || KnowledgeBase::user_file(|name| std::env::var_os(name));
        let to = self.to.clone().or_else(user_file).ok_or_else(Failure::homeless)?;
        let mut builder = Builder::default();
        let mut read = Vec::new();
        for path in &self.files {
            let count = builder.read(&text(path)?).map_err(|why| wrong(path, why))?;
            read.push((path, count));
        }
        let built = builder.build(rude_word_filter());
        replace_file(&to, &built.bytes)?;
        for (path, assertions) in read {
            let path = path.display().to_string();
            let words = format_args!("{path}: {assertions} assertions read.");
            out.result(&json!({ "file": path, "assertions": assertions }), words)?;
        }
        summary(&to, &built, out)
    }
}

/// Says what a knowledge base has.
pub(crate) fn summary(to: &Path, built: &KnowledgeFile, out: &mut Printer) -> Result<(), Failure> {
    let KnowledgeFile { concepts, assertions, repeated, blocked, .. } = built;
    let shown = to.display().to_string();
    let line = json!({
        "to": shown, "concepts": concepts, "assertions": assertions, "repeated": repeated,
        "blocked": blocked, "bytes": built.bytes.len(),
    });
    let mut words = format!("{shown}: {concepts} concepts and {assertions} assertions.");
    for (count, why) in [(repeated, "repeat another"), (blocked, "have a slur or a vulgar word")] {
        if *count > 0 {
            words.push_str(&format!(" Left out {count} that {why}."));
        }
    }
    Ok(out.result(&line, words)?)
}
