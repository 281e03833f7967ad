//! What is refused or contained, with a reason, while the rest of the contest goes on.

use luna_app::Error;
use luna_app::contest::attendance::{self, HOLD_MS, Sitter};
use luna_app::contest::console;
use luna_app::contest::live::{Event, Live};
use luna_app::contest::outcome::outcome;
use luna_app::contest::typing::{self, Batch};
use luna_core::contest::clock::{Command, Phase};
use luna_core::contest::conversation::{Refusal, Speaker};
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::ranking::Rank;
use luna_core::contest::schedule::Pair;
use luna_store::Tx;
use luna_store::contest::keystroke::ConversationPlace;
use luna_store::contest::seat::Kind;
use luna_testkit::contest::text;
use luna_testkit::instance::{MINUTE, SECOND, TestInstance};

use super::Run;

const J1: Participant = Participant::Judge(1);

fn sentence<T>(result: Result<T, Error>) -> String {
    match result {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

/// A contest in its first round, with the pair of J1 and the side of its confederate.
async fn begun(app: TestInstance) -> (Run, Pair, Side) {
    let run = Run::new(app).await;
    run.passes(0).await;
    run.commands(Command::Start).await.unwrap();
    run.passes(SECOND).await;
    let pair = *run.schedule.pair(1, J1).unwrap();
    (run, pair, pair.entry_side.other())
}

fn batch(side: Option<Side>, first: usize, text: &str) -> Batch {
    Batch { round: 1, attempt: 1, side, first, text: text.to_owned() }
}

#[tokio::test]
async fn verdicts_and_ranks_come_in_their_time_and_once() {
    for app in TestInstance::each().await {
        let (run, ..) = begun(app).await;
        assert_eq!(
            sentence(run.decides(1, 1, Side::Left).await),
            "Your verdict on round 1 is due in its review, after both conversations."
        );
        let rank = vec![Rank { round: 1, rank: 4 }];
        assert_eq!(
            sentence(run.ranks(1, rank.clone()).await),
            "Ranks are given when all rounds are over."
        );
        run.passes(10 * MINUTE).await;
        run.decides(1, 1, Side::Left).await.unwrap();
        assert_eq!(
            sentence(run.decides(1, 1, Side::Right).await),
            "You have already given your verdict on round 1."
        );
        assert_eq!(sentence(run.decides(3, 1, Side::Right).await), "You are excused from round 1.");
        for round in 2..=7 {
            run.passes(if round == 2 { 15 * MINUTE } else { 25 * MINUTE }).await;
            assert_eq!(run.judge(1).await.clock.round, Some(round));
        }
        run.passes(25 * MINUTE).await;
        assert_eq!(run.judge(1).await.clock.phase, Phase::Over);
        run.ranks(1, rank.clone()).await.unwrap();
        let again = sentence(run.ranks(1, rank).await);
        assert!(again == "This contest is over." || again.starts_with("You have already"));
    }
}

#[tokio::test]
async fn a_party_waits_until_the_judge_has_spoken() {
    for app in TestInstance::each().await {
        let (run, pair, human) = begun(app).await;
        if human == Side::Right {
            run.passes(5 * MINUTE).await;
        }
        let confederate = Participant::Confederate(pair.cell.confederate);
        assert!(!run.party(confederate).await.may_type);
        let early = run.types(confederate, None, "Hello").await;
        assert_eq!((early.next, early.refusal), (0, Some(Refusal::JudgeFirst)));
        assert_eq!(run.types(J1, Some(human), "H").await.refusal, None);
        assert!(run.party(confederate).await.may_type);
        assert_eq!(run.types(confederate, None, "Hello").await.refusal, None);
        // The other side of the judge is not open.
        let other = run.sends(J1, &batch(Some(human.other()), 0, "H")).await.unwrap();
        assert!(matches!(other.refusal, Some(Refusal::NotBegun | Refusal::Over)), "{other:?}");
    }
}

#[tokio::test]
async fn floods_and_monster_lines_change_nothing() {
    for app in TestInstance::each().await {
        let (run, ..) = begun(app).await;
        let side = Some(Side::Left);
        let monster = "a".repeat(50 * 1024 * 1024);
        let refused = run.types(J1, side, &monster).await;
        assert_eq!((refused.next, refused.refusal), (0, Some(Refusal::LongLine(1_000))));
        let flood = "a\n".repeat(1_001);
        let refused = run.types(J1, side, &flood).await;
        assert!(matches!(refused.refusal, Some(Refusal::Flood { .. })), "{refused:?}");
        assert_eq!(run.types(J1, side, &flood[..2_000]).await.refusal, None);
        let refused = run.types(J1, side, "a").await;
        assert!(matches!(refused.refusal, Some(Refusal::Flood { .. })), "{refused:?}");
        let refused = run.types(J1, side, "\u{202e}").await;
        assert!(matches!(refused.refusal, Some(Refusal::NotText(_))), "{refused:?}");
        // Another pair does not notice.
        let other = run.schedule.round(1).iter().find(|pair| pair.cell.judge != 1).unwrap();
        let other = Participant::Judge(other.cell.judge);
        assert_eq!(run.types(other, side, "Hello").await.refusal, None);
        run.passes(11 * SECOND).await;
        assert_eq!(run.types(J1, side, "a").await.refusal, None);
    }
}

#[tokio::test]
async fn what_is_sent_twice_arrives_once_and_a_gap_is_asked_for() {
    for app in TestInstance::each().await {
        let (run, ..) = begun(app).await;
        let side = Some(Side::Left);
        let send = |first, text| {
            let batch = batch(side, first, text);
            let run = &run;
            async move { run.sends(J1, &batch).await.unwrap() }
        };
        assert_eq!(send(0, "Hel").await.next, 3);
        assert_eq!(send(0, "Hello").await.next, 5);
        assert_eq!(send(0, "Hello").await.next, 5);
        let gap = send(7, "!").await;
        assert_eq!((gap.next, gap.refusal), (5, Some(Refusal::Gap { expected: 5 })));
        let changed = send(3, "ping").await;
        assert_eq!((changed.next, changed.refusal), (5, Some(Refusal::Changed(3))));
        let judge = run.judge(1).await;
        assert_eq!(text(&judge.talks[0].1.keys, Speaker::Judge), "Hello");
        let both = tokio::join!(send(5, " there"), send(5, " there"));
        assert_eq!((both.0.next, both.1.next), (11, 11));
        let judge = run.judge(1).await;
        assert_eq!(text(&judge.talks[0].1.keys, Speaker::Judge), "Hello there");
    }
}

#[tokio::test]
async fn a_seat_is_open_in_one_browser() {
    for app in TestInstance::each().await {
        let (run, ..) = begun(app).await;
        let second = Sitter { browser: "another".to_owned(), ..run.sitters[&J1].clone() };
        let now = run.app.now();
        let comes = |sitter: Sitter, now| {
            run.server.db.write(move |tx: &mut Tx<'_>| attendance::hold(tx, now, &sitter))
        };
        let why =
            "This seat is open in another browser or tab. Close it there, and wait a few seconds.";
        assert_eq!(sentence(comes(second.clone(), now).await), why);
        let typed = typing::receive(&run.server, &second, &batch(Some(Side::Left), 0, "x")).await;
        assert_eq!(sentence(typed), why);
        assert_eq!(sentence(Live::open(&run.server, second.clone()).await), why);
        // It is gone, and the other takes over.
        run.app.later(HOLD_MS);
        comes(second.clone(), run.app.now()).await.unwrap();
        let typed = typing::receive(&run.server, &second, &batch(Some(Side::Left), 0, "x")).await;
        assert_eq!(typed.unwrap().next, 1);
        assert_eq!(sentence(run.sends(J1, &batch(Some(Side::Left), 1, "x")).await), why);
        // The other one is gone as well, but the first has to take the seat again.
        run.app.later(HOLD_MS);
        let why = "This page has lost its seat. Please reload it.";
        assert_eq!(sentence(run.sends(J1, &batch(Some(Side::Left), 1, "x")).await), why);
        // Nobody else's seat exists for somebody.
        let thief = Sitter { participant: Participant::Judge(2), ..second };
        assert_eq!(
            sentence(comes(thief, run.app.now()).await),
            "There is nothing at this address."
        );
    }
}

#[tokio::test]
async fn a_seat_goes_on_after_the_clock_has_jumped() {
    for app in TestInstance::each().await {
        let (run, ..) = begun(app).await;
        let side = Some(Side::Left);
        let second = Sitter { browser: "another".to_owned(), ..run.sitters[&J1].clone() };
        let comes = |sitter: &Sitter| {
            let (now, sitter) = (run.app.now(), sitter.clone());
            run.server.db.write(move |tx: &mut Tx<'_>| attendance::hold(tx, now, &sitter))
        };
        // The first key comes before the page has held its seat by the new time.
        run.app.later(2 * HOLD_MS);
        assert_eq!(run.types(J1, side, "on").await.refusal, None);
        run.passes(HOLD_MS).await;
        run.app.later(-30 * MINUTE);
        assert_eq!(run.types(J1, side, " time").await.refusal, None);
        assert_eq!(text(&run.judge(1).await.talks[0].1.keys, Speaker::Judge), "on time");
        // A page that is open holds its seat by the time that was set.
        let mut live = Live::open(&run.server, run.sitters[&J1].clone()).await.unwrap();
        live.next().await.unwrap();
        run.app.later(-30 * MINUTE);
        run.commands(Command::Pause).await.unwrap();
        live.next().await.unwrap();
        assert!(comes(&second).await.is_err());
        // One that was closed before leaves it to another, which then has it.
        drop(live);
        run.app.later(-30 * MINUTE);
        comes(&second).await.unwrap();
        let typed = run.sends(J1, &batch(side, 7, "x")).await;
        assert!(sentence(typed).contains("open in another browser"));
    }
}

#[tokio::test]
async fn a_clock_that_is_set_back_stops_nobody_for_good() {
    for app in TestInstance::each().await {
        let (run, ..) = begun(app).await;
        let side = Some(Side::Left);
        run.passes(MINUTE).await;
        assert_eq!(run.types(J1, side, "before").await.refusal, None);
        run.commands(Command::Pause).await.unwrap();
        run.commands(Command::Resume).await.unwrap();
        run.app.later(-30 * MINUTE);
        run.hold_all().await;
        // The contest waits at the last command until the clock has caught up.
        let screen = run.judge(1).await;
        assert_eq!((screen.clock.phase, screen.clock.round), (Phase::Left, Some(1)));
        assert_eq!(run.types(J1, side, " and after").await.refusal, None);
        let screen = run.judge(1).await;
        assert_eq!(text(&screen.talks[0].1.keys, Speaker::Judge), "before and after");
        let at: Vec<_> = screen.talks[0].1.keys.iter().map(|key| key.at).collect();
        assert!(at.is_sorted(), "{at:?}");
    }
}

#[tokio::test]
async fn nobody_types_before_they_have_agreed_nor_after_they_are_replaced() {
    for app in TestInstance::each().await {
        let (run, ..) = begun(app).await;
        let id = run.id.clone();
        let invite =
            run.acts(move |tx, at| console::invite(tx, at, &id, None, J1, Kind::Person, None));
        let invitation = invite.await.unwrap();
        let sends = run.sends(J1, &batch(Some(Side::Left), 0, "x")).await;
        assert_eq!(sentence(sends), "There is nothing at this address.");
        let id = run.id.clone();
        let refused = run
            .acts(move |tx, at| {
                luna_store::player::create(tx, "zoe", false, "zoe", at.now)?;
                let taken = attendance::join(tx, at, &invitation.token, "player C1");
                assert_eq!(sentence(taken), "You already have seat C1 in this contest.");
                attendance::join(tx, at, &invitation.token, "zoe")?;
                let again = attendance::join(tx, at, &invitation.token, "player J1");
                assert!(sentence(again).starts_with("Somebody has already joined"));
                let early = attendance::consent(tx, at, &id, "zoe", true);
                assert_eq!(sentence(early), "Please read the briefing first.");
                Ok(())
            })
            .await;
        refused.unwrap();
        let zoe = Sitter { player_id: Some("zoe".to_owned()), ..run.sitters[&J1].clone() };
        let (now, held) = (run.app.now(), zoe.clone());
        run.server.db.write(move |tx| attendance::hold(tx, now, &held)).await.unwrap();
        let typed = typing::receive(&run.server, &zoe, &batch(Some(Side::Left), 0, "x")).await;
        assert_eq!(sentence(typed), "Please read the briefing and agree to take part first.");
        let id = run.id.clone();
        let agreed = run.acts(move |tx, at| {
            attendance::brief(tx, at, &id, "zoe")?;
            attendance::consent(tx, at, &id, "zoe", true)
        });
        agreed.await.unwrap();
        let typed = typing::receive(&run.server, &zoe, &batch(Some(Side::Left), 0, "x")).await;
        assert_eq!(typed.unwrap().next, 1);
        let log =
            run.app.db.column("SELECT what FROM contest_log WHERE participant = 'J1' ORDER BY seq");
        let expected = ["invited", "joined", "briefed", "consented", "replaced"];
        assert_eq!(log[..5], expected);
        assert_eq!(log[5..], ["invited", "joined", "briefed", "consented"]);
    }
}

#[tokio::test]
async fn a_machine_goes_on_after_a_pause_and_falls_silent_with_its_phase() {
    for app in TestInstance::each().await {
        let (run, pair, human) = begun(app).await;
        let side = human.other();
        if side == Side::Right {
            run.passes(5 * MINUTE).await;
        }
        let entry = Participant::Entry(pair.cell.entry);
        assert_eq!(entry, Participant::Entry(1), "Eliza");
        run.types(J1, Some(side), "I am fond of spiders.\n").await;
        run.work().await;
        let planned = || {
            run.app
                .db
                .column("SELECT at FROM contest_keystroke WHERE is_planned ORDER BY at, number")
        };
        let before: Vec<i64> = planned().iter().map(|at| at.parse().unwrap()).collect();
        assert!(before.len() > 10 && before.is_sorted());
        let half = before[before.len() / 2];
        run.app.later(half - run.app.now());
        run.hold_all().await;
        let shown = |judge: &luna_app::contest::screen::JudgeScreen| {
            let talk = judge.talks.iter().find(|(on, _)| *on == side).unwrap();
            text(&talk.1.keys, Speaker::Party).chars().count()
        };
        let seen = shown(&run.judge(1).await);
        assert!(seen > before.len() / 3 && seen < before.len(), "{seen} of {}", before.len());
        run.commands(Command::Pause).await.unwrap();
        run.app.later(10 * MINUTE);
        run.hold_all().await;
        run.work().await;
        assert_eq!(shown(&run.judge(1).await), seen, "nothing is typed in a pause");
        run.commands(Command::Resume).await.unwrap();
        assert_eq!(shown(&run.judge(1).await), seen);
        run.passes(MINUTE).await;
        assert_eq!(shown(&run.judge(1).await), before.len());
        // A reply that the end of the phase cuts off.
        let left = run.judge(1).await.clock.left_ms;
        run.passes(left - 5 * SECOND).await;
        run.types(J1, Some(side), "Why do you ask me about my spiders?\n").await;
        run.passes(MINUTE).await;
        let cut = shown(&run.judge(1).await);
        assert!(cut > before.len() || planned().len() > before.len());
        assert!(cut < planned().len(), "{cut}");
    }
}

#[tokio::test]
async fn a_reader_hears_each_key_and_the_screen_when_it_changes() {
    for app in TestInstance::each().await {
        let (mut run, pair, human) = begun(app).await;
        if human == Side::Right {
            run.passes(5 * MINUTE).await;
        }
        let confederate = Participant::Confederate(pair.cell.confederate);
        run.types(J1, Some(human), "Hi").await;
        // The confederate reads in another process.
        let judge_server = run.server.clone();
        run.restart();
        let reader = run.sitters[&confederate].clone();
        let mut live = Live::open(&run.server, reader).await.unwrap();
        let Event::Screen(screen) = live.next().await.unwrap() else { panic!("no screen") };
        let luna_app::contest::screen::Screen::Party(party) = *screen else { panic!("a judge") };
        assert_eq!(text(&party.talk.unwrap().keys, Speaker::Judge), "Hi");
        run.server = judge_server;
        for c in [" ", "t", "here"] {
            run.types(J1, Some(human), c).await;
            let Event::Keys(None, news) = live.next().await.unwrap() else { panic!("no keys") };
            assert_eq!(text(&news.keys, Speaker::Judge), c);
        }
        // One's own keys are no news.
        let contest_id = run.id.clone();
        let place = ConversationPlace { contest_id, round: 1, attempt: 1, judge: 1, side: human };
        let own = run.server.db.watch(&place.topic(Speaker::Party));
        let mut theirs = run.server.db.watch(&place.topic(Speaker::Judge));
        run.types(J1, Some(human), "?").await;
        theirs.changed().await.unwrap();
        assert!(!own.has_changed().unwrap());
        let Event::Keys(None, news) = live.next().await.unwrap() else { panic!("no keys") };
        assert_eq!(text(&news.keys, Speaker::Judge), "?");
        run.commands(Command::Pause).await.unwrap();
        let Event::Screen(screen) = live.next().await.unwrap() else { panic!("no screen") };
        assert!(screen.clock().is_paused);
        run.app.stop();
        assert!(matches!(live.next().await.unwrap(), Event::Stopped));
    }
}

#[tokio::test]
async fn judges_who_never_type_or_go_away_stop_nobody() {
    for app in TestInstance::each().await {
        let (mut run, pair, human) = begun(app).await;
        let confederate = Participant::Confederate(pair.cell.confederate);
        // J1 is there and types nothing, so nobody speaks to them, machines least of all.
        run.passes(4 * MINUTE).await;
        if human == Side::Left {
            let early = run.sends(confederate, &batch(None, 0, "Hello?")).await.unwrap();
            assert_eq!(early.refusal, Some(Refusal::JudgeFirst));
        }
        run.passes(6 * MINUTE).await;
        let judge = run.judge(1).await;
        assert!(judge.talks.iter().all(|(_, talk)| talk.keys.is_empty()), "{judge:?}");
        assert!(judge.may_judge);
        // J2 closes the laptop and goes on elsewhere when the time of the first page is over.
        run.app.later(HOLD_MS);
        run.work().await;
        let j2 = Participant::Judge(2);
        let elsewhere = Sitter { browser: "another".to_owned(), ..run.sitters[&j2].clone() };
        let (now, sitter) = (run.app.now(), elsewhere.clone());
        run.acts(move |tx, _| attendance::hold(tx, now, &sitter)).await.unwrap();
        let why = "open in another browser or tab";
        assert!(sentence(run.decides(2, 1, Side::Left).await).contains(why));
        run.sitters.insert(j2, elsewhere);
        run.hold_all().await;
        run.decides(1, 1, human).await.unwrap();
        for _ in 1..=7 {
            run.app.later(25 * MINUTE);
            run.work().await;
        }
        let id = run.id.clone();
        run.acts(move |tx, at| console::close(tx, at, &id, None)).await.unwrap();
        let (id, now) = (run.id.clone(), run.app.now());
        let found = run.acts(move |tx, _| outcome(tx, now, &id)).await.unwrap().unwrap();
        let found = found.results.identifications;
        assert_eq!((found.right, found.verdicts), (1, 1));
    }
}
