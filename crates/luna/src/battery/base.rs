//! The knowledge base that a command uses.

use std::path::{Path, PathBuf};

use clap::Args;
use luna_machines::common_sense::shipped_base;
use luna_text::knowledge::KnowledgeBase;

use super::wrong;
use crate::failure::Failure;

#[derive(Args)]
pub(super) struct Base {
    /// The file of the knowledge base [default: the one that `import` built, or else the one that
    /// comes with Luna]
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
}

impl Base {
    /// The base, with words for its source.
    pub(super) fn open(&self) -> Result<(KnowledgeBase, String), Failure> {
        let imported = || {
            let file = KnowledgeBase::user_file(|name| std::env::var_os(name));
            file.filter(|file| file.exists())
        };
        if let Some(file) = self.base.clone().or_else(imported) {
            return read(&file);
        }
        let shipped = shipped_base().cloned().ok_or_else(|| {
            Failure::refused(
                "The knowledge base that comes with Luna cannot be read; please name one with \
                 --base.",
            )
        })?;
        Ok((shipped, "the knowledge base that comes with Luna".to_owned()))
    }
}

fn read(file: &Path) -> Result<(KnowledgeBase, String), Failure> {
    let base = KnowledgeBase::open(file).map_err(|why| wrong(file, why))?;
    Ok((base, file.display().to_string()))
}
