//! `/admin/games`: all games or some of them, the latest first. Those that wait for a partner are left
//! out, and those in progress while the reader plays.

use luna_app::format::stamp;
use luna_store::game::browse::{Company, GameFilter, Progress, Row, games};
use luna_store::paste_detection::TypingMark;
use luna_store::player::Role;
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::listing::{Choice, ListRequest, address, choices, page};
use super::{search, typing};
use crate::html::table::Column::Text;
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form::Form;

const PATH: &str = "/admin/games";
/// The most characters of a name.
const LONGEST_NAME: usize = 30;

/// What is chosen: `progress=open` or `over`, `company=machine` or `people`, and `player=NAME`.
struct Chosen {
    progress: Option<Progress>,
    company: Option<Company>,
    player: String,
}

impl Chosen {
    fn of(query: &Form) -> Chosen {
        let by_name = |field: &str| query.text(field).to_owned();
        let (progress, company) = (by_name("progress"), by_name("company"));
        Chosen {
            progress: Progress::ALL.into_iter().find(|it| it.name() == progress),
            company: Company::ALL.into_iter().find(|it| it.name() == company),
            player: query.text("player").trim().chars().take(LONGEST_NAME).collect(),
        }
    }

    fn progress(&self) -> &'static str {
        self.progress.map_or("", Progress::name)
    }

    fn company(&self) -> &'static str {
        self.company.map_or("", Company::name)
    }

    fn address(&self) -> String {
        let fields = [
            ("progress", self.progress()),
            ("company", self.company()),
            ("player", self.player.as_str()),
        ];
        address(PATH, &fields)
    }

    fn form(&self) -> Markup {
        let all = [
            Choice {
                field: "progress",
                label: "Progress",
                chosen: self.progress(),
                options: &[
                    ("", "All games"),
                    (Progress::Open.name(), "In progress"),
                    (Progress::Over.name(), "Over"),
                ],
            },
            Choice {
                field: "company",
                label: "Players",
                chosen: self.company(),
                options: &[
                    ("", "With anybody"),
                    (Company::WithMachine.name(), "With a machine"),
                    (Company::WithoutMachine.name(), "Without a machine"),
                ],
            },
        ];
        let player = html! {
            label.unseen for="player" { "Name of a player" }
            input #player name="player" type="text" dir="auto" value=(self.player) placeholder="Name of a player" maxlength=(LONGEST_NAME);
        };
        choices(PATH, &all, &player)
    }

    /// The filter, or nothing if nobody has the name.
    fn filter(&self, tx: &mut Tx<'_>) -> store::Result<Option<GameFilter>> {
        let player = match self.player.as_str() {
            "" => None,
            name => match store::player::by_name(tx, name) {
                Ok(player) => Some(player.id),
                Err(store::Error::NotFound) => return Ok(None),
                Err(error) => return Err(error),
            },
        };
        Ok(Some(GameFilter { progress: self.progress, company: self.company, player }))
    }
}

/// A game, and the typing marks of its texts.
type Line = (Vec<TypingMark>, Row);

pub(super) async fn show(request: ListRequest) -> Result<Markup, Error> {
    let chosen = Chosen::of(&request.query);
    let asked = Chosen::of(&request.query);
    let read = move |tx: &mut Tx<'_>, me: &str, before: (i64, &str), most| {
        let Some(filter) = asked.filter(tx)? else { return Ok(Vec::new()) };
        let games = games(tx, me, &filter, before, most)?;
        games
            .into_iter()
            .map(|game| Ok((store::paste_detection::of_game(tx, &game.id)?, game)))
            .collect()
    };
    let found = request.list_for(Role::Moderator, read).await?;
    let is_narrow = chosen.address() != PATH;
    let body = html! {
        (search::search_form(""))
        (chosen.form())
        p.small { a href="/admin/typing" { "How questions and responses were typed" } }
        @if found.lines.is_empty() { p { @if is_narrow { "No such games." } @else { "No games yet." } } }
        (games_table(&found.lines))
        (found.older(&chosen.address(), |(_, last)| (last.place.0, &last.place.1)))
    };
    Ok(page(&request.app, &found.me, "Games", &body))
}

fn games_table(lines: &[Line]) -> Markup {
    let heads = ["Game", "Phase", "Players", "Begun", "Ended", "Typing"].map(Text);
    let rows = html! {
        @for (marked, game) in lines {
            tr {
                td { a href={ "/admin/games/" (game.id) } { code { (game.id) } } }
                td { (game.phase) @if game.practice { " " span.soft { "practice" } } }
                td {
                    @for (nth, (id, name)) in game.players.iter().enumerate() {
                        @if nth > 0 { " · " }
                        a dir="auto" href={ "/admin/players/" (id) } { (name) }
                    }
                }
                td { (stamp(game.started_at)) }
                td { @if let Some(at) = game.ended_at { (stamp(at)) } }
                td { @for marked in marked { div dir="auto" { (typing::line(marked)) } } }
            }
        }
    };
    table("Games", &heads, &rows)
}
