//! Machines side by side, whether measures agree, and the badge for a page elsewhere.

use luna_app::disciplines;
use luna_core::measure::Measure;
use luna_store::measure;
use luna_testkit::app::{DAY, TestApp};

/// Measures of a machine by their names, kept as those of every night are.
pub(crate) async fn measured(app: &TestApp, all: &[(&str, &str, f64)]) {
    let kinds = || disciplines::ALL.iter().flat_map(|it| it.measures).copied();
    let kept: Vec<measure::OfMachine> = all
        .iter()
        .map(|&(id, name, value)| {
            let kind = kinds().find(|kind| kind.name == name).unwrap();
            let (low, high) = (value / 2.0, value * 1.5);
            (id.to_owned(), Measure { kind, value, low, high, count: 12 })
        })
        .collect();
    let now = app.now();
    app.db.write(move |tx| measure::replace(tx, &kept, now)).await.unwrap();
}

#[tokio::test]
async fn machines_stand_side_by_side_on_the_same_scales() {
    for app in TestApp::each().await {
        let kept = [
            ("house-gibberish", "smarts_rating", 10.0),
            ("house-eliza", "smarts_rating", 40.0),
            ("house-eliza", "quiz_accuracy", 0.5),
            ("house-eliza", "discrimination", 1.2),
        ];
        measured(&app, &kept).await;
        let page =
            app.visitor().get("/machines/compare?with=house-gibberish&with=house-eliza").await;
        let text = page.text();
        for said in [
            "## Smarts Rating\ngibberish\n10.0 (5.0 to 15.0), 12 guesses\neliza\n40.0 (20.0 to 60.0), 12 guesses",
            "## Trivia\ngibberish\nnot measured yet: it has watched nobody write a question that was published.\neliza\n50 %",
            "## Taken for human\nNone of them has been measured yet.\n## Common sense\nNone",
            "Measure | gibberish | eliza\nSmarts Rating | 10.0 5.0 to 15.0 | 40.0 20.0 to 60.0",
            "These machines have finished no rated game with each other",
        ] {
            assert!(text.contains(said), "{said}: {text}");
        }
        // 1.8 is the highest end, so the scale of questions ends at 2.
        assert!(page.body.contains("<rect x=\"60.0%\" y=\"3\""), "{}", page.body);
        // Both are chosen in the form, which needs no script.
        let chosen = |id: &str| format!("<option dir=\"auto\" value=\"{id}\" selected>");
        assert_eq!(page.body.matches(&chosen("house-gibberish")).count(), 1);
        assert_eq!(page.body.matches(&chosen("house-eliza")).count(), 1);
    }
}

#[tokio::test]
async fn a_choice_that_cannot_be_compared_gets_a_sentence() {
    let app = TestApp::new().await;
    let mut eve = app.visitor();
    let two = "with=house-gibberish&with=house-eliza";
    for (query, said) in [
        ("", "Choose 2 to 4 machines"),
        ("?with=house-eliza", "Choose 2 to 4 machines"),
        ("?with=house-eliza&with=house-eliza&with=", "Choose 2 to 4 machines"),
        ("?with=%3Cb%3E&with=nobody", "There is no machine with this id: <b>, nobody."),
        (&format!("?{two}&with=x"), "There is no machine with this id: x."),
        (
            &format!("?{two}&with=house-recall&with=house-search&with=house-common-sense"),
            "At most 4 machines fit side by side",
        ),
        ("?with=%FF%00&nonsense", "There is no machine with this id"),
    ] {
        let page = eve.get(&format!("/machines/compare{query}")).await;
        assert_eq!(page.status.as_u16(), 200, "{query}");
        assert!(page.text().contains(said) && !page.body.contains("<b>"), "{query}: {page}");
    }
    let five = eve
        .reads(&format!(
            "/machines/compare?{two}&with=house-recall&with=house-search&with=house-common-sense"
        ))
        .await;
    assert!(five.contains("Measure | gibberish | eliza | recall | search\n"), "{five}");
}

#[tokio::test]
async fn finished_games_between_two_machines_are_counted_from_the_next_day_on() {
    for app in TestApp::each().await {
        app.finished("60", "30").await;
        for (name, machine) in [("ann", "house-eliza"), ("bob", "house-recall")] {
            app.db.raw(&format!(
                "UPDATE seat SET player_id = '{machine}'
                 WHERE player_id = (SELECT id FROM player WHERE name = '{name}') RETURNING id"
            ));
        }
        let page = "/machines/compare?with=house-eliza&with=house-recall&with=house-gibberish";
        assert!(app.visitor().reads(page).await.contains("have finished no rated game"), "today");
        app.later(DAY);
        let text = app.visitor().reads(page).await;
        assert!(text.contains("Rated games up to midnight UTC: 1 game."), "{text}");
        let line = text.lines().find(|line| line.starts_with("eliza | recall | 1 | "));
        assert!(line.is_some(), "{text}");
        assert!(!text.contains("| gibberish | "), "only those who have met: {text}");
    }
}

#[tokio::test]
async fn ten_machines_with_two_measures_tell_whether_these_agree() {
    for app in TestApp::each().await {
        app.account("owner").await;
        let ids: Vec<String> = (0..10).map(|nth| format!("idm{nth}")).collect();
        for nth in 0..10 {
            app.robot(&format!("m{nth}"), "owner").await;
        }
        // Neighbours have changed places: 1 - 6 * 10 / (10 * 99).
        let second = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8].map(|it| 0.05 + 0.1 * f64::from(it));
        let mut kept = Vec::new();
        for ((id, nth), second) in ids.iter().zip(0..10).zip(second) {
            kept.push((id.as_str(), "quiz_accuracy", 0.05 + 0.1 * f64::from(nth)));
            kept.push((id.as_str(), "battery_strict", second));
        }
        let nine = &kept[..18];
        measured(&app, nine).await;
        let page = app.visitor().reads("/machines").await;
        let said = "Rank correlations are shown once 10 machines have two measures in common. So far 9 machines have two, Trivia and Common sense.";
        assert!(page.contains(said), "{page}");
        measured(&app, &kept).await;
        let page = app.visitor().reads("/machines").await;
        assert!(page.contains("Trivia and Common sense | 0.94 | 0.69 to 0.99 | 10"), "{page}");
        assert!(page.contains("Smarts Rating and Trivia | – | needs 10 machines | 0"), "{page}");
        // A machine that has been stopped is not among them.
        app.db.raw("UPDATE machine SET stopped_at = 5 WHERE player_id = 'idm0' RETURNING way");
        assert!(app.visitor().reads("/machines").await.contains("So far 9 machines have two"));
    }
}

#[tokio::test]
async fn a_badge_is_a_picture_that_other_sites_may_show_for_an_hour() {
    let app = TestApp::new().await;
    let mut eve = app.visitor();
    let kept = [("house-eliza", "smarts_rating", 40.0), ("house-eliza", "battery_relaxed", 0.1)];
    measured(&app, &kept).await;
    let badge = eve.get("/machines/house-eliza/badge.svg").await;
    assert_eq!(badge.header("content-type"), Some("image/svg+xml"));
    assert_eq!(badge.header("cache-control"), Some("public, max-age=3600"));
    assert_eq!(badge.header("cross-origin-resource-policy"), Some("cross-origin"));
    assert!(badge.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
    let title = "eliza on Luna. Smarts Rating: 40.0 (95 % interval 20.0 to 60.0), 12 guesses, up to 4 October 2024.";
    assert!(badge.body.contains(&format!("<title>{title}</title>")), "{}", badge.body);
    assert!(badge.body.starts_with("<svg ") && !badge.body.contains("<text"));
    for (address, said) in [
        (
            "house-eliza/badge.svg?measure=battery_relaxed",
            "10 % (95 % interval 5 % to 15 %), 12 items",
        ),
        ("house-eliza/badge.svg?measure=quiz_accuracy", "that it answers: not measured yet."),
        ("house-gibberish/badge.svg", "Smarts Rating: not measured yet."),
        ("house-eliza/badge.svg?measure=%3Cx%3E", "Luna has no measure called &lt;x&gt;."),
    ] {
        let badge = eve.get(&format!("/machines/{address}")).await;
        assert_eq!(badge.status.as_u16(), 200, "{address}");
        assert!(badge.body.contains(said), "{address}: {}", badge.body);
    }
    for nobody in ["/machines/nobody/badge.svg", "/machines/compare/badge.svg"] {
        assert_eq!(eve.get(nobody).await.status.as_u16(), 404, "{nobody}");
    }
    let page = eve.get("/machines/house-eliza").await;
    let markdown = "[![eliza on Luna](http://luna.test/machines/house-eliza/badge.svg)](http://luna.test/machines/house-eliza)";
    assert!(page.text().contains(&format!("‹{markdown}›")), "{page}");
    assert_eq!(page.header("cross-origin-resource-policy"), Some("same-origin"));
}
