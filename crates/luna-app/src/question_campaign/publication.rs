//! Public results of a campaign: the decision to publish them, and the ratings that may be read.

use std::collections::BTreeMap;

use luna_store::game::Context;
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported;
use luna_store::question_campaign::rater::{self, Rater};
use luna_store::question_campaign::rating::Rating;
use luna_store::{self as store, Tx};

use crate::consent::may_publish_ratings;
use crate::error::Error;
use crate::release::pseudonym::{Unit, pseudonym};
use crate::release::{Row, agreed};

const SECOND_MS: i64 = 1_000;

/// Makes the results of a closed campaign public.
pub fn publish(tx: &mut Tx<'_>, at: &Context, id: &str) -> Result<(), Error> {
    let mut found = campaign::find_for_update(tx, id)?;
    if found.closed_at.is_none() {
        let why = "Close the campaign first: raters must not see the ratings of others.";
        return Err(Error::Refused(why.to_owned()));
    }
    if found.checks.is_some() {
        let why = "The ratings of experts are part of the results of the campaign that they check.";
        return Err(Error::Refused(why.to_owned()));
    }
    if campaign::checks_of(tx, id)?.iter().any(Campaign::is_open) {
        let why = "Experts are still at work on these questions. Close their campaign first: they must not see the ratings.";
        return Err(Error::Refused(why.to_owned()));
    }
    if found.published_at.is_none() {
        found.published_at = Some(at.now);
        found.salt = at.random.secret();
        campaign::update(tx, &found)?;
    }
    Ok(())
}

/// Takes the results back. Published again, they have other pseudonyms.
pub fn withdraw(tx: &mut Tx<'_>, id: &str) -> Result<(), Error> {
    let mut found = campaign::find_for_update(tx, id)?;
    found.published_at = None;
    Ok(campaign::update(tx, &found)?)
}

/// Returns a campaign whose results are public.
pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Campaign, Error> {
    let found = campaign::find(tx, id)?;
    if found.published_at.is_some() { Ok(found) } else { Err(Error::NotFound) }
}

/// A rating as everybody may read it. It has no comment and no name.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicRating {
    pub question_id: String,
    pub question: String,
    /// The same for all ratings of one rater in this campaign, and for nothing else.
    pub rater: String,
    pub rating: u8,
    /// The whole seconds that it took.
    pub seconds: i64,
    pub is_rejected: bool,
}

/// The raters who agree to publication, each with a pseudonym, and the texts of the questions but gold ones.
#[derive(Clone, Debug, Default)]
pub struct Publication {
    pseudonyms: BTreeMap<String, String>,
    texts: BTreeMap<String, String>,
}

impl Publication {
    pub fn read(tx: &mut Tx<'_>, id: &str) -> Result<Publication, Error> {
        let found = find(tx, id)?;
        let raters = rater::of_campaign(tx, id)?;
        let raters = agreed(tx, raters)?.into_iter().map(|it| it.player_id);
        let name = |rater: &str| pseudonym(&found.salt, Unit::Campaign(id), rater);
        let pseudonyms = raters.map(|it| (it.clone(), name(&it))).collect();
        let all = imported::of_campaign(tx, id)?.into_iter().filter(|it| it.gold.is_none());
        Ok(Publication { pseudonyms, texts: all.map(|it| (it.id, it.question)).collect() })
    }

    /// Raters who agree to publication.
    pub fn raters(&self) -> usize {
        self.pseudonyms.len()
    }

    /// A rating for everybody to read; none without the rater's consent, and none of a gold question, which
    /// tests other raters.
    pub fn line(&self, it: &Rating) -> Option<PublicRating> {
        Some(PublicRating {
            question_id: it.question_id.clone(),
            question: self.texts.get(&it.question_id)?.clone(),
            rater: self.pseudonyms.get(&it.player_id)?.clone(),
            rating: it.rating.number(),
            seconds: (it.rated_at - it.began_at).max(0) / SECOND_MS,
            is_rejected: it.rejected_at.is_some(),
        })
    }
}

/// All ratings of a rater in a campaign.
impl Row for Rater {
    fn authors(&self) -> Option<Vec<&str>> {
        Some(vec![&self.player_id])
    }

    fn may_publish(&self, tx: &mut Tx<'_>, author: &str) -> store::Result<bool> {
        may_publish_ratings(tx, author)
    }
}
