//! What somebody reads when something cannot be done.

use axum::body::Body;
use axum::http::Request;
use insta::assert_snapshot;
use luna_testkit::app::{DAY, TestApp};
use luna_testkit::persona::encode;
use luna_testkit::play::{lent, questions};

#[tokio::test]
async fn missing_pages_say_so() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/nowhere").await, @"
    404
    # Nothing here
    ! There is nothing at this address.
    [Start page] [Your games]
    ");
    assert_snapshot!(app.guest("ann").await.get("/games/nowhere").await, @"
    404
    # Nothing here
    ! There is nothing at this address.
    [Start page] [Your games]
    ");
}

#[tokio::test]
async fn a_visitor_who_is_not_logged_in_is_told_how_to() {
    let app = TestApp::new().await;
    for path in ["/games", "/games/x", "/profile", "/settings", "/settings/erase", "/settings/data"]
    {
        assert_eq!(app.visitor().get(path).await.status.as_u16(), 401, "{path}");
    }
    assert_snapshot!(app.visitor().get("/games").await, @"
    401
    # You are not logged in
    ! Please log in, or play as a guest, to see this page.
    [Log in] [Play as a guest]
    ");
}

#[tokio::test]
async fn a_form_without_the_token_is_refused_and_shows_what_was_typed() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let mut fields = questions("ann");
    fields.push(("csrf".to_owned(), "x".to_owned()));
    let answer = ann.post_raw(&format!("{game}/questions"), &encode(&lent(&fields))).await;
    assert_snapshot!(answer.brief(), @"
    403
    # That did not work
    ! You logged in or out elsewhere while this form was open, so it could not be accepted. Go back, reload the page and send it again.
    ## What you typed
    It was not saved. Copy it from here if you need it.
    ann asks 1?
    (and so on to 5)
    [Your games]
    ");
}

#[tokio::test]
async fn a_move_out_of_turn_is_refused_and_shows_what_was_typed() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.opens("ann").await;
    ann.get(&game).await;
    let answer = ann.post(&format!("{game}/responses"), &[("r1", "too\nearly"), ("r2", "")]).await;
    assert_snapshot!(answer, @"
    409
    # That did not work
    ! The other player's questions are not here yet.
    ## What you typed
    It was not saved. Copy it from here if you need it.
    too early
    [Your games]
    ");
}

#[tokio::test]
async fn a_form_that_is_too_large_is_refused() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let long = "x".repeat(520 * 1024);
    assert_snapshot!(ann.post(&format!("{game}/questions"), &[("q1", &long)]).await, @"
    413
    # That did not work
    ! The form is too large: the limit is 25,000 characters in all.
    [Your games]
    ");
}

#[tokio::test]
async fn a_form_of_another_kind_is_refused() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    for kind in ["application/json", "multipart/form-data; boundary=x", "text/plain"] {
        let request = Request::post("/games").header("content-type", kind).body(Body::from("{}"));
        assert_eq!(ann.send(request.unwrap()).await.status.as_u16(), 415, "{kind}");
    }
    let none = ann.send(Request::post("/games").body(Body::from("a=1")).unwrap()).await;
    assert_snapshot!(none, @"
    415
    # That did not work
    ! Forms must be sent as application/x-www-form-urlencoded.
    [Your games]
    ");
}

#[tokio::test]
async fn invalid_questions_are_shown_again_with_their_problems() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let game = ann.new_game().await;
    ann.get(&game).await;
    let long = "ü".repeat(5_001);
    let fields = [("q1", "Fine?"), ("q2", " \n "), ("q3", &long), ("q4", ""), ("q5", "Fine too?")];
    let answer = ann.press("Send my questions", &fields).await;
    assert_snapshot!(answer.until("Your partner"), @"
    422
    *Interview* Response Guess Final
    # Ask five questions
    Nothing has been sent yet. Please look at 3 fields:
    - Question 2 is still empty.
    - Question 3 has 5001 characters; the limit is 5000.
    - Question 4 is still empty.
    ");
    let fields = answer.between("Question 1", "Never give").replace(&long, "ü × 5,001");
    assert_snapshot!(fields, @"
    Question 1 ‹ Fine?›
    5 of 5,000
    Question 2 ‹ ›
    ! Question 2 is still empty.
    4 of 5,000
    Question 3 ‹ ü × 5,001›
    ! Question 3 has 5001 characters; the limit is 5000.
    5,001 of 5,000
    Question 4 ‹ ›
    ! Question 4 is still empty.
    0 of 5,000
    Question 5 ‹ Fine too?›
    9 of 5,000
    ");
}

#[tokio::test]
async fn an_invalid_guess_is_shown_again_with_its_problem() {
    let app = TestApp::new().await;
    let (mut ann, _) = app.at_guess("ann").await;
    let fields = [("s1", "101"), ("s2", "30"), ("s3", "good"), ("guess", "-1")];
    let answer = ann.press("Make this my guess", &fields).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert_snapshot!(answer.lines("!"), @"
    ! Mark 1: That number is outside 0 to 100.
    ! Mark 3: Please give a number from 0 to 100, such as 62 or 62.5.
    ! That number is outside 0 to 100.
    ");
    assert_snapshot!(answer.lines("- "), @"
    - Mark 1: That number is outside 0 to 100.
    - Mark 3: Please give a number from 0 to 100, such as 62 or 62.5.
    - That number is outside 0 to 100.
    ");
    assert_snapshot!(answer.lines("‹"), @"
    ‹101›
    ‹30›
    ‹good›
    ‹›
    ‹›
    ‹-1›
    ");
}

#[tokio::test]
async fn too_many_attempts_say_when_to_try_again() {
    let app = TestApp::with(|settings| settings.guests_per_hour = 2).await;
    app.guest("ann").await;
    app.guest("bob").await;
    let mut cat = app.visitor();
    cat.get("/consent").await;
    let answer = cat.press("I agree, play as a guest", &[("adult", "yes")]).await;
    assert_snapshot!(answer, @"
    429
    # A moment, please
    ! Too many attempts. Please try again in 31 minutes.
    [Log in] [Start page]
    ");
    assert_eq!(answer.header("retry-after"), Some("1801"));
    app.later(DAY);
    cat.get("/consent").await;
    cat.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/games");
}

#[tokio::test]
async fn an_address_that_takes_only_forms_says_so_on_a_page_when_it_is_read() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.new_game().await;
    for path in ["/guest", "/logout", "/practice", "/settings/name", "/settings/ways-in/end"] {
        let answer = ann.get(path).await;
        assert_eq!(answer.status.as_u16(), 405, "{path}");
        assert!(answer.header("content-type").unwrap().starts_with("text/html"), "{path}");
    }
    // The address in the browser after a refusal: reloading it leads back to the game.
    for action in ["questions", "responses", "guess", "leave", "draft"] {
        ann.get(&format!("{game}/{action}")).await.leads_to(&game);
    }
}

#[tokio::test]
async fn malformed_addresses_get_a_page() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let long = "a".repeat(8_000);
    for id in
        ["%00", "%FF", "%F0%9F%8C%99", "..%2f..%2fetc", "a%0d%0ab", "'%20OR%201=1--", "-1", &long]
    {
        for path in ["/games/", "/verify/", "/reset/", "/mail/off/", "/static/x/", "/admin/"] {
            let answer = ann.get(&format!("{path}{id}")).await;
            let html =
                answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
            assert!(html, "{path}{id}: {answer}");
            let expected: &[u16] = match path {
                "/verify/" | "/reset/" | "/mail/off/" => &[200, 404],
                _ => &[404],
            };
            assert!(expected.contains(&answer.status.as_u16()), "{path}{id}: {answer}");
        }
    }
}

#[tokio::test]
async fn a_failing_database_is_reported_as_a_server_error() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    ann.get("/games").await;
    let (action, body) = ann.filled("New game", &[]);
    app.db.raw("ALTER TABLE seat RENAME TO seat_elsewhere");
    assert_snapshot!(ann.get("/games").await, @"
    500
    # Something went wrong
    ! Something went wrong on our side. What you sent was not saved. Please try again.
    [Your games]
    ");
    let answer = ann.post_raw(&action, &body).await;
    assert_eq!(answer.status.as_u16(), 500);
    assert!(!answer.body.contains("seat_elsewhere") && !answer.body.contains("SELECT"));
}
