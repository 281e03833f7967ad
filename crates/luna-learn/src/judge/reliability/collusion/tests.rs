use super::*;

const PLAYERS: u32 = 60;

/// A pseudorandom number by splitmix64.
fn mixed(judge: u32, player: u32, below: u64) -> u64 {
    let mut z = (u64::from(judge) << 32 | u64::from(player)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) % below
}

/// A number from -6 to 6.
fn off(judge: u32, player: u32) -> f64 {
    float(usize::try_from(mixed(judge, player, 1201)).unwrap()) / 100.0 - 6.0
}

/// Each judge meets a third of the others; the first `one` judges are one person's accounts.
fn crowd(one: u32, guess: impl Fn(u32, u32) -> f64) -> Vec<Judgment> {
    let mut seen = Vec::new();
    for a in 0..PLAYERS {
        for b in (a + 1..PLAYERS).filter(|&b| mixed(b, a, 3) == 0) {
            for (judge, player) in [(a, b), (b, a)] {
                let points = if judge < one && player < one { 100.0 } else { guess(judge, player) };
                seen.push(Judgment { judge, player, points, before: None, seconds: None });
            }
        }
    }
    seen
}

/// Accounts of one person have the same level.
fn level(one: u32, player: u32) -> f64 {
    if player < one {
        40.0
    } else {
        5.0 + 90.0 * f64::from(player * 37 % PLAYERS) / f64::from(PLAYERS)
    }
}

fn honest(one: u32) -> impl Fn(u32, u32) -> f64 {
    move |judge, player| (level(one, player) + off(judge, player)).clamp(0.0, 100.0)
}

#[test]
fn accounts_of_one_person_are_one_group_up_to_half_of_all() {
    for one in [8, 15, 30] {
        let found = collusion_groups(&crowd(one, honest(one)));
        assert_eq!(found.len(), 1, "{one} {found:?}");
        let group = &found[0];
        assert_eq!(group.judges, (0..one).collect::<Vec<_>>());
        assert_eq!(group.met, group.mutual, "all who met raised each other");
        assert!((50.0..70.0).contains(&group.raised) && group.strength > 6.0, "{group:?}");
        let reason = group.reason();
        assert!(
            reason.starts_with(&format!("{one} accounts raise each other's ratings")),
            "{reason}"
        );
    }
}

#[test]
fn honest_judges_are_in_no_group_on_whatever_scale() {
    let scales: [fn(u32, f64) -> f64; 4] = [
        |_, level| level,
        // A fifth each is severe or mild.
        |judge, level| level + 15.0 * (f64::from(judge % 5) - 2.0),
        |judge, level| if judge % 3 == 0 { 60.0 + level / 5.0 } else { level },
        // Half say nothing at all.
        |judge, level| if judge % 2 == 0 { 0.0 } else { level },
    ];
    for scale in scales {
        let seen =
            crowd(0, |judge, player| scale(judge, honest(0)(judge, player)).clamp(0.0, 100.0));
        assert_eq!(collusion_groups(&seen), []);
    }
}

#[test]
fn judges_of_one_mind_who_raise_nobody_are_no_group() {
    // Twenty are off by the same for each player, who are each other's partners as well.
    let seen = crowd(0, |judge, player| {
        let mind = if judge < 20 { 3.0 * off(99, player) } else { off(judge, player) };
        (level(0, player) + mind).clamp(0.0, 100.0)
    });
    assert_eq!(collusion_groups(&seen), []);
}

#[test]
fn two_friends_and_few_guesses_are_no_group() {
    assert_eq!(collusion_groups(&crowd(2, honest(2))), []);
    let seen = crowd(30, honest(30));
    assert_eq!(collusion_groups(&seen[..40]), []);
    assert_eq!(collusion_groups(&[]), []);
}

#[test]
fn the_tail_of_the_normal_distribution_goes_on_where_numbers_end() {
    assert!((ln_above(1.0) - 0.158_655_253_931_457_07_f64.ln()).abs() < 1e-9);
    assert!((ln_above(10.0) - 7.619_853_024_160_47e-24_f64.ln()).abs() < 1e-9);
    assert!((-5.1e5..-4.9e5).contains(&ln_above(1000.0)));
}
