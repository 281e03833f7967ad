//! Whether what is stored beside the moves says what the moves say.

use luna_core::game::Phase;
use luna_store::game;
use luna_store::rebuild::rebuild_ratings;

use crate::house::House;

/// Seats, queue and jobs say what the moves say.
pub(crate) async fn check_consistent(house: &House) {
    let mut jobs = std::collections::BTreeSet::new();
    for id in house.db.column("SELECT id FROM game ORDER BY id") {
        let game_id = id.clone();
        let loaded = house.db.read(move |tx| game::load(tx, &game_id)).await.unwrap();
        let row = house
            .db
            .raw(&format!(
                "SELECT phase, queue_key, waiting_since, ended_at FROM game WHERE id = '{id}'"
            ))
            .remove(0);
        let phase = loaded.game.phase();
        let over = matches!(phase, Phase::Final | Phase::Closed);
        let queued = loaded.game.vacancy().is_some() && loaded.kind.counts();
        assert_eq!(row[0], phase.name(), "{id}");
        assert_eq!(row[1] != "NULL", queued, "{id}");
        assert_eq!(row[2] != "NULL", queued, "{id}");
        assert_eq!(row[3] != "NULL", over, "{id}");
        if queued {
            jobs.insert(format!("machine_seat:{id}"));
        }
        for seat in luna_core::game::Seat::BOTH {
            let Some(occupant) = loaded.occupant(seat) else { continue };
            let seat_id = &occupant.seat_id;
            let row = house
                .db
                .raw(&format!(
                    "SELECT state, ending, outcome, due_at FROM seat WHERE id = '{seat_id}'"
                ))
                .remove(0);
            let duty = loaded.game.duty(seat);
            let state = match (over, duty) {
                (true, _) => "over",
                (_, Some(_)) => "move",
                _ => "wait",
            };
            assert_eq!(row[0], state, "{seat_id}");
            assert_eq!(row[1] != "NULL", over, "{seat_id}");
            assert_eq!(row[2] != "NULL", phase == Phase::Final, "{seat_id}");
            assert_eq!(row[3] != "NULL", duty.is_some() && !occupant.machine, "{seat_id}");
            match (duty, occupant.machine) {
                (Some(_), false) => drop(jobs.insert(format!("deadline:{seat_id}"))),
                (Some(_), true) if loaded.kind.counts() => {
                    jobs.insert(format!("turn:{id}:{}", seat.name()));
                }
                _ => {}
            }
        }
    }
    let of_games =
        "SELECT id FROM job WHERE kind IN ('machine_seat', 'machine_turn', 'deadline') ORDER BY id";
    assert_eq!(house.db.column(of_games), jobs.into_iter().collect::<Vec<_>>());
    let gone = "SELECT id FROM seat WHERE NOT here AND (state <> 'over' OR ending IS NULL)";
    assert!(house.db.raw(gone).is_empty());
    let untold = "SELECT player_id FROM notice WHERE NOT EXISTS (
                      SELECT 1 FROM job WHERE id = 'notify:' || player_id)";
    assert!(house.db.raw(untold).is_empty());
}

const CACHES: [&str; 3] = [
    "SELECT id, guess_sum, guess_count, won, lost, tied, finished FROM player ORDER BY id",
    "SELECT * FROM guess ORDER BY game_id, side",
    "SELECT * FROM rating_bin WHERE count <> 0 ORDER BY kind, bin, slot",
];

pub(crate) async fn check_ratings(house: &House) {
    let before = CACHES.map(|sql| house.db.raw(sql));
    let rebuilt = house.db.write(rebuild_ratings).await.unwrap();
    assert_eq!(rebuilt.different, 0);
    for (sql, before) in CACHES.iter().zip(before) {
        let after = house.db.raw(sql);
        assert_eq!(before.len(), after.len(), "{sql}");
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before, after, "{sql}");
        }
    }
}
