//! A season: everybody plays everybody, some of them without judging in earnest.

use luna_core::game::{Guess, Move, Rules};
use luna_core::rating::Points;
use luna_core::rng::Chance;
use luna_store::game::{self, Context, Kind};
use luna_store::{Result, Tx, player};

use crate::instance::{MINUTE, TestInstance};

const RULES: Rules = Rules { questions: 1, max_chars: 100 };
/// As many play each of the others once.
const PEOPLE: usize = 24;

fn begins(tx: &mut Tx<'_>, at: &Context, id: &str) -> Result<String> {
    let seat = game::start(tx, at, id, RULES, Kind::Rated)?;
    let (place, mut loaded) = game::load_for_update(tx, &seat, id)?;
    game::ask(tx, at, &place, &mut loaded, vec!["Who are you?".to_owned()])?;
    Ok(seat)
}

fn moves(tx: &mut Tx<'_>, at: &Context, id: &str, seat: &str, mv: &Move) -> Result<()> {
    let (place, mut loaded) = game::load_for_update(tx, seat, id)?;
    game::play(tx, at, &mut loaded, place.seat, mv, None).map(drop)
}

fn guess(points: f64) -> Move {
    let points = Points::parse(&format!("{points:.1}")).unwrap();
    Move::Guess(Guess { points, sliders: vec![None] })
}

/// Somebody's guess of a player of this level. All whose names begin with “alt” are one
/// person's accounts.
fn judges(chance: &mut Chance, name: &str, of: &str, level: f64) -> f64 {
    let any = |chance: &mut Chance| f64::from(u32::try_from(chance.below(1_001)).unwrap()) / 10.0;
    match name {
        _ if name.starts_with("alt") && of.starts_with("alt") => 100.0,
        "same" => 50.0,
        "zero" => 0.0,
        "dice" => any(chance),
        _ => (level + (any(chance) + any(chance) - 100.0) * 0.15).clamp(0.0, 100.0),
    }
}

/// Everybody plays everybody, these among them.
pub async fn season(app: &TestInstance, others: &[&str]) {
    let mut names: Vec<String> = (0..PEOPLE - others.len()).map(|nth| format!("p{nth}")).collect();
    names.extend(others.iter().map(|&name| name.to_owned()));
    for name in names.clone() {
        app.acts(move |tx, at| player::create(tx, &name, false, &name, at.now)).await;
    }
    let levels: Vec<f64> = (0..PEOPLE)
        .map(|nth| 10.0 + 3.4 * f64::from(u32::try_from(nth * 7 % PEOPLE).unwrap()))
        .collect();
    let mut chance = Chance::from_seed(7);
    let last = PEOPLE - 1;
    for round in 0..last {
        for pair in 0..PEOPLE / 2 {
            let (a, b) = match pair {
                0 => (last, round),
                _ => ((round + pair) % last, (round + last - pair) % last),
            };
            let (one, two) = (names[a].clone(), names[b].clone());
            let of_two = judges(&mut chance, &one, &two, levels[b]);
            let of_one = judges(&mut chance, &two, &one, levels[a]);
            app.later(MINUTE);
            app.acts(move |tx, at| {
                let (first, second) = (begins(tx, at, &one)?, begins(tx, at, &two)?);
                let says = Move::Answer(vec!["Nobody.".to_owned()]);
                moves(tx, at, &one, &first, &says)?;
                moves(tx, at, &two, &second, &says)?;
                moves(tx, at, &one, &first, &guess(of_two))?;
                moves(tx, at, &two, &second, &guess(of_one))
            })
            .await;
        }
    }
}
