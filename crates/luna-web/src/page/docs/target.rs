//! The targets of a chapter's links and pictures on the site.

use crate::http::state::{Chapter, Discipline};

/// Pages of the site that chapters name in code, such as `/machines`, and that anybody may open. The
/// first pages of the tests come beside them.
const PAGES: [&str; 11] = [
    "/api",
    "/conduct",
    "/contact",
    "/docs/api",
    "/how",
    "/machines",
    "/privacy",
    "/ratings",
    "/settings/machines",
    "/settings/machines/new",
    "/signup",
];

/// Everything that can be linked to.
pub(super) struct Targets {
    chapters: Vec<&'static Chapter>,
    pages: Vec<&'static str>,
}

impl Targets {
    pub(super) fn new(
        chapters: Vec<&'static Chapter>,
        disciplines: &[&'static Discipline],
    ) -> Targets {
        // Games are for players.
        let homes = disciplines.iter().filter(|it| !it.for_players).map(|it| it.home);
        Targets { chapters, pages: PAGES.into_iter().chain(homes).collect() }
    }

    /// Returns the address that a link of a file leads to, unless the site has nothing there.
    pub(super) fn of_link(&self, file: &str, link: &str) -> Option<String> {
        if ["https://", "http://", "mailto:"].iter().any(|start| link.starts_with(start)) {
            return Some(link.to_owned());
        }
        if link.starts_with('#') {
            return Some(link.to_owned());
        }
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let path = resolved(file, path)?;
        let chapter = self.chapters.iter().find(|it| it.file == path)?;
        let hash = if anchor.is_empty() { "" } else { "#" };
        Some(format!("/docs/{}{hash}{anchor}", chapter.slug))
    }

    /// Returns the address of a picture, unless the site does not have it.
    pub(super) fn of_picture(&self, file: &str, link: &str) -> Option<String> {
        let path = resolved(file, link)?;
        let name = path.strip_prefix("docs/figures/")?;
        let mut figures = self.chapters.iter().flat_map(|it| it.figures);
        figures.any(|(known, _)| *known == name).then(|| format!("/docs/figures/{name}"))
    }

    pub(super) fn is_page(&self, code: &str) -> bool {
        self.pages.contains(&code)
    }
}

/// A path beside a file as one from the root of the project.
fn resolved(file: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::targets;

    #[test]
    fn links_between_files_lead_to_chapters() {
        let targets = targets();
        let from_docs = |link| targets.of_link("docs/bot.md", link);
        assert_eq!(from_docs("machines.md").unwrap(), "/docs/machines");
        assert_eq!(from_docs("quiz.md#review").unwrap(), "/docs/trivia#review");
        assert_eq!(from_docs("../clients/python/README.md").unwrap(), "/docs/python");
        assert_eq!(
            targets.of_link("clients/python/README.md", "../../docs/bot.md").unwrap(),
            "/docs/bot"
        );
        assert_eq!(from_docs("#check").unwrap(), "#check");
        assert_eq!(from_docs("https://example.org/a#b").unwrap(), "https://example.org/a#b");
    }

    #[test]
    fn what_the_site_does_not_have_has_no_address() {
        let nowhere = [
            "../README.md",
            "decisions/0001-two-databases-one-text.md",
            "../../etc/passwd",
            "javascript:alert(1)",
            "data:text/html,x",
            "//example.org",
            "/docs/bot.md",
        ];
        let targets = targets();
        for link in nowhere {
            assert_eq!(targets.of_link("docs/bot.md", link), None, "{link}");
        }
        let figure = targets.of_picture("docs/quiz.md", "figures/quiz-figure-3.svg");
        assert_eq!(figure.unwrap(), "/docs/figures/quiz-figure-3.svg");
        assert_eq!(targets.of_picture("docs/quiz.md", "screenshots/final-wide.png"), None);
        assert_eq!(targets.of_picture("docs/quiz.md", "https://example.org/a.svg"), None);
    }
}
