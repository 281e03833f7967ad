//! Ten rated questions for a visitor to rate, and what others said of them. They are of a campaign with
//! public results, or come with Luna. Nothing of a visitor's ratings is stored.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::question_rating::QuestionRating;
use luna_core::rng::Chance;
use luna_learn::float;
use luna_learn::metrics::spearman;
use luna_machines::rated_questions::{RatedQuestion, rated_questions};
use luna_store::Tx;
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported;
use luna_store::question_campaign::item;

use super::monitoring::Ratings;
use super::publication;
use super::results::results;
use crate::error::Error;

/// The number of questions.
pub const TEN: usize = 10;
/// The name of the set that comes with Luna.
const OWN: &str = "luna";
/// Campaigns that are looked at, the latest first.
const CAMPAIGNS: i64 = 5;
/// Ratings of a question, at least: one alone would be somebody's.
const LEAST_RATINGS: usize = 2;

/// Ten questions: of a set, with their places in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ten {
    pub set: String,
    pub places: Vec<i64>,
}

/// A question before it is rated. It has no field for what others said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The sentence that it was made from.
    pub sentence: String,
    pub question: String,
}

/// Those who have rated the questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Others {
    /// The raters of a campaign.
    Campaign { id: String, name: String },
    /// A language model, several times.
    Model,
}

/// A question with a visitor's rating and those of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    pub question: Question,
    pub own: QuestionRating,
    pub mean: f64,
    pub ratings: usize,
}

/// A visitor's ratings beside those of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub others: Others,
    /// In the order in which they were rated. One whose ratings have been withdrawn is left out.
    pub rated: Vec<Rated>,
    pub own_mean: f64,
    pub others_mean: f64,
    /// Spearman's; none if either side has only one value.
    pub rank_correlation: Option<f64>,
}

/// Draws ten, from the worst to the best by what others say, in mixed order. The same words draw the same
/// ones, as long as no other results are published.
pub fn draw(tx: &mut Tx<'_>, words: &[&str]) -> Result<Ten, Error> {
    let mut chance = Chance::from_words(words);
    let mut campaigns = campaign::published(tx, CAMPAIGNS)?;
    while !campaigns.is_empty() {
        let found = campaigns.swap_remove(chance.below(campaigns.len()));
        let items = item::all(tx, &found.id)?;
        let places: BTreeMap<&str, i64> =
            items.iter().map(|it| (it.question_id.as_str(), it.place)).collect();
        let means = means(tx, &found)?;
        let rated =
            means.iter().filter_map(|(id, (mean, _))| Some((*mean, *places.get(id.as_str())?)));
        if let Some(places) = spread(rated.collect(), &mut chance) {
            return Ok(Ten { set: found.id, places });
        }
    }
    let own = (1..).zip(rated_questions()).map(|(place, it)| (mean(it), place));
    let places = spread(own.collect(), &mut chance).ok_or(Error::NotFound)?;
    Ok(Ten { set: OWN.to_owned(), places })
}

/// One of each tenth of the questions, in mixed order; none of fewer than ten.
fn spread(mut rated: Vec<(f64, i64)>, chance: &mut Chance) -> Option<Vec<i64>> {
    if rated.len() < TEN {
        return None;
    }
    rated.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let edge = |nth: usize| nth * rated.len() / TEN;
    let tenths = (0..TEN).filter_map(|nth| rated.get(edge(nth)..edge(nth + 1)));
    let mut places: Vec<i64> =
        tenths.filter_map(|tenth| chance.pick(tenth)).map(|it| it.1).collect();
    for last in (1..places.len()).rev() {
        places.swap(last, chance.below(last + 1));
    }
    Some(places)
}

fn mean(it: &RatedQuestion) -> f64 {
    let sum: u32 = it.ratings.iter().map(|rating| u32::from(*rating)).sum();
    f64::from(sum) / float(it.ratings.len().max(1))
}

/// The mean rating of each question with enough ratings, and how many it has. Gold questions have none.
fn means(tx: &mut Tx<'_>, campaign: &Campaign) -> Result<BTreeMap<String, (f64, usize)>, Error> {
    let all = results(&Ratings::read(tx, campaign)?, campaign.created_at).questions;
    let enough = all.into_iter().filter(|it| it.ratings >= LEAST_RATINGS);
    Ok(enough.map(|it| (it.question_id, (it.mean, it.ratings))).collect())
}

impl Ten {
    /// Reads a set and its ten places; none if that is no set of ten.
    pub fn parse(set: &str, places: &str) -> Option<Ten> {
        let places = places.split('-').map(|place| place.parse().ok());
        let places: Vec<i64> = places.collect::<Option<_>>()?;
        let different: BTreeSet<&i64> = places.iter().collect();
        let is_ten = places.len() == TEN && different.len() == TEN;
        is_ten.then(|| Ten { set: set.to_owned(), places })
    }

    /// The places as [`Ten::parse`] reads them.
    pub fn written(&self) -> String {
        self.places.iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
    }

    /// Those who have rated these questions. [`Error::NotFound`] if their ratings are not public.
    pub fn others(&self, tx: &mut Tx<'_>) -> Result<Others, Error> {
        if self.set == OWN {
            return Ok(Others::Model);
        }
        let Campaign { id, name, .. } = publication::find(tx, &self.set)?;
        Ok(Others::Campaign { id, name })
    }

    /// The question with a number, from 0.
    pub fn question(&self, tx: &mut Tx<'_>, nth: usize) -> Result<Question, Error> {
        let place = *self.places.get(nth).ok_or(Error::NotFound)?;
        if self.others(tx)? == Others::Model {
            return Ok(own(place)?.into());
        }
        self.at(tx, place).map(|(_, question)| question)
    }

    /// The question of the campaign at a place, with its id. One that tests raters is not shown.
    fn at(&self, tx: &mut Tx<'_>, place: i64) -> Result<(String, Question), Error> {
        let items = item::all(tx, &self.set)?;
        let found = items.into_iter().find(|it| it.place == place && it.batch > 0);
        let found = imported::question(tx, &found.ok_or(Error::NotFound)?.question_id)?;
        if found.gold.is_some() {
            return Err(Error::NotFound);
        }
        let question = Question { sentence: found.sentence, question: found.question };
        Ok((found.id, question))
    }

    /// Compares the ratings of a visitor, in order, with those of others.
    pub fn compare(
        &self,
        tx: &mut Tx<'_>,
        own_ratings: &[QuestionRating],
    ) -> Result<Comparison, Error> {
        let others = self.others(tx)?;
        let mut rated = Vec::new();
        if others == Others::Model {
            for (place, given) in self.places.iter().zip(own_ratings) {
                let found = own(*place)?;
                let (mean, ratings) = (mean(found), found.ratings.len());
                rated.push(Rated { question: found.into(), own: *given, mean, ratings });
            }
        } else {
            let campaign = publication::find(tx, &self.set)?;
            let means = means(tx, &campaign)?;
            for (place, given) in self.places.iter().zip(own_ratings) {
                let (id, question) = self.at(tx, *place)?;
                if let Some(&(mean, ratings)) = means.get(&id) {
                    rated.push(Rated { question, own: *given, mean, ratings });
                }
            }
        }
        let given: Vec<f64> = rated.iter().map(|it| f64::from(it.own.number())).collect();
        let told: Vec<f64> = rated.iter().map(|it| it.mean).collect();
        let mean = |of: &[f64]| of.iter().sum::<f64>() / float(of.len().max(1));
        Ok(Comparison {
            others,
            own_mean: mean(&given),
            others_mean: mean(&told),
            rank_correlation: spearman(&given, &told),
            rated,
        })
    }
}

/// The question that comes with Luna at a place, from 1.
fn own(place: i64) -> Result<&'static RatedQuestion, Error> {
    let nth = usize::try_from(place - 1).map_err(|_| Error::NotFound)?;
    rated_questions().get(nth).ok_or(Error::NotFound)
}

impl From<&RatedQuestion> for Question {
    fn from(it: &RatedQuestion) -> Question {
        Question { sentence: it.sentence.clone(), question: it.question.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_are_drawn_from_the_worst_to_the_best() {
        let rated =
            |many: i32| (0..many).map(|place| (f64::from(place), i64::from(place))).collect();
        let drawn = spread(rated(100), &mut Chance::from_seed(1)).unwrap();
        let tenths: BTreeSet<i64> = drawn.iter().map(|place| place / 10).collect();
        assert_eq!(tenths.len(), TEN, "{drawn:?}");
        assert!(!drawn.is_sorted(), "{drawn:?}");
        assert_eq!(spread(rated(10), &mut Chance::from_seed(1)).map(|it| it.len()), Some(TEN));
        assert_eq!(spread(rated(9), &mut Chance::from_seed(1)), None);
    }

    #[test]
    fn places_are_read_as_they_are_written() {
        let ten = Ten { set: "luna".to_owned(), places: (1..=10).collect() };
        assert_eq!(Ten::parse("luna", &ten.written()), Some(ten));
        for other in ["", "1", "1-2-3-4-5-6-7-8-9", "1-2-3-4-5-6-7-8-9-9", "1-2-3-4-5-6-7-8-9-x"] {
            assert_eq!(Ten::parse("luna", other), None, "{other}");
        }
    }
}
