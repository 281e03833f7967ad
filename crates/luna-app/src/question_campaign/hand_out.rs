//! Handing questions to raters, and taking their ratings.

use luna_core::assignment::Panel;
use luna_core::question_campaign::{
    GoldScore, LONGEST_COMMENT, Record, Standing, WhyNot, draw_gold, is_gold_due,
};
use luna_core::question_rating::QuestionRating;
use luna_store::assignment::{self, Desk};
use luna_store::game::Context;
use luna_store::moderation_log::{self, Act, Action};
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::item::{self, Item};
use luna_store::question_campaign::rating::{self, Rating};
use luna_store::question_campaign::{imported, rater};
use luna_store::{self as store, Tx, place, player};

use crate::error::Error;

/// The response to a rater who asks for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextQuestion {
    /// The id of a question, under a lease.
    Question(String),
    /// They have rated everything that is open, or others are at work on the rest.
    Nothing,
    /// Others of the rater's network hold as many questions as one network may.
    Crowded,
    Refused(WhyNot),
    /// No batch is open.
    Closed,
}

/// The questions that raters of one network hold at most, in a campaign: their ids of a platform may
/// be made up. Raters with a confirmed address do not count.
const LEASES_OF_NETWORK: i64 = 2;

/// Tells a rater why there is no question at the moment.
pub const CROWDED: &str = "Others at your network address have a question open, and no more than two may at once. \
     Please try again when one of them has finished. A question is reserved for half an hour.";

/// A rating as it was given on the page.
#[derive(Clone, Copy, Debug)]
pub struct RatingInput<'a> {
    pub question_id: &'a str,
    pub rating: &'a str,
    pub comment: &'a str,
}

/// A rater's ratings in a campaign, as far as rules need them.
struct RaterWork {
    record: Record,
    /// The gold questions of the campaign, with the known ratings.
    gold: Vec<(String, QuestionRating)>,
    unrated: Vec<Item>,
}

impl RaterWork {
    fn read(tx: &mut Tx<'_>, campaign: &Campaign, player_id: &str) -> Result<RaterWork, Error> {
        let Some(rater) = rater::find(tx, &campaign.id, player_id)? else {
            let why = "You do not take part in this campaign. Open the link that you were given, or start on the page about questions.";
            return Err(Error::Refused(why.to_owned()));
        };
        let blocked = &campaign.plan.blocked;
        let is_blocked =
            blocked.iter().any(|id| *id == player_id || (!id.is_empty() && *id == rater.worker));
        let gold = imported::gold_of_campaign(tx, &campaign.id)?;
        let (mut here, mut pairs) = (0, Vec::new());
        for it in rating::of_rater(tx, &campaign.id, player_id)? {
            let known = gold.iter().find(|(id, _)| *id == it.question_id);
            match known {
                Some((_, known)) => pairs.push((it.rating, *known)),
                None => here += u32::from(it.rejected_at.is_none()),
            }
        }
        let count = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        let (elsewhere, rejected) = rating::elsewhere(tx, &campaign.id, player_id)?;
        Ok(RaterWork {
            record: Record {
                here,
                elsewhere: count(elsewhere),
                rejected_elsewhere: count(rejected),
                gold: GoldScore::of(pairs),
                is_blocked,
                is_rejected: rater.rejected_at.is_some(),
            },
            gold,
            unrated: item::unrated(tx, &campaign.id, campaign.opened, player_id)?,
        })
    }

    fn standing(&self, campaign: &Campaign) -> Standing {
        let gold = u32::try_from(self.gold.len()).unwrap_or(u32::MAX);
        campaign.plan.standing(&self.record, gold)
    }

    /// Decides if a rater who may rate gets a gold question next.
    fn is_gold_due(&self, campaign: &Campaign, seed: [&str; 2]) -> bool {
        let plan = &campaign.plan;
        let screening =
            if plan.is_experienced(&self.record) { 0 } else { plan.screening.questions };
        is_gold_due(self.record.here, self.record.gold.given, screening, seed)
    }

    /// The next gold question in the rater's own order.
    fn next_gold(&self, seed: [&str; 2]) -> Option<&Item> {
        let pool = self.gold.iter().map(|(id, known)| (id.as_str(), *known));
        let find = |id: &str| self.unrated.iter().find(|it| it.question_id == id);
        draw_gold(pool, seed).into_iter().find_map(find)
    }
}

/// The choice for a rater, before anything is leased.
enum Offer {
    Held(String),
    /// A gold question, then the others; `None` without a gold one that is due.
    Choose(Option<(String, i64)>, Vec<(String, i64)>),
    Refused(WhyNot),
    Closed,
}

impl Offer {
    fn read(
        tx: &mut Tx<'_>,
        campaign: &Campaign,
        player_id: &str,
        now: i64,
    ) -> Result<Offer, Error> {
        if !campaign.is_open() {
            return Ok(Offer::Closed);
        }
        let work = RaterWork::read(tx, campaign, player_id)?;
        let seed = [campaign.salt.as_str(), player_id];
        let is_due = match work.standing(campaign) {
            Standing::Refused(why) => return Ok(Offer::Refused(why)),
            Standing::Screening(_) => true,
            Standing::Rating => work.is_gold_due(campaign, seed),
        };
        if let Some(held) = assignment::leased_item(tx, &campaign.kind(), player_id, now)?
            && work.unrated.iter().any(|it| it.question_id == held)
        {
            return Ok(Offer::Held(held));
        }
        let place = |it: &Item| (it.question_id.clone(), it.place);
        let gold = if is_due { work.next_gold(seed).map(place) } else { None };
        let others = work.unrated.iter().filter(|it| it.batch > 0).map(place).collect();
        Ok(Offer::Choose(gold, others))
    }
}

/// Leases the next question to a rater: the one that they hold, else a gold question when it is due,
/// else the one with the fewest raters. `network` is the code of the network that the rater comes
/// from, where networks relate people.
pub fn lease_next(
    tx: &mut Tx<'_>,
    campaign: &Campaign,
    player_id: &str,
    network: Option<&str>,
    now: i64,
) -> Result<NextQuestion, Error> {
    let kind = campaign.kind();
    if let Some(network) = network
        && !player::find(tx, player_id)?.verified
    {
        // Those who ask next from there have to see where this rater is.
        place::note(tx, player_id, &[network.to_owned()], now)?;
        assignment::take_turns(tx, &kind)?;
    }
    let leased = match Offer::read(tx, campaign, player_id, now)? {
        Offer::Closed => return Ok(NextQuestion::Closed),
        Offer::Refused(why) => return Ok(NextQuestion::Refused(why)),
        Offer::Held(id) => Some(id),
        Offer::Choose(..) if is_crowded(tx, campaign, player_id, network, now)? => {
            return Ok(NextQuestion::Crowded);
        }
        Offer::Choose(Some(gold), _) => {
            let desk = Desk { panel: Panel::of(usize::MAX), ..desk(campaign, &kind) };
            assignment::lease(tx, desk, player_id, &[gold], now)?
        }
        Offer::Choose(None, waiting) => {
            assignment::lease(tx, desk(campaign, &kind), player_id, &waiting, now)?
        }
    };
    Ok(leased.map_or(NextQuestion::Nothing, NextQuestion::Question))
}

/// The state of a rater who has not asked for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// The question that they hold.
    Held(String),
    /// There is a question for them to take.
    Waiting,
    /// There is one, but others of the network hold as many as it may.
    Crowded,
    Nothing,
    Refused(WhyNot),
    Closed,
}

/// Looks without leasing anything.
pub fn look(
    tx: &mut Tx<'_>,
    campaign: &Campaign,
    player_id: &str,
    network: Option<&str>,
    now: i64,
) -> Result<Look, Error> {
    let kind = campaign.kind();
    let waits = |tx: &mut Tx<'_>| {
        let is_crowded = is_crowded(tx, campaign, player_id, network, now)?;
        Ok::<_, Error>(if is_crowded { Look::Crowded } else { Look::Waiting })
    };
    Ok(match Offer::read(tx, campaign, player_id, now)? {
        Offer::Closed => Look::Closed,
        Offer::Refused(why) => Look::Refused(why),
        Offer::Held(id) => Look::Held(id),
        Offer::Choose(Some(_), _) => waits(tx)?,
        Offer::Choose(None, waiting) => {
            let desk = desk(campaign, &kind);
            let is_any = assignment::is_any(tx, desk, player_id, &waiting, now)?;
            if is_any { waits(tx)? } else { Look::Nothing }
        }
    })
}

/// Returns true if others of the rater's network hold as many questions as it may.
fn is_crowded(
    tx: &mut Tx<'_>,
    campaign: &Campaign,
    player_id: &str,
    network: Option<&str>,
    now: i64,
) -> Result<bool, Error> {
    let Some(network) = network else { return Ok(false) };
    if player::find(tx, player_id)?.verified {
        return Ok(false);
    }
    let leases = assignment::leases_at(tx, &campaign.kind(), player_id, network, now)?;
    Ok(leases >= LEASES_OF_NETWORK)
}

fn desk<'a>(campaign: &Campaign, kind: &'a str) -> Desk<'a> {
    Desk { kind, panel: campaign.plan.panel() }
}

/// Takes a rating from the rater who holds the lease. The same form sent twice counts once.
pub fn rate(
    tx: &mut Tx<'_>,
    campaign_id: &str,
    player_id: &str,
    given: RatingInput<'_>,
    now: i64,
) -> Result<(), Error> {
    let RatingInput { question_id, rating, comment } = given;
    let refused = |why: &str| Err(Error::Refused(why.to_owned()));
    let campaign = campaign::find(tx, campaign_id)?;
    let Some(place) = item::find(tx, campaign_id, question_id)? else {
        return Err(Error::NotFound);
    };
    if !campaign.is_open() || place.batch > campaign.opened {
        return refused(
            "This campaign has been closed, so this rating was not saved. Your earlier ratings count. Thank you!",
        );
    }
    let number = rating.parse().ok().and_then(|it: u8| QuestionRating::try_from(it).ok());
    let Some(rating) = number else {
        return refused("Please choose one of the five ratings.");
    };
    let comment = luna_core::text::tidy(comment);
    if comment.chars().count() > LONGEST_COMMENT {
        return Err(Error::Refused(format!(
            "A comment has at most {LONGEST_COMMENT} characters; please shorten yours."
        )));
    }
    let work = RaterWork::read(tx, &campaign, player_id)?;
    if work.unrated.iter().all(|it| it.question_id != question_id) {
        // A second click, or the same form from another tab.
        return Ok(());
    }
    if let Standing::Refused(why) = work.standing(&campaign) {
        return Err(Error::Refused(why.to_string()));
    }
    let kind = campaign.kind();
    let Some(began_at) = assignment::leased_at(tx, &kind, question_id, player_id)? else {
        return refused("This question was not handed to you. Please take the next one.");
    };
    let is_taken = assignment::finish(tx, &kind, question_id, player_id, now)?
        || (assignment::renew(tx, desk(&campaign, &kind), question_id, player_id, now)?
            && assignment::finish(tx, &kind, question_id, player_id, now)?);
    if !is_taken {
        return refused(
            "Your half hour for this question was over, and others have rated it meanwhile. Please take the next one.",
        );
    }
    let new = Rating {
        campaign_id: campaign_id.to_owned(),
        question_id: question_id.to_owned(),
        player_id: player_id.to_owned(),
        rating,
        comment,
        began_at,
        rated_at: now,
        rejected_at: None,
        rejected_why: None,
    };
    if rating::add(tx, &new)? { Ok(()) } else { Err(store::Error::Conflict.into()) }
}

/// Gives the question back that a rater holds.
pub fn give_back(
    tx: &mut Tx<'_>,
    campaign_id: &str,
    player_id: &str,
    question_id: &str,
) -> Result<(), Error> {
    let kind = campaign::find(tx, campaign_id)?.kind();
    Ok(assignment::give_back(tx, &kind, question_id, player_id)?)
}

/// Gives back what a rater holds, if anything.
pub fn give_back_held(
    tx: &mut Tx<'_>,
    campaign_id: &str,
    player_id: &str,
    now: i64,
) -> Result<(), Error> {
    let kind = campaign::find(tx, campaign_id)?.kind();
    if let Some(held) = assignment::leased_item(tx, &kind, player_id, now)? {
        assignment::give_back(tx, &kind, &held, player_id)?;
    }
    Ok(())
}

/// A rejection: who decided it, and why.
#[derive(Clone, Copy)]
pub struct Rejection<'a> {
    pub at: &'a Context,
    /// The operator; none if nobody in particular decided it.
    pub by: Option<&'a str>,
    pub why: &'a str,
}

/// Rejects one rating. Its question waits for another rater; this one does not get it again.
pub fn reject(
    tx: &mut Tx<'_>,
    campaign_id: &str,
    question_id: &str,
    player_id: &str,
    rejection: Rejection<'_>,
) -> Result<(), Error> {
    let why = reason(rejection.why)?;
    let found = campaign::find_for_update(tx, campaign_id)?;
    if !rating::reject(tx, (campaign_id, question_id, player_id), why, rejection.at.now)? {
        return Err(Error::Refused(
            "There is no such rating, or it is rejected already.".to_owned(),
        ));
    }
    assignment::set_aside(tx, &found.kind(), question_id, player_id)?;
    note(tx, &found, player_id, Action::RejectRating, rejection)
}

/// Rejects all ratings of a rater, who cannot rate in this campaign any more. Returns their number.
pub fn reject_all(
    tx: &mut Tx<'_>,
    campaign_id: &str,
    player_id: &str,
    rejection: Rejection<'_>,
) -> Result<usize, Error> {
    let (why, now) = (reason(rejection.why)?, rejection.at.now);
    let campaign = campaign::find_for_update(tx, campaign_id)?;
    let kind = campaign.kind();
    match rater::find(tx, campaign_id, player_id)? {
        None => return Err(Error::NotFound),
        Some(it) if it.rejected_at.is_some() => {
            let why = "All ratings of this rater are rejected already.";
            return Err(Error::Refused(why.to_owned()));
        }
        Some(_) => {}
    }
    let mut rejected = 0;
    for it in rating::of_rater(tx, campaign_id, player_id)? {
        if rating::reject(tx, (campaign_id, &it.question_id, player_id), why, now)? {
            assignment::set_aside(tx, &kind, &it.question_id, player_id)?;
            rejected += 1;
        }
    }
    // What they hold is free at once.
    give_back_held(tx, campaign_id, player_id, now)?;
    rater::reject(tx, campaign_id, player_id, why, now)?;
    note(tx, &campaign, player_id, Action::RejectRatings, rejection)?;
    Ok(rejected)
}

/// Writes a rejection down in the moderation log, with the name of the campaign.
fn note(
    tx: &mut Tx<'_>,
    campaign: &Campaign,
    player_id: &str,
    what: Action,
    Rejection { at, by, why }: Rejection<'_>,
) -> Result<(), Error> {
    let why = format!("{}: {}", campaign.name, why.trim());
    Ok(moderation_log::note(tx, at, Act { by, of: player_id, why: &why }, what)?)
}

/// A reason is never empty: the rater and their platform may ask for it.
fn reason(why: &str) -> Result<&str, Error> {
    let why = why.trim();
    if why.is_empty() || why.chars().count() > LONGEST_COMMENT {
        let why = "Please give a reason: the rater may ask for it.";
        return Err(Error::Refused(why.to_owned()));
    }
    Ok(why)
}
