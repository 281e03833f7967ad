//! `/stream/event`: everything that happens to one machine, as lines of JSON:
//! how things stand first, then each change. After a cut, `since` brings what
//! was missed.

use std::collections::HashMap;

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Response};
use luna_store::game::list::places_since;
use luna_store::{self as store, Tx};
use serde::Serialize;
use tokio::sync::watch;

use super::caller::Caller;
use super::problem::Problem;
use super::stream::{KEEP_ALIVE, LOOK_EVERY, Open, Streams, line, lines};
use super::words::{self, Account, Game};
use crate::App;

/// Changes made at once by several processes become visible in any order;
/// those of the last few seconds are looked at again.
const OVERLAP_MS: i64 = 10_000;
/// What there is to say is read and said in pieces: no more games after so
/// many bytes, nor after so many places that may have changed.
const PIECE: usize = 256 * 1024;
const PLACES: usize = 1_000;
/// The machine is noted as being there once in so many keep-alives.
const NOTE_EVERY: u32 = 8;

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Account { account: &'a Account },
    Game { game: &'a Game, cursor: String },
    Ready { cursor: String },
    Closing { reason: &'static str },
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
        let open = Streams::begin(&counting, &me.player_id)?;
        let number = store::token::open_stream(tx, &asking.id, &me.player_id)?;
        Ok::<_, Problem>((me.player_id, number, open))
    });
    let (player_id, number, open) = match opened.await {
        Ok(opened) => opened,
        Err(problem) => return problem.into_response(),
    };
    let changes = app.db.watch(&store::player::topic(&player_id));
    let (stopping, now) = (app.stopping.clone(), app.now());
    let follower = Follower {
        app,
        caller,
        player_id,
        number,
        changes,
        stopping,
        since: since.unwrap_or(now),
        shown: HashMap::new(),
        account: None,
        ready: false,
        quiet: LOOK_EVERY,
        unnoted: 0,
        over: false,
        open,
    };
    lines(follower, Follower::next)
}

fn since(query: &str) -> Result<Option<i64>, Problem> {
    if query.is_empty() {
        return Ok(None);
    }
    let since = query.strip_prefix("since=").and_then(|text| text.parse().ok());
    since
        .filter(|since| (0..=i64::MAX / 2).contains(since))
        .map(Some)
        .ok_or_else(|| Problem::invalid("since is the cursor of the last line that was read."))
}

struct Follower {
    app: App,
    caller: Caller,
    player_id: String,
    /// Which of the token's streams this is: the last one holds.
    number: i64,
    changes: watch::Receiver<u64>,
    stopping: watch::Receiver<bool>,
    /// Changes before it have been shown.
    since: i64,
    /// When each game that is open, or was of late, had changed last as shown.
    shown: HashMap<String, Shown>,
    account: Option<Account>,
    /// How things stood at first has been said.
    ready: bool,
    quiet: u32,
    unnoted: u32,
    over: bool,
    #[expect(dead_code, reason = "counts this stream out when it is dropped")]
    open: Open,
}

#[derive(Clone, Copy)]
struct Shown {
    changed_at: i64,
    over: bool,
}

/// What has changed since the last look.
struct News {
    account: Account,
    /// The lines about games.
    text: Vec<u8>,
    games: Vec<(String, Shown)>,
    /// There is more than this.
    more: bool,
}

impl Follower {
    async fn next(mut self) -> Option<(Bytes, Follower)> {
        loop {
            if self.over {
                return None;
            }
            if *self.stopping.borrow() {
                return Some(self.close("server"));
            }
            if self.quiet >= LOOK_EVERY {
                self.quiet = 0;
                match self.look().await {
                    Ok(news) => {
                        let text = self.say(news);
                        if !text.is_empty() {
                            return Some((Bytes::from(text), self));
                        }
                    }
                    Err(reason) => return Some(self.close(reason)),
                }
            }
            tokio::select! {
                changed = self.changes.changed() => {
                    changed.ok()?;
                    self.quiet = LOOK_EVERY;
                }
                _ = self.stopping.changed() => {}
                () = tokio::time::sleep(KEEP_ALIVE) => {
                    self.quiet += 1;
                    self.note().await;
                    return Some((Bytes::from_static(b"\n"), self));
                }
            }
        }
    }

    /// What there is to say, or why the stream is over.
    async fn look(&self) -> Result<News, &'static str> {
        let (caller, number) = (self.caller.clone(), self.number);
        let (ready, latest, shown) = (self.ready, self.since, self.shown.clone());
        let read = self.app.db.read(move |tx| {
            let me = caller.bearer(tx)?;
            if me.stream != number {
                return Ok(None);
            }
            let since = if ready { latest - OVERLAP_MS } else { latest };
            Ok::<_, Problem>(Some(news(tx, &me.player_id, since, latest, &shown)?))
        });
        match read.await {
            Ok(Some(news)) => Ok(news),
            Ok(None) => Err("replaced"),
            Err(problem) if problem.is_unauthorized() => Err("revoked"),
            Err(_) => Err("stopped"),
        }
    }

    fn say(&mut self, news: News) -> Vec<u8> {
        let mut text = Vec::new();
        if self.account.as_ref() != Some(&news.account) {
            line(&mut text, &Line::Account { account: &news.account });
            self.account = Some(news.account);
        }
        text.extend(news.text);
        for (id, shown) in news.games {
            self.since = self.since.max(shown.changed_at);
            self.shown.insert(id, shown);
        }
        let old = self.since - OVERLAP_MS;
        self.shown.retain(|_, shown| !shown.over || shown.changed_at >= old);
        if news.more {
            self.quiet = LOOK_EVERY;
            return text;
        }
        if !self.ready {
            self.ready = true;
            line(&mut text, &Line::Ready { cursor: self.since.to_string() });
        }
        text
    }

    async fn note(&mut self) {
        self.unnoted += 1;
        if self.unnoted < NOTE_EVERY {
            return;
        }
        self.unnoted = 0;
        let (player_id, now) = (self.player_id.clone(), self.app.now());
        let noted = self.app.db.write(move |tx| store::machine::seen(tx, &player_id, now)).await;
        if let Err(error) = noted {
            tracing::warn!(?error, "could not note that a machine is there");
        }
    }

    fn close(mut self, reason: &'static str) -> (Bytes, Follower) {
        let mut text = Vec::new();
        line(&mut text, &Line::Closing { reason });
        self.over = true;
        (Bytes::from(text), self)
    }
}

/// What is not in `shown` of what has changed since; the cursors go on from `latest`.
fn news(
    tx: &mut Tx<'_>,
    player_id: &str,
    since: i64,
    mut latest: i64,
    shown: &HashMap<String, Shown>,
) -> Result<News, Problem> {
    let account = words::account(tx, player_id)?;
    let limit = PLACES + shown.len();
    let places = places_since(tx, player_id, since, i64::try_from(limit).unwrap_or(i64::MAX))?;
    let cut = places.len() >= limit;
    let mut news = News { account, text: Vec::new(), games: Vec::new(), more: false };
    for (place, changed_at) in places {
        if shown.get(&place.seat_id).is_some_and(|it| it.changed_at >= changed_at) {
            continue;
        }
        if news.text.len() >= PIECE {
            news.more = true;
            break;
        }
        let loaded = store::game::load(tx, &place.game_id)?;
        let game = words::game(tx, &place, &loaded)?;
        latest = latest.max(changed_at);
        line(&mut news.text, &Line::Game { game: &game, cursor: latest.to_string() });
        let over = game.ending.is_some();
        news.games.push((game.id, Shown { changed_at, over }));
    }
    news.more |= cut && !news.games.is_empty();
    Ok(news)
}
