//! The chapters: the Markdown files of the project that users read, in the order of the sidebar.

/// Chapters that belong together.
pub(super) struct Group {
    pub(super) title: &'static str,
    pub(super) chapters: &'static [Chapter],
    /// A page of the site that belongs with them: its address and title.
    pub(super) page: Option<(&'static str, &'static str)>,
}

pub(super) struct Chapter {
    pub(super) slug: &'static str,
    pub(super) title: &'static str,
    /// A sentence for lists of chapters.
    pub(super) line: &'static str,
    /// The path in the project, to which links of other chapters lead.
    pub(super) file: &'static str,
    pub(super) markdown: &'static str,
}

macro_rules! chapter {
    ($slug:literal, $file:literal, $title:literal, $line:literal) => {
        Chapter {
            slug: $slug,
            title: $title,
            line: $line,
            file: $file,
            markdown: include_str!(concat!("../../../../../", $file)),
        }
    };
}

pub(super) static GROUPS: [Group; 4] = [
    Group {
        title: "Start",
        chapters: &[
            chapter!(
                "quickstart",
                "docs/quickstart.md",
                "Quickstart",
                "From nothing to a first game in the sandbox in five minutes."
            ),
            chapter!("glossary", "docs/glossary.md", "Glossary", "What Luna’s words mean."),
        ],
        page: None,
    },
    Group {
        title: "Machines",
        chapters: &[
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
                "python",
                "clients/python/README.md",
                "Python client",
                "A machine in one Python function, and the typed client underneath."
            ),
        ],
        page: Some(("/api", "API reference")),
    },
    Group {
        title: "Tests",
        chapters: &[
            chapter!("game", "docs/game.md", "The Luna Game", "Pairing, deadlines and results."),
            chapter!(
                "ratings",
                "docs/ratings.md",
                "Ratings",
                "The Smarts Rating, the derived ratings, and how sure each of them is."
            ),
            chapter!(
                "trivia",
                "docs/quiz.md",
                "Trivia",
                "The reading room, and questions that trick machines and not people."
            ),
            chapter!(
                "contest",
                "docs/contest.md",
                "The contest",
                "The imitation game, key by key."
            ),
            chapter!(
                "common-sense",
                "docs/battery.md",
                "Common sense",
                "Two forms of a child’s verbal test, and how answers are scored."
            ),
            chapter!(
                "questions",
                "docs/question.md",
                "Questions",
                "Questions from texts: made, ranked, and rated by people."
            ),
        ],
        page: None,
    },
    Group {
        title: "Run it",
        chapters: &[
            chapter!(
                "running",
                "docs/running.md",
                "Running an instance",
                "Install, settings, backups, mail, monitoring and operators."
            ),
            chapter!(
                "building",
                "docs/building.md",
                "Building",
                "What a build takes, and how long."
            ),
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
                "How well the words of answers predict a rating."
            ),
            chapter!(
                "papers",
                "docs/papers.md",
                "The papers",
                "Where Luna’s results differ from those of the papers."
            ),
        ],
        page: None,
    },
];

/// All chapters in their order.
pub(super) fn all() -> impl Iterator<Item = &'static Chapter> {
    GROUPS.iter().flat_map(|group| group.chapters)
}

/// The pictures of chapters that the site has.
pub(super) static FIGURES: [(&str, &str); 6] = [
    ("battery-figure-1-a.svg", include_str!("../../../../../docs/figures/battery-figure-1-a.svg")),
    ("battery-figure-1-b.svg", include_str!("../../../../../docs/figures/battery-figure-1-b.svg")),
    ("prediction-ols.svg", include_str!("../../../../../docs/figures/prediction-ols.svg")),
    ("question-figure-4.svg", include_str!("../../../../../docs/figures/question-figure-4.svg")),
    ("question-raters.svg", include_str!("../../../../../docs/figures/question-raters.svg")),
    ("quiz-figure-3.svg", include_str!("../../../../../docs/figures/quiz-figure-3.svg")),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_document_for_users_is_a_chapter_and_has_an_address_of_its_own() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let names = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
        let names = names.map(|name| format!("docs/{}", name.to_str().unwrap()));
        let is_document =
            |name: &String| Path::new(name).extension().is_some_and(|kind| kind == "md");
        let documents: BTreeSet<String> = names.filter(is_document).collect();
        let chapters: BTreeSet<String> = all().map(|it| it.file.to_owned()).collect();
        let missing: Vec<&String> = documents.difference(&chapters).collect();
        assert!(missing.is_empty(), "{missing:?}");
        let slugs: BTreeSet<&str> = all().map(|it| it.slug).collect();
        assert_eq!(slugs.len(), all().count());
        assert!(!slugs.contains("search"), "the search has this address");
    }
}
