//! Recovery codes: each opens one player, once, until a newer one takes its place.

use luna_store::{Error, erase, recovery};

use crate::house::House;

#[tokio::test]
async fn a_code_works_once_and_a_newer_one_takes_its_place() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let set = async |id: &'static str, hash: &'static str, now| {
            house.db.write(move |tx| recovery::set(tx, id, hash, now)).await.unwrap();
        };
        let spend =
            async |hash: &'static str| house.db.write(move |tx| recovery::spend(tx, hash)).await;
        let made = async || house.db.read(|tx| recovery::made_at(tx, "ann")).await.unwrap();
        assert_eq!(made().await, None);
        set("ann", "old", 1).await;
        set("ann", "new", 2).await;
        set("bob", "other", 3).await;
        assert_eq!(made().await, Some(2));
        assert!(matches!(spend("old").await, Err(Error::NotFound)), "replaced");
        assert_eq!(spend("new").await.unwrap(), "ann");
        assert!(matches!(spend("new").await, Err(Error::NotFound)), "spent");
        assert_eq!(spend("other").await.unwrap(), "bob");
    }
}

#[tokio::test]
async fn a_code_of_an_erased_player_opens_nothing_and_none_is_made_after() {
    for house in House::each() {
        house.people(&["ann"]).await;
        house.db.write(|tx| recovery::set(tx, "ann", "code", 1)).await.unwrap();
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        let spent = house.db.write(|tx| recovery::spend(tx, "code")).await;
        assert!(matches!(spent, Err(Error::NotFound)));
        let set = house.db.write(|tx| recovery::set(tx, "ann", "late", 2)).await;
        assert!(matches!(set, Err(Error::NotFound)));
    }
}
