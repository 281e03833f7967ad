//! Consent as a history: given, withdrawn, given again.

use luna_store::consent::{self, Matter, Purpose};
use luna_store::disciplines::ALL;
use luna_store::erase;
use luna_testkit::database::Location;

use crate::house::House;

async fn gives(house: &House, id: &'static str, purpose: Purpose, hash: &'static str, now: i64) {
    house.db.write(move |tx| consent::give(tx, id, purpose, hash, now)).await.unwrap();
}

async fn withdraws(house: &House, id: &'static str, purpose: Purpose, now: i64) {
    house.db.write(move |tx| consent::withdraw(tx, id, purpose, now)).await.unwrap();
}

async fn current(house: &House, id: &'static str, purpose: Purpose) -> Option<String> {
    house.db.read(move |tx| consent::current(tx, id, purpose)).await.unwrap()
}

fn rows(house: &House) -> Vec<String> {
    let sql = "SELECT player_id, purpose, nth, text_hash, given_at, withdrawn_at
               FROM consent ORDER BY player_id, purpose, nth";
    house.db.raw(sql).iter().map(|row| row.join(" ")).collect()
}

#[tokio::test]
async fn consent_is_kept_as_a_history() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        assert_eq!(current(&house, "ann", Purpose::Recall).await, None);
        gives(&house, "ann", Purpose::Recall, "h1", 1).await;
        gives(&house, "ann", Purpose::Recall, "h1", 2).await;
        assert_eq!(current(&house, "ann", Purpose::Recall).await.as_deref(), Some("h1"));
        withdraws(&house, "ann", Purpose::Recall, 3).await;
        withdraws(&house, "ann", Purpose::Recall, 4).await;
        assert_eq!(current(&house, "ann", Purpose::Recall).await, None);
        gives(&house, "ann", Purpose::Recall, "h1", 5).await;
        gives(&house, "ann", Purpose::Recall, "h2", 6).await;
        assert_eq!(current(&house, "ann", Purpose::Recall).await.as_deref(), Some("h2"));
        // One purpose and one person say nothing of another.
        assert_eq!(current(&house, "ann", Purpose::Publication).await, None);
        assert_eq!(current(&house, "bob", Purpose::Recall).await, None);
        assert_eq!(
            rows(&house),
            ["ann recall 1 h1 1 3", "ann recall 2 h1 5 NULL", "ann recall 3 h2 6 NULL"]
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_consent_given_many_times_at_once_is_one() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let house = std::sync::Arc::new(house);
        let all: Vec<_> = (0..12)
            .map(|_| {
                let house = std::sync::Arc::clone(&house);
                tokio::spawn(async move { gives(&house, "ann", Purpose::Play, "h1", 1).await })
            })
            .collect();
        for one in all {
            one.await.unwrap();
        }
        assert_eq!(rows(&house), ["ann play 1 h1 1 NULL"]);
    }
}

#[tokio::test]
async fn the_words_agreed_to_can_be_read_later() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let work = |tx: &mut luna_store::Tx<'_>| {
            consent::keep_text(tx, "h1", Purpose::Play, "one", "the words")?;
            consent::keep_text(tx, "h1", Purpose::Play, "one", "the words")?;
            consent::give(tx, "ann", Purpose::Play, "h1", 1)?;
            consent::history(tx, "ann")
        };
        let [record] = house.db.write(work).await.unwrap().try_into().unwrap();
        assert_eq!(record.version.as_deref(), Some("one"));
        assert_eq!(record.text, "the words");
        let data = house.db.read(|tx| luna_store::export::of(tx, ALL, "ann")).await.unwrap();
        assert_eq!(data["consent"][0]["text"], "the words");
        assert_eq!(data["consent"][0]["given_at"], 1);
    }
}

#[tokio::test]
async fn what_is_agreed_to_in_one_contest_holds_in_no_other() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let work = |tx: &mut luna_store::Tx<'_>| {
            let [one, two] =
                ["one", "two"].map(|about| Matter { purpose: Purpose::Contest, about });
            consent::give(tx, "ann", one, "h1", 1)?;
            consent::give(tx, "ann", two, "h1", 2)?;
            consent::give(tx, "ann", two, "h1", 3)?;
            consent::withdraw(tx, "ann", one, 4)?;
            let matters = [one, two, Purpose::Contest.into()];
            matters
                .into_iter()
                .map(|it| consent::current(tx, "ann", it))
                .collect::<luna_store::Result<Vec<_>>>()
        };
        let found = house.db.write(work).await.unwrap();
        assert_eq!(found, [None, Some("h1".to_owned()), None]);
        assert_eq!(rows(&house), ["ann contest 1 h1 1 4", "ann contest 2 h1 2 NULL"]);
    }
}

#[tokio::test]
async fn an_erased_player_has_agreed_to_nothing() {
    for house in House::each() {
        house.people(&["ann"]).await;
        gives(&house, "ann", Purpose::Publication, "h1", 1).await;
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        assert_eq!(current(&house, "ann", Purpose::Publication).await, None);
        assert_eq!(rows(&house), Vec::<String>::new());
    }
}

/// Players from before consent had a table of its own.
const BEFORE: [&str; 4] = [
    "{\"luna\":\"backup\",\"version\":1,\"migrations\":[\"0001_player\"]}",
    "{\"table\":\"player\",\"columns\":[\"id\",\"kind\",\"name\",\"name_key\",\"consent\",\"created_at\",\"erased_at\"]}",
    "[\"p1\",\"human\",\"ann\",\"ann\",\"2026-11-20\",7,null]",
    "[\"p2\",\"human\",\"erased-p2\",\"erased-p2\",\"2026-11-20\",7,8]",
];

#[tokio::test]
async fn what_was_agreed_to_before_is_on_record_and_covers_nothing_else() {
    for place in Location::all() {
        let file = crate::backup::sealed(&BEFORE);
        crate::backup::restore(&place.url(), &file).unwrap();
        let house = House::new(luna_testkit::database::Database::open(place));
        assert_eq!(rows(&house), ["p1 play 1 2026-11-20 7 NULL"]);
        assert_eq!(current(&house, "p1", Purpose::Publication).await, None);
        assert_eq!(current(&house, "p1", Purpose::Recall).await, None);
    }
}

#[tokio::test]
async fn what_people_in_seats_agreed_to_stays_in_force_in_that_contest() {
    let header = format!(
        r#"{{"luna":"backup","version":1,"migrations":{}}}"#,
        crate::backup::migrations_before("0050")
    );
    let lines = [
        header.as_str(),
        r#"{"table":"player","columns":["id","kind","name","name_key","created_at","seen_at"]}"#,
        r#"["ann","human","ann","ann",7,7]"#,
        r#"["bob","human","bob","bob",7,7]"#,
        r#"{"table":"contest","columns":["id","name","rules","rules_hash","source","schedule","words_per_minute","is_rehearsal","created_at","version"]}"#,
        r#"["k1","One","{}","h","","{}",40,false,7,1]"#,
        r#"["k2","Two","{}","h","","{}",40,false,7,1]"#,
        r#"{"table":"contest_seat","columns":["contest_id","participant","kind","label","player_id","consented_at","is_public"]}"#,
        r#"["k1","J1","person","A","ann",8,true]"#,
        r#"["k2","J1","person","A","ann",9,false]"#,
        r#"["k1","C1","person","B","bob",null,null]"#,
    ];
    for place in Location::all() {
        crate::backup::restore(&place.url(), &crate::backup::sealed(&lines)).unwrap();
        let house = House::new(luna_testkit::database::Database::open(place));
        assert_eq!(
            rows(&house),
            [
                "ann contest 1 contest 2026-11-25 8 NULL",
                "ann contest 2 contest 2026-11-25 9 NULL",
                "ann contest_publication 1 contest_publication 2026-11-25 8 NULL",
            ]
        );
        let seats =
            |id: &'static str| house.db.read(move |tx| luna_store::contest::seat::all(tx, id));
        let [bob, ann] = <[_; 2]>::try_from(seats("k1").await.unwrap()).unwrap();
        assert_eq!((bob.consented_at, bob.is_public), (None, false));
        assert_eq!((ann.consented_at, ann.is_public), (Some(8), true));
        let [ann] = <[_; 1]>::try_from(seats("k2").await.unwrap()).unwrap();
        assert_eq!((ann.consented_at, ann.is_public), (Some(9), false));
        let history = house.db.read(|tx| consent::history(tx, "ann")).await.unwrap();
        assert_eq!(history[0].about, "k1");
        assert!(history[0].text.starts_with("What you type is stored"), "{history:?}");
    }
}
