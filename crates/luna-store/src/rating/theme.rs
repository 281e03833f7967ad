//! Themes: what the questions that people ask are about, and ratings by theme. They are recomputed
//! as a whole from time to time; only the names that operators gave are kept.

use crate::db::setting;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const THEME: Table = Table {
    name: "theme",
    key: &["id"],
    columns: &[(Class::NotPersonal, &["id", "name", "words", "terms", "questions", "at"])],
    erasure: Erasure::NotPersonal,
};

pub(crate) const MONTH: Table = Table {
    name: "theme_month",
    key: &["theme_id", "month"],
    columns: &[(Class::NotPersonal, &["theme_id", "month", "by_people", "by_machines"])],
    erasure: Erasure::NotPersonal,
};

pub(crate) const RATING: Table = Table {
    name: "theme_rating",
    key: &["player_id", "theme_id"],
    columns: &[(Class::Exported, &["player_id", "theme_id", "rating", "low", "high", "marks"])],
    erasure: Erasure::Erased(forget),
};

/// The setting with the probability that players who differ by one number alone would seem to differ
/// as much by theme.
const BY_CHANCE: &str = "themes_by_chance";

/// The most characters of a name that an operator gives.
pub const MAX_NAME: usize = 60;

/// Questions about the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    pub id: String,
    /// By an operator.
    pub name: Option<String>,
    /// Its most telling words.
    pub words: Vec<String>,
    /// Its stems with their weights.
    pub terms: Vec<(String, f64)>,
    /// The number of different questions.
    pub questions: i64,
    pub at: i64,
    /// The oldest first.
    pub months: Vec<ThemeMonth>,
}

record! {
    /// How often the questions of a theme were asked in a calendar month.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct ThemeMonth {
        /// "2026-11".
        pub month: String,
        pub by_people: i64,
        pub by_machines: i64,
    }
}

record! {
    /// A player's rating in a theme, with the ends of its 95 % interval.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ThemeRating {
        pub player_id: String,
        pub theme_id: String,
        pub rating: f64,
        pub low: f64,
        pub high: f64,
        /// The marks of the player's responses to questions of the theme.
        pub marks: i64,
    }
}

record! {
    struct ThemeRow {
        id: String,
        name: Option<String>,
        words: String,
        terms: String,
        questions: i64,
        at: i64,
    }
}

/// What all themes tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Themes {
    pub themes: Vec<Theme>,
    /// The probability that players who differ by one number alone would seem to differ as much by
    /// theme; none with too few marks.
    pub by_chance: Option<f64>,
    /// Of players whose themes say more than their one rating.
    pub ratings: Vec<ThemeRating>,
}

impl Theme {
    /// The name that an operator gave, or the most telling words.
    pub fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.words.join(", "))
    }
}

/// Replaces all themes, and keeps the names of those that go on.
pub fn replace(tx: &mut Tx<'_>, all: &Themes) -> Result<()> {
    run!(tx, "DELETE FROM theme_rating");
    run!(tx, "DELETE FROM theme_month");
    let named: Vec<(String, String)> =
        rows!(tx, "SELECT id, name FROM theme WHERE name IS NOT NULL");
    run!(tx, "DELETE FROM theme");
    for theme in &all.themes {
        let name = named.iter().find(|(id, _)| *id == theme.id).map(|(_, name)| name.as_str());
        run!(
            tx,
            "INSERT INTO theme (id, name, words, terms, questions, at)
             VALUES ($1, $2, $3, $4, $5, $6)",
            theme.id,
            name,
            serde_json::to_string(&theme.words).map_err(Error::corrupt)?,
            serde_json::to_string(&theme.terms).map_err(Error::corrupt)?,
            theme.questions,
            theme.at,
        );
        for it in &theme.months {
            run!(
                tx,
                "INSERT INTO theme_month (theme_id, month, by_people, by_machines)
                 VALUES ($1, $2, $3, $4)",
                theme.id,
                it.month,
                it.by_people,
                it.by_machines,
            );
        }
    }
    for it in &all.ratings {
        // Somebody may have been erased meanwhile.
        run!(
            tx,
            "INSERT INTO theme_rating (player_id, theme_id, rating, low, high, marks)
             SELECT id, CAST($2 AS TEXT), CAST($3 AS DOUBLE PRECISION),
                    CAST($4 AS DOUBLE PRECISION), CAST($5 AS DOUBLE PRECISION), CAST($6 AS BIGINT)
             FROM player WHERE id = $1 AND erased_at IS NULL",
            it.player_id,
            it.theme_id,
            it.rating,
            it.low,
            it.high,
            it.marks,
        );
    }
    match all.by_chance {
        Some(p) => setting::set(tx, BY_CHANCE, &p.to_string()),
        None => setting::clear(tx, BY_CHANCE),
    }
}

/// All themes, those with the most questions first, without ratings.
pub fn all(tx: &mut Tx<'_>) -> Result<Themes> {
    let rows: Vec<ThemeRow> = rows!(
        tx,
        "SELECT id, name, words, terms, questions, at FROM theme ORDER BY questions DESC, id",
    );
    let mut themes = Vec::new();
    for ThemeRow { id, name, words, terms, questions, at } in rows {
        let months = rows!(
            tx,
            "SELECT month, by_people, by_machines FROM theme_month WHERE theme_id = $1
             ORDER BY month",
            id,
        );
        let words = serde_json::from_str(&words).map_err(Error::corrupt)?;
        let terms = serde_json::from_str(&terms).map_err(Error::corrupt)?;
        themes.push(Theme { id, name, words, terms, questions, at, months });
    }
    let by_chance = setting::get(tx, BY_CHANCE)?.and_then(|p| p.parse().ok());
    Ok(Themes { themes, by_chance, ratings: Vec::new() })
}

/// Names a theme; `None` gives it back the name that it has by itself.
pub fn rename(tx: &mut Tx<'_>, id: &str, name: Option<&str>) -> Result<()> {
    match run!(tx, "UPDATE theme SET name = $2 WHERE id = $1", id, name) {
        0 => Err(Error::NotFound),
        _ => Ok(()),
    }
}

/// A player's ratings by theme with the themes' titles, the highest first.
pub fn ratings_of(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<(String, ThemeRating)>> {
    let all: Vec<ThemeRating> = rows!(
        tx,
        "SELECT player_id, theme_id, rating, low, high, marks FROM theme_rating
         WHERE player_id = $1 ORDER BY rating DESC, theme_id",
        player_id,
    );
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let themes = self::all(tx)?.themes;
    let titled = all.into_iter().filter_map(|it| {
        let theme = themes.iter().find(|theme| theme.id == it.theme_id)?;
        Some((theme.title(), it))
    });
    Ok(titled.collect())
}

fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM theme_rating WHERE player_id = $1", player_id);
    Ok(())
}
