//! What machines are asked about: what comes with Luna, or files. Each test supplies its own part.

use std::path::Path;

use luna_app::provenance::checksum;
use luna_lab::measure::{Inputs, Survey};
use luna_lab::predict::dataset::Scale;
use luna_lab::predict::read::{Persons, read};
use luna_machines::rated_questions::held_out_texts;
use luna_machines::search_guesser::{Index, Page};
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
pub(crate) struct InputFiles<'a> {
    pub(crate) tossups: Option<&'a Path>,
    pub(crate) challenge: Option<&'a Path>,
    pub(crate) predict: Option<&'a Path>,
}

/// All that a measurement is made of.
#[derive(Default)]
pub(crate) struct Material {
    pub(crate) inputs: Inputs,
    /// The pages that the search guesser, which stands beside the machines, has learned.
    pub(crate) pages: Vec<Page>,
    sources: Vec<SourceFile>,
}

/// Supplies what a test asks about.
pub(crate) type Supplier = fn(&InputFiles<'_>, &mut Material) -> Result<(), Failure>;

impl Material {
    pub(super) fn read(
        files: &InputFiles<'_>,
        suppliers: &[Supplier],
    ) -> Result<Material, Failure> {
        let mut all = Material::default();
        suppliers.iter().try_for_each(|supply| supply(files, &mut all))?;
        for (title, text) in held_out_texts() {
            all.note(&format!("text {title}"), text.as_bytes());
            all.inputs.texts.push((title.to_owned(), text.to_owned()));
        }
        if let Some(path) = files.predict {
            let survey = survey(path)?;
            all.note(&as_typed(path), format!("{survey:?}").as_bytes());
            all.inputs.survey = Some(survey);
        }
        Ok(all)
    }

    /// Notes where something comes from.
    pub(crate) fn note(&mut self, name: &str, bytes: &[u8]) {
        self.sources.push(SourceFile { name: name.to_owned(), sha256: checksum(bytes) });
    }

    pub(super) fn sources(&self) -> &[SourceFile] {
        &self.sources
    }

    /// The search guesser that stands beside the machines. It has learned no tossup: for a file of tossups
    /// to learn from there is `luna quiz evaluate`.
    pub(super) fn search_index(&self) -> Index {
        Index::with_pages(Vec::new(), self.pages.clone())
    }
}

fn survey(path: &Path) -> Result<Survey, Failure> {
    let problems = read(path, None, Persons::Complete).map_err(Failure::refused)?;
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
    Ok(survey)
}
