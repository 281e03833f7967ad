//! People who score answers of the battery: blind, two or three of each, and what comes of it.

use luna_core::battery::HumanScore;
use luna_store::battery::answer;
use luna_store::player::{self, Role};
use luna_testkit::app::{HOUR, TestApp};
use luna_testkit::persona::Persona;

use crate::quiz_writing::editor;

const QUEUE: &str = "/admin/battery";

async fn administrator(app: &TestApp) -> Persona {
    let boss = editor(app, "boss").await;
    app.acts(|tx, _| {
        let id = player::by_name(tx, "boss")?.id;
        player::set_role(tx, &id, Some(Role::Administrator))
    })
    .await;
    boss
}

/// Has the improved answerer sit form a, and leaves one answer for people: one to an item worth two.
async fn one_answer_waits(app: &TestApp) -> String {
    let mut boss = administrator(app).await;
    boss.get(QUEUE).await;
    let chosen = [("machine", "house-common-sense"), ("form", "a")];
    boss.press("Start the test", &chosen).await.leads_to("/battery/results?form=a");
    let first = "SELECT a.id FROM battery_reply r JOIN battery_answer a ON a.id = r.answer_id
                 WHERE r.rank = 1 AND r.item = 'vocabulary-dog'";
    let id = app.db.column(first).remove(0);
    app.db.raw("UPDATE battery_answer SET waiting_since = NULL");
    app.db.raw(&format!("UPDATE battery_answer SET waiting_since = 1 WHERE id = '{id}'"));
    id
}

/// Takes the one answer that waits.
async fn takes(scorer: &mut Persona, id: &str) -> String {
    let here = format!("{QUEUE}/answers/{id}");
    scorer.get(QUEUE).await;
    scorer.press("Take the next answer", &[]).await.leads_to(&here);
    scorer.reads(&here).await
}

async fn settled(app: &TestApp, id: &str) -> Option<HumanScore> {
    let id = id.to_owned();
    app.db.read(move |tx| answer::find(tx, &id)).await.unwrap().by_people
}

#[tokio::test]
async fn two_who_agree_settle_an_answer_without_knowing_whose_it_is() {
    for app in TestApp::each().await {
        let id = one_answer_waits(&app).await;
        let mut visitor = app.visitor();
        let before = visitor.reads("/battery/results?form=a").await;
        assert!(before.contains("The answer key alone has scored the"), "{before}");
        for (nth, name) in ["zelda", "fay"].into_iter().enumerate() {
            let mut scorer = editor(&app, name).await;
            let page = takes(&mut scorer, &id).await;
            assert!(
                page.contains("What is a dog?") && page.contains("# What earns points"),
                "{page}"
            );
            for secret in ["common-sense", "zelda", "confidence"] {
                assert!(!page.replace("Common sense", "").contains(secret), "{secret}: {page}");
            }
            assert_eq!(settled(&app, &id).await, None, "after {nth}");
            let given = [("points", "0"), ("nonsense", "yes")];
            scorer.press("0", &given).await.leads_to(QUEUE);
            let again = scorer.get(&format!("{QUEUE}/answers/{id}")).await;
            assert_eq!(again.status.as_u16(), 409);
        }
        let score = HumanScore { points: 0, is_nonsense: true, is_unchildlike: false };
        assert_eq!(settled(&app, &id).await, Some(score));
        let after = visitor.reads("/battery/results?form=a").await;
        assert!(after.contains("People have scored 1 of the"), "{after}");
        let machine = visitor.reads("/machines/house-common-sense").await;
        assert!(machine.contains("## Common sense"), "{machine}");
        assert!(machine.contains("People have scored 1 of the"), "{machine}");
        let mut eve = editor(&app, "gus").await;
        let queue = eve.reads(QUEUE).await;
        assert!(queue.contains("0 answers to score"), "{queue}");
        assert!(queue.contains("Two scorers"), "{queue}");
    }
}

#[tokio::test]
async fn only_scorers_see_the_queue_and_are_told_when_it_is_empty() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        assert_eq!(ann.get(QUEUE).await.status.as_u16(), 404, "she is no scorer");
        let mut hal = editor(&app, "hal").await;
        hal.get(QUEUE).await;
        let none = hal.press("Take the next answer", &[]).await;
        assert_eq!(none.status.as_u16(), 409);
        assert!(none.text().contains("There is no answer for you to score."), "{}", none.text());
    }
}

#[tokio::test]
async fn a_score_that_makes_no_sense_or_comes_too_late_is_refused_with_the_reason() {
    let app = TestApp::new().await;
    let id = one_answer_waits(&app).await;
    let mut eve = editor(&app, "eve").await;
    takes(&mut eve, &id).await;
    for (fields, why) in [
        (
            &[("points", "2"), ("nonsense", "yes")][..],
            "An answer that earns points is not nonsense.",
        ),
        (&[("points", "0"), ("unchildlike", "yes")], "An answer that earns nothing is not right."),
        (&[("points", "3")], "Give the answer 0, 1 or 2 points."),
    ] {
        let refused = eve.press("2", fields).await;
        assert_eq!(refused.status.as_u16(), 422);
        assert!(refused.text().contains(why), "{}", refused.text());
    }
    eve.press("Give the answer back", &[]).await.leads_to(QUEUE);
    takes(&mut eve, &id).await;
    app.later(HOUR);
    let late = eve.press("1", &[("points", "1")]).await;
    assert_eq!(late.status.as_u16(), 409);
    assert!(late.text().contains("Your half hour for this answer is over"), "{}", late.text());
    assert_eq!(settled(&app, &id).await, None);
}

#[tokio::test]
async fn every_machine_that_comes_with_luna_can_sit_and_only_administrators_let_it() {
    let app = TestApp::new().await;
    let mut boss = administrator(&app).await;
    for machine in ["house-analogyspace", "house-common-sense", "house-eliza", "house-gibberish"] {
        boss.get(QUEUE).await;
        let chosen = [("machine", machine), ("form", "b")];
        boss.press("Start the test", &chosen).await.leads_to("/battery/results?form=b");
    }
    let page = boss.reads("/battery/results?form=b").await;
    for part in ["## analogyspace", "## common-sense", "## eliza", "Similarities", "Form a"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(boss.get("/battery/results?form=z").await.status.as_u16(), 404);
    boss.get(QUEUE).await;
    let refused = boss.press("Start the test", &[("machine", "house-eliza"), ("form", "z")]).await;
    assert!(refused.text().contains("There is no form “z”; there are a and b."));
    let mut eve = editor(&app, "eve").await;
    let token = eve.get(QUEUE).await;
    assert!(!token.text().contains("Start the test"));
    let body = format!("csrf={}&machine=house-eliza&form=a", eve.token());
    assert_eq!(eve.post_raw("/admin/battery/sittings", &body).await.status.as_u16(), 404);
}

#[tokio::test]
async fn the_answerers_answer_on_their_pages() {
    let app = TestApp::new().await;
    let mut eve = editor(&app, "eve").await;
    for machine in ["house-analogyspace", "house-common-sense"] {
        eve.get(&format!("/machines/{machine}")).await;
        let asked = [("question", "Where can you find a penguin?")];
        let task = eve.press("Ask", &asked).await.leads_to("/machines/");
        let page = eve.reads(&task).await;
        assert!(page.contains("find a penguin"), "{page}");
    }
}
