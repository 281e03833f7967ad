//! Results of sittings: what each subtest earns, with intervals, and who has scored it.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::battery::{Form, Item, Sense, Subtest, relaxed, solved_after, strict};
pub use luna_learn::stratified::Percent;
use luna_learn::stratified::{Draws, of_stratum, over_strata};
use luna_store::assignment;
use luna_store::battery::answer::{BatteryAnswer, KIND};
use luna_store::battery::sitting::{self, ClueReply, Reply, Sitting};
use luna_store::{self as store, Tx, player};

use super::forms::form;
use crate::error::Error;
use crate::secret;

/// Sittings of a form that are looked at for the latest of each player.
const SITTINGS: i64 = 500;
/// Rounds of the bootstrap on a page, and its seed: the same answers have the same intervals.
const DRAWS: Draws = Draws { rounds: 2_000, seed: 1 };

/// A result by both ways to count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BothWays {
    /// The best answer counts.
    pub strict: Percent,
    /// The best of five counts.
    pub relaxed: Percent,
}

/// A sitting with its answers, before anything is computed.
#[derive(Clone, Debug)]
pub struct Sat {
    pub sitting: Sitting,
    pub name: String,
    pub replies: Vec<Reply>,
    pub by_clue: Vec<ClueReply>,
    /// The number of people who have scored its first answers.
    pub scorers: usize,
}

/// The result of a sitting.
#[derive(Clone, Debug, PartialEq)]
pub struct BatteryResult {
    pub sitting: Sitting,
    /// The player's.
    pub name: String,
    pub subtests: Vec<(Subtest, BothWays)>,
    pub mean: BothWays,
    pub first_answers: FirstAnswers,
    /// The items of Word Reasoning that were solved after one clue, after two, and so on.
    pub solved_after: Vec<usize>,
    /// The items of Word Reasoning that were not solved.
    pub unsolved: usize,
}

/// The best answers of a sitting, one for each item that was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstAnswers {
    pub items: usize,
    pub unanswered: usize,
    /// Settled by scorers.
    pub by_people: usize,
    /// Not settled by scorers, and the key is sure.
    pub by_key: usize,
    /// Not settled by scorers, and the key is not sure.
    pub doubtful: usize,
    /// Those settled by scorers, by what they are to them.
    pub sense: Sense,
    /// The number of these scorers.
    pub scorers: usize,
    /// Right in words that no child would use, to scorers or else to the key.
    pub unchildlike: usize,
}

/// Reads the latest sitting of each player, the latest first.
pub fn of_form(tx: &mut Tx<'_>, letter: &str) -> store::Result<Vec<Sat>> {
    let mut seen = BTreeSet::new();
    let all = sitting::of_form(tx, letter, SITTINGS)?;
    let latest = all.into_iter().filter(|it| seen.insert(it.player_id.clone()));
    let latest: Vec<Sitting> = latest.collect();
    with_answers(tx, latest)
}

/// Reads the latest sitting of each form by a player.
pub fn of_player(tx: &mut Tx<'_>, player_id: &str) -> store::Result<Vec<Sat>> {
    let mut seen = BTreeSet::new();
    let mut latest: Vec<Sitting> = sitting::of_player(tx, player_id)?;
    latest.retain(|it| seen.insert(it.form.clone()));
    latest.sort_by(|one, other| one.form.cmp(&other.form));
    with_answers(tx, latest)
}

/// The scorers of each answer, by its id.
pub type Scorers = BTreeMap<String, Vec<String>>;

/// Reads who has scored each answer.
pub fn scorers(tx: &mut Tx<'_>) -> store::Result<Scorers> {
    let mut scorers = Scorers::new();
    for review in assignment::all_reviews(tx, KIND)? {
        scorers.entry(review.item_id).or_default().push(review.reviewer_id);
    }
    Ok(scorers)
}

/// The number of people who have scored some of these answers.
pub fn count_scorers<'a>(scorers: &Scorers, ids: impl IntoIterator<Item = &'a str>) -> usize {
    let of_answers = ids.into_iter().filter_map(|id| scorers.get(id)).flatten();
    of_answers.collect::<BTreeSet<_>>().len()
}

fn with_answers(tx: &mut Tx<'_>, sittings: Vec<Sitting>) -> store::Result<Vec<Sat>> {
    let scorers = if sittings.is_empty() { Scorers::new() } else { scorers(tx)? };
    let sat = |sitting: Sitting| {
        let name = player::find(tx, &sitting.player_id)?.name;
        let replies = sitting::replies(tx, &sitting.id)?;
        let by_clue = sitting::clue_replies(tx, &sitting.id)?;
        let settled = replies.iter().filter(|it| it.rank == 1 && it.answer.by_people.is_some());
        let scorers = count_scorers(&scorers, settled.map(|it| it.answer.id.as_str()));
        Ok(Sat { sitting, name, replies, by_clue, scorers })
    };
    sittings.into_iter().map(sat).collect()
}

impl Sat {
    /// The same for everything that the result depends on.
    pub(super) fn fingerprint(&self) -> String {
        let mut text = format!("{:?} {} {}", self.sitting, self.name, self.scorers);
        let by_rank = self.replies.iter().map(|it| (&it.item, it.rank, &it.answer));
        let by_clue = self.by_clue.iter().map(|it| (&it.item, -it.clues, &it.answer));
        for (item, place, answer) in by_rank.chain(by_clue) {
            let BatteryAnswer { by_key, by_people, .. } = answer;
            text.push_str(&format!("\n{item} {place} {by_key:?} {by_people:?}"));
        }
        secret::hash(&text)
    }

    /// The result, which takes some milliseconds.
    pub(super) fn compute(self) -> Result<BatteryResult, Error> {
        let form = form(&self.sitting.form).map_err(Error::Refused)?;
        let subtests = Subtest::ALL.map(|subtest| (subtest, self.of_subtest(form, subtest)));
        let mean = |way| over_strata(&Subtest::ALL.map(|it| self.shares(form, it, way)), DRAWS);
        let (solved_after, unsolved) = self.solved(form);
        Ok(BatteryResult {
            solved_after,
            unsolved,
            subtests: subtests.into(),
            mean: BothWays { strict: mean(strict), relaxed: mean(relaxed) },
            first_answers: self.first_answers(form),
            name: self.name,
            sitting: self.sitting,
        })
    }

    fn of_subtest(&self, form: &Form, subtest: Subtest) -> BothWays {
        let mut items = form.items.iter().filter(|item| item.subtest == subtest);
        let is_all_or_nothing = items.all(|item| item.most == 1);
        let percent = |way| of_stratum(&self.shares(form, subtest, way), is_all_or_nothing, DRAWS);
        BothWays { strict: percent(strict), relaxed: percent(relaxed) }
    }

    /// The share of full points of each item of a subtest.
    fn shares(&self, form: &Form, subtest: Subtest, way: fn(&[u8]) -> u8) -> Vec<f64> {
        let items = form.items.iter().filter(|item| item.subtest == subtest);
        let share = |item: &Item| {
            let points: Vec<u8> = self.to(item).map(|reply| points(&reply.answer)).collect();
            f64::from(way(&points)) / f64::from(item.most.max(1))
        };
        items.map(share).collect()
    }

    /// The replies to an item, the best first.
    fn to<'a>(&'a self, item: &'a Item) -> impl Iterator<Item = &'a Reply> {
        self.replies.iter().filter(|reply| reply.item == item.id)
    }

    /// The items with clues by the number after which they were solved, and the number of the others.
    fn solved(&self, form: &Form) -> (Vec<usize>, usize) {
        let (mut solved, mut unsolved) = (Vec::new(), 0);
        for item in form.items.iter().filter(|item| !item.clues.is_empty()) {
            let after = |clues: usize| {
                let is_it =
                    |it: &&ClueReply| it.item == item.id && usize::try_from(it.clues) == Ok(clues);
                self.by_clue.iter().find(is_it).map_or(0, |it| points(&it.answer))
            };
            let all = self.to(item).next().map_or(0, |reply| points(&reply.answer));
            let best: Vec<u8> = (1..item.clues.len()).map(after).chain([all]).collect();
            solved.resize(solved.len().max(item.clues.len()), 0);
            match solved_after(&best).and_then(|clues| solved.get_mut(clues - 1)) {
                Some(count) => *count += 1,
                None => unsolved += 1,
            }
        }
        (solved, unsolved)
    }

    fn first_answers(&self, form: &Form) -> FirstAnswers {
        let (items, scorers) = (form.items.len(), self.scorers);
        let mut found = FirstAnswers { items, scorers, ..FirstAnswers::default() };
        let firsts = form.items.iter().filter_map(|item| self.to(item).next());
        found.sense = Sense::of(firsts.filter_map(|first| first.answer.by_people));
        for item in &form.items {
            let Some(first) = self.to(item).next() else {
                found.unanswered += 1;
                continue;
            };
            let key = first.answer.by_key;
            if let Some(people) = first.answer.by_people {
                found.by_people += 1;
                found.unchildlike += usize::from(people.is_unchildlike);
            } else {
                found.doubtful += usize::from(key.is_doubtful());
                found.by_key += usize::from(!key.is_doubtful());
                found.unchildlike += usize::from(key.is_unchildlike);
            }
        }
        found
    }
}

/// Those of the scorers, or else of the key.
fn points(answer: &BatteryAnswer) -> u8 {
    answer.by_people.map_or(answer.by_key.points, |people| people.points)
}
