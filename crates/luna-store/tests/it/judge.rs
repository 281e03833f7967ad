//! Judges whose guesses are left out, and those somebody should look at.

use luna_store::judge::{self, BlocKind, BlocReport, Flag, Report};
use luna_store::moderation_log::{self, Act, Action};
use luna_store::{Tx, counters, erase, rating};
use luna_testkit::database::databases;

use crate::consistent::check_ratings;
use crate::house::House;

impl House {
    async fn excludes(&self, id: &str, why: &str) {
        let (at, judge, why) = (self.at(), id.to_owned(), why.to_owned());
        let work = move |tx: &mut Tx<'_>| judge::exclude(tx, &at, Act::of(&judge, &why));
        self.db.write(work).await.unwrap();
        judge::follow_all(&self.db, id).await.unwrap();
    }

    async fn restores(&self, id: &str) {
        let (at, judge) = (self.at(), id.to_owned());
        let work = move |tx: &mut Tx<'_>| judge::restore(tx, &at, Act::of(&judge, "a mistake"));
        self.db.write(work).await.unwrap();
        judge::follow_all(&self.db, id).await.unwrap();
    }

    async fn history(&self, id: &str) -> Vec<(i64, i64)> {
        let id = id.to_owned();
        let steps = self.db.read(move |tx| rating::history(tx, &id)).await.unwrap();
        steps.iter().map(|step| (step.rating.sum(), step.rating.count())).collect()
    }

    /// All that ratings are made of, but for what players were told in their games.
    fn ratings(&self) -> Vec<Vec<Vec<String>>> {
        let all = [
            "SELECT id, guess_sum, guess_count, guess_squares FROM player ORDER BY id",
            "SELECT at, side, points, counts FROM guess ORDER BY at, side",
            "SELECT * FROM rating_bin WHERE count <> 0 ORDER BY kind, bin, slot",
        ];
        all.map(|sql| self.db.raw(sql)).to_vec()
    }
}

async fn played() -> Vec<House> {
    let houses = House::each();
    for house in &houses {
        house.people(&["ann", "bob", "cat"]).await;
        house.whole_game(("ann", "64"), ("bob", "81.5")).await;
        house.whole_game(("cat", "33.333333"), ("bob", "7")).await;
        house.whole_game(("cat", "40"), ("ann", "90")).await;
        house.whole_game(("bob", "100"), ("ann", "55")).await;
    }
    houses
}

#[tokio::test]
async fn nothing_a_judge_has_guessed_counts_while_they_are_excluded() {
    for house in played().await {
        let before = house.ratings();
        let told = house.db.raw("SELECT game_id, seq, body FROM game_move ORDER BY game_id, seq");
        assert_eq!(
            house.history("ann").await,
            [(81_500_000, 1), (121_500_000, 2), (221_500_000, 3)]
        );
        house.excludes("bob", "Always the extremes.").await;
        assert_eq!(house.rating("ann").await.as_deref(), Some("40"));
        assert_eq!(house.rating("cat").await.as_deref(), Some("90"));
        assert_eq!(house.history("ann").await, [(40_000_000, 1)]);
        let bins = house.db.read(|tx| counters::histogram(tx, "human")).await.unwrap();
        assert_eq!((bins[8], bins[18], bins.iter().sum::<u64>()), (1, 1, 3));
        let lengths = house.db.read(|tx| rating::lengths_and_guesses(tx, 100)).await.unwrap();
        assert_eq!(lengths.len(), 5);
        check_ratings(&house).await;
        // Put back, all is as it was, to the last bit.
        house.restores("bob").await;
        assert_eq!(house.ratings(), before);
        assert_eq!(
            house.history("ann").await,
            [(81_500_000, 1), (121_500_000, 2), (221_500_000, 3)]
        );
        check_ratings(&house).await;
        let moves = house.db.raw("SELECT game_id, seq, body FROM game_move ORDER BY game_id, seq");
        assert_eq!(moves, told);
    }
}

#[tokio::test]
async fn what_they_guess_meanwhile_counts_when_they_are_put_back() {
    for (house, never) in played().await.into_iter().zip(played().await) {
        house.excludes("bob", "Always the extremes.").await;
        never.later(1_000);
        for house in [&house, &never] {
            house.whole_game(("cat", "20"), ("bob", "1")).await;
            house.whole_game(("ann", "30"), ("bob", "2")).await;
        }
        assert_eq!(house.rating("ann").await.as_deref(), Some("40"));
        assert_ne!(house.ratings(), never.ratings());
        check_ratings(&house).await;
        house.restores("bob").await;
        assert_eq!(house.ratings(), never.ratings());
        for id in ["ann", "bob", "cat"] {
            assert_eq!(house.history(id).await, never.history(id).await);
        }
        check_ratings(&house).await;
    }
}

#[tokio::test]
async fn the_player_they_judge_is_told_at_the_end_that_it_does_not_count() {
    for house in played().await {
        house.excludes("bob", "Always the extremes.").await;
        let [_, ann] = house.whole_game(("bob", "1"), ("ann", "70")).await;
        let result = house.view("ann", &ann).await.result.unwrap();
        assert!(!result.their_guess_counts);
        assert_eq!(result.my_rating_now.unwrap().to_string(), "40");
        // They are judged on.
        assert_eq!(house.rating("bob").await.as_deref(), Some("55.6"));
    }
}

#[tokio::test]
async fn a_judge_of_many_is_followed_a_page_at_a_time() {
    for db in databases() {
        let house = House::new(db);
        house.people(&["judge", "other"]).await;
        let values =
            |row: &dyn Fn(usize) -> String| (0..450).map(row).collect::<Vec<_>>().join(", ");
        house.db.raw(&format!(
            "INSERT INTO player (id, kind, name, name_key, created_at, guess_sum, guess_count,
                                 guess_squares) VALUES {}",
            values(&|n| format!("('p{n}', 'human', 'p{n}', 'p{n}', 0, 90000000, 2, 5300000000)")),
        ));
        house.db.raw(&format!(
            "INSERT INTO game (id, questions, max_chars, practice, phase, started_at) VALUES {}, {}",
            values(&|n| format!("('g{n}', 1, 1, FALSE, 'final', 0)")),
            values(&|n| format!("('h{n}', 1, 1, FALSE, 'final', 0)")),
        ));
        for (game, by, points) in [("g", "judge", 20_000_000), ("h", "other", 70_000_000)] {
            house.db.raw(&format!(
                "INSERT INTO guess (game_id, side, by_player, of_player, points, counts, rating_sum,
                                    rating_count, answer_chars, at) VALUES {}",
                values(&|n| format!("('{game}{n}', 'A', '{by}', 'p{n}', {points}, TRUE, 0, 0, 0, {n})")),
            ));
        }
        house.acts(|tx, at| judge::exclude(tx, at, Act::of("judge", "why"))).await;
        assert_eq!(house.jobs(), ["follow:judge"]);
        let wrong = "SELECT p.id FROM player p WHERE p.guess_count <> (
                         SELECT count(*) FROM guess g WHERE g.of_player = p.id AND g.counts)";
        let done =
            "SELECT id FROM player WHERE guess_sum = 70000000 AND guess_squares = 4900000000";
        for (more, follow) in [(200, true), (400, true), (450, false)] {
            assert_eq!(house.db.write(|tx| judge::follow(tx, "judge")).await.unwrap(), follow);
            // Half done, every rating still is the mean of what counts in it.
            assert!(house.db.raw(wrong).is_empty());
            assert_eq!(house.db.raw(done).len(), more);
        }
        // Put back when half of it is done.
        house.restores("judge").await;
        house.excludes("judge", "why").await;
        house.acts(|tx, at| judge::restore(tx, at, Act::of("judge", ""))).await;
        house.db.write(|tx| judge::follow(tx, "judge")).await.unwrap();
        house.excludes("judge", "why").await;
        assert!(house.db.raw(wrong).is_empty());
        assert_eq!(house.db.raw(done).len(), 450);
    }
}

#[tokio::test]
async fn what_operators_do_is_written_down() {
    for house in played().await {
        house
            .acts(|tx, at| {
                judge::exclude(tx, at, Act { by: Some("ann"), of: "bob", why: "Zeros." })
            })
            .await;
        // Again is nothing new.
        house.excludes("bob", "Again.").await;
        house.restores("bob").await;
        house.restores("cat").await;
        house
            .acts(|tx, at| erase::ban(tx, at, Act { by: Some("ann"), of: "bob", why: "Rude." }))
            .await;
        house.acts(|tx, at| erase::unban(tx, at, None, "bob")).await;
        let all =
            house.db.read(|tx| moderation_log::list(tx, "", (i64::MAX, ""), 9)).await.unwrap();
        let all: Vec<_> = all
            .iter()
            .map(|act| {
                (
                    act.by.as_ref().map(|(name, _)| name.as_str()),
                    act.what,
                    act.of.as_str(),
                    act.why.as_str(),
                )
            })
            .collect();
        assert_eq!(
            all,
            [
                (None, Action::Unban, "bob", ""),
                (Some("ann"), Action::Ban, "bob", "Rude."),
                (None, Action::Restore, "bob", "a mistake"),
                (Some("ann"), Action::Exclude, "bob", "Zeros."),
            ]
        );
        let page =
            house.db.read(|tx| moderation_log::list(tx, "", (i64::MAX, ""), 2)).await.unwrap();
        let (at, id) = (page[1].at, page[1].id.clone());
        let rest =
            house.db.read(move |tx| moderation_log::list(tx, "", (at, &id), 9)).await.unwrap();
        assert_eq!(rest.len(), 2);
    }
}

fn report(guesses: i64, flags: &[(&str, f64)]) -> Report {
    let flag = |&(kind, strength): &(&str, f64)| Flag {
        kind: kind.to_owned(),
        strength,
        reason: format!("{kind} of {guesses}"),
        circle: None,
    };
    let flags = flags.iter().map(flag).collect();
    Report { guesses, seconds: Some(2.5), mean: 50.0, spread: 1.0, correlation: None, flags }
}

impl House {
    async fn notes(&self, id: &str, report: Report) {
        let (id, now) = (id.to_owned(), self.now());
        self.db.write(move |tx| judge::note(tx, &id, &report, now)).await.unwrap();
    }

    /// Who waits to be looked at, and for which flags.
    async fn queue(&self) -> Vec<(String, Vec<String>)> {
        let all = self.db.read(|tx| judge::queue(tx, (f64::MAX, ""), 9)).await.unwrap();
        let kinds = |flags: &[Flag]| flags.iter().map(|flag| flag.kind.clone()).collect();
        all.iter().map(|one| (one.name.clone(), kinds(&one.report.flags))).collect()
    }
}

fn lines(all: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
    let line = |&(name, kinds): &(&str, &[&str])| {
        (name.to_owned(), kinds.iter().map(|&kind| kind.to_owned()).collect())
    };
    all.iter().map(line).collect()
}

#[tokio::test]
async fn the_queue_has_the_strongest_signs_first() {
    for house in played().await {
        house.notes("ann", report(20, &[("random", 4.5)])).await;
        house.notes("bob", report(30, &[("constant", 3.5), ("minimum", 12.0)])).await;
        assert_eq!(
            house.queue().await,
            lines(&[("bob", &["minimum", "constant"]), ("ann", &["random"])])
        );
        let rest = house.db.read(|tx| judge::queue(tx, (12.0, "bob"), 9)).await.unwrap();
        assert_eq!(rest.len(), 1);
        assert_eq!(rest[0].report, report(20, &[("random", 4.5)]));
        // Signs that are gone are gone.
        house.notes("bob", report(31, &[("constant", 3.5)])).await;
        house.notes("ann", report(21, &[])).await;
        assert_eq!(house.queue().await, lines(&[("bob", &["constant"])]));
        assert_eq!(house.db.read(|tx| judge::flagged_after(tx, "", 9)).await.unwrap(), ["bob"]);
        // A player who is excluded is out of it, and why stays known.
        house.excludes("bob", "See.").await;
        house.notes("bob", report(2, &[])).await;
        assert!(house.queue().await.is_empty());
        house.restores("bob").await;
        assert_eq!(house.queue().await, lines(&[("bob", &["constant"])]));
        house.acts(|tx, at| erase::erase(tx, at, "bob")).await;
        assert!(house.queue().await.is_empty());
        assert!(house.db.raw("SELECT why FROM act WHERE why <> ''").is_empty());
    }
}

#[tokio::test]
async fn nothing_wrong_holds_until_there_is_more_to_see() {
    for house in played().await {
        house.notes("bob", report(20, &[("constant", 4.0)])).await;
        house
            .acts(|tx, at| judge::clear(tx, at, Act { by: Some("ann"), of: "bob", why: "" }))
            .await;
        assert!(house.queue().await.is_empty());
        house.notes("bob", report(29, &[("constant", 6.0)])).await;
        assert!(house.queue().await.is_empty());
        // Another sign is something else.
        house.notes("bob", report(29, &[("constant", 6.0), ("copying", 3.1)])).await;
        assert_eq!(house.queue().await, lines(&[("bob", &["copying"])]));
        // A sign that comes and goes is not new for that.
        house.notes("bob", report(29, &[])).await;
        house.notes("bob", report(29, &[("constant", 6.0)])).await;
        assert!(house.queue().await.is_empty());
        house.notes("bob", report(30, &[("constant", 6.0)])).await;
        assert_eq!(house.queue().await, lines(&[("bob", &["constant"])]));
    }
}

#[tokio::test]
async fn guesses_are_read_a_page_at_a_time_with_what_came_with_them() {
    for house in played().await {
        let mut seen = Vec::new();
        let mut before = (i64::MAX, String::new());
        loop {
            let (at, id) = before;
            let page = house.db.read(move |tx| judge::latest(tx, (at, &id), 3)).await.unwrap();
            let Some(last) = page.last() else { break };
            before = (last.at, last.game_id.clone());
            seen.extend(page);
        }
        assert_eq!(seen.len(), 8);
        assert!(seen.windows(2).all(|two| two[0].at >= two[1].at));
        let first = seen.iter().find(|one| one.judge == "ann" && one.at == seen[7].at).unwrap();
        assert_eq!((first.player.as_str(), first.points), ("bob", 64_000_000));
        assert_eq!(first.back, Some(81_500_000));
        assert!(first.took_ms.is_some_and(|ms| ms > 0));
        // Beside what the others guess of the same players.
        let drawn = house.db.read(|tx| judge::chart(tx, "bob", 9)).await.unwrap();
        let mut drawn: Vec<(f64, f64)> = drawn.iter().map(|one| (one.others, one.points)).collect();
        drawn.sort_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(drawn, [(90.0, 7.0), (40.0, 81.5), (40.0, 100.0)]);
        house.excludes("bob", "See.").await;
        assert_eq!(house.db.read(|tx| judge::chart(tx, "bob", 9)).await.unwrap().len(), 3);
    }
}

#[tokio::test]
async fn a_group_that_was_dismissed_stays_so_until_there_is_more_to_see() {
    for house in played().await {
        let group = |guesses, circle: &str| {
            let mut report = report(guesses, &[("accounts", 9.0)]);
            report.flags[0].circle = Some(circle.to_owned());
            report
        };
        house.notes("ann", group(20, "1-0")).await;
        house.notes("bob", group(20, "1-0")).await;
        house
            .notes("bob", {
                let mut both = group(20, "1-0");
                both.flags.extend(report(20, &[("copying", 5.0)]).flags);
                both
            })
            .await;
        let all = house.db.read(|tx| judge::queue(tx, (f64::MAX, ""), 9)).await.unwrap();
        let names = |of: &[(String, String)]| of.iter().map(|it| it.1.clone()).collect::<Vec<_>>();
        assert_eq!(all.len(), 2);
        for (one, other) in [("ann", "bob"), ("bob", "ann")] {
            let found = all.iter().find(|found| found.name == one).unwrap();
            assert_eq!(names(&found.together), [other]);
        }
        let at = house.at();
        let clear = move |tx: &mut Tx<'_>| {
            judge::clear_circle(tx, &at, Act { by: Some("cat"), of: "ann", why: "" })
        };
        house.db.write(clear).await.unwrap();
        // The other sign is not part of the group.
        assert_eq!(house.queue().await, lines(&[("bob", &["copying"])]));
        let acts =
            house.db.read(|tx| moderation_log::list(tx, "", (i64::MAX, ""), 9)).await.unwrap();
        let cleared = acts.iter().filter(|act| act.what == Action::Clear).count();
        assert_eq!(cleared, 2, "each member's record says so");
        house.notes("ann", group(29, "2-0")).await;
        house.notes("bob", group(29, "2-0")).await;
        assert!(house.queue().await.is_empty());
        house.notes("ann", group(30, "3-0")).await;
        assert_eq!(house.queue().await, lines(&[("ann", &["accounts"])]));
        // Erasure leaves nobody in a group.
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        assert!(house.db.raw("SELECT circle FROM flag WHERE player_id = 'ann'").is_empty());
    }
}

#[tokio::test]
async fn a_brigade_against_a_person_waits_with_its_evidence_and_goes_with_its_target() {
    for house in played().await {
        let report = BlocReport {
            kind: BlocKind::Brigade,
            player_id: "ann".to_owned(),
            raises: false,
            strength: 4.0,
            guesses: 1,
            given: 0.0,
            others: 9,
            others_mean: 60.0,
            elsewhere: false,
            reason: Some("Evidence.".to_owned()),
        };
        let found = [(report.clone(), vec!["bob".to_owned()])];
        let new = house.acts(move |tx, at| judge::note_blocs(tx, at, &found)).await;
        let waiting = house.db.read(|tx| judge::blocs(tx, 9)).await.unwrap();
        assert_eq!((new, waiting.len()), (1, 1));
        assert_eq!((&*waiting[0].player, &waiting[0].report), ("ann", &report));
        assert_eq!(waiting[0].members, [("bob".to_owned(), "bob".to_owned())]);
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        assert!(house.db.raw("SELECT id FROM bloc").is_empty());
        assert!(house.db.raw("SELECT bloc_id FROM bloc_member").is_empty());
    }
}
