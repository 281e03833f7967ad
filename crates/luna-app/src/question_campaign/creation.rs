//! New campaigns, their batches, and campaigns in which experts check another.

use std::collections::BTreeMap;

use luna_core::question_campaign::{Plan, Screening};
use luna_core::rng::Chance;
use luna_store::Tx;
use luna_store::game::Context;
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported::{self, MachineQuestion};
use luna_store::question_campaign::item::{self, Item};

use crate::error::Error;

/// The articles and the questions of an expert check, as in the paper.
const CHECK_ARTICLES: usize = 4;
const CHECK_QUESTIONS: usize = 40;
/// The experts.
const EXPERTS: u32 = 2;
const NOT_BLIND: &str = "The results of the campaign that they check are public, so experts could have seen them. Withdraw the results first.";
/// The most characters of a campaign's name.
const LONGEST_NAME: usize = 100;

/// Creates a campaign of the questions of a file. They come in a random order, and nothing is open yet.
pub fn create(
    tx: &mut Tx<'_>,
    at: &Context,
    name: &str,
    import_id: &str,
    plan: Plan,
) -> Result<Campaign, Error> {
    plan.check().map_err(|why| Error::Refused(why.to_string()))?;
    let name = campaign_name(name).map_err(Error::Refused)?;
    let imported = imported::find(tx, import_id)?;
    let all = imported::questions(tx, &imported.id)?;
    put(tx, at, &name, plan, None, all)
}

/// Returns the name of a campaign as it is stored, or why it cannot be one.
pub fn campaign_name(typed: &str) -> Result<String, String> {
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(format!("A campaign needs a name of at most {LONGEST_NAME} characters."));
    }
    Ok(name)
}

/// Creates a campaign in which two experts rate 40 random questions of four random articles of another
/// campaign, by link and through the same page.
pub fn create_check(tx: &mut Tx<'_>, at: &Context, of: &str) -> Result<Campaign, Error> {
    let checked = campaign::find(tx, of)?;
    if checked.published_at.is_some() {
        return Err(Error::Refused(NOT_BLIND.to_owned()));
    }
    let mut chance = Chance::from_words(&[&at.random.secret()]);
    let mut by_article: BTreeMap<String, Vec<MachineQuestion>> = BTreeMap::new();
    for it in imported::of_campaign(tx, of)?.into_iter().filter(|it| it.gold.is_none()) {
        by_article.entry(it.article_id.clone()).or_default().push(it);
    }
    let mut articles: Vec<Vec<MachineQuestion>> = by_article.into_values().collect();
    shuffle(&mut articles, &mut chance);
    articles.truncate(CHECK_ARTICLES);
    let mut drawn: Vec<MachineQuestion> = articles.into_iter().flatten().collect();
    shuffle(&mut drawn, &mut chance);
    drawn.truncate(CHECK_QUESTIONS);
    let plan = Plan {
        raters: EXPERTS,
        cap: 0,
        cents: 0.0,
        is_public: false,
        screening: Screening { accepted: u32::MAX, ..Screening::default() },
        ..Plan::default()
    };
    put(tx, at, &format!("Experts on {}", checked.name), plan, Some(checked.id), drawn)
}

fn put(
    tx: &mut Tx<'_>,
    at: &Context,
    name: &str,
    plan: Plan,
    checks: Option<String>,
    all: Vec<MachineQuestion>,
) -> Result<Campaign, Error> {
    let (gold, mut rated): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.gold.is_some());
    if rated.is_empty() {
        return Err(Error::Refused("There is no question in it that could be rated.".to_owned()));
    }
    shuffle(&mut rated, &mut Chance::from_words(&[&at.random.secret()]));
    let size = usize::try_from(plan.batch).unwrap_or(usize::MAX).max(1);
    let new = Campaign {
        id: at.random.id(at.now),
        name: name.to_owned(),
        plan,
        code: at.random.secret().chars().take(8).collect::<String>().to_uppercase(),
        checks,
        created_at: at.now,
        opened_at: None,
        batches: i64::try_from(rated.len().div_ceil(size)).unwrap_or(i64::MAX),
        opened: 0,
        closed_at: None,
        published_at: None,
        salt: at.random.secret(),
    };
    campaign::add(tx, &new)?;
    let gold = gold.iter().map(|it| (0, it));
    let rated = rated.chunks(size).zip(1..);
    let rated = rated.flat_map(|(batch, number)| batch.iter().map(move |it| (number, it)));
    for ((batch, it), place) in gold.chain(rated).zip(1..) {
        let item = Item { question_id: it.id.clone(), batch, place };
        item::add(tx, &new.id, &item)?;
    }
    Ok(new)
}

fn shuffle<T>(all: &mut [T], chance: &mut Chance) {
    for at in 0..all.len() {
        all.swap(at, at + chance.below(all.len() - at));
    }
}

/// Opens the next batch of a campaign.
pub fn open_next(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<(), Error> {
    let mut found = campaign::find_for_update(tx, id)?;
    if found.closed_at.is_some() {
        return Err(Error::Refused("This campaign is closed.".to_owned()));
    }
    if found.opened >= found.batches {
        return Err(Error::Refused("All batches of this campaign are open.".to_owned()));
    }
    if let Some(of) = &found.checks
        && campaign::find(tx, of)?.published_at.is_some()
    {
        return Err(Error::Refused(NOT_BLIND.to_owned()));
    }
    found.opened += 1;
    found.opened_at = found.opened_at.or(Some(now));
    Ok(campaign::update(tx, &found)?)
}

/// Closes a campaign: it takes no ratings any more.
pub fn close(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<(), Error> {
    let mut found = campaign::find_for_update(tx, id)?;
    found.closed_at = found.closed_at.or(Some(now));
    Ok(campaign::update(tx, &found)?)
}

/// Replaces the list of people who may not take part.
pub fn block(tx: &mut Tx<'_>, id: &str, blocked: Vec<String>) -> Result<(), Error> {
    let mut found = campaign::find_for_update(tx, id)?;
    found.plan.blocked = blocked;
    Ok(campaign::update(tx, &found)?)
}
