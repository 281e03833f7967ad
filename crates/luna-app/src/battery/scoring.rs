//! The scorers' queue: answers that are put to people, and what their verdicts add up to.

use std::collections::BTreeMap;

use luna_core::assignment::Agreement;
use luna_core::battery::{HumanScore, Item, settle};
use luna_learn::kappa::weighted_kappa;
use luna_store::assignment::{self, Desk, Review};
use luna_store::battery::answer::{self, BatteryAnswer, KIND};
use luna_store::player::Player;
use luna_store::{self as store, Tx};

use super::forms::form;
use crate::error::Error;
use crate::instance::Instance;

/// Answers that are looked at for the next one to score.
const WAITING: i64 = 500;
/// Answers that agreement is measured on, at most.
const MOST_MEASURED: i64 = 100_000;

/// Leases the next answer to a scorer; none if none waits for them.
pub fn lease_next(
    tx: &mut Tx<'_>,
    app: &Instance,
    scorer: &Player,
) -> Result<Option<String>, Error> {
    let desk = Desk::pair(KIND);
    Ok(assignment::lease_from(tx, desk, &scorer.id, app.now(), |tx| answer::waiting(tx, WAITING))?)
}

/// The item that an answer is for.
pub fn item_of(answer: &BatteryAnswer) -> Result<&'static Item, Error> {
    let form = form(&answer.form).map_err(Error::Refused)?;
    form.items.iter().find(|item| item.id == answer.item).ok_or_else(|| {
        Error::Refused(
            "The form no longer has this item, so its answer cannot be scored. Take the next one."
                .to_owned(),
        )
    })
}

/// A verdict as it was given on the page.
#[derive(Clone, Copy, Debug)]
pub struct GivenScore<'a> {
    pub points: &'a str,
    pub is_nonsense: bool,
    pub is_unchildlike: bool,
}

/// Takes a verdict from the scorer who holds the lease, and settles the answer if enough agree.
pub fn score(
    tx: &mut Tx<'_>,
    app: &Instance,
    scorer: &Player,
    id: &str,
    given: GivenScore<'_>,
) -> Result<Option<HumanScore>, Error> {
    let now = app.now();
    let found = answer::find_for_update(tx, id)?;
    if found.by_people.is_some() {
        let why = "Others have settled this answer meanwhile. Take the next one.";
        return Err(Error::Refused(why.to_owned()));
    }
    let item = item_of(&found)?;
    let GivenScore { points, is_nonsense, is_unchildlike } = given;
    let score = HumanScore::read(points, is_nonsense, is_unchildlike, item)
        .map_err(|problem| Error::Refused(problem.to_string()))?;
    let review = Review {
        item_id: id.to_owned(),
        reviewer_id: scorer.id.clone(),
        reviewed_at: now,
        verdict: score.points.to_string(),
        comment: String::new(),
        marks: score.marks(),
    };
    if !assignment::review(tx, KIND, &review)? {
        let why = "Your half hour for this answer is over, or you have already scored it. Take the next one.";
        return Err(Error::Refused(why.to_owned()));
    }
    let reviews = assignment::reviews(tx, KIND, id)?;
    let all = reviews.iter().map(stored).collect::<store::Result<Vec<_>>>()?;
    let settled = settle(&all);
    if let Some(settled) = settled {
        answer::settle(tx, id, settled, now)?;
    }
    Ok(settled)
}

fn stored(review: &Review) -> store::Result<HumanScore> {
    HumanScore::stored(&review.verdict, &review.marks)
        .ok_or_else(|| store::Error::corrupt("an unknown score of a scorer"))
}

/// Pairs of points for the same answers, and how far they agree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointsAgreement {
    pub exact: Agreement,
    /// Cohen's kappa with quadratic weights; none if it is not defined.
    pub kappa: Option<f64>,
}

/// The agreement of scorers with each other, and of the key with them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScorerAgreement {
    /// Of the first two scorers of each answer.
    pub scorers: PointsAgreement,
    /// Of the key and the score that people have settled, where the key is doubtful.
    pub doubtful: PointsAgreement,
    /// The same where the key is sure: a sample.
    pub sure: PointsAgreement,
}

impl PointsAgreement {
    fn of(pairs: &[[u8; 2]]) -> PointsAgreement {
        let both: Vec<(f64, f64)> =
            pairs.iter().map(|&[one, other]| (f64::from(one), f64::from(other))).collect();
        PointsAgreement {
            exact: Agreement::of(pairs.iter().map(<[u8; 2]>::as_slice)),
            kappa: weighted_kappa(&both),
        }
    }
}

/// Measures agreement over all answers that people have scored.
pub fn agreement(tx: &mut Tx<'_>) -> store::Result<ScorerAgreement> {
    let mut by_answer: BTreeMap<String, Vec<(i64, u8)>> = BTreeMap::new();
    for review in assignment::all_reviews(tx, KIND)? {
        let points = stored(&review)?.points;
        by_answer.entry(review.item_id).or_default().push((review.reviewed_at, points));
    }
    let first_two = by_answer.into_values().filter_map(|mut given| {
        given.sort_unstable_by_key(|(at, _)| *at);
        match given.as_slice() {
            [(_, one), (_, other), ..] => Some([*one, *other]),
            _ => None,
        }
    });
    let scorers: Vec<[u8; 2]> = first_two.collect();
    let (mut doubtful, mut sure) = (Vec::new(), Vec::new());
    for it in answer::settled(tx, MOST_MEASURED)? {
        let Some(people) = it.by_people else { continue };
        let pairs = if it.by_key.is_doubtful() { &mut doubtful } else { &mut sure };
        pairs.push([it.by_key.points, people.points]);
    }
    Ok(ScorerAgreement {
        scorers: PointsAgreement::of(&scorers),
        doubtful: PointsAgreement::of(&doubtful),
        sure: PointsAgreement::of(&sure),
    })
}
