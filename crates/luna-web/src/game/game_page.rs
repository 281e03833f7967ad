//! One seat's view of a game, with everything that its page shows.

use std::collections::BTreeMap;

use luna_app::house_machines::{self, HousePartner};
use luna_app::question_ideas::{self, EarlierQuestions};
use luna_core::closeness::Closeness;
use luna_core::game::{Duty, Ending};
use luna_machines::HouseMachine;
use luna_store::counters::Yesterday;
use luna_store::game::{GameRecord, Kind, Rematch, SeatRecord};
use luna_store::player::Player;
use luna_store::predict::QuestionInformativeness;
use luna_store::predict::distance::QuestionDistance;
use luna_store::predict::fit::ParameterIndex;
use luna_store::{self as store, Tx, seat_address};

use super::seat::seat;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::player::inbox::Inbox;

/// The house machines that could take the seat opposite a player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Machines {
    /// One of them takes the seat.
    Come,
    /// The player has blocked those that may.
    Blocked,
    Stopped,
}

impl Machines {
    fn for_player(tx: &mut Tx<'_>, player_id: &str, kind: Kind) -> store::Result<Machines> {
        Ok(match house_machines::stand(tx, HouseMachine::ALL, player_id)? {
            HousePartner::Stopped => Machines::Stopped,
            _ if kind.counts() && store::game::a_house_is_left(tx, player_id)? => Machines::Come,
            HousePartner::Plays(_) if !kind.counts() => Machines::Come,
            HousePartner::Plays(_) | HousePartner::Blocked => Machines::Blocked,
        })
    }
}

/// One seat's view of a game, with everything that its page shows.
pub(super) struct GamePage {
    pub(super) me: Player,
    pub(super) place: SeatRecord,
    pub(super) loaded: GameRecord,
    pub(super) drafts: BTreeMap<String, String>,
    /// The other player, once the game is over.
    pub(super) partner: Option<Player>,
    /// How close the guess came, once a game that counts is over.
    pub(super) closeness: Option<Closeness>,
    /// The state of a rematch, once the game is over.
    pub(super) rematch: Rematch,
    /// The calibrated ratings at the end, of this player and of the partner.
    pub(super) calibrated: [Option<f64>; 2],
    /// The informativeness of this player's questions, once the game is over.
    pub(super) informativeness: Vec<QuestionInformativeness>,
    /// How far this player's guesses are from ratings, by question, once a game that counts is over.
    pub(super) distances: Vec<Option<QuestionDistance>>,
    /// What marks tell about this player's questions, once such a game is over.
    pub(super) parameters: ParameterIndex,
    /// The house machines that may take the empty seat, for a player who waits.
    pub(super) machines: Option<Machines>,
    /// The questions that this player has asked before, for somebody who writes some.
    pub(super) earlier: Vec<EarlierQuestions>,
    /// The median time that people take for what this player waits for.
    pub(super) usual_ms: Option<i64>,
    /// A guest who waits has left an address for this game.
    pub(super) has_address: bool,
    /// Yesterday's games on this instance, for a player who waits.
    pub(super) yesterday: Yesterday,
    pub(super) inbox: Inbox,
    pub(super) seq: i64,
}

impl GamePage {
    /// Reads the game of a seat for the player in it.
    pub(super) fn read(tx: &mut Tx<'_>, visitor: &Visitor, id: &str) -> Result<GamePage, Error> {
        let me = visitor.logged_in(tx)?;
        let place = seat(tx, id, &me.id)?;
        let loaded = store::game::load(tx, &place.game_id)?;
        let drafts = store::draft::of(tx, &me.id, id)?;
        let partner = partner(tx, &place, &loaded)?;
        let informativeness = informativeness(tx, &place, &me.id)?;
        let own = own_questions(&place, &loaded);
        let distances = store::predict::distance::distances(tx, visitor.now, &me.id, &own)?;
        let parameters = ParameterIndex::of_questions(tx, own.iter().map(String::as_str))?;
        let closeness = closeness(tx, visitor.now, &me.id, &place, &loaded, partner.as_ref())?;
        let calibrated = match closeness {
            Some(_) => store::rating::calibrated_then(tx, &loaded.id, &me.id)?,
            None => [None; 2],
        };
        let waits = loaded.game.view(place.seat).duty.is_none();
        let machines =
            if waits { Some(Machines::for_player(tx, &me.id, loaded.kind)?) } else { None };
        let asks = place.ending.is_none() && loaded.game.duty(place.seat) == Some(Duty::Ask);
        let earlier = if asks { question_ideas::earlier(tx, &me)? } else { Vec::new() };
        let usual_ms = if waits { store::game::usual_ms(tx, loaded.game.phase())? } else { None };
        let has_address = waits && seat_address::is_set(tx, &place.seat_id)?;
        let yesterday =
            if waits { Yesterday::read(tx, visitor.now)? } else { Yesterday::default() };
        let rematch = Rematch::of(tx, &loaded, place.seat)?;
        let shown = GamePage::without_extras(tx, me, place, loaded, drafts)?;
        Ok(GamePage {
            partner,
            closeness,
            rematch,
            calibrated,
            informativeness,
            distances,
            parameters,
            machines,
            earlier,
            usual_ms,
            has_address,
            yesterday,
            ..shown
        })
    }

    /// Returns true if a guest may leave an address for this game: it counts, and mail is sent.
    pub(super) fn takes_address(&self, app: &App) -> bool {
        app.settings.smtp && self.me.email.is_none() && self.loaded.kind.counts()
    }

    /// A page that shows neither the end of a game nor a wait, such as that of a refused form.
    pub(super) fn without_extras(
        tx: &mut Tx<'_>,
        me: Player,
        place: SeatRecord,
        loaded: GameRecord,
        drafts: BTreeMap<String, String>,
    ) -> store::Result<GamePage> {
        let inbox = Inbox::of(tx, &me.id)?;
        let seq = store::topic::seq(tx, &store::player::topic(&me.id))?;
        Ok(GamePage {
            me,
            place,
            loaded,
            drafts,
            partner: None,
            rematch: Rematch::Impossible,
            closeness: None,
            calibrated: [None; 2],
            informativeness: Vec::new(),
            distances: Vec::new(),
            parameters: ParameterIndex::default(),
            machines: None,
            earlier: Vec::new(),
            usual_ms: None,
            has_address: false,
            yesterday: Yesterday::default(),
            inbox,
            seq,
        })
    }
}

fn informativeness(
    tx: &mut Tx<'_>,
    place: &SeatRecord,
    me: &str,
) -> Result<Vec<QuestionInformativeness>, Error> {
    match place.ending {
        Some(Ending::Final) => Ok(store::predict::of_asker(tx, me)?),
        _ => Ok(Vec::new()),
    }
}

/// The questions that this player wrote for a game that counts, once it is over.
fn own_questions(place: &SeatRecord, loaded: &GameRecord) -> Vec<String> {
    let view = loaded.game.view(place.seat);
    let is_over = place.ending == Some(Ending::Final) && loaded.kind.counts();
    view.my_questions.filter(|_| is_over && !view.inherited).unwrap_or_default()
}

/// Of an erased partner only the rating that was told is left.
fn closeness(
    tx: &mut Tx<'_>,
    now: i64,
    me: &str,
    place: &SeatRecord,
    loaded: &GameRecord,
    partner: Option<&Player>,
) -> Result<Option<Closeness>, Error> {
    let result = loaded.game.result(place.seat).filter(|_| loaded.kind.counts());
    let (Some(result), Some(partner)) = (result, partner) else { return Ok(None) };
    Ok(Some(if partner.id.is_empty() {
        Closeness::of(result.my_guess, result.their_rating)
    } else {
        store::rating::closeness::of(tx, now, &loaded.id, me, &partner.id)?
    }))
}

fn partner(
    tx: &mut Tx<'_>,
    place: &SeatRecord,
    loaded: &GameRecord,
) -> Result<Option<Player>, Error> {
    let over = place.ending == Some(Ending::Final);
    match loaded.occupant(place.seat.other()).filter(|_| over) {
        None => Ok(None),
        Some(other) => match store::player::find(tx, &other.player_id) {
            Ok(partner) => Ok(Some(partner)),
            Err(store::Error::NotFound) => Ok(Some(Player {
                name: "somebody who has been erased".to_owned(),
                ..Default::default()
            })),
            Err(other) => Err(other.into()),
        },
    }
}
