//! Themes: what questions are about, their names, and ratings by theme.

use insta::assert_snapshot;
use luna_store::player;
use luna_store::theme::{self, Theme, ThemeMonth, ThemeRating, Themes};
use luna_testkit::app::{DAY, TestApp};
use luna_testkit::play::finished;

fn theme(id: &str, words: &[&str], months: &[(&str, i64, i64)]) -> Theme {
    let month = |&(month, by_people, by_machines): &(&str, i64, i64)| ThemeMonth {
        month: month.to_owned(),
        by_people,
        by_machines,
    };
    Theme {
        id: id.to_owned(),
        name: None,
        words: words.iter().map(|&word| word.to_owned()).collect(),
        terms: Vec::new(),
        questions: 12,
        at: 0,
        months: months.iter().map(month).collect(),
    }
}

/// Two themes, by which ann differs.
async fn told(app: &TestApp, by_chance: f64) {
    app.acts(move |tx, _| {
        let themes = vec![
            theme("a", &["song", "<band>"], &[("2024-09", 1200, 7), ("2024-10", 34, 0)]),
            theme("b", &["soup"], &[("2024-10", 5, 1)]),
        ];
        let ann = player::by_name(tx, "ann")?.id;
        let rating = |theme: &str, rating: f64| ThemeRating {
            player_id: ann.clone(),
            theme_id: theme.to_owned(),
            rating,
            low: rating - 10.5,
            high: rating + 10.5,
            marks: 23,
        };
        let ratings = vec![rating("a", 41.0), rating("b", 72.5)];
        theme::replace(tx, &Themes { themes, by_chance: Some(by_chance), ratings })
    })
    .await;
}

#[tokio::test]
async fn operators_name_what_questions_are_about() {
    let app = TestApp::new().await;
    app.account("ann").await;
    let mut admin = app.admin().await;
    let empty = admin.get("/admin/themes").await.text();
    assert!(empty.contains("There are too few questions to group yet."), "{empty}");
    told(&app, 0.003).await;
    assert_snapshot!(admin.get("/admin/themes").await, @"
    200
    Figures Reports Appeals Judges Players Games Machines Recall Questions Trivia Common sense Campaigns Bans Log Readings Jobs Mail Search
    # Themes
    Luna groups the questions that people ask by their words, each time it has a tenth more games. Counts are of questions in games that ended before today (UTC). A word is shown once three people have used it. The names that you give are kept as long as a theme goes on.
    If players differed by one number alone, they would seem to differ as much by theme in 3 of 1,000 cases. So their pages show ratings by theme.
    Theme | Questions | Asked by people | By machines | Month by month
    song, <band>
    ▸ Rename
    Name of song, <band> ‹› [Save]
    | 12 | 1,234 | 7
    ▸ Months
    - 2024-09: 1,200 by people, 7 by machines
    - 2024-10: 34 by people, 0 by machines
    soup
    ▸ Rename
    Name of soup ‹› [Save]
    | 12 | 5 | 1
    ▸ Months
    - 2024-10: 5 by people, 1 by machines
    ");
    admin.press("Save", &[("name", "  Songs and\n bands ")]).await.leads_to("/admin/themes");
    let page = admin.get("/admin/themes").await.text();
    assert!(page.contains("Songs and bands"), "{page}");
    let long = "x".repeat(61);
    let refused = admin.press("Save", &[("name", &long)]).await;
    assert!(refused.text().contains("The name has 61 characters; the limit is 60."), "{refused}");
    admin.get("/admin/themes").await;
    admin.press("Save", &[("name", "")]).await.leads_to("/admin/themes");
    assert!(!admin.get("/admin/themes").await.text().contains("Songs and bands"));
    told(&app, 0.3).await;
    let page = admin.get("/admin/themes").await.text();
    assert!(page.contains("as much by theme in 300 of 1,000 cases. Their pages show"), "{page}");
    assert_eq!(app.logged_in("ann").await.get("/admin/themes").await.status.as_u16(), 404);
}

#[tokio::test]
async fn a_player_is_rated_by_theme_where_that_says_more() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    finished((&mut ann, "50"), (&mut bob, "60")).await;
    app.later(DAY);
    app.work().await;
    assert!(!ann.get("/profile").await.text().contains("Questions about"));
    told(&app, 0.003).await;
    let page = ann.get("/profile").await.text();
    let (_, section) = page.split_once("By what the questions").unwrap();
    assert_snapshot!(section.split_once("Updated").unwrap().0, @"
     were about, from the marks of single responses:
    Questions about | Rating | 95 % interval | Marks
    soup | 72.5 | 62 to 83 | 23
    song, <band> | 41 | 30.5 to 51.5 | 23
    ");
    assert!(!bob.get("/profile").await.text().contains("Questions about"));
}
