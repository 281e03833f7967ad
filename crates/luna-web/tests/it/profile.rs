//! How a player has done; only their own page shows it.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, PASSWORD, TestApp};
use luna_testkit::play::finished;

#[tokio::test]
async fn before_the_first_guess_it_says_what_will_be_there() {
    let app = TestApp::new().await;
    assert_snapshot!(app.account("ann").await.get("/profile").await, @"
    200
    # ann
    Playing since 4 October 2024. Settings
    none yet Smarts Rating
    0 games finished: 0 won, 0 lost, 0 tied.
    The rating is the mean of what people have guessed about you in finished games. Machines' guesses never count. A game against somebody rated before you have a rating is no loss, so wins, losses and ties need not add up.
    Your rating appears here once the first person has guessed it, and you can watch it change.
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
    95 % interval: 0 to 94.6. It comes from 2 guesses, and is provisional until there are 10.
    2 games finished: 1 won, 0 lost, 1 tied.
    The rating is the mean of what people have guessed about you in finished games. Machines' guesses never count. A game against somebody rated before you have a rating is no loss, so wins, losses and ties need not add up.
    (a chart)
    ▸ The numbers of “Your Smarts Rating, guess by guess”
    guess | Smarts Rating
    2 (2024-10-05T12:00:00Z) | 40.1
    1 (2024-10-04T12:00:00Z) | 30
    ## How well you judge
    You will see here how close your guesses come, once you have judged 10 players that at least 5 people have judged. So far: 0 players.
    Only you see this. How this is calculated
    [Your games]
    ");
    assert_snapshot!(description(&page.body), @"The rating after each of the last 2 guesses; now 40.1.");
}

#[tokio::test]
async fn a_rating_is_provisional_until_there_are_ten_guesses() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    for _ in 1..=9 {
        finished((&mut ann, "60"), (&mut bob, "30")).await;
    }
    let page = ann.get("/profile").await.text();
    assert!(page.contains("It comes from 9 guesses, and is provisional"), "{page}");
    finished((&mut ann, "60"), (&mut bob, "30")).await;
    let page = ann.get("/profile").await.text();
    assert!(page.contains("30 Smarts Rating\n95 % interval: 7.6 to 52.4.\n"), "{page}");
}

/// The mean of all hardly moves when a new month is unlike those before.
#[tokio::test]
async fn from_the_second_month_on_it_shows_the_guesses_of_each_month() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    for guess in ["30", "34", "32"] {
        finished((&mut ann, "60"), (&mut bob, guess)).await;
    }
    assert!(!ann.get("/profile").await.body.contains("Month by month"));
    app.later(91 * DAY);
    ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    bob.logs_in("bob@example.org", PASSWORD).await.leads_to("/games");
    finished((&mut ann, "60"), (&mut bob, "80.5")).await;
    let page = ann.get("/profile").await;
    let text = page.text();
    let (_, section) = text.split_once("## Month by month").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    assert_snapshot!(section.trim(), @"
    Each dot is the mean of that month's guesses by people, with its 95 % interval; a month without guesses is a gap. The dashed line is the rating: all guesses so far.
    (a chart)
    ▸ The numbers of “Guesses month by month”
    Month (UTC) | Guesses | Mean of the month | 95 % interval | Mean of all so far
    January 2025 | 1 | 80.5 | needs two guesses | 44.1
    October 2024 | 3 | 32 | 0 to 76.1 | 32
    ");
    let (_, chart) = page.body.split_once("id=\"months-title\"").unwrap();
    assert_snapshot!(description(chart), @"The mean guess of each of 2 months with guesses. October 2024: 32 from 3 guesses, 95 % interval 0 to 76.1. January 2025: 80.5 from 1 guess; all so far 44.1.");
    // October, and January; not joined, since nothing was guessed between them.
    let (chart, _) = chart.split_once("</svg>").unwrap();
    let shapes = |class: &str| chart.matches(&format!("class=\"{class}\"")).count();
    assert_eq!((shapes("dot s1"), shapes("line s1"), shapes("error")), (1 + 2, 1, 3));
    // The numbers are a table with a heading for each row and column.
    assert!(page.body.contains("<th scope=\"row\">October 2024</th>"), "{}", page.body);
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
    assert_snapshot!(bob.get(&bobs).await.lines("Zoë"), @"# Zoë-of-old, a person");
    assert_snapshot!(bob.get("/games").await.lines("Zoë"), @"- A tie with Zoë-of-old / You guessed 30; they had no rating yet just now");
}
