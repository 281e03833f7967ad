//! The final page: who won, both guesses, both ratings, and who it was.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, HOUR, MINUTE, PASSWORD, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{finished, lent, questions};

/// Ann's rating is 30, Bob's 60.
async fn rated(app: &TestApp) -> (Persona, Persona) {
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    finished((&mut ann, "60"), (&mut bob, "30")).await;
    (ann, bob)
}

#[tokio::test]
async fn the_closer_guess_wins_and_the_other_loses() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = rated(&app).await;
    let [anns, bobs] = finished((&mut ann, "57.5"), (&mut bob, "51")).await;
    assert_snapshot!(ann.get(&anns).await.brief(), @"
    200
    Your partner was
    # bob, a person
    You won. Your guess was 2.5 away; theirs was 21 away.
    You are the first to guess about them. As soon as somebody else has, you will see how close you came. It is one of your open guesses.
    ## How smart they seem
    You guessed 57.5; their rating is 60.
    ## How smart you seem
    They guessed 51; your rating then: 30.
    Your Smarts Rating went from 30 to 40.5, the mean of 2 guesses by people.
    [Play again]
    [Ask for a rematch]
    [Share] [Your games]
    Report · Never pair again
    ## What they answered
    ann asks 1?
    bob says 1.
    (and so on to 5)
    ## What you answered
    bob asks 1?
    ann says 1.
    (and so on to 5)
    ");
    assert_snapshot!(bob.get(&bobs).await.brief(), @"
    200
    Your partner was
    # ann, a person
    You lost. Your guess was 21 away; theirs was 2.5 away.
    You are the first to guess about them. As soon as somebody else has, you will see how close you came. It is one of your open guesses.
    ## How smart they seem
    You guessed 51; their rating is 30.
    ## How smart you seem
    They guessed 57.5; your rating then: 60.
    Your Smarts Rating went from 60 to 58.8, the mean of 2 guesses by people.
    [Play again]
    [Ask for a rematch]
    [Share] [Your games]
    Report · Never pair again
    ## What they answered
    bob asks 1?
    ann says 1.
    (and so on to 5)
    ## What you answered
    ann asks 1?
    bob says 1.
    (and so on to 5)
    ");
}

#[tokio::test]
async fn equally_close_is_a_tie() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = rated(&app).await;
    let [anns, _] = finished((&mut ann, "65"), (&mut bob, "25")).await;
    assert_snapshot!(result(&ann.reads(&anns).await), @"
    Your partner was
    # bob, a person
    A tie. Your guess was 5 away; theirs was 5 away.
    You are the first to guess about them. As soon as somebody else has, you will see how close you came. It is one of your open guesses.
    ## How smart they seem
    You guessed 65; their rating is 60.
    ## How smart you seem
    They guessed 25; your rating then: 30.
    Your Smarts Rating went from 30 to 27.5, the mean of 2 guesses by people.
    ");
}

#[tokio::test]
async fn two_without_a_rating_tie_and_get_their_first() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.finished("60", "30").await;
    assert_snapshot!(result(&ann.reads(&anns).await), @"
    Your partner was
    # bob, a person
    A tie: neither of you had a rating yet.
    You are the first to guess about them. As soon as somebody else has, you will see how close you came. It is one of your open guesses.
    ## How smart they seem
    You guessed 60; their rating: none yet.
    ## How smart you seem
    They guessed 30; your rating then: none yet.
    Your new Smarts Rating is 30, the guess of one person.
    ");
}

#[tokio::test]
async fn against_somebody_unrated_the_rated_player_wins_and_nobody_loses() {
    let app = TestApp::new().await;
    let (mut ann, _) = rated(&app).await;
    let mut cat = app.guest("cat").await;
    let [anns, cats] = finished((&mut ann, "10"), (&mut cat, "20.25")).await;
    assert_snapshot!(result(&ann.reads(&anns).await), @"
    Your partner was
    # cat, a person
    You won. They had no rating yet, so this is a win for you and no loss for them.
    You are the first to guess about them. As soon as somebody else has, you will see how close you came. It is one of your open guesses.
    ## How smart they seem
    You guessed 10; their rating: none yet.
    ## How smart you seem
    They guessed 20.25; your rating then: 30.
    Your Smarts Rating went from 30 to 25.1, the mean of 2 guesses by people.
    ");
    assert_snapshot!(result(&cat.reads(&cats).await), @"
    Your partner was
    # ann, a person
    You have been rated. You had no rating yet, so this is a win for them and no loss for you.
    How close you came: your guess is 9.8 points from the only other guess so far. It is one of your open guesses.
    ## How smart they seem
    You guessed 20.25; their rating is 30.
    ## How smart you seem
    They guessed 10; your rating then: none yet.
    Your new Smarts Rating is 10, the guess of one person.
    ");
}

#[tokio::test]
async fn practice_is_answered_at_once_and_says_that_nothing_has_changed() {
    let app = TestApp::new().await;
    app.only("gibberish").await;
    let mut ann = app.guest("ann").await;
    let game = ann.practice().await;
    ann.asks(&game, "ann").await.leads_to(&game);
    ann.answers(&game, "ann").await.leads_to(&game);
    ann.guesses(&game, "5").await.leads_to(&game);
    assert_snapshot!(without_chance(&result(&ann.reads(&game).await)), @"
    Your partner was
    # gibberish, a machine
    This was practice, so nobody wins or loses.
    ## How smart they seem
    You guessed 5; their rating: none yet.
    ## How smart you seem
    They guessed SOME; your rating then: none yet.
    Neither rating has changed.
    ");
    assert_eq!(app.db.column("SELECT count(*) FROM guess"), ["0"]);
}

#[tokio::test]
async fn the_final_page_reveals_the_machine_and_its_guess_does_not_count() {
    let app = TestApp::new().await;
    app.only("gibberish").await;
    let mut ann = app.guest("ann").await;
    let game = against_the_machine(&app, &mut ann, "5").await;
    assert_snapshot!(without_chance(&ann.reads(&game).await), @"
    Your partner was
    # gibberish, a machine
    A tie: neither of you had a rating yet.
    You are the first to guess about them. As soon as somebody else has, you will see how close you came. It is one of your open guesses.
    ## How smart they seem
    You guessed 5; their rating: none yet.
    ## How smart you seem
    They guessed SOME; your rating then: none yet.
    You have no Smarts Rating yet: only people's guesses count.
    A machine's guess never counts.
    [Play again]
    [Share] [Your games]
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    Report · Never pair again
    ## What they answered
    ann asks 1?
    GIBBERISH
    ann asks 2?
    GIBBERISH
    ann asks 3?
    GIBBERISH
    ann asks 4?
    GIBBERISH
    ann asks 5?
    GIBBERISH
    ## What you answered
    GIBBERISH
    ann says 1.
    GIBBERISH
    ann says 2.
    GIBBERISH
    ann says 3.
    GIBBERISH
    ann says 4.
    GIBBERISH
    ann says 5.
    ");
}

/// The machine has a rating after its first game; a person who has met only machines has none.
#[tokio::test]
async fn an_unrated_player_who_meets_a_rated_machine_is_not_told_they_have_been_rated() {
    let app = TestApp::new().await;
    app.only("gibberish").await;
    let mut ann = app.guest("ann").await;
    against_the_machine(&app, &mut ann, "5").await;
    let game = against_the_machine(&app, &mut ann, "5").await;
    assert_snapshot!(without_chance(&result(&ann.reads(&game).await)), @"
    Your partner was
    # gibberish, a machine
    No loss. You had no rating yet, so this is a win for them and no loss for you.
    You are the first to guess about them. As soon as somebody else has, you will see how close you came. It is one of your open guesses.
    ## How smart they seem
    You guessed 5; their rating is 5.
    ## How smart you seem
    They guessed SOME; your rating then: none yet.
    You have no Smarts Rating yet: only people's guesses count.
    A machine's guess never counts.
    ");
    assert_snapshot!(without_chance(&ann.get("/games").await.lines("gibberish")), @"
    - No loss against gibberish / You guessed 5, it was 5 1 day ago
    - A tie with gibberish / You guessed 5; they had no rating yet 3 days ago
    ");
}

#[tokio::test]
async fn an_erased_partner_has_no_name() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    let [anns, _] = finished((&mut ann, "60"), (&mut bob, "30")).await;
    bob.get("/settings/erase").await;
    let sure = [("current", PASSWORD), ("sure", "yes")];
    bob.press("Erase me for good", &sure).await.leads_to("/?notice=erased");
    assert_snapshot!(ann.get(&anns).await.brief(), @"
    200
    Your partner was
    # somebody who has since been erased from this Luna
    A tie: neither of you had a rating yet.
    You are the first to guess about them. As soon as somebody else has, you will see how close you came. It is one of your open guesses.
    ## How smart they seem
    You guessed 60; their rating: none yet.
    ## How smart you seem
    They guessed 30; your rating then: none yet.
    Your new Smarts Rating is 30, the guess of one person.
    [Play again]
    [Share] [Your games]
    Report · Never pair again
    ## What they answered
    ann asks 1?
    [erased]
    (and so on to 5)
    ## What you answered
    [erased]
    ann says 1.
    (and so on to 5)
    ");
    assert_snapshot!(ann.get("/games").await.lines("tie"), @"- A tie with somebody who has been erased / You guessed 60; they had no rating yet just now");
}

#[tokio::test]
async fn another_game_is_one_press_away() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.finished("60", "30").await;
    ann.get(&anns).await;
    let next = ann.press("Play again", &[]).await.leads_to("/games/");
    assert_ne!(next, anns);
}

/// Up to the buttons.
fn result(page: &str) -> String {
    let lines = page.lines().take_while(|line| !line.starts_with("[Play a"));
    lines.skip_while(|line| *line != "Your partner was").collect::<Vec<_>>().join("\n")
}

/// The gibberish and the guess of a machine come from chance.
fn without_chance(page: &str) -> String {
    let gibberish = |line: &str| {
        let typed = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || " ?".contains(c);
        line.chars().all(typed) && line.chars().any(|c| c.is_ascii_uppercase())
    };
    let lines = page.lines().map(|line| {
        match line.split_once("They guessed ").and_then(|(_, rest)| rest.split_once(';')) {
            Some((_, after)) => format!("They guessed SOME;{after}"),
            None if gibberish(line) => "GIBBERISH".to_owned(),
            None => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A whole game with nobody else about.
pub(crate) async fn against_the_machine(app: &TestApp, ann: &mut Persona, points: &str) -> String {
    let game = ann.new_game().await;
    ann.get(&game).await;
    ann.press("Send my questions", &lent(&questions("ann"))).await.leads_to(&game);
    app.passes(2 * MINUTE, MINUTE).await;
    ann.answers(&game, "ann").await.leads_to(&game);
    app.passes(DAY, HOUR).await;
    ann.guesses(&game, points).await.leads_to(&game);
    app.passes(DAY, HOUR).await;
    game
}
