//! Themes: they are replaced as a whole, and what operators named keeps its name.

use luna_store::theme::{self, Theme, ThemeMonth, ThemeRating, Themes};
use luna_store::{Error, erase};

use crate::house::House;

fn theme(id: &str, words: [&str; 2], questions: i64) -> Theme {
    Theme {
        id: id.to_owned(),
        name: None,
        words: words.map(str::to_owned).into(),
        terms: vec![(words[0].to_owned(), 0.5)],
        questions,
        at: 1,
        months: vec![ThemeMonth { month: "2026-11".to_owned(), by_people: 3, by_machines: 1 }],
    }
}

fn rating(player: &str, theme: &str, rating: f64) -> ThemeRating {
    ThemeRating {
        player_id: player.to_owned(),
        theme_id: theme.to_owned(),
        rating,
        low: rating - 5.0,
        high: rating + 5.0,
        marks: 9,
    }
}

#[tokio::test]
async fn themes_are_replaced_and_keep_the_names_that_operators_gave() {
    for house in House::each_with(&["ann", "bob"], &[]).await {
        let db = &house.db;
        let first = Themes {
            themes: vec![theme("one", ["song", "band"], 4), theme("two", ["soup", "bread"], 9)],
            by_chance: Some(0.004),
            ratings: vec![rating("ann", "one", 60.0), rating("ann", "two", 70.0)],
        };
        let kept = first.clone();
        db.write(move |tx| theme::replace(tx, &kept)).await.unwrap();
        let all = db.read(theme::all).await.unwrap();
        assert_eq!(all.by_chance, Some(0.004));
        assert_eq!(all.themes, [first.themes[1].clone(), first.themes[0].clone()]);

        db.write(|tx| theme::rename(tx, "two", Some("Food"))).await.unwrap();
        let unknown = db.write(|tx| theme::rename(tx, "three", Some("Sport"))).await;
        assert!(matches!(unknown, Err(Error::NotFound)));
        let of_ann = db.read(|tx| theme::ratings_of(tx, "ann")).await.unwrap();
        let titles: Vec<(&str, f64)> =
            of_ann.iter().map(|(title, it)| (title.as_str(), it.rating)).collect();
        assert_eq!(titles, [("Food", 70.0), ("song, band", 60.0)]);

        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        let later = Themes {
            themes: vec![theme("two", ["cheese", "soup"], 9), theme("four", ["goal", "team"], 5)],
            by_chance: None,
            ratings: vec![rating("ann", "two", 70.0), rating("bob", "four", 40.0)],
        };
        db.write(move |tx| theme::replace(tx, &later)).await.unwrap();
        let all = db.read(theme::all).await.unwrap();
        let titles: Vec<String> = all.themes.iter().map(Theme::title).collect();
        assert_eq!((all.by_chance, titles), (None, vec!["Food".into(), "goal, team".into()]));
        assert!(db.read(|tx| theme::ratings_of(tx, "ann")).await.unwrap().is_empty());
        assert_eq!(db.read(|tx| theme::ratings_of(tx, "bob")).await.unwrap().len(), 1);

        db.write(|tx| theme::rename(tx, "two", None)).await.unwrap();
        let all = db.read(theme::all).await.unwrap();
        assert_eq!(all.themes[0].title(), "cheese, soup");
    }
}
