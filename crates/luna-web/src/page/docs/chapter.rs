//! The chapters: the Markdown files of the project that users read, in the order of the sidebar.

use crate::http::state::{Chapter, Discipline, chapter};

/// Chapters that belong together.
pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) chapters: Vec<&'static Chapter>,
    /// Lists show the first chapter alone, until one of them is open.
    pub(super) folded: bool,
}

impl Group {
    /// The chapters that a list shows while one chapter is open.
    pub(super) fn listed(&self, open: Option<&Chapter>) -> &[&'static Chapter] {
        let holds = |open: &Chapter| self.chapters.iter().any(|it| it.slug == open.slug);
        match self.folded && !open.is_some_and(holds) {
            true => self.chapters.get(..1).unwrap_or_default(),
            false => &self.chapters,
        }
    }
}

/// All chapters: those of the tests come from the disciplines, and the reference from the API.
pub(super) fn groups(
    disciplines: &[&'static Discipline],
    reference: &'static [Chapter],
) -> [Group; 5] {
    let tests = GAME.iter().chain(disciplines.iter().flat_map(|it| it.chapters));
    let group = |title, chapters: &'static [Chapter]| Group {
        title,
        chapters: chapters.iter().collect(),
        folded: false,
    };
    [
        group("Start", START),
        group("Machines", MACHINES),
        Group { folded: true, ..group("API", reference) },
        Group { chapters: tests.collect(), ..group("Tests", &[]) },
        group("Run it", RUN),
    ]
}

static START: &[Chapter] = &[
    chapter!(
        "quickstart",
        "docs/quickstart.md",
        "Quickstart",
        "From nothing to a first game in the sandbox in five minutes."
    ),
    chapter!("glossary", "docs/glossary.md", "Glossary", "What Luna’s words mean."),
];

static MACHINES: &[Chapter] = &[
    chapter!(
        "machines",
        "docs/machines.md",
        "Machines",
        "Ways in, versions, tokens, limits, and what happens when a call fails."
    ),
    chapter!(
        "bot",
        "docs/bot.md",
        "luna bot",
        "The command that connects a program to an instance, and checks it."
    ),
    chapter!(
        "measure",
        "docs/measure.md",
        "luna measure",
        "Five tests of any model in one command, without an instance or a crowd."
    ),
    chapter!(
        "python",
        "clients/python/README.md",
        "Python client",
        "A machine in one Python function, and the typed client underneath."
    ),
];

static GAME: &[Chapter] = &[
    chapter!("game", "docs/game.md", "The Luna Game", "Pairing, deadlines and results."),
    chapter!(
        "ratings",
        "docs/ratings.md",
        "Ratings",
        "The Smarts Rating, the derived ratings, and how sure each of them is."
    ),
];

static RUN: &[Chapter] = &[
    chapter!(
        "running",
        "docs/running.md",
        "Running an instance",
        "Install, settings, backups, mail, monitoring and operators."
    ),
    chapter!("building", "docs/building.md", "Building", "What a build takes, and how long."),
    chapter!(
        "simulations",
        "docs/simulations.md",
        "Simulations",
        "Experiments that ask whether the rating is true."
    ),
    chapter!(
        "prediction",
        "docs/prediction.md",
        "Prediction",
        "How well the words of answers predict a rating.",
        "prediction-ols.svg"
    ),
    chapter!(
        "papers",
        "docs/papers.md",
        "The papers",
        "Where Luna’s results differ from those of the papers."
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::disciplines::ALL;

    #[test]
    fn every_document_for_users_is_a_chapter_and_has_an_address_of_its_own() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let names = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
        let names = names.map(|name| format!("docs/{}", name.to_str().unwrap()));
        let is_document =
            |name: &String| Path::new(name).extension().is_some_and(|kind| kind == "md");
        let documents: BTreeSet<String> = names.filter(is_document).collect();
        let all: Vec<&Chapter> = groups(ALL, &[]).into_iter().flat_map(|it| it.chapters).collect();
        let chapters: BTreeSet<String> = all.iter().map(|it| it.file.to_owned()).collect();
        let missing: Vec<&String> = documents.difference(&chapters).collect();
        assert!(missing.is_empty(), "{missing:?}");
        let slugs: BTreeSet<&str> = all.iter().map(|it| it.slug).collect();
        assert_eq!(slugs.len(), all.len());
        assert!(!slugs.contains("search"), "the search has this address");
        assert!(!slugs.contains("api"), "the reference has this address");
    }
}
