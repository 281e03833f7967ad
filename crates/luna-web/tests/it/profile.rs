//! How a player has done; only their own page shows it.

use insta::assert_snapshot;

use crate::app::{DAY, TestApp};
use crate::play::finished;

#[tokio::test]
async fn before_the_first_guess_it_says_what_will_be_there() {
    let app = TestApp::new().await;
    assert_snapshot!(app.account("ann").await.get("/profile").await, @"
    200
    # ann
    Playing since 4 October 2024. Settings
    none yet Smarts Rating
    0 games finished
    0 won
    0 lost
    0 tied
    The rating is the mean of what people have guessed of you in finished games. Machines' guesses never count. A game against somebody rated before you have a rating is no loss, so the three need not add up.
    When the first person has guessed your rating, it appears here and you can watch it change.
    [Your games]
    ");
}

#[tokio::test]
async fn it_shows_the_rating_after_each_guess_and_how_games_ended() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    finished((&mut ann, "60"), (&mut bob, "30")).await;
    assert_snapshot!(description(&ann.get("/profile").await.body), @"After the first guess: 30.");
    app.later(DAY);
    finished((&mut ann, "58"), (&mut bob, "50.25")).await;
    let page = ann.get("/profile").await;
    assert_snapshot!(page, @"
    200
    # ann
    Playing since 4 October 2024. Settings
    40.1 Smarts Rating
    2 games finished
    1 won
    0 lost
    1 tied
    95 % interval of the rating: 0 to 94.6. The rating is the mean of what people have guessed of you in finished games. Machines' guesses never count. A game against somebody rated before you have a rating is no loss, so the three need not add up.
    (a chart)
    ▸ The numbers of “Your Smarts Rating, guess by guess”
    guess | Smarts Rating
    2 (2024-10-05T12:00:00Z) | 40.1
    1 (2024-10-04T12:00:00Z) | 30
    ## How well you judge
    When you have guessed of 10 players of whom at least 5 people have guessed, it says here how close you come. So far it is 0 players.
    Only you see this. How this is calculated
    [Your games]
    ");
    assert_snapshot!(description(&page.body), @"The rating after each of the last 2 guesses; now 40.1.");
}

/// What is read out in place of the chart.
fn description(body: &str) -> &str {
    let (_, rest) = body.split_once("<desc").unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    rest.split_once("</desc>").unwrap().0
}

#[tokio::test]
async fn a_name_changes_everywhere() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    let [_, bobs] = finished((&mut ann, "60"), (&mut bob, "30")).await;
    ann.named("Zoë-of-old").await;
    assert_snapshot!(ann.get("/profile").await.lines("# Z"), @"# Zoë-of-old");
    assert_snapshot!(bob.get(&bobs).await.lines("Zoë"), @"
    none yet Zoë-of-old's rating; you guessed 30
    Your new Smarts Rating is 60, what one person has guessed. Zoë-of-old is a person.
    ");
    assert_snapshot!(bob.get("/games").await.lines("Zoë"), @"- A tie with Zoë-of-old / You guessed 30; they had no rating yet just now");
}
