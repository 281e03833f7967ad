//! Tossups for tests of the reading room, and the steps of somebody who plays them.

use luna_store::quiz::source::Source;
use luna_store::quiz::tossup::Tossup;
use luna_store::quiz::{source, tossup};
use luna_store::{Result, Tx};

#[cfg(feature = "app")]
use crate::instance::TestInstance;
#[cfg(feature = "web")]
use crate::persona::{Answer, Persona};

/// The source of these tossups.
pub const SOURCE: &str = "night";
/// The answer to each of them.
pub const ANSWER_LINE: &str = "common <b><u>raven</u></b> [accept <b><u>Corvus corax</u></b>; \
    prompt on <u>corvid</u> by asking “Which species?”; prompt on <u>bird</u>]";

/// A question of so many words, `one-clue1` and so on, with the power mark after a third of them.
pub fn text(name: &str, words: usize) -> String {
    let word = |nth: usize| {
        let mark = if nth == words / 3 { " (*)" } else { "" };
        format!("{name}-clue{nth}{mark}")
    };
    (1..=words).map(word).collect::<Vec<_>>().join(" ")
}

/// A tossup of twelve words about ravens.
pub fn raven(number: i64, category: &str) -> Tossup {
    let name = format!("q{number}");
    Tossup {
        id: format!("{SOURCE}{number}"),
        source_id: SOURCE.to_owned(),
        number,
        packet: "Night Cup, packet 1".to_owned(),
        text: text(&name, 12),
        answer_line: ANSWER_LINE.to_owned(),
        page: Some("Raven".to_owned()),
        category: category.to_owned(),
        subcategory: String::new(),
        difficulty: "easy".to_owned(),
        withdrawn_at: None,
    }
}

/// Puts tossups on the shelf, to be drawn in this order.
pub fn shelve(tx: &mut Tx<'_>, tossups: &[Tossup]) -> Result<()> {
    source::add(
        tx,
        &Source {
            id: SOURCE.to_owned(),
            name: "Night Cup".to_owned(),
            format: "luna".to_owned(),
            checksum: "sum of night".to_owned(),
            licence: "CC0".to_owned(),
            imported_at: 1,
            tossups: i64::try_from(tossups.len()).unwrap(),
            answers: 0,
            is_secret: true,
            undone_at: None,
            pages: 0,
        },
    )?;
    for tossup in tossups {
        tossup::add(tx, tossup, i64::MIN + tossup.number)?;
    }
    Ok(())
}

#[cfg(feature = "app")]
impl TestInstance {
    /// Questions about ravens, one for each category.
    pub async fn ravens(&self, categories: &[&str]) {
        let all: Vec<Tossup> =
            (1..).zip(categories).map(|(number, category)| raven(number, category)).collect();
        self.acts(move |tx, _| shelve(tx, &all)).await;
    }
}

#[cfg(feature = "web")]
impl Persona {
    /// Asks for a question of the test's source; gives what comes back.
    pub async fn asks_for(&mut self, fields: &[(&str, &str)]) -> Answer {
        self.get("/quiz/read").await;
        let mut all = vec![("source", SOURCE), ("speed", "600"), ("timed", "yes")];
        all.retain(|(name, _)| fields.iter().all(|(other, _)| other != name));
        all.extend(fields);
        self.press("Start", &all).await
    }

    /// Starts a question that is read by time, a word each 100 ms; gives its address.
    pub async fn reads_timed(&mut self) -> String {
        let play = self.asks_for(&[]).await.leads_to("/quiz/read/");
        self.get(&play).await;
        play
    }

    /// Starts a question without scripts.
    pub async fn reads_by_hand(&mut self) -> String {
        self.get("/quiz/read").await;
        let all = [("source", SOURCE), ("speed", "600")];
        let play = self.press("Start", &all).await.leads_to("/quiz/read/");
        self.get(&play).await;
        play
    }

    pub async fn buzzes(&mut self, play: &str) {
        self.get(play).await;
        self.press("Buzz", &[]).await.leads_to(play);
        self.get(play).await;
    }

    /// Buzzes at once and answers; gives the page of the play then.
    pub async fn buzzes_with(&mut self, play: &str, answer: &str) -> Answer {
        self.buzzes(play).await;
        self.press("Answer", &[("answer", answer)]).await.leads_to(play);
        self.get(play).await
    }
}
