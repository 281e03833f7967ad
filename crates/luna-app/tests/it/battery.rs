//! Machines that sit the battery, and the people who score their answers.

use std::sync::Arc;

use luna_app::battery::attempt::{self, AttemptProgress};
use luna_app::battery::result_cache::{Lookup, Sittings, cache};
use luna_app::battery::scoring::{self, GivenScore};
use luna_app::battery::sit;
use luna_app::{Instance, Parts, tasks};
use luna_core::battery::HumanScore;
use luna_core::skill::Skill;
use luna_store::battery::answer;
use luna_store::machine::{self, Skills, skill};
use luna_store::player::{self, Player, Role};
use luna_store::{Tx, task};
use luna_testkit::instance::{DAY, HOUR, TestInstance};

use crate::call::service;

const ANSWERER: &str = "house-common-sense";

async fn of(app: &TestInstance, id: &str) -> Player {
    let id = id.to_owned();
    app.db.read(move |tx| player::find(tx, &id)).await.unwrap()
}

/// A moderator with this name.
async fn scorer(app: &TestInstance, name: &str) -> Player {
    let id = app.confirmed(name).await.id;
    app.acts(move |tx, _| player::set_role(tx, &id, Some(Role::Moderator))).await;
    of(app, name).await
}

/// Has a machine of Ann's begin form a.
async fn lets_sit(app: &TestInstance, machine: &'static str) {
    let (at, ann) = (app.moment(), of(app, "ann").await);
    let begin = move |tx: &mut Tx<'_>| attempt::begin(tx, &at, &ann, machine, "a");
    app.db.write(begin).await.unwrap();
    app.work().await;
}

async fn progress(app: &TestInstance, machine: &'static str) -> Option<AttemptProgress> {
    app.db.read(move |tx| attempt::progress(tx, machine)).await.unwrap()
}

/// Has the improved answerer sit form a, and leaves one answer for people: one to an item worth two.
async fn one_answer_waits(app: &TestInstance) -> String {
    sit(app.app(), ANSWERER, "a").await.unwrap();
    let first = "SELECT a.id FROM battery_reply r JOIN battery_answer a ON a.id = r.answer_id
                 WHERE r.rank = 1 AND r.item = 'vocabulary-dog'";
    let id = app.db.column(first).remove(0);
    app.db.raw("UPDATE battery_answer SET waiting_since = NULL");
    app.db.raw(&format!("UPDATE battery_answer SET waiting_since = 1 WHERE id = '{id}'"));
    id
}

/// A newcomer takes the one answer that waits, and gives it points.
async fn scores(app: &TestInstance, name: &str, id: &str, points: &'static str) {
    let (by, on, id) = (scorer(app, name).await, app.app().clone(), id.to_owned());
    let work = move |tx: &mut Tx<'_>| {
        assert_eq!(scoring::lease_next(tx, &on, &by)?.as_ref(), Some(&id));
        let given = GivenScore { points, is_nonsense: false, is_unchildlike: false };
        scoring::score(tx, &on, &by, &id, given)
    };
    app.db.write(work).await.unwrap();
}

async fn settled(app: &TestInstance, id: &str) -> Option<HumanScore> {
    let id = id.to_owned();
    app.db.read(move |tx| answer::find(tx, &id)).await.unwrap().by_people
}

/// The number of first answers that people have scored, as a server knows it, and whether it knew it
/// without reading answers.
async fn known(server: &Instance, of: fn() -> Sittings) -> (Option<usize>, bool) {
    let within = server.clone();
    let look_up = move |tx: &mut Tx<'_>| cache(&within).look_up(tx, of());
    let found = server.db.read(look_up).await.unwrap();
    let is_hit = matches!(found, Lookup::Hit(_));
    let results = cache(server).results(found).await.unwrap();
    (results.first().map(|it| it.first_answers.by_people), is_hit)
}

#[tokio::test]
async fn results_are_known_until_another_server_settles_an_answer() {
    let of_form = || Sittings::OfForm("a".to_owned());
    let of_machine = || Sittings::OfPlayer(ANSWERER.to_owned());
    for app in TestInstance::each().await {
        let parts = Parts { memory: Arc::default(), ..Parts::clone(app.app()) };
        let other = Instance::new(parts);
        assert_eq!(known(&other, of_form).await, (None, false));
        assert_eq!(known(&other, of_form).await, (None, true));
        let id = one_answer_waits(&app).await;
        assert_eq!(known(&other, of_form).await, (Some(0), false), "it has sat");
        for nth in 0..2 {
            assert_eq!(known(&other, of_form).await, (Some(0), true), "{nth} have scored");
            scores(&app, ["zelda", "fay"][nth], &id, "1").await;
        }
        assert_eq!(known(&other, of_form).await, (Some(1), false), "two have agreed");
        assert_eq!(known(&other, of_machine).await, (Some(1), false));
        assert_eq!(known(&other, of_machine).await, (Some(1), true));
    }
}

#[tokio::test]
async fn a_third_scores_where_two_differ_and_the_middle_stands() {
    for app in TestInstance::each().await {
        let id = one_answer_waits(&app).await;
        for (name, points) in [("eve", "2"), ("fay", "0"), ("gus", "1")] {
            assert_eq!(settled(&app, &id).await, None);
            scores(&app, name, &id, points).await;
        }
        assert_eq!(settled(&app, &id).await.map(|it| it.points), Some(1));
    }
}

#[tokio::test]
async fn a_sitting_ends_when_its_machine_is_replaced_stopped_or_takes_no_questions() {
    for app in TestInstance::each().await {
        app.confirmed("ann").await;
        app.machine("robot", "ann").await;
        let begun = async || lets_sit(&app, "robot").await;
        // The item that was open is still its task, and belongs to no sitting.
        let declines = async || {
            let with = app.app().clone();
            app.acts(move |tx, at| {
                for open in task::open_of(tx, "robot", at.now, 9)? {
                    tasks::decline(tx, &with, &open.id)?;
                }
                Ok(())
            })
            .await;
        };
        let attempts = || app.db.column("SELECT player_id FROM battery_attempt");
        let items = || app.db.column("SELECT item FROM battery_question");
        begun().await;
        app.acts(|tx, at| machine::kill(tx, at, "robot", "It swears.")).await;
        assert_eq!((attempts(), items()), (Vec::new(), Vec::new()), "stopped by the operator");
        app.acts(|tx, _| machine::revive(tx, "robot")).await;
        declines().await;
        begun().await;
        app.acts(|tx, _| {
            let mut declared = machine::find(tx, "robot")?.declared;
            declared.skills = Skills::new([Skill::Converse]);
            machine::update(tx, "robot", &declared)
        })
        .await;
        declines().await;
        app.work().await;
        assert_eq!((attempts(), items()), (Vec::new(), Vec::new()), "it takes no questions");
        app.acts(|tx, _| {
            let mut declared = machine::find(tx, "robot")?.declared;
            declared.skills = Skills::all();
            machine::update(tx, "robot", &declared)
        })
        .await;
        begun().await;
        app.acts(|tx, at| {
            let old = machine::find(tx, "robot")?;
            machine::replace(tx, at, &old, "idnew", "robot v2", &old.declared)
        })
        .await;
        assert_eq!((attempts(), items()), (Vec::new(), Vec::new()), "replaced");
        lets_sit(&app, "idnew").await;
        assert_eq!(attempts(), ["idnew"], "the later version begins from the first item");
    }
}

#[tokio::test]
async fn a_sitting_pauses_at_the_daily_limit_and_goes_on_the_next_day() {
    let app = TestInstance::new().await;
    service(&app).await;
    app.acts(|tx, _| skill::set_limits(tx, "far", Skill::Answer, Some(3), None)).await;
    lets_sit(&app, "far").await;
    let at_limit = progress(&app, "far").await.unwrap();
    assert_eq!((at_limit.done, at_limit.of), (3, 90));
    let why = "This machine has reached its limit of tasks outside games today";
    assert!(at_limit.attempt.paused_why.unwrap().starts_with(why));
    let (with, ann) = (app.app().clone(), of(&app, "ann").await);
    let go_on = move |tx: &mut Tx<'_>| attempt::go_on(tx, &with, &ann, "far");
    app.db.write(go_on).await.unwrap();
    app.work().await;
    assert_eq!(progress(&app, "far").await.unwrap().done, 3, "the limit holds");
    app.passes(DAY, HOUR).await;
    assert_eq!(progress(&app, "far").await.unwrap().done, 6);
    app.passes(7 * DAY, HOUR).await;
    assert_eq!(progress(&app, "far").await, None, "it is given up after a week");
}
