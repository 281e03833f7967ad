//! Writing questions against the search machine, and the way of a question through its editors.

use luna_app::quiz::learning;
use luna_app::quiz::limits;
use luna_core::quiz::question::State;
use luna_store::consent::Purpose;
use luna_store::player::{self, Role};
use luna_store::quiz::source::Source;
use luna_store::quiz::tossup::Tossup;
use luna_store::quiz::{answer, page, question, source, tossup};
use luna_testkit::app::{DAY, TestApp};
use luna_testkit::persona::Persona;

/// What the search machine has learned: for each answer two questions.
const LEARNED: [(&str, &str); 6] = [
    (
        "Raven",
        "Huginn and Muninn are two of these birds that sit on the shoulders of Odin. A poem by Poe has one \
         perch on a bust of Pallas. For 10 points, name this black bird that says nevermore.",
    ),
    (
        "Raven",
        "Six of these birds are kept at the Tower of London by a yeoman. In Haida stories one of them steals the \
         sun from a cedar box. For 10 points, name this large black bird of the crow family.",
    ),
    (
        "Moby-Dick",
        "Queequeg orders a coffin in this novel that opens with the words call me Ishmael. For 10 points, name \
         this novel in which Ahab hunts a white whale.",
    ),
    (
        "Moby-Dick",
        "Starbuck refuses to shoot his captain in this novel about the ship Pequod. For 10 points, name this \
         novel by Herman Melville about a whale.",
    ),
    (
        "Thames",
        "This river rises in Gloucestershire and passes Oxford as the Isis. For 10 points, name this river \
         that flows through London.",
    ),
    (
        "Thames",
        "Joseph Bazalgette built the embankment of this river, which has a barrier at Woolwich. For 10 points, \
         name this river under the Tower Bridge.",
    ),
];

/// A question that tells the machine everything.
pub(crate) const PLAIN: &str = "Huginn and Muninn are two of these birds on the shoulders of Odin. One of them steals the sun \
    from a cedar box in Haida stories. A yeoman keeps six of these birds at the Tower of London. In a poem \
    by Poe one perches on a bust of Pallas. For 10 points, name this black bird that says nevermore.";

/// The same bird, with none of the words that the machine knows.
pub(crate) const TRICKY: &str = "A wanderer with a single eye hears news each evening from a pair named for thinking and \
    remembering. A fortress will fall, guards believe, should its winged residents ever leave. An insomniac \
    scholar mourning Lenore is answered by the same single word over and over. For 10 points, name this \
    feathered animal, larger than its relative the jackdaw.";

pub(crate) async fn instances() -> Vec<TestApp> {
    let all = TestApp::each().await;
    for app in &all {
        app.acts(|tx, at| {
            let new = Source {
                id: "learned".to_owned(),
                name: "learned.json".to_owned(),
                format: "qanta".to_owned(),
                checksum: "sum".to_owned(),
                licence: String::new(),
                imported_at: at.now,
                tossups: 6,
                answers: 3,
                is_secret: false,
                undone_at: None,
                pages: 0,
            };
            source::add(tx, &new)?;
            for (number, (page, text)) in (1..).zip(LEARNED) {
                let tossup = Tossup {
                    id: format!("t{number}"),
                    source_id: "learned".to_owned(),
                    number,
                    packet: String::new(),
                    text: text.to_owned(),
                    answer_line: page.to_owned(),
                    page: Some(page.to_owned()),
                    category: "Literature".to_owned(),
                    subcategory: String::new(),
                    difficulty: "easy".to_owned(),
                    withdrawn_at: None,
                };
                tossup::add(tx, &tossup, number)?;
                let title = page.to_owned();
                answer::add(tx, "learned", &answer::Answer { title, ..answer::Answer::default() })?;
            }
            Ok(())
        })
        .await;
        assert!(learning::Reader::default().read(app.app()).await.unwrap());
    }
    all
}

pub(crate) fn fields<'a>(text: &'a str, page: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("text", text),
        ("page", page),
        ("answer_line", "<u>raven</u>s"),
        ("category", "Mythology"),
        ("difficulty", "easy"),
        ("licence", "CC BY 4.0"),
    ]
}

/// Begins a question and returns its address.
pub(crate) async fn begins(writer: &mut Persona) -> String {
    writer.get("/quiz/write").await;
    let page = writer.press("New question", &[]).await.leads_to("/quiz/write/");
    writer.get(&page).await;
    page
}

/// A guest who has begun a question, and its address.
async fn guest_at_question(app: &TestApp) -> (Persona, String) {
    let mut ann = app.guest("ann").await;
    let page = begins(&mut ann).await;
    (ann, page)
}

async fn state(app: &TestApp, page: &str) -> State {
    let id = page.rsplit('/').next().unwrap().to_owned();
    app.db.read(move |tx| question::find(tx, &id)).await.unwrap().state
}

/// Two editors accept the question that waits for them.
pub(crate) async fn two_editors_accept(app: &TestApp) {
    editors_accept(app, ["eve", "fay"]).await;
}

/// Newcomers become editors and accept the question that waits for them.
pub(crate) async fn editors_accept(app: &TestApp, names: [&str; 2]) {
    for name in names {
        let mut editor = editor(app, name).await;
        editor.get("/admin/quiz").await;
        let here = editor.press("Take the next question", &[]).await.leads_to("/admin/quiz/");
        editor.get(&here).await;
        editor.press("Send the review", &[("verdict", "accept")]).await.leads_to(&here);
    }
}

/// A writer agrees to publication, and everything that is published is released.
pub(crate) async fn released(app: &TestApp, writer: &str) {
    let writer = writer.to_owned();
    app.acts(move |tx, at| {
        let id = player::by_name(tx, &writer)?.id;
        luna_app::consent::give(tx, &id, Purpose::Publication, at.now)
    })
    .await;
    let now = app.now();
    app.db.write(move |tx| luna_app::quiz::release::make(tx, now)).await.unwrap();
}

/// A moderator with this name.
pub(crate) async fn editor(app: &TestApp, name: &str) -> Persona {
    let editor = app.guest(name).await;
    let name = name.to_owned();
    app.acts(move |tx, _| {
        let id = player::by_name(tx, &name)?.id;
        player::verify_email(tx, &id, &format!("{name}@example.org"))?;
        player::set_role(tx, &id, Some(Role::Moderator))
    })
    .await;
    editor
}

#[tokio::test]
async fn a_writer_sees_what_the_machine_guesses_and_why() {
    for app in instances().await {
        let (mut ann, page) = guest_at_question(&app).await;
        ann.press("Save and ask the machines", &fields(PLAIN, "Raven")).await.leads_to(&page);
        let shown = ann.reads(&page).await;
        for text in [
            "Tricked 0 of 1",
            "your answer",
            "search would buzz after 1 of 60 words.",
            "Marked words speak for Raven.",
            "What mattered:",
        ] {
            assert!(shown.contains(text), "{text}: {shown}");
        }
        assert!(
            shown.contains("The search machine has learned from 2 questions with this answer.")
        );
        let html = ann.get(&page).await.body;
        assert!(html.contains("<mark>Huginn</mark>"), "{html}");
        ann.press("Save and ask the machines", &fields(TRICKY, "Raven")).await.leads_to(&page);
        let shown = ann.reads(&page).await;
        assert!(shown.contains("Tricked 1 of 1"), "{shown}");
        let history = ann.reads(&format!("{page}/history")).await;
        assert!(
            history.contains("Revision 2") && history.contains("2 | search | Raven | "),
            "{history}"
        );
        // The question belongs to its writer.
        let mut bob = app.guest("bob").await;
        for path in [page.clone(), format!("{page}/history")] {
            assert_eq!(bob.get(&path).await.status, 404, "{path}");
        }
    }
}

#[tokio::test]
async fn a_writer_reads_what_pages_tell_the_machine() {
    for app in instances().await {
        app.acts(|tx, at| {
            let named = Source {
                id: "pages".to_owned(),
                name: "pages.jsonl".to_owned(),
                format: "pages".to_owned(),
                checksum: "pages".to_owned(),
                licence: String::new(),
                imported_at: at.now,
                tossups: 0,
                answers: 0,
                is_secret: false,
                undone_at: None,
                pages: 2,
            };
            source::add(tx, &named)?;
            let croak = "A raven croaks before rain in the proverbs of shepherds. ".repeat(12);
            let nest = "A jackdaw nests in chimneys and collects bright buttons. ".repeat(12);
            for (title, text) in [("Raven", croak), ("Jackdaw", nest)] {
                let (id, title) = (title.to_lowercase(), title.to_owned());
                let named = answer::Answer { title: title.clone(), ..answer::Answer::default() };
                answer::add(tx, "pages", &named)?;
                page::add(tx, &page::Page { id, source_id: "pages".to_owned(), title, text })?;
            }
            Ok(())
        })
        .await;
        assert!(learning::Reader::default().read(app.app()).await.unwrap());
        let (mut ann, writing) = guest_at_question(&app).await;
        let shepherds =
            "Proverbs of shepherds say that rain follows when it croaks. Name this bird.";
        ann.press("Save and ask the machines", &fields(shepherds, "Raven"))
            .await
            .leads_to(&writing);
        let shown = ann.reads(&writing).await;
        let learned = "The search machine has learned from 2 questions with this answer, and from a page about it.";
        for text in [learned, "(from a page)", "Tricked 0 of 1"] {
            assert!(shown.contains(text), "{text}: {shown}");
        }
        let buttons = "It collects buttons in chimneys. Name this bird.";
        ann.press("Save and ask the machines", &fields(buttons, "Jackdaw"))
            .await
            .leads_to(&writing);
        let shown = ann.reads(&writing).await;
        let only = "The search machine has never seen a question with this answer, but it has read a page about it.";
        assert!(shown.contains(only), "{shown}");
    }
}

#[tokio::test]
async fn after_a_play_the_machine_guesses_as_if_it_had_not_learned_the_question() {
    for app in instances().await {
        let mut ann = app.guest("ann").await;
        let fields = [("source", "learned"), ("speed", "600")];
        let play = ann.asks_for(&fields).await.leads_to("/quiz/read/");
        ann.get(&play).await;
        ann.press("Give up and show the answer", &[]).await.leads_to(&play);
        let shown = ann.reads(&play).await;
        let machine = shown.split("## The machine").nth(1).unwrap();
        assert!(machine.contains("guesses here as if it had not."), "{machine}");
        // The other question about the same answer is all that it may show.
        let own = shown.split("## The whole question").nth(1).unwrap();
        let (one, other) = if own.contains("Huginn") { (0, 1) } else { (1, 0) };
        let passage = |nth: usize| LEARNED[nth].1.split_once(". ").unwrap().0;
        assert!(!machine.contains(passage(one)), "{machine}");
        assert!(machine.contains(passage(other)), "{machine}");
    }
}

#[tokio::test]
async fn a_visitor_tries_the_page_without_leaving_anything() {
    for app in instances().await {
        let mut visitor = app.visitor();
        let shown = visitor.reads("/quiz/write").await;
        assert!(shown.contains("Write a sentence"), "{shown}");
        let answer = visitor.press("Ask the machines", &fields(PLAIN, "raven")).await;
        assert!(answer.text().contains("Tricked 0 of 1"), "{answer}");
        let panel = visitor.post("/quiz/write/guesses", &fields(TRICKY, "Raven")).await;
        assert_eq!(panel.status, 200);
        assert!(panel.body.contains("Tricked 1 of 1"), "{panel}");
        let options = visitor.get("/quiz/answers?q=mob").await.body;
        assert_eq!(options, "<option value=\"Moby-Dick\"></option>");
        assert!(app.db.column("SELECT id FROM quiz_question").is_empty());
    }
}

#[tokio::test]
async fn text_of_any_kind_is_answered() {
    for app in instances().await {
        let mut visitor = app.visitor();
        visitor.get("/quiz/write").await;
        let long = "word ".repeat(20_000);
        for text in ["", " ", "(*)", "שלום עולם", "\u{202e}abc", "<b>", long.as_str()] {
            let panel = visitor.post("/quiz/write/guesses", &[("text", text)]).await;
            assert_eq!(panel.status, 200, "{text:.20}");
        }
        let mut ann = app.guest("ann").await;
        begins(&mut ann).await;
        let refused = ann.press("Save and ask the machines", &fields(&long, "Raven")).await;
        assert_eq!(refused.status, 422);
        assert!(refused.text().contains("The question has"), "{refused}");
    }
}

#[tokio::test]
async fn what_is_typed_is_saved_by_the_script() {
    for app in instances().await {
        let (mut ann, page) = guest_at_question(&app).await;
        let (_, body) = ann.filled("Save and ask the machines", &fields(PLAIN, "Raven"));
        assert_eq!(ann.types(&page, &body).await.status, 204);
        assert_eq!(ann.types(&page, &body).await.status, 204);
        assert!(ann.reads(&page).await.contains("Huginn and Muninn"));
        assert_eq!(
            app.db.column("SELECT seq FROM quiz_revision"),
            ["1"],
            "unchanged text is not saved again"
        );
    }
}

#[tokio::test]
async fn saving_without_end_is_refused_and_what_was_typed_stays() {
    for app in instances().await {
        let (mut ann, page) = guest_at_question(&app).await;
        let (_, body) = ann.filled("Save and ask the machines", &fields(PLAIN, "Raven"));
        assert_eq!(ann.types(&page, &body).await.status, 204);
        let ids = app.db.column("SELECT id FROM player WHERE name = 'ann'");
        for _ in 1..limits::SAVES.burst {
            app.app().limits.take(limits::SAVES, &ids[0], app.now()).unwrap();
        }
        let said = ann.types(&page, &body).await;
        let why =
            "You have saved too often. Keep a copy of what you typed, and save again in 4 seconds.";
        assert_eq!((said.status.as_u16(), said.body.as_str()), (422, why));
        ann.get(&page).await;
        let again = fields("These two birds sit with Odin.", "Raven");
        let shown = ann.press("Save and ask the machines", &again).await;
        assert_eq!(shown.status, 422);
        assert!(shown.text().contains(why) && shown.text().contains("These two birds"), "{shown}");
        assert_eq!(app.db.column("SELECT seq FROM quiz_revision"), ["1"]);
        app.later(4_000);
        ann.press("Save and ask the machines", &again).await.leads_to(&page);
    }
}

#[tokio::test]
async fn two_editors_who_agree_publish_a_question() {
    for app in instances().await {
        let (mut ann, page) = guest_at_question(&app).await;
        let early = ann.press("Submit", &[("do", "submit")]).await;
        assert!(early.text().contains("Write the question first."), "{early}");
        let mut all = fields(TRICKY, "Raven");
        all.extend([("credit", "Ann of the Night"), ("do", "submit")]);
        ann.press("Submit", &all).await.leads_to(&page);
        assert_eq!(state(&app, &page).await, State::Submitted);
        let id = page.rsplit('/').next().unwrap().to_owned();
        for name in ["eve", "fay"] {
            let mut editor = editor(&app, name).await;
            editor.get("/admin/quiz").await;
            let here = format!("/admin/quiz/questions/{id}");
            let blind = editor.get(&here).await;
            assert_eq!(blind.status, 404, "without a lease");
            editor.get("/admin/quiz").await;
            editor.press("Take the next question", &[]).await.leads_to(&here);
            let shown = editor.reads(&here).await;
            assert!(!shown.contains("Other reviews"), "{shown}");
            let review = [("verdict", "accept"), ("mark-paraphrase", "yes"), ("comment", "Good.")];
            editor.press("Send the review", &review).await.leads_to(&here);
        }
        assert_eq!(state(&app, &page).await, State::Accepted);
        app.work().await;
        assert_eq!(state(&app, &page).await, State::Published);
        let mut visitor = app.visitor();
        let shown = visitor.reads("/quiz/statistics").await;
        assert!(shown.contains("Paraphrase | 1 | 100 % | "), "{shown}");
        released(&app, "ann").await;
        let qanta = visitor.get("/quiz/release/qanta.json").await.body;
        let qanta: serde_json::Value = serde_json::from_str(&qanta).unwrap();
        assert_eq!(qanta["questions"][0]["page"], "Raven");
        assert_eq!(qanta["questions"][0]["credit"], "Ann of the Night");
        let lines = visitor.get("/quiz/release/questions.jsonl").await.body;
        let line: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
        assert_eq!(line["phenomena"]["paraphrase"], 2);
        assert_eq!(line["machines"][0]["tricked"], true);
        let ann_id = app.db.column("SELECT writer_id FROM quiz_question")[0].clone();
        assert!(!lines.contains(&ann_id) && !qanta.to_string().contains(&ann_id));
        let again = visitor.get("/quiz/release/questions.jsonl").await.body;
        let again: serde_json::Value = serde_json::from_str(again.lines().next().unwrap()).unwrap();
        assert_ne!(line["writer"], again["writer"], "another pseudonym in each release");
    }
}

#[tokio::test]
async fn a_round_can_be_closed_early() {
    for app in instances().await {
        let mut boss = app.admin().await;
        boss.get("/admin/quiz").await;
        let day = |days| luna_app::format::stamp(app.now() + days * DAY)[..10].to_owned();
        let fields = [("name", "Autumn"), ("opens", &*day(-1)), ("closes", &*day(9))];
        boss.press("Add the round", &fields).await.leads_to("/admin/quiz");
        let (mut ann, page) = guest_at_question(&app).await;
        assert!(ann.reads(&page).await.contains("Autumn"));
        boss.get("/admin/quiz").await;
        boss.press("Close now", &[]).await.leads_to("/admin/quiz");
        assert!(boss.reads("/admin/quiz").await.contains("over"));
        assert!(!ann.reads(&page).await.contains("Autumn"));
    }
}

#[tokio::test]
async fn a_finding_has_to_be_set_aside_before_a_question_is_accepted() {
    for app in instances().await {
        let (mut ann, page) = guest_at_question(&app).await;
        let crowed = TRICKY.replace("A wanderer", "When the cock crowed, a wanderer");
        let mut all = fields(&crowed, "Raven");
        all.push(("do", "submit"));
        ann.press("Submit", &all).await.leads_to(&page);
        assert!(ann.reads(&page).await.contains("“cock” may be vulgar."));
        let mut eve = editor(&app, "eve").await;
        eve.get("/admin/quiz").await;
        let here = eve.press("Take the next question", &[]).await.leads_to("/admin/quiz/");
        eve.get(&here).await;
        let refused = eve.press("Send the review", &[("verdict", "accept")]).await;
        assert_eq!(refused.status, 422);
        assert!(
            refused.text().contains("To accept the question, set this finding aside first"),
            "{refused}"
        );
        eve.press("Set aside", &[("why", "It is the bird.")]).await.leads_to(&here);
        eve.get(&here).await;
        eve.press("Send the review", &[("verdict", "accept")]).await.leads_to(&here);
        assert!(ann.reads(&page).await.contains("An editor set this aside: It is the bird."));
    }
}

#[tokio::test]
async fn editors_who_differ_get_a_third_and_the_writer_reads_why() {
    for app in instances().await {
        let (mut ann, page) = guest_at_question(&app).await;
        let mut all = fields(TRICKY, "Raven");
        all.push(("do", "submit"));
        ann.press("Submit", &all).await.leads_to(&page);
        let reviews = [("eve", "accept"), ("fay", "return"), ("gus", "return")];
        for (name, verdict) in reviews {
            let mut editor = editor(&app, name).await;
            editor.get("/admin/quiz").await;
            let here = editor.press("Take the next question", &[]).await.leads_to("/admin/quiz/");
            editor.get(&here).await;
            if verdict == "return" {
                let silent = editor.press("Send the review", &[("verdict", verdict)]).await;
                assert!(silent.text().contains("Tell the writer why."), "{silent}");
            }
            let review = [("verdict", verdict), ("comment", "Name the poem.")];
            editor.press("Send the review", &review).await.leads_to(&here);
        }
        assert_eq!(state(&app, &page).await, State::Returned);
        let shown = ann.reads(&page).await;
        assert!(shown.contains("Name the poem."), "{shown}");
        // Changed and submitted again, it goes to the same editors.
        let better = TRICKY.replace("For 10 points", "The poem is named for it. For 10 points");
        let mut all = fields(&better, "Raven");
        all.push(("do", "submit"));
        ann.press("Submit", &all).await.leads_to(&page);
        assert_eq!(state(&app, &page).await, State::Submitted);
        ann.get(&page).await;
        ann.press("Withdraw", &[("do", "withdraw")]).await.leads_to(&page);
        assert_eq!(state(&app, &page).await, State::Withdrawn);
    }
}

#[tokio::test]
async fn an_editor_never_gets_their_own_question() {
    for app in instances().await {
        let mut eve = editor(&app, "eve").await;
        let page = begins(&mut eve).await;
        let mut all = fields(TRICKY, "Raven");
        all.push(("do", "submit"));
        eve.press("Submit", &all).await.leads_to(&page);
        eve.get("/admin/quiz").await;
        let none = eve.press("Take the next question", &[]).await;
        assert!(none.text().contains("There is no question for you to review."), "{none}");
        let mut bob = app.guest("bob").await;
        assert_eq!(bob.get("/admin/quiz").await.status, 404);
    }
}
