//! The way of a trivia question from its writer through its editors into a release.

use std::collections::BTreeSet;

use luna_app::Error;
use luna_app::quiz::release::{self, Release};
use luna_app::quiz::review::{self, NewReview};
use luna_app::quiz::writing::{self, Edit, LICENCES};
use luna_app::quiz::{block, take_down};
use luna_core::assignment::Decision;
use luna_core::quiz::question::{State, Verdict};
use luna_store::consent::Purpose;
use luna_store::player::{self, Player, Role};
use luna_store::quiz::question::{self, Question};
use luna_store::{Tx, consent};
use luna_testkit::instance::{DAY, TestInstance, link};

/// A player at their desk.
struct Desk<'a> {
    app: &'a TestInstance,
    me: Player,
}

impl<'a> Desk<'a> {
    async fn writer(app: &'a TestInstance, name: &'static str) -> Desk<'a> {
        app.confirmed(name).await;
        Desk { app, me: app.db.read(move |tx| player::find(tx, name)).await.unwrap() }
    }

    async fn editor(app: &'a TestInstance, name: &str) -> Desk<'a> {
        let id = app.confirmed(name).await.id;
        let work = move |tx: &mut Tx<'_>| {
            player::set_role(tx, &id, Some(Role::Moderator))?;
            player::find(tx, &id)
        };
        Desk { app, me: app.db.write(work).await.unwrap() }
    }

    /// Submits a question. Returns its id.
    async fn submits(&self, edit: Edit) -> Result<String, Error> {
        let (app, me) = (self.app.app().clone(), self.me.clone());
        let work = move |tx: &mut Tx<'_>| {
            let id = writing::begin(tx, &app, &me, None)?;
            writing::save(tx, &app, &me, &id, &edit, &[], None)?;
            writing::submit(tx, &app, &me, &id, &[])?;
            Ok::<_, Error>(id)
        };
        self.app.db.write(work).await
    }

    /// Takes the next question.
    async fn takes(&self) -> Option<String> {
        let (app, me) = (self.app.app().clone(), self.me.clone());
        let work = move |tx: &mut Tx<'_>| review::lease_next(tx, &app, &me);
        self.app.db.write(work).await.unwrap()
    }

    async fn reviews(&self, id: &str, verdict: Verdict) -> Result<Decision<Verdict>, Error> {
        let (app, me, id) = (self.app.app().clone(), self.me.clone(), id.to_owned());
        let work = move |tx: &mut Tx<'_>| {
            let new = NewReview { verdict, comment: "Read it aloud.", marks: BTreeSet::new() };
            review::review(tx, &app, &me, &id, &new)
        };
        self.app.db.write(work).await
    }
}

fn edit(text: &str) -> Edit {
    Edit {
        text: text.to_owned(),
        answer_line: "<u>raven</u>s".to_owned(),
        page: "Raven".to_owned(),
        category: "Mythology".to_owned(),
        licence: LICENCES[0].to_owned(),
        ..Edit::default()
    }
}

/// Two newcomers give a question the same verdict.
async fn two_editors(app: &TestInstance, id: &str, verdict: Verdict) {
    for name in ["eve", "fay"] {
        let editor = Desk::editor(app, &format!("{name}-{}", verdict.name())).await;
        assert_eq!(editor.takes().await.as_deref(), Some(id));
        editor.reviews(id, verdict).await.unwrap();
    }
    app.work().await;
}

async fn find(app: &TestInstance, id: &str) -> Question {
    let id = id.to_owned();
    app.db.read(move |tx| question::find(tx, &id)).await.unwrap()
}

async fn lines(app: &TestInstance) -> String {
    let read = |tx: &mut Tx<'_>| Release::read(tx, "salt")?.lines();
    app.db.read(read).await.unwrap()
}

async fn releases(app: &TestInstance) -> Result<(), String> {
    let now = app.now();
    let made = app.db.write(move |tx| release::make(tx, now)).await;
    made.map(drop).map_err(|error| error.to_string())
}

async fn agrees(app: &TestInstance, id: &'static str) {
    app.acts(move |tx, at| {
        luna_app::consent::join(tx, id, at.now)?;
        luna_app::consent::give(tx, id, Purpose::Publication, at.now)
    })
    .await;
}

#[tokio::test]
async fn an_embargo_is_kept() {
    for app in TestInstance::each().await {
        let ann = Desk::writer(&app, "ann").await;
        agrees(&app, "ann").await;
        let embargo_until = Some(app.now() + 10 * DAY);
        let id = ann.submits(Edit { embargo_until, ..edit("Name it.") }).await.unwrap();
        two_editors(&app, &id, Verdict::Accept).await;
        assert_eq!(find(&app, &id).await.state, State::Accepted);
        assert_eq!(releases(&app).await.unwrap_err(), "There is no new question to release.");
        assert_eq!(lines(&app).await, "");
        app.later(11 * DAY);
        app.work().await;
        assert_eq!(find(&app, &id).await.state, State::Published);
        releases(&app).await.unwrap();
        assert!(lines(&app).await.contains("Name it."));
    }
}

#[tokio::test]
async fn the_writer_of_a_question_gets_mail_about_its_decision() {
    for app in TestInstance::each().await {
        let ann = Desk::writer(&app, "ann").await;
        for (verdict, subject) in [
            (Verdict::Accept, "was accepted"),
            (Verdict::Return, "changes"),
            (Verdict::Reject, "rejected"),
        ] {
            let text = format!("On {}, name it.", verdict.name());
            let id = ann.submits(edit(&text)).await.unwrap();
            two_editors(&app, &id, verdict).await;
            let mails = app.mails().await;
            assert_eq!(mails.len(), 1, "{mails:?}");
            assert!(mails[0].subject.contains(subject), "{mails:?}");
            assert_eq!(mails[0].address, "ann@example.org");
            assert_eq!(link(&mails[0]), format!("/quiz/write/{id}"));
        }
    }
}

#[tokio::test]
async fn a_question_that_is_taken_down_or_whose_writer_withdraws_is_in_no_release() {
    for app in TestInstance::each().await {
        let ann = Desk::writer(&app, "ann").await;
        let id = ann.submits(edit("Name it.")).await.unwrap();
        two_editors(&app, &id, Verdict::Accept).await;
        // Without consent it is played here and released nowhere.
        assert_eq!(releases(&app).await.unwrap_err(), "There is no new question to release.");
        agrees(&app, "ann").await;
        assert_eq!(lines(&app).await, "", "not before a release is made");
        releases(&app).await.unwrap();
        assert!(lines(&app).await.contains("Name it."));
        // Consent that is withdrawn is heeded at once.
        app.acts(|tx, at| consent::withdraw(tx, "ann", Purpose::Publication, at.now)).await;
        assert_eq!(lines(&app).await, "");
        agrees(&app, "ann").await;
        assert!(lines(&app).await.contains("Name it."));
        let (on, me, wanted) = (app.app().clone(), ann.me.clone(), id.clone());
        let work = move |tx: &mut Tx<'_>| take_down::by_writer(tx, &on, &me, &wanted);
        app.db.write(work).await.unwrap();
        assert_eq!(find(&app, &id).await.state, State::TakenDown);
        assert_eq!(lines(&app).await, "");
        let words = app.db.column("SELECT text FROM tossup WHERE source_id = 'written'");
        assert_eq!(words, [""]);
    }
}

#[tokio::test]
async fn editors_who_differ_get_a_third_and_never_their_own_question() {
    for app in TestInstance::each().await {
        let ann = Desk::editor(&app, "ann").await;
        let id = ann.submits(edit("Name it.")).await.unwrap();
        assert_eq!(ann.takes().await, None);
        for (name, verdict, decision) in [
            ("eve", Verdict::Accept, Decision::Open),
            ("fay", Verdict::Return, Decision::Open),
            ("gus", Verdict::Return, Decision::Decided(Verdict::Return)),
        ] {
            let editor = Desk::editor(&app, name).await;
            let early = editor.reviews(&id, verdict).await.unwrap_err().to_string();
            assert!(early.starts_with("Your half hour for this question is over"), "{early}");
            assert_eq!(editor.takes().await.as_ref(), Some(&id));
            assert_eq!(editor.reviews(&id, verdict).await.unwrap(), decision, "{name}");
        }
        assert_eq!(find(&app, &id).await.state, State::Returned);
    }
}

#[tokio::test]
async fn a_newcomer_submits_ten_questions_a_day_and_nobody_who_is_blocked_any() {
    for app in TestInstance::each().await {
        let spammer = Desk::writer(&app, "spammer").await;
        for nth in 0..10 {
            spammer.submits(edit(&format!("Junk number {nth}."))).await.unwrap();
        }
        let refused = spammer.submits(edit("More.")).await.unwrap_err().to_string();
        assert!(refused.starts_with("You have submitted 10 questions within a day"), "{refused}");
        app.later(DAY + 1);
        let late = spammer.submits(edit("More.")).await.unwrap();
        let gus = Desk::editor(&app, "gus").await;
        let (on, editor) = (app.app().clone(), gus.me.clone());
        let work = move |tx: &mut Tx<'_>| block::block(tx, &on, &editor, "spammer", "Advertising");
        app.db.write(work).await.unwrap();
        assert_eq!(gus.takes().await, None);
        let refused = spammer.submits(edit("Again.")).await.unwrap_err().to_string();
        assert!(
            refused.contains("stopped you from submitting questions: Advertising."),
            "{refused}"
        );
        let (on, editor) = (app.app().clone(), gus.me.clone());
        let work = move |tx: &mut Tx<'_>| block::lift(tx, &on, &editor, "spammer", "Sorry.");
        app.db.write(work).await.unwrap();
        assert!(gus.takes().await.is_some());
        assert_eq!(find(&app, &late).await.state, State::Submitted);
    }
}
