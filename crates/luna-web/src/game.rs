//! `/games`: a player's games, and `/games/{id}`: playing one.
//!
//! The id in the address is that of the player's seat. Nobody else's seat can
//! be told from one that does not exist.

mod list;
mod moves;
mod pages;

use luna_app::{house_machines, rate_limit};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use luna_core::game::Ending;
use luna_machines::HouseMachine;
use luna_store::game::{GameRecord, Kind, SeatRecord};
use luna_store::predict::QuestionInformativeness;
use luna_store::{self as store, Tx};
use maud::html;

pub(crate) use list::before;

use crate::App;
use crate::error::Error;
use crate::form::Form;
use crate::inbox::Inbox;
use crate::layout::{Live, Page};
use crate::visitor::Visitor;
use luna_app::house_machines::Stand;

/// The number of games that one person may have open at once.
const MOST_OPEN: i64 = 50;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/games", get(list::show).post(new))
        .route("/practice", post(practice))
        .route("/games/{id}", get(show))
        .route("/games/{id}/questions", get(back).post(moves::questions))
        .route("/games/{id}/responses", get(back).post(moves::responses))
        .route("/games/{id}/guess", get(back).post(moves::guess))
        .route("/games/{id}/leave", get(back).post(moves::leave))
        .route("/games/{id}/draft", get(back).post(moves::draft))
}

async fn new(State(app): State<App>, visitor: Visitor, _form: Form) -> Result<Redirect, Error> {
    open(app, visitor, Kind::Rated).await
}

async fn practice(
    State(app): State<App>,
    visitor: Visitor,
    _form: Form,
) -> Result<Redirect, Error> {
    open(app, visitor, Kind::Practice).await
}

/// Straight into the interview: there is no lobby.
async fn open(app: App, visitor: Visitor, kind: Kind) -> Result<Redirect, Error> {
    let (at, rules) = (app.moment(), app.settings.rules);
    let (limits, limit) = (Arc::clone(&app.limits), rate_limit::games(app.settings.games_per_hour));
    let seat = app
        .db
        .write_again(move |tx| {
            let (me, consents) = visitor.playing(tx)?;
            if !consents {
                return Err(Error::ConsentFirst { back: visitor.path.clone() });
            }
            store::game::list::hold_open(tx, &me.id)?;
            if store::game::list::open_count(tx, &me.id)? >= MOST_OPEN {
                return Err(Error::Refused(format!(
                    "You have {MOST_OPEN} games open. Please finish some before you start another."
                )));
            }
            if kind == Kind::Practice {
                house_machines::partner(tx, HouseMachine::ALL, &me.id)?;
            }
            limits.take(limit, &me.id, at.now)?;
            let seat = store::game::start(tx, &at, &me.id, rules, kind)?;
            if kind.counts() {
                store::draft::take_kept(tx, &me.id, &seat)?;
            }
            Ok(seat)
        })
        .await?;
    Ok(Redirect::to(&format!("/games/{seat}")))
}

async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let asking = visitor.clone();
    let seen = app
        .db
        .read(move |tx| {
            let me = asking.signed_in(tx)?;
            let place = place(tx, &id, &me.id)?;
            let loaded = store::game::load(tx, &place.game_id)?;
            let drafts = store::draft::of(tx, &me.id, &id)?;
            let partner = partner(tx, &place, &loaded)?;
            let told = told(tx, &place, &me.id)?;
            let waits = loaded.game.view(place.seat).duty.is_none();
            let machines =
                if waits { Some(Machines::for_whom(tx, &me.id, loaded.kind)?) } else { None };
            let usual_ms =
                if waits { store::game::usual_ms(tx, loaded.game.phase())? } else { None };
            let inbox = Inbox::of(tx, &me.id)?;
            let seq = store::topic::seq(tx, &store::player::topic(&me.id))?;
            Ok::<_, Error>(GamePage {
                me,
                place,
                loaded,
                drafts,
                partner,
                told,
                machines,
                usual_ms,
                inbox,
                seq,
            })
        })
        .await?;
    Ok(seen.page(&app, &visitor, None).into_response())
}

/// A refused form leaves its address in the browser. Reloading that address leads back to the
/// game.
async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to(&format!("/games/{id}")))
}

/// The machines that come with Luna, for an empty seat beside a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Machines {
    /// One of them sits down.
    Come,
    /// The player has blocked those that may.
    Blocked,
    Stopped,
}

impl Machines {
    fn for_whom(tx: &mut Tx<'_>, player_id: &str, kind: Kind) -> store::Result<Machines> {
        Ok(match house_machines::stand(tx, HouseMachine::ALL, player_id)? {
            Stand::Stopped => Machines::Stopped,
            _ if kind.counts() && store::game::a_house_is_left(tx, player_id)? => Machines::Come,
            Stand::Plays(_) if !kind.counts() => Machines::Come,
            Stand::Plays(_) | Stand::Blocked => Machines::Blocked,
        })
    }
}

/// One seat's view of a game, with what is needed to show it.
struct GamePage {
    me: store::player::Player,
    place: SeatRecord,
    loaded: GameRecord,
    drafts: std::collections::BTreeMap<String, String>,
    /// The other player, once the game is over.
    partner: Option<store::player::Player>,
    /// The informativeness of this player's questions, once the game is over.
    told: Vec<QuestionInformativeness>,
    /// For a player who waits.
    machines: Option<Machines>,
    /// For them too: how long half of all people take for what they wait for.
    usual_ms: Option<i64>,
    inbox: Inbox,
    seq: i64,
}

impl GamePage {
    /// The page; `refused` is a form that was not taken, shown again with why.
    fn page(&self, app: &App, visitor: &Visitor, refused: Option<&pages::Refused>) -> maud::Markup {
        let view = self.loaded.game.view(self.place.seat);
        let waiting = view.duty.is_none() && self.place.ending.is_none();
        let live = Live {
            topic: None,
            seen: self.seq,
            state: format!(
                "{}-{}-{}-{}",
                view.phase.name(),
                view.duty.is_some(),
                view.partners_lost,
                self.place.here
            ),
            waiting,
        };
        let (title, body) = pages::body(self, app, visitor, &view, refused);
        let body = html! { (self.inbox.section(visitor)) (body) };
        // All of them, since a page that waits becomes one with a form.
        let scripts = ["draft.js", "guess.js"];
        Page::new(title, body).of(Some(&self.me)).live(live).scripts(&scripts).render(app)
    }
}

pub(crate) fn is_id(id: &str) -> bool {
    id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A seat of this player. Anything that cannot be an id is not looked up.
pub(crate) fn place(tx: &mut Tx<'_>, id: &str, player_id: &str) -> Result<SeatRecord, Error> {
    if !is_id(id) {
        return Err(Error::NotFound);
    }
    Ok(store::game::place(tx, id, player_id)?)
}

/// The same, and the game it is in, held for writing.
fn seated(tx: &mut Tx<'_>, id: &str, player_id: &str) -> Result<(SeatRecord, GameRecord), Error> {
    if !is_id(id) {
        return Err(Error::NotFound);
    }
    Ok(store::game::seated(tx, id, player_id)?)
}

fn told(
    tx: &mut Tx<'_>,
    place: &SeatRecord,
    me: &str,
) -> Result<Vec<QuestionInformativeness>, Error> {
    match place.ending {
        Some(Ending::Final) => Ok(store::predict::of_asker(tx, me)?),
        _ => Ok(Vec::new()),
    }
}

fn partner(
    tx: &mut Tx<'_>,
    place: &SeatRecord,
    loaded: &GameRecord,
) -> Result<Option<store::player::Player>, Error> {
    let over = place.ending == Some(Ending::Final);
    match loaded.occupant(place.seat.other()).filter(|_| over) {
        None => Ok(None),
        Some(other) => match store::player::find(tx, &other.player_id) {
            Ok(partner) => Ok(Some(partner)),
            Err(store::Error::NotFound) => Ok(Some(store::player::Player {
                name: "somebody who has been erased".to_owned(),
                ..Default::default()
            })),
            Err(other) => Err(other.into()),
        },
    }
}
