//! Pairing: the choice of partners.

pub mod meeting;

use crate::game::{Game, Seat};
use crate::rng::Chance;

/// The number of recent rated games whose partners are avoided while anybody else waits.
pub const PARTNERS_KEPT: usize = 10;

/// A player who has asked and waits for a partner.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<'a> {
    pub player: &'a str,
    /// The partners of the last games, the newest first, between spaces.
    pub partners: &'a str,
}

impl Waiting<'_> {
    /// The number of games since they met, 0 for the last one; none if that is long ago.
    fn met(&self, other: &Waiting<'_>) -> Option<usize> {
        let ago = |of: &str, id: &str| of.split(' ').position(|partner| partner == id);
        let both = [ago(self.partners, other.player), ago(other.partners, self.player)];
        both.into_iter().flatten().min()
    }
}

/// The list of partners after another game.
pub fn with_partner(partners: &str, latest: &str) -> String {
    let older = partners.split(' ').filter(|id| !id.is_empty() && *id != latest);
    let all: Vec<&str> = std::iter::once(latest).chain(older).take(PARTNERS_KEPT).collect();
    all.join(" ")
}

/// The partners for `me` among everyone waiting, in the order of the queue: somebody else who is no
/// partner of late.
pub fn strangers(me: Waiting<'_>, queue: &[Waiting<'_>]) -> Vec<usize> {
    let strange = |it: &Waiting<'_>| it.player != me.player && me.met(it).is_none();
    queue.iter().enumerate().filter(|(_, it)| strange(it)).map(|(at, _)| at).collect()
}

/// The partner for `me` where everyone who waits is a recent one: the one they met the longest ago.
pub fn choose_again(me: Waiting<'_>, queue: &[Waiting<'_>]) -> Option<usize> {
    let others = queue.iter().enumerate().filter(|(_, it)| it.player != me.player);
    others.max_by_key(|(_, it)| me.met(it)).map(|(at, _)| at)
}

/// The partners for `me` among everyone waiting, the best first: strangers. Partners of late wait for
/// somebody else, if there is anybody who could come.
pub fn choose<E>(
    me: Waiting<'_>,
    queue: &[Waiting<'_>],
    others_play: impl FnOnce() -> Result<bool, E>,
) -> Result<Vec<usize>, E> {
    let strangers = strangers(me, queue);
    if !strangers.is_empty() || others_play()? {
        return Ok(strangers);
    }
    Ok(choose_again(me, queue).into_iter().collect())
}

/// Earlier than any time, so that a game put back is paired first.
const HEAD_OF_QUEUE: i64 = -10_000_000_000_000;

/// The place in the queue of a game that begins to wait; `first` where a partner has left.
pub fn queue_key(now: i64, first: bool) -> i64 {
    if first { now + HEAD_OF_QUEUE } else { now }
}

/// Two who wait, each in a game of their own, play each other in one of the two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// The only player of this game moves over into the empty seat of the other.
    One {
        from: Seat,
        into: Seat,
    },
    Other {
        from: Seat,
        into: Seat,
    },
}

/// Returns who moves over: the player who has not responded yet, and takes their questions along.
/// None where both have responded to somebody who has gone: neither may move.
pub fn merge(one: &Game, other: &Game) -> Option<Merge> {
    let (seat, their_seat) = (one.vacancy()?, other.vacancy()?);
    if !other.vacancy_has_questions() {
        return Some(Merge::Other { from: their_seat.other(), into: seat });
    }
    (!one.vacancy_has_questions()).then_some(Merge::One { from: seat.other(), into: their_seat })
}

/// A machine that could be a person's partner now.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// A partner of the person's last games.
    pub of_late: bool,
    /// The number of times that this person has met it.
    pub times_met: i64,
    /// Games it has a partner in now, and has not been guessed in yet.
    pub under_way: i64,
    /// Half the width of its rating's interval; none while it has none.
    pub margin: Option<f64>,
    pub guesses: i64,
    /// Comes with Luna, and stays in every pool.
    pub house: bool,
}

/// The share of choices, in percent, among the house machines alone, so that people go on meeting
/// them after their ratings are well known.
const HOUSE_PERCENT: usize = 20;

/// The machine for a person: one they have not met, if there is one; of those the one with the
/// fewest games under way, so that people who come at the same time are spread; and of those the
/// one with the least certain rating.
pub fn choose_machine(chance: &mut Chance, all: &[Candidate]) -> Option<usize> {
    let met = |it: &Candidate| (it.of_late, it.times_met);
    let fewest = all.iter().map(met).min()?;
    let fresh: Vec<(usize, &Candidate)> =
        all.iter().enumerate().filter(|(_, it)| met(it) == fewest).collect();
    let house: Vec<(usize, &Candidate)> = fresh.iter().copied().filter(|it| it.1.house).collect();
    if chance.below(100) < HOUSE_PERCENT && !house.is_empty() {
        return least(chance, house, |it| (it.under_way, 0.0, 0));
    }
    // Widest interval first; without intervals, the least guessed.
    least(chance, fresh, |it| (it.under_way, -it.margin.unwrap_or(f64::INFINITY), it.guesses))
}

/// One of those with the least of something, each as likely.
fn least(
    chance: &mut Chance,
    mut all: Vec<(usize, &Candidate)>,
    of: impl Fn(&Candidate) -> (i64, f64, i64),
) -> Option<usize> {
    let order = |a: (i64, f64, i64), b: (i64, f64, i64)| {
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
    };
    all.sort_by(|a, b| order(of(a.1), of(b.1)));
    let first = of(all.first()?.1);
    let alike = all.iter().take_while(|it| order(of(it.1), first).is_eq()).count();
    all.get(chance.below(alike)).map(|it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Move, Rules};

    fn machine(times_met: i64, margin: Option<f64>, guesses: i64, house: bool) -> Candidate {
        Candidate { of_late: false, times_met, under_way: 0, margin, guesses, house }
    }

    /// The number of times that each of them is chosen in a thousand draws.
    fn counts<const N: usize>(all: [Candidate; N]) -> [usize; N] {
        let mut counts = [0; N];
        for seed in 0..1_000 {
            let at = choose_machine(&mut Chance::from_words(&[&seed.to_string()]), &all).unwrap();
            counts[at] += 1;
        }
        counts
    }

    #[test]
    fn the_widest_interval_is_played_next() {
        let [narrow, wide] =
            counts([machine(0, Some(2.0), 90, false), machine(0, Some(9.0), 9, false)]);
        assert_eq!((narrow, wide), (0, 1_000));
        let [some, one, none] = counts([
            machine(0, Some(30.0), 2, false),
            machine(0, None, 1, false),
            machine(0, None, 0, false),
        ]);
        assert_eq!((some, one, none), (0, 0, 1_000));
        let [a, b] = counts([machine(0, None, 0, false), machine(0, None, 0, false)]);
        assert!(a > 400 && b > 400, "{a} {b}");
        assert_eq!(choose_machine(&mut Chance::from_seed(1), &[]), None);
    }

    #[test]
    fn one_met_before_comes_last() {
        let [met, fresh] = counts([machine(1, None, 0, false), machine(0, Some(0.1), 999, false)]);
        assert_eq!((met, fresh), (0, 1_000));
        let [often, once] = counts([machine(3, None, 0, false), machine(1, Some(1.0), 9, true)]);
        assert_eq!((often, once), (0, 1_000));
    }

    #[test]
    fn house_machines_are_met_for_ever() {
        let [house, other] =
            counts([machine(0, Some(0.1), 9_999, true), machine(0, None, 0, false)]);
        assert!((150..250).contains(&house) && other == 1_000 - house, "{house}");
    }

    /// Twelve guests come at once, to a new machine, two that are known and a house machine.
    #[test]
    fn guests_who_come_at_once_are_spread() {
        let mut all = [
            machine(0, None, 0, false),
            machine(0, Some(4.0), 60, false),
            machine(0, Some(2.0), 200, false),
            machine(0, Some(1.0), 900, true),
        ];
        let mut chance = Chance::from_seed(7);
        let mut given = [0_i32; 4];
        for _ in 0..400 {
            let at = choose_machine(&mut chance, &all).unwrap();
            all[at].under_way += 1;
            given[at] += 1;
        }
        assert!(given[..3].iter().all(|&it| it.abs_diff(given[0]) <= 1), "{given:?}");
        assert!((90..=115).contains(&given[3]), "a quarter, which is more than a fifth: {given:?}");
    }

    #[test]
    fn a_partner_of_late_comes_last() {
        let late = Candidate { of_late: true, ..machine(1, None, 0, false) };
        let [late, often] = counts([late, machine(9, Some(0.1), 999, false)]);
        assert_eq!((late, often), (0, 1_000));
    }

    #[track_caller]
    fn check(me: (&str, &str), queue: &[(&str, &str)], strange: &[usize], again: Option<usize>) {
        let queue: Vec<Waiting<'_>> =
            queue.iter().map(|it| Waiting { player: it.0, partners: it.1 }).collect();
        let me = Waiting { player: me.0, partners: me.1 };
        assert_eq!((strangers(me, &queue), choose_again(me, &queue)), (strange.to_vec(), again));
    }

    #[test]
    fn the_oldest_comes_first() {
        check(("me", ""), &[("ann", ""), ("bob", "")], &[0, 1], Some(1));
        check(("me", ""), &[], &[], None);
    }

    #[test]
    fn nobody_plays_with_themselves() {
        check(("me", ""), &[("me", "")], &[], None);
        check(("me", ""), &[("me", ""), ("me", ""), ("bob", "")], &[2], Some(2));
    }

    #[test]
    fn partners_of_late_are_met_last_and_the_latest_at_the_very_last() {
        check(("me", "ann"), &[("ann", ""), ("bob", "")], &[1], Some(0));
        check(("me", ""), &[("ann", "cat me"), ("bob", "")], &[1], Some(0));
        check(("me", "ann bob cat"), &[("bob", ""), ("cat", ""), ("ann", "")], &[], Some(1));
        check(("me", "ann bob"), &[("bob", "cat me"), ("ann", "")], &[], Some(0));
        check(("me", "annex"), &[("ann", "men")], &[0], Some(0));
    }

    #[test]
    fn partners_of_late_wait_while_somebody_else_may_come() {
        let ann = Waiting { player: "ann", partners: "" };
        let me = Waiting { player: "me", partners: "ann" };
        let chosen = |play: bool| choose(me, &[ann], || Ok::<bool, ()>(play)).unwrap();
        assert_eq!((chosen(true), chosen(false)), (vec![], vec![0]));
        let stranger = Waiting { player: "bob", partners: "" };
        let nobody_is_looked_for = || panic!("a stranger waits");
        assert_eq!(choose::<()>(me, &[ann, stranger], nobody_is_looked_for), Ok(vec![1]));
    }

    /// A game whose player waits; `left`: for somebody in the place of a partner who has left after
    /// that player's responses.
    fn waits(left: bool) -> Game {
        let texts = || vec!["text".to_owned()];
        let game = Game::new(Rules { questions: 1, max_chars: 9 });
        let game = game.play(Seat::A, &Move::Ask(texts())).unwrap();
        if !left {
            return game;
        }
        let moves = [
            (Seat::B, Move::Join),
            (Seat::B, Move::Ask(texts())),
            (Seat::A, Move::Answer(texts())),
            (Seat::B, Move::Leave),
        ];
        moves.iter().fold(game, |game, (by, mv)| game.play(*by, mv).unwrap())
    }

    #[test]
    fn a_player_who_has_responded_stays() {
        let (from, into) = (Seat::A, Seat::B);
        assert_eq!(merge(&waits(false), &waits(false)), Some(Merge::Other { from, into }));
        assert_eq!(merge(&waits(true), &waits(false)), Some(Merge::Other { from, into }));
        assert_eq!(merge(&waits(false), &waits(true)), Some(Merge::One { from, into }));
        assert_eq!(merge(&waits(true), &waits(true)), None);
        let full = waits(false).play(Seat::B, &Move::Join).unwrap();
        assert_eq!(merge(&waits(false), &full), None);
    }

    #[test]
    fn a_game_that_was_left_comes_before_all_others() {
        assert!(queue_key(i64::from(u32::MAX) * 1_000, true) < queue_key(0, false));
        assert!(queue_key(1, true) < queue_key(2, true));
    }

    #[test]
    fn ten_partners_are_remembered_each_once() {
        let mut partners = String::new();
        for nth in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 4] {
            partners = with_partner(&partners, &format!("p{nth}"));
        }
        assert_eq!(partners, "p4 p11 p10 p9 p8 p7 p6 p5 p3 p2");
    }
}
