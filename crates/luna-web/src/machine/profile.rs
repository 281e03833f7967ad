//! `/machines/{id}`: a machine, its results, and its owner's other machines; `/owners/{id}`: all
//! machines of an owner. Nobody can show only their best.

use luna_app::format::{date, guesses};
use luna_app::public_games::PublicGame;
use luna_core::rank::{GUESSES_FOR_A_RANK, is_provisional};
use luna_machines::HouseMachine;
use luna_store as store;
use luna_store::Tx;
use luna_store::machine::midnight::before;
use luna_store::machine::{RankedMachine, Transport, of_owner, ranked, versions};
use luna_store::measure::KeptMeasure;
use luna_store::player::Player;
use luna_store::predict::TrainingState;
use luna_store::rating::Step;
use luna_store::rating::midnight::midnight;
use maud::{Markup, html};

use super::form_parser::is_web;
use super::owner::reader;
use super::ranked_table::RankedTable;
use super::status::{gone, machine_badge, transport_label};
use super::{badge, conversations, measures, public_games, questions};
use crate::html::moon::moon;
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::http::state::MachineVisit;
use crate::page::layout::{Page, csrf};
use crate::rating::derived::DerivedRatings;
use crate::rating::format::{interval, rating};
use crate::rating::history;
use crate::rating::months::section as by_month;
use crate::rating::predict::guesses_by;
use luna_app::rating::months::{Month, months};

/// Everything on a machine's page.
struct MachinePage {
    it: RankedMachine,
    owner: Option<Player>,
    versions: RankedTable,
    others: RankedTable,
    measures: Vec<KeptMeasure>,
    games: Vec<PublicGame>,
    steps: Vec<Step>,
    months: Vec<Month>,
    derived: DerivedRatings,
    /// The training of a house machine that guesses by it.
    learned: Option<TrainingState>,
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, shown) = app
        .db
        .read(move |tx| {
            let shown = look_up(tx, &id, asking.now)?;
            Ok::<_, Error>((reader(&asking, tx)?, shown))
        })
        .await?;
    let RankedMachine { machine, .. } = &shown.it;
    let visit = MachineVisit {
        app: app.clone(),
        me: me.clone(),
        machine: machine.clone(),
        csrf: csrf(&visitor),
    };
    let mut sections = Vec::new();
    for discipline in app.disciplines {
        sections.push((discipline.machine_section)(visit.clone()).await?);
    }
    let rows = measures::rows(&app);
    let mine = me.as_ref().is_some_and(|me| machine.owner_id.as_ref() == Some(&me.id));
    let body = html! {
        (header(&shown))
        @if mine { p { a.button href={ "/settings/machines/" (machine.player_id) } { "Its settings" } } }
        @if machine.plays() || shown.it.tally.finished > 0 { (tiles(&shown.it)) }
        (measures::section(&rows, &shown.measures))
        div.after { (description(&shown)) }
        (questions::section(machine, me.as_ref(), &visitor))
        (conversations::section(machine, me.as_ref(), &visitor))
        @for section in &sections { (section) }
        @if let Some(learned) = &shown.learned { (guesses_by(learned)) }
        (progress(&shown))
        (by_month(&shown.months, is_anchor(&shown.it)))
        (shown.derived.section())
        (public_games::section(&shown.games))
        h2 { "All its versions" }
        p.soft { "A different model or prompt makes a new version with its own rating. Earlier versions stay." }
        (shown.versions.draw("All versions", &rows))
        @if !machine.comes_with_luna() {
            h2 { @match &shown.owner {
                Some(owner) => { "Other machines of " bdi { (owner.name) } },
                None => "Other machines of its owner",
            } }
            @if shown.others.is_empty() { p { "None." } }
            @else { (shown.others.draw("The owner's other machines", &rows)) }
        }
        (badge::section(&app, machine, &shown.measures))
        p { a.button href="/machines" { "All machines" } }
    };
    Ok(Page::new(&machine.name, body).of(me.as_ref()).wide().render(&app))
}

/// Recall learns new answers from people.
fn is_anchor(it: &RankedMachine) -> bool {
    let house = HouseMachine::from_id(&it.machine.player_id);
    house.is_some_and(|house| house != HouseMachine::Recall)
}

fn look_up(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<MachinePage, Error> {
    let mut it = ranked(tx, id)?;
    before(tx, &mut it, now)?;
    let owner = match &it.machine.owner_id {
        Some(owner) => still_here(tx, owner)?,
        None => None,
    };
    let mut others = match &it.machine.owner_id {
        Some(owner) => of_owner(tx, owner)?,
        None => Vec::new(),
    };
    others.retain(|other| other.machine.line != it.machine.line);
    let mut versions = versions(tx, &it.machine.line)?;
    for other in versions.iter_mut().chain(&mut others) {
        before(tx, other, now)?;
    }
    let mut steps = store::rating::history(tx, id)?;
    steps.retain(|step| step.at < midnight(now));
    let house = HouseMachine::from_id(id).filter(|house| house.learns());
    let learned = house.map(|_| store::predict::training_state(tx)).transpose()?.flatten();
    Ok(MachinePage {
        learned,
        measures: store::measure::of_player(tx, id)?,
        games: luna_app::public_games::of_machine(tx, id, now)?,
        versions: RankedTable::of(tx, versions)?,
        steps,
        months: months(tx, id, midnight(now))?,
        derived: DerivedRatings::of(tx, id)?,
        owner,
        others: RankedTable::of(tx, others)?,
        it,
    })
}

/// An owner who has not been erased.
fn still_here(tx: &mut Tx<'_>, id: &str) -> Result<Option<Player>, Error> {
    match store::player::find(tx, id) {
        Err(store::Error::NotFound) => Ok(None),
        player => Ok(Some(player?)),
    }
}

/// Its rating as a moon, its name and owner, and what it can do.
fn header(shown: &MachinePage) -> Markup {
    let RankedMachine { machine, spread, .. } = &shown.it;
    let lit = spread.map_or(0.0, |spread| spread.rating.mean() / 100.0);
    html! {
        div.row {
            (moon(lit, 96, false))
            div.short {
                h1 { span dir="auto" { (machine.name) } " " (machine_badge()) }
                p { (origin(shown)) (gone(machine)) }
                p { @for skill in machine.declared.skills.iter() { span.chip { (skill) } " " } }
            }
            a.button href={ "/machines/compare?with=" (machine.player_id) } { "Compare" }
        }
    }
}

fn origin(shown: &MachinePage) -> Markup {
    let machine = &shown.it.machine;
    let since = date(machine.standing.created_at);
    html! {
        @match &shown.owner {
            Some(owner) => {
                "Registered by " a dir="auto" href={ "/owners/" (owner.id) } { (owner.name) } " on " (since)
                @if machine.version > 1 { ", version " (machine.version) } "."
            },
            None if machine.declared.way == Transport::House => {
                "A house machine, here since " (since) ". "
                @if is_anchor(&shown.it) { "It is part of the baseline: if its rating moves, the crowd has changed." }
                @else if !machine.plays() { "It answers questions and plays no games." }
                @else { "Its knowledge grows, so its own rating may move." }
            },
            None if machine.comes_with_luna() => {
                "A house machine, here since " (since) ": a language model that the operator has chosen."
            },
            None => { "Registered on " (since) " by somebody who has left." },
        }
    }
}

fn tiles(RankedMachine { tally, spread, .. }: &RankedMachine) -> Markup {
    let tile = |figure: &str, what: &str| {
        html! { div.sheet { span.figure { (figure) } span.small.soft { (what) } } }
    };
    html! {
        div.tiles {
            (tile(&rating(*spread), "Smarts Rating"))
            (tile(&tally.finished.to_string(), if tally.finished == 1 { "game finished" } else { "games finished" }))
            (tile(&tally.won.to_string(), "won"))
            (tile(&tally.lost.to_string(), "lost"))
            (tile(&tally.tied.to_string(), "tied"))
        }
        p.soft.small {
            @match spread {
                Some(spread) => {
                    "The mean of " (guesses(spread.rating.count())) " by people up to midnight UTC. 95 % interval: " (interval(Some(*spread))) "."
                    @if is_provisional(spread.rating) { " It is provisional until there are " (GUESSES_FOR_A_RANK) " guesses." }
                },
                None => { "No guesses up to midnight UTC. The rating will be the mean of people's guesses; an interval " (interval(None)) "." },
            }
        }
    }
}

fn description(shown: &MachinePage) -> Markup {
    let declared = &shown.it.machine.declared;
    let by_operator = shown.owner.as_ref().is_some_and(Player::moderates);
    html! {
        dl.steps {
            @if !declared.about.is_empty() { dt { "About" } dd.kept dir="auto" { (declared.about) } }
            dt { "Model" } dd.kept dir="auto" { (declared.model) }
            @if !declared.organisation.is_empty() { dt { "Organisation" } dd.kept dir="auto" { (declared.organisation) } }
            @if !declared.licence.is_empty() { dt { "Licence" } dd.kept dir="auto" { (declared.licence) } }
            dt { "Connection" } dd { (transport_label(declared.way)) }
            @if !declared.link.is_empty() {
                dt { "Link" }
                dd.kept {
                    // What a stranger has typed is no link: nobody knows where it leads.
                    @if by_operator && is_web(&declared.link) {
                        a href=(declared.link) rel="nofollow noopener ugc" { (declared.link) }
                    } @else { (declared.link) }
                }
            }
            @if !declared.contact.is_empty() { dt { "Contact" } dd.kept dir="auto" { (declared.contact) } }
        }
    }
}

/// The rating guess by guess.
fn progress(MachinePage { it, steps, .. }: &MachinePage) -> Markup {
    let count = i64::try_from(steps.len()).unwrap_or(0);
    let description = format!("The rating after each of the last {}.", guesses(count));
    html! {
        @if !steps.is_empty() {
            (history::section("Its Smarts Rating, guess by guess", &description, it.tally.rating, steps))
        }
    }
}

pub(super) async fn owner(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, owner, all) = app
        .db
        .read(move |tx| {
            let owner = store::player::find(tx, &id)?;
            let mut all = of_owner(tx, &id)?;
            for it in &mut all {
                before(tx, it, asking.now)?;
            }
            Ok::<_, Error>((reader(&asking, tx)?, owner, RankedTable::of(tx, all)?))
        })
        .await?;
    // Who has entered nothing has no page.
    if all.is_empty() {
        return Err(Error::NotFound);
    }
    let title = format!("Machines of {}", owner.name);
    let body = html! {
        h1 { "Machines of " bdi { (owner.name) } }
        p { "All machines and versions that " bdi { (owner.name) } " has registered, including retired ones." }
        (all.draw(&title, &measures::rows(&app)))
        p { a.button href="/machines" { "All machines" } }
    };
    Ok(Page::new(&title, body).of(me.as_ref()).wide().render(&app))
}
