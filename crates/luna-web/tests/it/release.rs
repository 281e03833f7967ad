//! What the tests publish: trivia questions, ratings, conversations and judgements, each while its author agrees.

use luna_app::question_campaign::{creation, publication};
use luna_core::question_campaign::Plan;
use luna_store::consent::{self, Matter, Purpose};
use luna_store::player;
use luna_testkit::app::{DAY, SECOND, TestApp};
use serde_json::Value;

use crate::contest_downloads::over;
use crate::daily::{agrees, all};
use crate::question_campaign::{opened, rater, starts};
use crate::quiz_writing::{TRICKY, begins, editors_accept, fields, instances, released};

/// Another question about the same answer.
const OTHER: &str = "Noah sent one out of the ark before any dove, and it flew to and fro until the waters \
    dried. Aesop lets it drop pebbles into a pitcher to reach a drink. Elijah was fed by several beside a \
    brook. For 10 points, name this glossy scavenger with a wedge-shaped tail and a croaking call.";

/// A file of JSON lines in which two people or more have rows.
struct Published {
    app: TestApp,
    path: String,
    author: String,
    purpose: Purpose,
    /// What the consent is about.
    about: String,
    is_theirs: fn(&Value) -> bool,
    /// The field with the pseudonym of a row's author; none where rows name nobody.
    name: Option<&'static str>,
}

impl Published {
    /// The rows of the author and the rows of others.
    async fn rows(&self) -> (Vec<Value>, Vec<Value>) {
        let text = self.app.visitor().get(&self.path).await.body;
        assert!(!text.contains(&self.author), "an id in {text}");
        let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
        rows.partition(self.is_theirs)
    }
}

async fn id(app: &TestApp, name: &'static str) -> String {
    app.db.read(move |tx| player::by_name(tx, name)).await.unwrap().id
}

async fn trivia(app: TestApp) -> Published {
    for (name, text, editors) in [("ann", TRICKY, ["eve", "fay"]), ("bob", OTHER, ["gil", "hal"])] {
        let mut writer = app.guest(name).await;
        let page = begins(&mut writer).await;
        let mut all = fields(text, "Raven");
        all.push(("do", "submit"));
        writer.press("Submit", &all).await.leads_to(&page);
        editors_accept(&app, editors).await;
        app.work().await;
        released(&app, name).await;
    }
    Published {
        author: id(&app, "ann").await,
        path: "/quiz/release/questions.jsonl".to_owned(),
        purpose: Purpose::Publication,
        about: String::new(),
        is_theirs: |row| row["text"] == TRICKY,
        name: Some("writer"),
        app,
    }
}

async fn ratings(app: TestApp) -> Published {
    let campaign = opened(&app, 1, Plan { raters: 2, ..Plan::default() }).await;
    for (name, rating) in [("ann", "5"), ("bob", "4")] {
        let mut rater = rater(&app, name).await;
        let here = starts(&mut rater).await;
        app.later(30 * SECOND);
        rater.press("Send", &[("rating", rating)]).await.leads_to(&here);
        app.acts(move |tx, at| {
            let id = player::by_name(tx, name)?.id;
            luna_app::consent::give(tx, &id, Purpose::RatingPublication, at.now)
        })
        .await;
    }
    let (at, closed) = (app.moment(), campaign.clone());
    let publish = move |tx: &mut luna_store::Tx<'_>| {
        creation::close(tx, &closed, at.now)?;
        publication::publish(tx, &at, &closed)
    };
    app.db.write(publish).await.unwrap();
    Published {
        author: id(&app, "ann").await,
        path: format!("/questions/results/{campaign}/ratings.jsonl"),
        purpose: Purpose::RatingPublication,
        about: String::new(),
        is_theirs: |row| row["rating"] == 5,
        name: Some("rater"),
        app,
    }
}

async fn conversations(app: TestApp) -> Published {
    let run = over(app).await;
    Published {
        path: format!("/contests/{}/transcripts/keys", run.id),
        author: "player J4".to_owned(),
        purpose: Purpose::ContestPublication,
        about: run.id,
        is_theirs: |row| row["type"] == "key" && row["judge"] == 4,
        name: None,
        app: run.app,
    }
}

async fn daily_judgements(app: TestApp) -> Published {
    app.work().await;
    for (name, guess) in [("ann", "72"), ("bob", "30")] {
        let mut player = app.guest(name).await;
        player.get("/today").await;
        player.press("Show me who they were", &all(guess, "person")).await.leads_to("/today");
        agrees(&app, name, true).await;
    }
    app.later(DAY);
    Published {
        author: id(&app, "ann").await,
        path: "/today/release/judgements.jsonl".to_owned(),
        purpose: Purpose::Publication,
        about: String::new(),
        is_theirs: |row| row["guess"] == 72,
        name: Some("judge"),
        app,
    }
}

/// Makes the next release of whatever is not made at each download.
async fn releases_again(app: &TestApp) {
    let at = app.moment();
    let campaigns = app.db.column("SELECT id FROM question_campaign");
    let work = move |tx: &mut luna_store::Tx<'_>| {
        campaigns.iter().try_for_each(|id| {
            publication::withdraw(tx, id)?;
            publication::publish(tx, &at, id)
        })
    };
    app.db.write(work).await.unwrap();
}

#[tokio::test]
async fn an_author_has_another_name_in_the_next_release_and_no_row_once_they_withdraw() {
    let mut everything = Vec::new();
    for app in instances().await {
        everything.push(trivia(app).await);
    }
    for app in TestApp::each().await {
        everything.push(ratings(app).await);
    }
    for app in TestApp::each().await {
        everything.push(conversations(app).await);
    }
    for app in TestApp::each().await {
        everything.push(daily_judgements(app).await);
    }
    for released in everything {
        let path = &released.path;
        let (theirs, others) = released.rows().await;
        assert!(!theirs.is_empty() && !others.is_empty(), "{path}");
        releases_again(&released.app).await;
        let (again, _) = released.rows().await;
        assert_eq!(again.len(), theirs.len(), "{path}");
        if let Some(name) = released.name {
            let names = [&theirs, &again].map(|rows| rows[0][name].as_str().unwrap());
            assert_ne!(names[0], names[1], "{path}");
        }
        let (author, purpose, about) =
            (released.author.clone(), released.purpose, released.about.clone());
        let withdraw = move |tx: &mut luna_store::Tx<'_>, at: &luna_store::game::Context| {
            consent::withdraw(tx, &author, Matter { purpose, about: &about }, at.now)
        };
        released.app.acts(withdraw).await;
        releases_again(&released.app).await;
        let (gone, left) = released.rows().await;
        assert!(gone.is_empty(), "{path}: {gone:?}");
        assert_eq!(left.len(), others.len(), "{path}");
    }
}
