//! Themes: what the questions of games are about, and whether players are better at some than at
//! others.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::rating::Points;
use luna_core::text::comparable;
pub use luna_learn::theme_rating::LEVEL;
use luna_learn::theme_rating::{Particular, ThemeMark, ThemeRatings};
use luna_machines::themes::{Theme as Group, Themes as Groups, carried_over, stems_of};
use luna_store::export::Response;
use luna_store::theme::{self, Theme, ThemeMonth, ThemeRating, Themes};
use luna_store::{Error, Result, rating};

use crate::instance::Instance;
use crate::rating::months::first_of_month;
use crate::rating::numbering::Numbers;

/// The fewest different questions that are grouped.
const FEWEST: usize = 40;
/// The fewest players who have used a word before it is shown.
const USERS: usize = 3;
/// The fewest marks behind a rating by theme that is shown.
const MARKS: usize = 5;
const SEED: u64 = 64;

/// The questions of finished games, each once, with the marks of the responses to them.
#[derive(Default)]
pub(crate) struct AskedQuestions {
    /// By the form in which texts are compared.
    numbers: Numbers,
    questions: Vec<Question>,
    players: Numbers,
    judges: Numbers,
    games: Numbers,
    marks: Vec<Mark>,
}

struct Question {
    text: String,
    askers: BTreeSet<String>,
    /// How often people and machines have asked it, by month.
    months: BTreeMap<String, (i64, i64)>,
}

struct Mark {
    question: usize,
    player: usize,
    judge: usize,
    game: usize,
    points: Points,
}

impl AskedQuestions {
    pub(crate) fn add(&mut self, it: &Response) {
        let key = comparable(&it.question);
        if key.is_empty() {
            return;
        }
        let question = self.numbers.of(key);
        if question == self.questions.len() {
            let (askers, months) = (BTreeSet::new(), BTreeMap::new());
            self.questions.push(Question { text: it.question.clone(), askers, months });
        }
        if !it.inherited {
            self.questions[question].is_asked(it);
        }
        // Guesses of machines never count, and neither do their marks.
        if let Some(points) = it.mark.filter(|_| it.counts) {
            self.marks.push(Mark {
                question,
                player: self.players.of(it.player.id.clone()),
                judge: self.judges.of(it.judge.id.clone()),
                game: self.games.of(it.game_id.clone()),
                points,
            });
        }
    }
}

impl Question {
    fn is_asked(&mut self, it: &Response) {
        self.askers.insert(it.judge.id.clone());
        let Some(first) = first_of_month(it.at) else { return };
        let month = self.months.entry(first.strftime("%Y-%m").to_string()).or_default();
        if it.judge.machine {
            month.1 += 1;
        } else {
            month.0 += 1;
        }
    }
}

impl AskedQuestions {
    /// Groups the questions. Themes of which a third of the questions was in one theme before go on
    /// with its id.
    fn themes(&self, previous: &[Theme], now: i64) -> Grouped {
        if self.questions.len() < FEWEST {
            return Grouped::default();
        }
        let texts: Vec<&str> = self.questions.iter().map(|it| it.text.as_str()).collect();
        let (before, shared) =
            (Groups::new(previous.iter().map(group).collect()), self.shared_stems());
        let (groups, of) = Groups::group(&texts, &before, |stem| shared.contains(stem), SEED);
        let was: Vec<Option<usize>> = texts.iter().map(|text| before.of(text)).collect();
        let carried = carried_over(&was, &of);
        let mut themes = Vec::new();
        for (nth, Group { words, terms }) in groups.themes.into_iter().enumerate() {
            let kept = carried.get(nth).copied().flatten().and_then(|nth| previous.get(nth));
            let own = || self.questions.iter().zip(&of).filter(|it| *it.1 == Some(nth));
            themes.push(Theme {
                id: kept.map_or_else(|| format!("{now}-{nth}"), |it| it.id.clone()),
                name: None,
                words,
                terms,
                questions: i64::try_from(own().count()).unwrap_or(i64::MAX),
                at: now,
                months: months(own().map(|(question, _)| question)),
            });
        }
        Grouped { themes, of }
    }

    /// The stems that several players have used.
    fn shared_stems(&self) -> BTreeSet<String> {
        let mut users: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for question in &self.questions {
            for stem in stems_of(&question.text) {
                users.entry(stem).or_default().extend(question.askers.iter().map(String::as_str));
            }
        }
        users.into_iter().filter(|(_, users)| users.len() >= USERS).map(|(stem, _)| stem).collect()
    }

    /// What is particular to players in themes; none with too few marks.
    fn particular(&self, of: &[Option<usize>]) -> Option<(ThemeRatings, Vec<&str>)> {
        let short = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let mut marks = Vec::new();
        for it in &self.marks {
            let Some(theme) = of.get(it.question).copied().flatten() else { continue };
            marks.push(ThemeMark {
                theme: short(theme),
                player: short(it.player),
                judge: short(it.judge),
                game: u64::from(short(it.game)),
                points: it.points.number(),
            });
        }
        Some((ThemeRatings::of(&marks, SEED)?, self.players.texts()))
    }
}

/// Themes, and the theme of each question.
#[derive(Default)]
struct Grouped {
    themes: Vec<Theme>,
    of: Vec<Option<usize>>,
}

fn group(theme: &Theme) -> Group {
    Group { words: theme.words.clone(), terms: theme.terms.clone() }
}

fn months<'a>(questions: impl Iterator<Item = &'a Question>) -> Vec<ThemeMonth> {
    let mut all: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for (month, (people, machines)) in questions.flat_map(|it| &it.months) {
        let sum = all.entry(month).or_default();
        *sum = (sum.0 + people, sum.1 + machines);
    }
    let month = |(month, (by_people, by_machines)): (&str, (i64, i64))| ThemeMonth {
        month: month.to_owned(),
        by_people,
        by_machines,
    };
    all.into_iter().map(month).collect()
}

/// Replaces the themes by those of these questions.
pub(crate) async fn keep(app: &Instance, asked: AskedQuestions, now: i64) -> Result<()> {
    let previous = app.db.read(theme::all).await?.themes;
    let work = move || computed(&asked, &previous, now);
    let found = tokio::task::spawn_blocking(work).await;
    let Computed { themes, by_chance, particular } =
        found.map_err(|error| Error::Database(Box::new(error)))?;
    app.db
        .write(move |tx| {
            let mut ratings = Vec::new();
            for (player_id, theme_id, it) in &particular {
                let Some(spread) = rating::spread_of(tx, player_id)? else { continue };
                let Some((low, high)) = spread.interval() else { continue };
                let half = it.half.hypot((high - low) / 2.0);
                let rating = it.rating(spread.rating.mean());
                ratings.push(ThemeRating {
                    player_id: player_id.clone(),
                    theme_id: theme_id.clone(),
                    rating,
                    low: (rating - half).max(0.0),
                    high: (rating + half).min(100.0),
                    marks: i64::try_from(it.marks).unwrap_or(i64::MAX),
                });
            }
            theme::replace(tx, &Themes { themes: themes.clone(), by_chance, ratings })
        })
        .await
}

/// What can be computed without the database.
struct Computed {
    themes: Vec<Theme>,
    by_chance: Option<f64>,
    /// By player and theme, where themes say more than one number.
    particular: Vec<(String, String, Particular)>,
}

fn computed(asked: &AskedQuestions, previous: &[Theme], now: i64) -> Computed {
    let Grouped { mut themes, of } = asked.themes(previous, now);
    let found = asked.particular(&of);
    let by_chance = found.as_ref().map(|(found, _)| found.p);
    let mut particular = Vec::new();
    if let Some((found, players)) = found.filter(|(found, _)| found.say_more()) {
        for (&(player, theme), it) in &found.particular {
            let player = usize::try_from(player).ok().and_then(|nth| players.get(nth));
            let theme = usize::try_from(theme).ok().and_then(|nth| themes.get(nth));
            if let (Some(player), Some(theme)) = (player, theme)
                && it.marks >= MARKS
                && !theme.words.is_empty()
            {
                particular.push(((*player).to_owned(), theme.id.clone(), *it));
            }
        }
    }
    // A theme of words that nobody shares has no name.
    themes.retain(|theme| !theme.words.is_empty());
    Computed { themes, by_chance, particular }
}

#[cfg(test)]
mod tests;
