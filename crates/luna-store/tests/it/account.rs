//! Names, addresses, passwords, sessions and links.

use luna_store::email_link::Kind;
use luna_store::{Error, Result, email_link, player, session};
use luna_testkit::database::databases;

use crate::house::House;
use crate::meanwhile::Paused;

async fn claim(house: &House, id: &'static str, email: &'static str) {
    let work =
        move |tx: &mut luna_store::Tx<'_>| player::claim_email(tx, id, email, &format!("{id}#"), 0);
    house.db.write(work).await.unwrap();
}

/// The player who logs in with an address and a password that has this hash.
async fn opens(house: &House, email: &'static str, hash: &str) -> Option<String> {
    let hash = hash.to_owned();
    house.db.read(move |tx| player::by_password(tx, email, &hash)).await.unwrap()
}

async fn verify(house: &House, id: &'static str, email: &'static str) -> Result<()> {
    house.db.write(move |tx| player::verify_email(tx, id, email)).await
}

#[tokio::test]
async fn a_name_is_taken_whatever_its_case() {
    for house in House::each() {
        house.people(&["Zoë", "bob"]).await;
        let create = |name: &'static str| {
            house.db.write(move |tx| player::create(tx, "new", false, name, 0))
        };
        assert!(matches!(create("ZOË").await, Err(Error::Conflict)));
        assert!(matches!(
            house.db.write(|tx| player::rename(tx, "bob", "zoë")).await,
            Err(Error::Conflict)
        ));
        house.db.write(|tx| player::rename(tx, "bob", "BOB")).await.unwrap();
        let found = house.db.read(|tx| player::by_name(tx, "zOë")).await.unwrap();
        assert_eq!((found.id.as_str(), found.machine), ("Zoë", false));
        let missing = house.db.read(|tx| player::by_name(tx, "nobody")).await;
        assert!(matches!(missing, Err(Error::NotFound)));
    }
}

/// Names are tried until one is free, within one piece of work.
#[tokio::test(flavor = "multi_thread")]
async fn many_who_want_the_same_name_get_the_next() {
    for house in House::each() {
        let house = std::sync::Arc::new(house);
        let tasks: Vec<_> = (0..12)
            .map(|nth| {
                let house = std::sync::Arc::clone(&house);
                tokio::spawn(async move {
                    let create = move |tx: &mut luna_store::Tx<'_>| {
                        for name in 0..12 {
                            let (id, name) = (format!("id{nth}"), format!("moth-{name}"));
                            match player::create(tx, &id, false, &name, 0) {
                                Err(Error::Conflict) => {}
                                done => return done,
                            }
                        }
                        Err(Error::NotFound)
                    };
                    house.db.write(create).await
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        assert_eq!(house.db.column("SELECT count(*) FROM player"), ["12"]);
    }
}

#[tokio::test]
async fn each_of_a_hundred_who_claim_an_address_is_found_by_their_own_password() {
    for house in House::each() {
        for nth in 0..100 {
            let work = move |tx: &mut luna_store::Tx<'_>| {
                let id = format!("p{nth}");
                player::create(tx, &id, false, &id, nth)?;
                player::claim_email(tx, &id, "a@example.org", &format!("salt$p{nth}#"), nth)
            };
            house.db.write(work).await.unwrap();
        }
        for nth in [0, 1, 2, 50, 98, 99] {
            let id = format!("p{nth}");
            let hash = format!("salt${id}#");
            assert_eq!(opens(&house, "a@example.org", &hash).await, Some(id));
        }
        assert_eq!(opens(&house, "b@example.org", "salt$p1#").await, None);
        assert_eq!(opens(&house, "a@example.org", "salt$p100#").await, None);
        let few = house.db.read(|tx| player::first_hashes(tx, "a@example.org")).await.unwrap();
        let few: Vec<String> = few.into_iter().map(|(id, _)| id).collect();
        assert_eq!(few, ["p0", "p1", "p2"], "only so many are compared one by one");
    }
}

#[tokio::test]
async fn of_the_same_password_the_owner_of_the_address_comes_first_then_the_oldest() {
    for house in House::each() {
        house.people(&["p1", "p2", "p3"]).await;
        for id in ["p3", "p2"] {
            let work = move |tx: &mut luna_store::Tx<'_>| {
                player::claim_email(tx, id, "a@example.org", "same#", 0)
            };
            house.db.write(work).await.unwrap();
        }
        assert_eq!(opens(&house, "a@example.org", "same#").await.as_deref(), Some("p2"));
        verify(&house, "p3", "a@example.org").await.unwrap();
        // The others are guests again.
        let p2 = house.db.read(|tx| player::find(tx, "p2")).await.unwrap();
        assert_eq!((p2.email, p2.verified), (None, false));
        assert_eq!(house.db.read(|tx| player::password(tx, "p2")).await.unwrap(), None);
        let again = |tx: &mut luna_store::Tx<'_>| {
            player::claim_email(tx, "p1", "a@example.org", "same#", 0)
        };
        house.db.write(again).await.unwrap();
        assert_eq!(opens(&house, "a@example.org", "same#").await.as_deref(), Some("p3"));
        let owner =
            house.db.read(|tx| player::by_verified_email(tx, "a@example.org")).await.unwrap();
        assert_eq!(owner.unwrap().id, "p3");
    }
}

#[tokio::test]
async fn a_name_that_looks_like_one_that_is_taken_is_taken() {
    use luna_store::player::Clash;
    for house in House::each() {
        house.people(&["golem", "bob"]).await;
        let clash = |name: &'static str, id: &'static str| {
            house.db.read(move |tx| player::clash(tx, name, id))
        };
        assert_eq!(clash("GOLEM", "").await.unwrap(), Some(Clash::Taken));
        assert_eq!(clash("g0lem", "").await.unwrap(), Some(Clash::Lookalike));
        assert_eq!(clash("go1em", "").await.unwrap(), Some(Clash::Lookalike));
        assert_eq!(clash("g0lem", "golem").await.unwrap(), None, "a player's own look is free");
        let rename = |name: &'static str| house.db.write(move |tx| player::rename(tx, "bob", name));
        assert!(matches!(rename("golern").await, Err(Error::Conflict)));
        let create = house.db.write(|tx| player::create(tx, "new", false, "goIem", 0)).await;
        assert!(matches!(create, Err(Error::Conflict)));
        rename("robert").await.unwrap();
        house.db.write(|tx| player::create(tx, "new", false, "b0b", 0)).await.unwrap();
    }
}

#[tokio::test]
async fn looks_of_names_from_before_are_filled_in_and_the_oldest_keeps_its_look() {
    for house in House::each() {
        house.people(&["golem", "g-two", "gone"]).await;
        house.db.raw("UPDATE player SET name_skeleton = ''");
        house.db.raw("UPDATE player SET name = 'g0lem', name_key = 'g0lem', created_at = 9000000000000 WHERE id = 'g-two'");
        house.db.raw("UPDATE player SET erased_at = 1 WHERE id = 'gone'");
        house.db.write(player::fill_skeletons).await.unwrap();
        let filled = house
            .db
            .column("SELECT name_skeleton FROM player WHERE name_skeleton <> '' ORDER BY id");
        assert_eq!(filled, ["=g-two", "golern", "=gone"]);
    }
}

/// The unique index is what holds where both look before either has written.
#[tokio::test(flavor = "multi_thread")]
async fn of_many_names_that_look_alike_one_is_given() {
    for house in House::each() {
        let house = std::sync::Arc::new(house);
        let names = ["golem", "g0lem", "go1em", "goIem", "GOLEM", "g0Lem", "golern", "G0LERN"];
        let tasks = names.map(|name| {
            let house = std::sync::Arc::clone(&house);
            tokio::spawn(async move {
                house.db.write(move |tx| player::create(tx, name, false, name, 0)).await
            })
        });
        let mut given = 0;
        for task in tasks {
            given += i32::from(task.await.unwrap().is_ok());
        }
        assert_eq!(given, 1);
        assert_eq!(house.db.column("SELECT count(*) FROM player"), ["1"]);
    }
}

#[tokio::test]
async fn an_address_belongs_to_the_first_who_proved_it() {
    for house in House::each() {
        house.people(&["p1", "p2"]).await;
        claim(&house, "p1", "a@example.org").await;
        verify(&house, "p1", "a@example.org").await.unwrap();
        verify(&house, "p1", "a@example.org").await.unwrap();
        assert!(matches!(verify(&house, "p2", "a@example.org").await, Err(Error::Conflict)));
        assert_eq!(opens(&house, "a@example.org", "p1#").await.as_deref(), Some("p1"));
        // Another address frees the first.
        verify(&house, "p1", "b@example.org").await.unwrap();
        verify(&house, "p2", "a@example.org").await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_prove_an_address_at_once_one_gets_it() {
    for house in House::each() {
        let house = std::sync::Arc::new(house);
        let ids = ["p1", "p2", "p3", "p4", "p5", "p6"];
        house.people(&ids).await;
        for id in ids {
            claim(&house, id, "a@example.org").await;
        }
        let tasks: Vec<_> = ids
            .map(|id| {
                let house = std::sync::Arc::clone(&house);
                tokio::spawn(async move { verify(&house, id, "a@example.org").await })
            })
            .into_iter()
            .collect();
        let mut won = 0;
        for task in tasks {
            match task.await.unwrap() {
                Ok(()) => won += 1,
                Err(Error::Conflict) => {}
                Err(other) => panic!("{other:?}"),
            }
        }
        assert_eq!(won, 1);
        assert_eq!(house.db.raw("SELECT id FROM player WHERE verified").len(), 1);
    }
}

#[tokio::test]
async fn a_session_lasts_until_it_is_closed() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house
            .db
            .write(|tx| {
                session::open(tx, "h1", "ann", "Firefox", 10)?;
                session::open(tx, "h2", "ann", "Phone", 20)?;
                session::open(tx, "h3", "bob", "Phone", 30)
            })
            .await
            .unwrap();
        let whose = async |hash: &'static str| {
            let found = house.db.read(move |tx| session::logged_in(tx, hash)).await.unwrap();
            found.map(|it| (it.player.id, it.seen_at))
        };
        assert_eq!(whose("h1").await, Some(("ann".to_owned(), 10)));
        assert_eq!(whose("h9").await, None);
        house.db.write(|tx| session::renew(tx, "h1", 90)).await.unwrap();
        assert_eq!(whose("h1").await, Some(("ann".to_owned(), 90)));
        let listed = house.db.read(|tx| session::list(tx, "ann")).await.unwrap();
        let listed: Vec<_> = listed.iter().map(|s| (s.id.as_str(), s.seen_at)).collect();
        assert_eq!(listed, [("h1", 90), ("h2", 20)]);
        // Another's session cannot be closed.
        house.db.write(|tx| session::close(tx, "h3", "ann")).await.unwrap();
        assert!(whose("h3").await.is_some());
        house.db.write(|tx| session::close_others(tx, "ann", "h2")).await.unwrap();
        assert!(whose("h1").await.is_none() && whose("h2").await.is_some());
    }
}

#[tokio::test]
async fn a_link_works_for_its_purpose_until_it_is_spent() {
    for house in House::each() {
        house.people(&["ann"]).await;
        house
            .db
            .write(|tx| {
                email_link::make(tx, "h1", Kind::Verify, "ann", "a@example.org", 100)?;
                email_link::make(tx, "h2", Kind::Verify, "ann", "b@example.org", 200)?;
                email_link::make(tx, "h3", Kind::Reset, "ann", "a@example.org", 100)
            })
            .await
            .unwrap();
        let find = async |hash: &'static str, kind: Kind, now| {
            let found =
                house.db.read(move |tx| email_link::find(tx, hash, kind, now)).await.unwrap();
            found.map(|link| (link.player_id, link.email))
        };
        let ann = |email: &str| Some(("ann".to_owned(), email.to_owned()));
        assert_eq!(find("h1", Kind::Verify, 99).await, ann("a@example.org"));
        assert_eq!(find("h1", Kind::Reset, 99).await, None);
        assert_eq!(find("h1", Kind::Verify, 100).await, None);
        house.db.write(|tx| email_link::spend(tx, "h1", Kind::Verify)).await.unwrap();
        assert_eq!(find("h2", Kind::Verify, 50).await, None);
        let again = house.db.write(|tx| email_link::spend(tx, "h2", Kind::Verify)).await;
        assert!(matches!(again, Err(Error::NotFound)));
        assert_eq!(find("h3", Kind::Reset, 50).await, ann("a@example.org"));
        assert_eq!(house.db.write(|tx| email_link::sweep(tx, 100)).await.unwrap(), 1);
    }
}

/// Or two links that were sent for the same.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_use_a_link_at_once_one_does() {
    for house in House::each() {
        house.people(&["ann"]).await;
        for second in ["h1", "h2"] {
            let make = |tx: &mut luna_store::Tx<'_>| {
                email_link::make(tx, "h1", Kind::Reset, "ann", "a@example.org", 100)?;
                email_link::make(tx, "h2", Kind::Reset, "ann", "a@example.org", 100)
            };
            house.db.write(make).await.unwrap();
            let resets = |hash: &'static str, password: &'static str| {
                move |tx: &mut luna_store::Tx<'_>| {
                    let found =
                        email_link::find(tx, hash, Kind::Reset, 50)?.ok_or(Error::NotFound)?;
                    player::set_password(tx, &found.player_id, password)?;
                    email_link::spend(tx, hash, Kind::Reset)
                }
            };
            let first = Paused::start(&house, resets("h1", "first")).await;
            let late = first.then(&house, resets(second, "second")).await;
            assert!(matches!(late, Err(Error::NotFound)), "{late:?}");
            let password = house.db.read(|tx| player::password(tx, "ann")).await.unwrap();
            assert_eq!(password.as_deref(), Some("first"));
        }
    }
}

/// Whichever comes first, a session with the old password does not outlive it.
#[tokio::test(flavor = "multi_thread")]
async fn a_password_may_be_changed_while_somebody_logs_in_with_it() {
    let logs_in = |tx: &mut luna_store::Tx<'_>| {
        player::with_password(tx, "ann", "old")?.ok_or(Error::NotFound)?;
        session::open(tx, "session", "ann", "Phone", 10)
    };
    let changes = |tx: &mut luna_store::Tx<'_>| {
        player::with_password(tx, "ann", "old")?.ok_or(Error::NotFound)?;
        player::set_password(tx, "ann", "new")?;
        session::close_others(tx, "ann", "")
    };
    for first in ["log-in", "change"] {
        for house in House::each() {
            house.people(&["ann"]).await;
            house.db.write(|tx| player::set_password(tx, "ann", "old")).await.unwrap();
            if first == "log-in" {
                Paused::start(&house, logs_in).await.then(&house, changes).await.unwrap();
            } else {
                let late = Paused::start(&house, changes).await.then(&house, logs_in).await;
                assert!(matches!(late, Err(Error::NotFound)), "{late:?}");
            }
            assert_eq!(house.db.column("SELECT id FROM session"), Vec::<String>::new());
            let password = house.db.read(|tx| player::password(tx, "ann")).await.unwrap();
            assert_eq!(password.as_deref(), Some("new"));
        }
    }
}

#[tokio::test]
async fn settings_are_kept() {
    for db in databases() {
        for value in ["one", "two"] {
            db.write(move |tx| luna_store::setting::set(tx, "instance", value)).await.unwrap();
        }
        let value = db.read(|tx| luna_store::setting::get(tx, "instance")).await.unwrap();
        assert_eq!(value.as_deref(), Some("two"));
    }
}

#[tokio::test]
async fn players_are_listed_newest_first_page_by_page() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat"]).await;
        let page = house.db.read(|tx| player::list(tx, (i64::MAX, ""), 2)).await.unwrap();
        assert_eq!(page.iter().map(|(p, _)| p.id.as_str()).collect::<Vec<_>>(), ["cat", "bob"]);
        let last = (page[1].0.created_at, page[1].0.id.clone());
        let rest = house.db.read(move |tx| player::list(tx, (last.0, &last.1), 2)).await.unwrap();
        assert_eq!(rest.iter().map(|(p, _)| p.id.as_str()).collect::<Vec<_>>(), ["ann"]);
    }
}
