//! Whatever is sent, nothing breaks, nothing is stored that should not be, and
//! nothing that somebody typed is lost.

use axum::body::Body;
use axum::http::Request;
use insta::assert_snapshot;
use luna_testkit::app::{DAY, PASSWORD, TestApp};
use luna_testkit::persona::{Answer, Persona, encode};
use luna_testkit::play::{lent, paired, questions, responses};

/// Asserts that the page has kept all of these texts.
#[track_caller]
fn has(answer: &Answer, texts: &[&str]) {
    let page = luna_testkit::reading::plain(&answer.body);
    for text in texts {
        assert!(page.contains(text), "{text:?} is missing on: {answer}");
    }
}

#[tokio::test]
async fn the_longest_texts_there_may_be_are_taken_in_any_alphabet() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let game = ann.new_game().await;
        ann.get(&game).await;
        let long = "🌙".repeat(5_000);
        let fields: Vec<(String, String)> =
            (1..=5).map(|nth| (format!("q{nth}"), long.clone())).collect();
        ann.press("Send my questions", &lent(&fields)).await.leads_to(&game);
        let bobs = bob.opens("bob").await;
        assert_eq!(bob.get(&bobs).await.body.matches(&long).count(), 5);
    }
}

#[tokio::test]
async fn line_ends_and_trailing_space_do_not_count() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let mut fields = questions("ann");
    // 5,000 characters as a browser counts them; its line ends go as two.
    fields[0].1 = format!("{}{}", "a\n".repeat(2_499), "ab   \n\n");
    ann.press("Send my questions", &lent(&fields)).await.leads_to(&game);
}

#[tokio::test]
async fn refused_questions_are_all_on_the_page_again() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.new_game().await;
    let before = app.dump();
    let long = "ü".repeat(5_001);
    for bad in ["", " ", "\u{200b}\u{feff}", "\n\n\n", &long] {
        ann.get(&game).await;
        let mut fields = questions("ann");
        fields[3].1 = bad.to_owned();
        let answer = ann.press("Send my questions", &lent(&fields)).await;
        assert_eq!(answer.status.as_u16(), 422);
        has(&answer, &["ann asks 1?", "ann asks 2?", "ann asks 3?", bad.trim(), "ann asks 5?"]);
        assert_eq!(app.dump(), before);
    }
}

#[tokio::test]
async fn refused_responses_are_all_on_the_page_again() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.paired().await;
    let before = app.dump();
    ann.get(&anns).await;
    let mut fields = responses("ann");
    fields[4].1 = String::new();
    let answer = ann.press("Send my responses", &lent(&fields)).await;
    assert_eq!(answer.status.as_u16(), 422);
    has(&answer, &["ann says 1.", "ann says 4.", "Response 5 is still empty."]);
    assert_eq!(app.dump(), before);
}

#[tokio::test]
async fn invalid_guesses_are_refused_and_stay_in_the_form() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.answered().await;
    let before = app.dump();
    let mut told = String::new();
    for bad in [
        "",
        "NaN",
        "-1",
        "101",
        "100.000001",
        "inf",
        "1e2",
        "0x10",
        "ten",
        "5 6",
        "٥٠",
        "--5",
        "1.2.3",
    ] {
        ann.get(&anns).await;
        let answer = ann.press("Make this my guess", &[("guess", bad)]).await;
        assert_eq!(answer.status.as_u16(), 422, "{bad}: {answer}");
        assert!(answer.body.contains(&format!("value=\"{bad}\"")), "{bad}");
        told.push_str(&format!("{bad}: {}\n", answer.lines("! ").lines().last().unwrap()));
    }
    assert_eq!(app.dump(), before);
    assert_snapshot!(told, @"
    : ! Please give a number from 0 to 100, such as 62 or 62.5.
    NaN: ! Please give a number from 0 to 100, such as 62 or 62.5.
    -1: ! That number is outside 0 to 100.
    101: ! That number is outside 0 to 100.
    100.000001: ! That number is outside 0 to 100.
    inf: ! Please give a number from 0 to 100, such as 62 or 62.5.
    1e2: ! Please give a number from 0 to 100, such as 62 or 62.5.
    0x10: ! Please give a number from 0 to 100, such as 62 or 62.5.
    ten: ! Please give a number from 0 to 100, such as 62 or 62.5.
    5 6: ! Please give a number from 0 to 100, such as 62 or 62.5.
    ٥٠: ! Please give a number from 0 to 100, such as 62 or 62.5.
    --5: ! Please give a number from 0 to 100, such as 62 or 62.5.
    1.2.3: ! Please give a number from 0 to 100, such as 62 or 62.5.
    ");
}

#[tokio::test]
async fn guesses_are_taken_with_a_point_or_a_comma_and_spaces_around() {
    for (typed, stored) in
        [(" 62,5 ", "62500000"), ("100", "100000000"), ("-0", "0"), ("00.1234567", "123457")]
    {
        let app = TestApp::new().await;
        let (mut ann, _, [anns, _]) = app.answered().await;
        ann.guesses(&anns, typed).await.leads_to(&anns);
        let moves = app.db.column("SELECT body FROM game_move WHERE body LIKE '%guess%'");
        assert!(moves[0].contains(&format!("\"points\":{stored},")), "{typed}: {moves:?}");
    }
}

#[tokio::test]
async fn a_mark_outside_the_range_is_refused_with_all_the_others_kept() {
    let app = TestApp::new().await;
    let (mut ann, _) = app.at_guess("ann").await;
    let fields = [("s1", "10"), ("s2", "101"), ("s3", "30"), ("guess", "44")];
    let answer = ann.press("Make this my guess", &fields).await;
    assert_eq!(answer.status.as_u16(), 422);
    has(&answer, &["value=\"10\"", "value=\"101\"", "value=\"30\"", "value=\"44\""]);
}

/// A double click, or a request that was sent again.
#[tokio::test]
async fn the_same_move_twice_is_answered_as_the_first_time() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let (anns, bobs) = (ann.new_game().await, bob.opens("bob").await);
        twice(&app, &mut ann, &anns, "Send my questions", &questions("ann")).await;
        bob.answers(&bobs, "bob").await.leads_to(&bobs);
        twice(&app, &mut ann, &anns, "Send my responses", &responses("ann")).await;
        let guess = [("guess".to_owned(), "50".to_owned()), ("s2".to_owned(), "7".to_owned())];
        twice(&app, &mut ann, &anns, "Make this my guess", &guess).await;
        bob.guesses(&bobs, "40").await.leads_to(&bobs);
        // Also when the game has gone on meanwhile.
        let (action, body) = (
            format!("{anns}/guess"),
            encode(&[("csrf", &ann.token()), ("guess", "50"), ("s2", "7")]),
        );
        ann.get(&anns).await;
        ann.post_raw(&action, &body).await.leads_to(&anns);
    }
}

async fn twice(
    app: &TestApp,
    player: &mut Persona,
    game: &str,
    button: &str,
    fields: &[(String, String)],
) {
    player.get(game).await;
    let (action, body) = player.filled(button, &lent(fields));
    player.post_raw(&action, &body).await.leads_to(game);
    let before = app.dump();
    player.post_raw(&action, &body).await.leads_to(game);
    assert_eq!(app.dump(), before, "{button}");
}

#[tokio::test]
async fn two_at_the_same_moment_make_one_move() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let game = ann.new_game().await;
        ann.get(&game).await;
        let (action, body) = ann.filled("Send my questions", &lent(&questions("ann")));
        let (mut one, mut other) = (ann.clone(), ann.clone());
        let (first, second) =
            tokio::join!(one.post_raw(&action, &body), other.post_raw(&action, &body));
        first.leads_to(&game);
        second.leads_to(&game);
        assert_eq!(app.db.column("SELECT count(*) FROM game_move"), ["1"]);
    }
}

#[tokio::test]
async fn another_move_in_place_of_the_first_is_refused_and_shown() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
    let mut told = String::new();
    let mut again = questions("ann");
    again[2].1 = "Something else?".to_owned();
    told.push_str(&refused(&app, &mut ann, &anns, "questions", &again).await);
    ann.answers(&anns, "ann").await.leads_to(&anns);
    let mut again = responses("ann");
    again[0].1 = "A better answer.".to_owned();
    told.push_str(&refused(&app, &mut ann, &anns, "responses", &again).await);
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    ann.guesses(&anns, "50").await.leads_to(&anns);
    let guess = [("guess".to_owned(), "51".to_owned())];
    told.push_str(&refused(&app, &mut ann, &anns, "guess", &guess).await);
    bob.guesses(&bobs, "40").await.leads_to(&bobs);
    told.push_str(&refused(&app, &mut ann, &anns, "guess", &guess).await);
    assert_snapshot!(told, @"
    questions: ! You have already sent your questions.
    responses: ! You have already sent your responses.
    guess: ! You have already made your guess.
    guess: ! This game is over.
    ");
}

/// The sentence; what was typed is on the page and nothing has changed.
async fn refused(
    app: &TestApp,
    player: &mut Persona,
    game: &str,
    action: &str,
    fields: &[(String, String)],
) -> String {
    player.get(game).await;
    let before = app.dump();
    let answer = player.post(&format!("{game}/{action}"), &lent(fields)).await;
    assert_eq!(answer.status.as_u16(), 409, "{answer}");
    has(&answer, &fields.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>());
    assert_eq!(app.dump(), before);
    format!("{action}: {}\n", answer.lines("!"))
}

#[tokio::test]
async fn moves_out_of_their_phase_are_refused_and_shown() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let guess = [("guess".to_owned(), "51".to_owned())];
    let anns = ann.new_game().await;
    let mut told = String::new();
    for phase in ["interview", "waiting", "response", "final"] {
        match phase {
            "waiting" => drop(ann.asks(&anns, "ann").await),
            "response" => drop(bob.opens("bob").await),
            "final" => {
                let all = app.db.column("SELECT id FROM seat WHERE side = 'B'");
                let bobs = format!("/games/{}", all[0]);
                bob.answers(&bobs, "bob").await.leads_to(&bobs);
                ann.answers(&anns, "ann").await.leads_to(&anns);
                bob.guesses(&bobs, "30").await.leads_to(&bobs);
                ann.guesses(&anns, "60").await.leads_to(&anns);
            }
            _ => {}
        }
        told.push_str(&format!("-- {phase}\n"));
        if phase != "interview" {
            told.push_str(&refused(&app, &mut ann, &anns, "questions", &questions("else")).await);
        }
        if phase != "response" {
            told.push_str(&refused(&app, &mut ann, &anns, "responses", &responses("else")).await);
        }
        told.push_str(&refused(&app, &mut ann, &anns, "guess", &guess).await);
    }
    assert_snapshot!(told, @"
    -- interview
    responses: ! The other player's questions are not here yet.
    guess: ! The responses are not here yet.
    -- waiting
    questions: ! You have already sent your questions.
    responses: ! The other player's questions are not here yet.
    guess: ! The responses are not here yet.
    -- response
    questions: ! You have already sent your questions.
    guess: ! The responses are not here yet.
    -- final
    questions: ! This game is over.
    responses: ! This game is over.
    guess: ! This game is over.
    ");
}

/// What is wrong with it does not matter then.
#[tokio::test]
async fn a_move_that_is_both_wrong_and_out_of_its_phase_is_refused_for_the_phase() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.paired().await;
    let guess = [("guess".to_owned(), "ninety".to_owned())];
    let empty = [("q1".to_owned(), "only one".to_owned())];
    let mut told = refused(&app, &mut ann, &anns, "guess", &guess).await;
    told.push_str(&refused(&app, &mut ann, &anns, "questions", &empty).await);
    assert_snapshot!(told, @"
    guess: ! The responses are not here yet.
    questions: ! You have already sent your questions.
    ");
}

#[tokio::test]
async fn moves_in_a_game_one_is_no_longer_in_are_refused_and_shown() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
    ann.leaves(&anns).await.leads_to("/games");
    app.passes(5 * DAY, DAY).await;
    let left = refused(&app, &mut ann, &anns, "responses", &responses("ann")).await;
    let expired = refused(&app, &mut bob, &bobs, "responses", &responses("bob")).await;
    assert_snapshot!(format!("{left}{expired}"), @"
    responses: ! You are no longer in this game.
    responses: ! You are no longer in this game.
    ");
}

/// In an inherited seat the questions are somebody else's; one's own are kept.
#[tokio::test]
async fn questions_sent_again_from_an_inherited_seat_are_not_lost() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
    ann.answers(&anns, "ann").await.leads_to(&anns);
    bob.leaves(&bobs).await.leads_to("/games");
    let mut cat = app.guest("cat").await;
    let cats = cat.new_game().await;
    twice(&app, &mut cat, &cats, "Send my questions", &questions("cat")).await;
    let mut again = questions("cat");
    again[0].1 = "Something better?".to_owned();
    let told = refused(&app, &mut cat, &cats, "questions", &again).await;
    assert_snapshot!(told, @"questions: ! You have already sent your questions.");
}

#[tokio::test]
async fn text_with_a_nul_is_refused_and_the_rest_of_it_shown() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let game = ann.new_game().await;
        ann.get(&game).await;
        let before = app.dump();
        let (_, body) =
            ann.filled("Send my questions", &[("q1", "before\0after"), ("q2", "Fine?")]);
        for action in ["questions", "draft"] {
            let answer = ann.post_raw(&format!("{game}/{action}"), &body).await;
            assert_eq!(answer.status.as_u16(), 400, "{answer}");
            assert!(answer.text().contains("NUL"), "{answer}");
            has(&answer, &["before", "after", "Fine?"]);
        }
        assert_eq!(app.dump(), before);
    }
}

#[tokio::test]
async fn text_that_is_not_utf_8_is_refused_and_shown_as_far_as_it_can_be_read() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let before = app.dump();
    for garbled in ["caf%E9+au+lait", "caf\u{e9}%FF+au+lait", "caf%C3"] {
        let body = format!("csrf={}&q1={garbled}&q2=Fine%3F", ann.token());
        let answer = ann.post_raw(&format!("{game}/questions"), &body).await;
        assert_eq!(answer.status.as_u16(), 400, "{answer}");
        has(&answer, &["caf", "Fine?"]);
        ann.get(&game).await;
    }
    let body = format!("csrf={}&q1=100%+sure&q2=Fine%3F", ann.token());
    let answer = ann.post_raw(&format!("{game}/questions"), &body).await;
    assert_eq!(answer.status.as_u16(), 400, "{answer}");
    has(&answer, &["sure", "Fine?"]);
    assert_eq!(app.dump(), before);
}

#[tokio::test]
async fn a_player_who_was_logged_out_meanwhile_keeps_what_they_typed() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let game = ann.new_game().await;
    ann.get(&game).await;
    ann.press("Save and finish later", &[("q1", "saved earlier")])
        .await
        .leads_to("/games?notice=saved");
    ann.get(&game).await;
    app.db.raw("DELETE FROM session");
    let mut fields = questions("ann");
    fields.retain(|(name, _)| name != "q1");
    for button in ["Send my questions", "Save and finish later"] {
        let (action, body) = ann.filled(button, &lent(&fields));
        let answer = ann.clone().post_raw(&action, &body).await;
        assert_eq!(answer.status.as_u16(), 401, "{button}");
        has(&answer, &["saved earlier", "ann asks 2?", "ann asks 5?"]);
    }
    ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    assert!(ann.get(&game).await.body.contains("\nsaved earlier</textarea>"));
}

#[tokio::test]
async fn a_form_from_elsewhere_changes_nothing_and_shows_what_was_typed() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
        let [anns, _] = paired(&mut ann, &mut bob).await;
        bob.get("/games").await;
        let foreign = bob.token();
        let before = app.dump();
        let paths = [
            "/games",
            "/practice",
            "/guest",
            "/consent",
            "/signup",
            "/login",
            "/logout",
            "/forgot",
            "/settings/name",
            "/settings/email",
            "/settings/password",
            "/settings/mail",
            "/settings/ways-in/end",
            "/settings/erase",
            "/verify/x",
            "/reset/x",
        ];
        let mut all: Vec<String> = paths.map(str::to_owned).to_vec();
        for action in ["questions", "responses", "guess", "leave", "draft"] {
            all.push(format!("{anns}/{action}"));
        }
        for path in &all {
            for token in ["", "x", &foreign] {
                let body =
                    encode(&[("csrf", token), ("q1", "typed"), ("sure", "yes"), ("name", "else")]);
                let answer = ann.post_raw(path, &body).await;
                assert_eq!(answer.status.as_u16(), 403, "{path}");
                has(&answer, &["typed"]);
            }
            assert_eq!(ann.post_raw(path, "q1=typed").await.status.as_u16(), 403, "{path}");
        }
        assert_eq!(app.dump(), before);
    }
}

#[tokio::test]
async fn only_texts_of_a_failed_form_are_shown_again() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    for (path, fields) in [
        ("/settings/mail", [("wants", "no"), ("x", "")]),
        ("/settings/erase", [("sure", "yes"), ("current", PASSWORD)]),
        ("/login", [("password", PASSWORD), ("x", "")]),
        ("/settings/password", [("password", "another horse"), ("current", PASSWORD)]),
    ] {
        let answer = ann.post_raw(path, &encode(&fields)).await;
        assert_eq!(answer.status.as_u16(), 403);
        assert!(!answer.text().contains("What you typed"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn the_last_of_a_repeated_field_counts() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let body = format!("q1=first&csrf={}&q1=second", ann.token());
    ann.post_raw(&format!("{game}/draft"), &body).await.leads_to("/games?notice=saved");
    assert!(ann.get(&game).await.body.contains("\nsecond</textarea>"));
}

#[tokio::test]
async fn fields_that_no_page_has_are_not_kept() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let before = app.dump();
    let odd = [
        ("q0", "x"),
        ("q6", "x"),
        ("q", "x"),
        ("q+1", "x"),
        ("q01", "x"),
        ("", "x"),
        ("next", "x"),
        ("q99999999999999999999", "x"),
    ];
    ann.post(&format!("{game}/draft"), &odd).await.leads_to("/games?notice=saved");
    assert_eq!(app.dump(), before);
}

/// Much more than may be sent, but somebody has typed it.
#[tokio::test]
async fn a_draft_however_long_is_kept_or_shown() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.new_game().await;
    for chars in [5_001, 10_001, 100_000] {
        ann.get(&game).await;
        let long = "x".repeat(chars);
        let answer = ann.press("Save and finish later", &[("q1", &long)]).await;
        let kept = match answer.status.as_u16() {
            303 => ann.get(&game).await.body.contains(&long),
            _ => answer.body.contains(&long),
        };
        assert!(kept, "{chars} characters");
    }
}

#[tokio::test]
async fn drafts_of_a_game_that_is_done_are_not_kept_and_not_lost_silently() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let late = ann.filled("Save and finish later", &[("q1", "typed too late")]);
    ann.leaves(&game).await.leads_to("/games");
    let before = app.dump();
    let answer = ann.post_raw(&late.0, &late.1).await;
    assert_eq!(app.dump(), before);
    assert_eq!(answer.status.as_u16(), 409, "{answer}");
    has(&answer, &["typed too late"]);
}

#[tokio::test]
async fn addresses_with_a_line_break_are_refused() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    app.mails().await;
    let before = app.dump();
    let smuggled = "ann@example.org\r\nBcc: eve@example.org";
    let mut other = app.visitor();
    let sign_up = other.signs_up(smuggled, PASSWORD).await;
    assert_eq!(sign_up.status.as_u16(), 422, "{sign_up}");
    let log_in = other.logs_in(smuggled, PASSWORD).await;
    assert_eq!(log_in.status.as_u16(), 422, "{log_in}");
    other.get("/forgot").await;
    let forgot = other.press("Send me the link", &[("email", smuggled)]).await;
    assert_eq!(forgot.status.as_u16(), 422, "{forgot}");
    ann.get("/settings").await;
    let fields = [("email", smuggled), ("current", PASSWORD)];
    let settings = ann.press("Send a link to the new address", &fields).await;
    assert_eq!(settings.status.as_u16(), 422, "{settings}");
    assert_eq!(app.dump(), before);
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn drafts_survive_any_refusal() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    ann.press("Save and finish later", &[("q1", "saved earlier")])
        .await
        .leads_to("/games?notice=saved");
    ann.get(&game).await;
    let (send, draft) = (format!("{game}/questions"), format!("{game}/draft"));
    let long = "x".repeat(600 * 1024);
    let mut statuses = Vec::new();
    for (path, fields) in [
        (&send, vec![("q1", long.as_str())]),
        (&draft, vec![("q1", long.as_str())]),
        (&draft, vec![("q1", &long[..10_001])]),
        (&send, vec![("q1", "a\0b")]),
        (&send, vec![("q1", "")]),
        (&send, vec![("q1", "else"), ("csrf", "x")]),
    ] {
        let mut all = vec![("csrf", ann.token())];
        all.extend(fields.iter().map(|(name, text)| (*name, (*text).to_owned())));
        let lent: Vec<(&str, &str)> = all.iter().map(|(n, t)| (*n, t.as_str())).collect();
        statuses.push(ann.post_raw(path, &encode(&lent)).await.status.as_u16());
        assert!(ann.get(&game).await.body.contains("\nsaved earlier</textarea>"), "{statuses:?}");
    }
    assert_eq!(statuses, [413, 413, 409, 400, 422, 403]);
}

#[tokio::test]
async fn an_empty_form_is_refused_and_no_more() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.new_game().await;
    for body in ["", "&", "=", "&&=&&", "csrf", "csrf=", "csrf=&csrf="] {
        let answer = ann.post_raw(&format!("{game}/questions"), body).await;
        assert_eq!(answer.status.as_u16(), 403, "{body}");
    }
}

#[tokio::test]
async fn malformed_cookies_are_ignored() {
    let app = TestApp::new().await;
    for cookie in [
        "luna=",
        "luna=x; luna_visit=y",
        ";;;",
        "luna",
        "luna=%00; =",
        "luna=0123456789012345678901234\u{e9}",
    ] {
        let request = Request::get("/games").header("cookie", cookie).body(Body::empty()).unwrap();
        let answer = tower::ServiceExt::oneshot(app.router.clone(), request).await.unwrap();
        assert_eq!(answer.status().as_u16(), 401, "{cookie}");
    }
}
