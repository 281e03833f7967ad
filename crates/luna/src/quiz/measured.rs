//! Tossups and pages, for `luna measure`.

use std::path::Path;

use luna_app::quiz::seed::CONTENT;
use luna_lab::measure::Tossup;
use luna_machines::search_guesser::{Page, normalise};
use luna_machines::tossup_file;
use serde::Deserialize;

use crate::failure::Failure;
use crate::measure::{InputFiles, Material};
use crate::predict::as_typed;

pub(crate) fn supply(files: &InputFiles<'_>, to: &mut Material) -> Result<(), Failure> {
    if let Some(path) = files.tossups {
        read(path, false, to)?;
    } else {
        to.note("tossups that come with Luna", CONTENT.tossups.as_bytes());
        to.inputs.tossups = shipped()?;
    }
    if let Some(path) = files.challenge {
        read(path, true, to)?;
    }
    to.note("pages that come with Luna", CONTENT.pages.as_bytes());
    let pages = CONTENT.pages.lines().skip(1).filter_map(|line| line.split_once('\t'));
    to.pages.extend(pages.map(|(title, text)| Page {
        id: title.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
    }));
    Ok(())
}

fn shipped() -> Result<Vec<Tossup>, Failure> {
    #[derive(Deserialize)]
    struct Line {
        id: String,
        question: String,
        answer: String,
        answer_page: String,
    }
    let line = |line: &str| {
        let it: Line = serde_json::from_str(line).map_err(Failure::refused)?;
        Ok(Tossup {
            id: it.id,
            text: it.question,
            answer_line: it.answer,
            page: it.answer_page,
            is_challenge: false,
        })
    };
    CONTENT.tossups.lines().map(line).collect()
}

fn read(path: &Path, is_challenge: bool, to: &mut Material) -> Result<(), Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::reading(path, error))?;
    let wrong = |why: String| Failure::refused(format!("{}: {why}", path.display()));
    let file = tossup_file::read(&bytes, None).map_err(|why| wrong(why.to_string()))?;
    if file.tossups.is_empty() {
        return Err(wrong("there are no tossups in it".to_owned()));
    }
    to.note(&as_typed(path), &bytes);
    let kind = if is_challenge { "challenge" } else { "tossup" };
    let tossups = file.tossups.into_iter().enumerate().map(|(nth, it)| Tossup {
        id: format!("{kind}-{}", nth + 1),
        page: it.page.clone().unwrap_or_else(|| normalise(&it.answer_line)),
        text: it.text,
        answer_line: it.answer_line,
        is_challenge,
    });
    to.inputs.tossups.extend(tossups);
    Ok(())
}
