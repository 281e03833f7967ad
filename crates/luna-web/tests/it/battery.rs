//! The page where visitors ask the answerers about common sense.

use luna_app::battery::COMMON_SENSE;
use luna_testkit::app::{SECOND, TestApp};

#[tokio::test]
async fn a_visitor_asks_and_sees_what_the_answers_stand_on() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let page = ann.reads("/battery").await;
    assert!(page.contains("What does every child know?"), "{page}");
    assert!(!page.contains("Understood as"), "{page}");
    let page = ann.reads("/battery?question=Where+can+you+find+a+penguin%3F").await;
    for part in [
        "## Luna’s answerer",
        "## The answerer of Ohlsson and others (2012)",
        "AtLocation(penguin, ",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let page = ann.reads("/battery?question=What+is+a+dog%3F").await;
    assert!(page.contains("A dog is a kind of animal."), "{page}");
    let page = ann.reads("/battery?question=How+are+a+pen+and+a+pencil+alike%3F").await;
    assert!(page.contains("Understood as: pen, pencil."), "{page}");
    let page = ann.reads("/battery?question=What+color+is+the+sky%3F").await;
    let answers = page.split("## Luna’s answerer").nth(1).unwrap_or_default();
    let first = answers.lines().find(|line| line.contains(" sky "));
    assert!(first.is_some_and(|line| line.contains("The sky is blue.")), "{answers}");
    let page = ann.reads("/battery?question=%3F").await;
    assert!(page.contains("The question has no words; please ask something."), "{page}");
    let page = ann.reads("/battery?question=Zyzzyvas+quonk").await;
    assert!(page.contains("I don't know: I have heard none of these words."), "{page}");
    let page = ann.get("/battery?question=%3Cb%3Epenguin").await;
    assert!(!page.body.contains("<b>penguin"), "{}", page.body);
}

#[tokio::test]
async fn a_visitor_who_asks_too_often_is_told_when_to_go_on() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    for _ in 0..COMMON_SENSE.burst {
        assert_eq!(ann.get("/battery?question=%3F").await.status.as_u16(), 200);
    }
    let refused = ann.get("/battery?question=Where+are+penguins").await;
    assert_eq!(refused.status.as_u16(), 429);
    assert_eq!(refused.headers["retry-after"], "3");
    assert!(refused.body.contains("value=\"Where are penguins\""), "{}", refused.body);
    let text = refused.text();
    assert!(
        text.contains("Your question is still in the box: please ask it again in 3 seconds."),
        "{text}"
    );
    assert_eq!(ann.get("/battery").await.status.as_u16(), 200);
    app.later(2 * SECOND);
    assert_eq!(ann.get("/battery?question=%3F").await.status.as_u16(), 200);
}
