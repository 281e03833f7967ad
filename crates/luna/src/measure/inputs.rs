//! What machines are asked about: what comes with Luna, or files.

use std::path::Path;

use luna_app::battery::{FORMS, form};
use luna_app::provenance::checksum;
use luna_app::quiz::seed::CONTENT;
use luna_lab::measure::{Inputs, Survey, Tossup};
use luna_lab::predict;
use luna_lab::predict::dataset::Scale;
use luna_lab::predict::read::Persons;
use luna_machines::rated_questions::held_out_texts;
use luna_machines::search_guesser::{self, Index, Page};
use luna_machines::tossup_file;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::predict::as_typed;

/// An input by its name, with the SHA-256 checksum of its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SourceFile {
    pub(super) name: String,
    pub(super) sha256: String,
}

/// Files in place of what comes with Luna, and beside it.
pub(super) struct InputFiles<'a> {
    pub(super) tossups: Option<&'a Path>,
    pub(super) challenge: Option<&'a Path>,
    pub(super) predict: Option<&'a Path>,
}

pub(super) fn read_inputs(files: &InputFiles<'_>) -> Result<(Inputs, Vec<SourceFile>), Failure> {
    let mut sources = Vec::new();
    let mut add = |name: &str, bytes: &[u8]| {
        sources.push(SourceFile { name: name.to_owned(), sha256: checksum(bytes) });
    };
    let mut inputs = Inputs::default();
    for (letter, text) in FORMS {
        add(&format!("common sense, form {letter}"), text.as_bytes());
        inputs.forms.push(form(letter).map_err(Failure::Refused)?.clone());
    }
    if let Some(path) = files.tossups {
        inputs.tossups = read(path, false, &mut add)?;
    } else {
        add("tossups that come with Luna", CONTENT.tossups.as_bytes());
        inputs.tossups = shipped()?;
    }
    if let Some(path) = files.challenge {
        inputs.tossups.extend(read(path, true, &mut add)?);
    }
    for (title, text) in held_out_texts() {
        add(&format!("text {title}"), text.as_bytes());
        inputs.texts.push((title.to_owned(), text.to_owned()));
    }
    if let Some(path) = files.predict {
        inputs.survey = Some(survey(path, &mut add)?);
    }
    Ok((inputs, sources))
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

fn read(
    path: &Path,
    is_challenge: bool,
    add: &mut impl FnMut(&str, &[u8]),
) -> Result<Vec<Tossup>, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::reading(path, error))?;
    let wrong = |why: String| Failure::refused(format!("{}: {why}", path.display()));
    let file = tossup_file::read(&bytes, None).map_err(|why| wrong(why.to_string()))?;
    if file.tossups.is_empty() {
        return Err(wrong("there are no tossups in it".to_owned()));
    }
    add(&as_typed(path), &bytes);
    let kind = if is_challenge { "challenge" } else { "tossup" };
    let tossups = file.tossups.into_iter().enumerate().map(|(nth, it)| Tossup {
        id: format!("{kind}-{}", nth + 1),
        page: it.page.clone().unwrap_or_else(|| search_guesser::normalise(&it.answer_line)),
        text: it.text,
        answer_line: it.answer_line,
        is_challenge,
    });
    Ok(tossups.collect())
}

fn survey(path: &Path, add: &mut impl FnMut(&str, &[u8])) -> Result<Survey, Failure> {
    let problems = predict::read::read(path, None, Persons::Complete).map_err(Failure::refused)?;
    let [problem] = &problems[..] else {
        return Err(Failure::refused(format!(
            "{}: a predicted rating is learned from one set of questions, and there are {}",
            path.display(),
            problems.len()
        )));
    };
    problem.check(Scale::Given).map_err(Failure::refused)?;
    let survey = Survey { questions: problem.asked(), people: problem.examples(Scale::Given) };
    if let Some(outside) = survey.people.iter().find(|it| !(0.0..=1.0).contains(&it.rating)) {
        return Err(Failure::refused(format!(
            "{}: a rating is a share from 0 to 1, and there is one of {}",
            path.display(),
            outside.rating
        )));
    }
    add(&as_typed(path), format!("{survey:?}").as_bytes());
    Ok(survey)
}

/// The search guesser that stands beside the machines. It has learned the pages that come with Luna and
/// none of the tossups that are measured with, nor any other: whoever has a file of tossups to learn from
/// uses `luna quiz evaluate`.
pub(super) fn search_index() -> Index {
    let pages = CONTENT.pages.lines().skip(1).filter_map(|line| line.split_once('\t'));
    let page = |(title, text): (&str, &str)| Page {
        id: title.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
    };
    Index::with_pages(Vec::new(), pages.map(page).collect())
}
