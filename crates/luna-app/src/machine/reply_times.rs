//! How long a machine takes for its replies, for its owner.

use luna_core::skill::Skill;
use luna_learn::quantile::quantile_of_sorted;
use luna_store::machine::usage_report::reply_times;
use luna_store::{Result, Tx};

/// The latest games, and tasks of each skill outside games, that are looked at.
const LATEST: i64 = 100;

/// The times of one kind of reply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplyTimes {
    pub skill: Skill,
    /// In games, or outside them.
    pub in_games: bool,
    pub replies: usize,
    pub median_ms: f64,
    /// 95 of 100 replies took no longer.
    pub high_ms: f64,
}

/// The times of each kind of reply that there are any of.
pub fn of(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<ReplyTimes>> {
    let all = reply_times(tx, player_id, LATEST)?;
    let kinds = [
        (Skill::Ask, true),
        (Skill::Answer, true),
        (Skill::Guess, true),
        (Skill::Answer, false),
        (Skill::Converse, false),
    ];
    let times = kinds.into_iter().filter_map(|(skill, in_games)| {
        let one = all.iter().filter(|it| (it.skill, it.in_game) == (skill, in_games));
        let mut ms: Vec<f64> = one.map(|it| float(it.ms)).collect();
        ms.sort_unstable_by(f64::total_cmp);
        let at = |share| quantile_of_sorted(&ms, share);
        let (median_ms, high_ms) = (at(0.5)?, at(0.95)?);
        Some(ReplyTimes { skill, in_games, replies: ms.len(), median_ms, high_ms })
    });
    Ok(times.collect())
}

/// Milliseconds, up to the weeks that a reply may take.
fn float(ms: i64) -> f64 {
    f64::from(i32::try_from(ms).unwrap_or(i32::MAX))
}
