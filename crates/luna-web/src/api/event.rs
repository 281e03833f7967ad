//! `/stream/event`: everything that happens to one machine, as lines of JSON: the current state
//! first, then each change. After an interruption, `since` brings the missed changes.

use std::collections::{HashMap, HashSet};

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Response};
use luna_store::game::list::places_since;
use luna_store::{self as store, Tx};
use serde::Serialize;

use super::auth::Caller;
use super::open_streams::StreamGuard;
use super::problem::Problem;
use super::stream::{self, LINES, line, open_all};
use super::tasks::{self, Task};
use super::views::{self, Account, Game};
use crate::http::live_stream::{Chunk, StreamFormat, StreamSource, follow};
use crate::http::state::App;

/// Concurrent changes by several processes become visible in any order; those of the last few
/// seconds are read again.
const OVERLAP_MS: i64 = 10_000;
/// Changes are sent in pieces: a piece ends after this many bytes, or after this many seats that
/// may have changed.
const PIECE: usize = 256 * 1024;
const PLACES: usize = 1_000;

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum EventLine<'a> {
    Account { account: &'a Account },
    Game { game: &'a Game, cursor: String },
    Task { task: &'a Task },
    Ready { cursor: String },
}

pub(super) async fn open(
    State(app): State<App>,
    caller: Caller,
    RawQuery(query): RawQuery,
) -> Response {
    let since = match since(query.as_deref().unwrap_or("")) {
        Ok(since) => since,
        Err(problem) => return problem.into_response(),
    };
    let (asking, counting) = (caller.clone(), app.clone());
    let opened = app.db.write(move |tx| {
        let me = asking.bearer(tx)?;
        asking.note(tx, &me)?;
        // One that may not begin does not end the one before.
        let open = open_all(&counting, &asking, &me.player_id)?;
        let number = store::token::open_stream(tx, &asking.id, &me.player_id)?;
        Ok::<_, Problem>((me.player_id, number, open))
    });
    let (player_id, number, open) = match opened.await {
        Ok(opened) => opened,
        Err(problem) => return problem.into_response(),
    };
    let all = EventStream {
        app: app.clone(),
        caller,
        number,
        since: since.unwrap_or_else(|| app.now()),
        shown: HashMap::new(),
        shown_tasks: HashSet::new(),
        account: None,
        ready: false,
        open,
    };
    follow(&app, &store::player::topic(&player_id), all)
}

fn since(query: &str) -> Result<Option<i64>, Problem> {
    if query.is_empty() {
        return Ok(None);
    }
    let since = query.strip_prefix("since=").and_then(|text| text.parse().ok());
    since
        .filter(|since| (0..=i64::MAX / 2).contains(since))
        .map(Some)
        .ok_or_else(|| Problem::invalid("since must be the cursor of the last line that you read."))
}

/// The source of a stream over all of a machine's games.
struct EventStream {
    app: App,
    caller: Caller,
    /// The number among the token's streams; only the latest continues.
    number: i64,
    /// Changes before it have been sent.
    since: i64,
    /// The last change of each open or recent game as sent.
    shown: HashMap<String, SentGame>,
    /// The open tasks that have been sent.
    shown_tasks: HashSet<String>,
    account: Option<Account>,
    /// The initial state has been sent.
    ready: bool,
    #[expect(dead_code, reason = "counts this stream out when it is dropped")]
    open: StreamGuard,
}

#[derive(Clone, Copy)]
struct SentGame {
    changed_at: i64,
    over: bool,
}

/// The changes since the last look.
struct News {
    account: Account,
    /// The lines about games.
    text: Vec<u8>,
    games: Vec<(String, SentGame)>,
    /// The tasks that are open.
    tasks: Vec<Task>,
    /// More changes follow.
    more: bool,
}

impl StreamSource for EventStream {
    const FORMAT: StreamFormat = LINES;

    async fn look(&mut self) -> Result<Chunk, &'static str> {
        let (number, latest, shown) = (self.number, self.since, self.shown.clone());
        let since = if self.ready { latest - OVERLAP_MS } else { latest };
        let now = self.app.now();
        let look = stream::look(&self.app, &self.caller, move |tx, me| {
            if me.stream != number {
                return Ok(None);
            }
            let mut news = news(tx, &me.player_id, since, latest, &shown)?;
            news.tasks = tasks::open_of(tx, &me.player_id, now)?;
            Ok(Some(news))
        });
        Ok(self.say(look.await?.ok_or("replaced")?))
    }
}

impl EventStream {
    fn say(&mut self, news: News) -> Chunk {
        let mut text = Vec::new();
        if self.account.as_ref() != Some(&news.account) {
            line(&mut text, &EventLine::Account { account: &news.account });
            self.account = Some(news.account);
        }
        text.extend(news.text);
        for (id, shown) in news.games {
            self.since = self.since.max(shown.changed_at);
            self.shown.insert(id, shown);
        }
        for task in news.tasks.iter().filter(|task| !self.shown_tasks.contains(&task.id)) {
            line(&mut text, &EventLine::Task { task });
        }
        self.shown_tasks = news.tasks.into_iter().map(|task| task.id).collect();
        let old = self.since - OVERLAP_MS;
        self.shown.retain(|_, shown| !shown.over || shown.changed_at >= old);
        if news.more {
            return Chunk::More(text);
        }
        if !self.ready {
            self.ready = true;
            line(&mut text, &EventLine::Ready { cursor: self.since.to_string() });
        }
        if text.is_empty() { Chunk::Nothing } else { Chunk::News(text) }
    }
}

/// The changes that are not in `shown`; the cursors go on from `latest`.
fn news(
    tx: &mut Tx<'_>,
    player_id: &str,
    since: i64,
    mut latest: i64,
    shown: &HashMap<String, SentGame>,
) -> Result<News, Problem> {
    let account = views::account(tx, player_id)?;
    let limit = PLACES + shown.len();
    let places = places_since(tx, player_id, since, i64::try_from(limit).unwrap_or(i64::MAX))?;
    let cut = places.len() >= limit;
    let (text, games, tasks) = (Vec::new(), Vec::new(), Vec::new());
    let mut news = News { account, text, games, tasks, more: false };
    for (place, changed_at) in places {
        if shown.get(&place.seat_id).is_some_and(|it| it.changed_at >= changed_at) {
            continue;
        }
        if news.text.len() >= PIECE {
            news.more = true;
            break;
        }
        let loaded = store::game::load(tx, &place.game_id)?;
        let game = views::game(tx, &place, &loaded)?;
        latest = latest.max(changed_at);
        line(&mut news.text, &EventLine::Game { game: &game, cursor: latest.to_string() });
        let over = game.ending.is_some();
        news.games.push((game.id, SentGame { changed_at, over }));
    }
    news.more |= cut && !news.games.is_empty();
    Ok(news)
}
