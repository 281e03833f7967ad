//! The whole contest of 2009, with a restart in its third round, and its result worked out again
//! from the rows.

use std::collections::BTreeMap;

use luna_app::contest::archive::{Reader, transcript};
use luna_app::contest::console;
use luna_app::contest::outcome::{Outcome, outcome};
use luna_app::contest::state::State;
use luna_core::contest::Stage;
use luna_core::contest::clock::{Command, Phase};
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::{Participant, Party, Side};
use luna_core::contest::ranking::Rank;
use luna_core::contest::schedule::Pair;
use luna_store::Tx;
use luna_testkit::app::{MINUTE, SECOND};
use serde_json::Value;

use super::{Run, text};

/// The side that a judge takes for the human: twice the entry's, in rounds 1 and 2.
fn verdict(pair: &Pair, round: usize) -> Side {
    let deceived = round == 1 && pair.cell.judge == 2 || round == 2 && pair.cell.judge == 4;
    if deceived { pair.entry_side } else { pair.entry_side.other() }
}

/// The last judge of the last round has gone home.
fn is_missing(pair: &Pair, round: usize) -> bool {
    round == 7 && pair.cell.judge == 3
}

#[tokio::test]
async fn a_contest_runs_through_a_restart_to_a_result_that_its_rows_confirm() {
    for mut run in Run::each().await {
        run.passes(0).await;
        run.commands(Command::Start).await.unwrap();
        for round in 1..=7 {
            play_round(&mut run, round).await;
        }
        give_ranks(&run).await;
        let (now, id) = (run.app.now(), run.id.clone());
        let found = run.server.db.read(move |tx| outcome(tx, now, &id)).await.unwrap();
        check_result(&run, &found.unwrap());
        check_transcripts(&run).await;
    }
}

async fn play_round(run: &mut Run, round: usize) {
    let pairs = run.schedule.round(round).to_vec();
    for side in Side::BOTH {
        run.passes(SECOND).await;
        for pair in &pairs {
            let judge = Participant::Judge(pair.cell.judge);
            let said = format!("Round {round}, who is on the {}?\n", side.name());
            assert_eq!(run.types(judge, Some(side), &said).await.refusal, None);
        }
        if (round, side) == (3, Side::Left) {
            run.restart();
        }
        for pair in &pairs {
            answer(run, pair, side).await;
        }
        // Machines are typing.
        run.passes(2 * MINUTE).await;
        for pair in &pairs {
            let judge = run.judge(pair.cell.judge).await;
            let talk = &judge.talks.iter().find(|(on, _)| *on == side).unwrap().1;
            let answered = text(&talk.keys, Speaker::Party);
            assert!(answered.ends_with('\n'), "{pair:?} {side:?}: {answered:?}");
        }
        run.passes(3 * MINUTE - SECOND).await;
    }
    run.passes(MINUTE).await;
    assert_eq!(run.judge(pairs[0].cell.judge).await.clock.phase, Phase::Review);
    for pair in pairs.iter().filter(|pair| !is_missing(pair, round)) {
        let screen = run.judge(pair.cell.judge).await;
        assert!(screen.may_judge && screen.talks.len() == 2, "{screen:?}");
        run.decides(pair.cell.judge, round, verdict(pair, round)).await.unwrap();
    }
    run.passes(14 * MINUTE).await;
}

/// People and programs answer; a person takes a key back.
async fn answer(run: &Run, pair: &Pair, side: Side) {
    let party = pair.party(side).participant();
    if run.sitters.contains_key(&party) {
        let seen = run.party(party).await;
        let talk = seen.talk.unwrap();
        assert!(seen.may_type && text(&talk.keys, Speaker::Judge).contains("who is on"));
        let receipt = run.types(party, None, "It is I?\u{8}.\n").await;
        assert_eq!((receipt.next, receipt.refusal), (11, None));
    }
}

async fn give_ranks(run: &Run) {
    for number in 1..=4 {
        let screen = run.judge(number).await;
        assert_eq!(screen.clock.stage, Stage::Ranking);
        let ranking = screen.ranking.unwrap();
        let ranks = ranking.ranks.rev().zip(&ranking.parties);
        let ranks = ranks.map(|(rank, party)| Rank { round: party.round, rank }).collect();
        run.ranks(number, ranks).await.unwrap();
    }
}

/// The rows of a statement that gives JSON in its last column.
fn rows(run: &Run, sql: &str) -> Vec<(String, Value)> {
    let rows = run.app.db.raw(sql).into_iter();
    rows.map(|mut row| {
        let body = serde_json::from_str(&row.pop().unwrap()).unwrap();
        (row.pop().unwrap(), body)
    })
    .collect()
}

/// Works the totals, the mean ranks and the winner out from the schedule and the moves as they are
/// stored.
fn check_result(run: &Run, found: &Outcome) {
    let schedule = rows(run, "SELECT id, schedule FROM contest").remove(0).1;
    // By round and judge: the entry, and if it sat on the left.
    let mut pairs = BTreeMap::new();
    for (round, all) in (1..).zip(schedule["rounds"].as_array().unwrap()) {
        for pair in all.as_array().unwrap() {
            let cell = pair["cell"].as_str().unwrap();
            let (judge, rest) = cell[1..].split_once('E').unwrap();
            let entry: usize = rest.split_once('C').unwrap().0.parse().unwrap();
            pairs.insert((round, format!("J{judge}")), (entry, pair["entry_side"].clone()));
        }
    }
    let (mut totals, mut ranks) = ([0; 5], vec![Vec::new(); 5]);
    let (mut right, mut verdicts) = (0, 0);
    let mut taken_for_machine = BTreeMap::new();
    for (author, body) in rows(run, "SELECT author, body FROM contest_move ORDER BY seq") {
        if let Some(verdict) = body.get("verdict") {
            let key = (verdict["round"].as_i64().unwrap(), author);
            let (entry, side) = &pairs[&key];
            let deceived = verdict["human"] == *side;
            totals[*entry] += usize::from(deceived);
            taken_for_machine.insert(key, (!deceived).then_some(*entry));
            verdicts += 1;
            right += usize::from(!deceived);
        } else if let Some(given) = body.get("rank") {
            for rank in given.as_array().unwrap() {
                let key = (rank["round"].as_i64().unwrap(), author.clone());
                if let Some(entry) = taken_for_machine[&key] {
                    ranks[entry].push(rank["rank"].as_f64().unwrap());
                }
            }
        }
    }
    assert_eq!((verdicts, right), (15, 13));
    let identifications = found.results.identifications;
    assert_eq!((identifications.verdicts, identifications.right), (verdicts, right));
    // The total first, then the mean rank, in 144ths so that means of up to four compare exactly.
    let merit = |entry: usize| {
        let ranks: &Vec<f64> = &ranks[entry];
        let count = f64::from(u32::try_from(ranks.len()).unwrap());
        let mean: f64 = ranks.iter().sum::<f64>() / count;
        (totals[entry], (mean * 144.0).round().to_string().parse::<i64>().unwrap())
    };
    for column in &found.results.columns {
        let ranks = &ranks[column.entry];
        let count = f64::from(u32::try_from(ranks.len()).unwrap());
        let mean = ranks.iter().sum::<f64>() / count;
        assert_eq!(column.total, totals[column.entry], "{column:?}");
        assert!((column.mean_rank.value().unwrap() - mean).abs() < 1e-9, "{column:?}");
        let better = (1..=4).filter(|&other| merit(other) > merit(column.entry));
        assert_eq!(column.place, 1 + better.count(), "{column:?}");
    }
    let hash = run.app.db.column("SELECT rules_hash FROM contest").remove(0);
    let rules = run.app.db.column("SELECT rules FROM contest").remove(0);
    assert_eq!((&hash, luna_app::hash_secret(&rules)), (&found.record.rules_hash, hash.clone()));
    assert_eq!(found.entries[3], (4, "Elbot".to_owned()));
}

/// What people typed is there, each key once, and only where they let others read it.
async fn check_transcripts(run: &Run) {
    let mut hidden = 0;
    for (round, pair) in run.schedule.pairs().map(|(round, pair)| (round, *pair)) {
        for side in Side::BOTH {
            let (now, id, judge) = (run.app.now(), run.id.clone(), pair.cell.judge);
            let place = (round, judge, side);
            let read = move |tx: &mut Tx<'_>| {
                let state = State::read(tx, &id)?;
                transcript(tx, &state, now, Reader::Public, place)
            };
            let read = run.server.db.read(read).await.unwrap();
            let party = pair.party(side);
            if party == Party::Confederate(2) {
                assert!(read.is_none(), "C2 lets nobody read");
                hidden += 1;
                continue;
            }
            let talk = read.unwrap().conversation;
            let asked = text(talk.keystrokes(), Speaker::Judge);
            assert_eq!(asked, format!("Round {round}, who is on the {}?\n", side.name()));
            if run.sitters.contains_key(&party.participant()) {
                assert_eq!(text(talk.keystrokes(), Speaker::Party), "It is I.\n");
            }
        }
    }
    assert_eq!(hidden, 4);
    let (now, id) = (run.app.now(), run.id.clone());
    let seen = run.server.db.read(move |tx| console::view(tx, now, &id)).await.unwrap();
    assert_eq!(seen.ranked, [1, 2, 3, 4]);
}
