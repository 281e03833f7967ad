//! Tokens of machines, and what requests were answered.

use luna_store::idempotency::{self, Receipt};
use luna_store::token::{self, Token};
use luna_store::{Error, machine};

use crate::house::House;

fn token(id: &str) -> Token {
    Token {
        id: id.into(),
        name: "laptop".into(),
        tail: "wxyz".into(),
        scope: token::Scope::Play,
        created_at: 5,
        used_at: None,
        revoked_at: None,
    }
}

#[tokio::test]
async fn a_token_lets_in_until_it_is_revoked() {
    for house in House::each_with(&[], &["robot"]).await {
        house.db.write(|tx| token::create(tx, "robot", &token("hash"))).await.unwrap();
        let bearer = async || house.db.read(|tx| token::bearer(tx, "hash")).await.unwrap();
        assert_eq!(bearer().await.unwrap().player_id, "robot");
        assert_eq!(bearer().await.unwrap().stream, 0);
        let opened = house.db.write(|tx| token::open_stream(tx, "hash", "robot")).await.unwrap();
        assert_eq!((opened, bearer().await.unwrap().stream), (1, 1));
        house.db.write(|tx| token::note_use(tx, "hash", 9)).await.unwrap();
        // Somebody else's machine has no such token.
        house.db.write(|tx| token::revoke(tx, "other", "hash", 10)).await.unwrap();
        assert!(bearer().await.is_some());
        house.db.write(|tx| token::revoke(tx, "robot", "hash", 10)).await.unwrap();
        assert!(bearer().await.is_none());
        let all = house.db.read(|tx| token::list(tx, "robot")).await.unwrap();
        assert_eq!((all[0].used_at, all[0].revoked_at), (Some(9), Some(10)));
    }
}

#[tokio::test]
async fn a_revoked_token_is_news_to_its_streams() {
    for house in House::each_with(&[], &["robot"]).await {
        house.db.write(|tx| token::create(tx, "robot", &token("hash"))).await.unwrap();
        let mut news = house.db.watch("player:robot");
        house.db.write(|tx| token::revoke(tx, "robot", "hash", 10)).await.unwrap();
        news.changed().await.unwrap();
        house.acts(|tx, at| machine::kill(tx, at, "robot", "why")).await;
        news.changed().await.unwrap();
    }
}

#[tokio::test]
async fn one_answer_for_one_request() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let first = Receipt { request: "hash".into(), status: 200, subject_id: "seat".into() };
        let kept = first.clone();
        house.db.write(move |tx| idempotency::keep(tx, "ann", "key", &kept, 5)).await.unwrap();
        let other = Receipt { status: 201, ..first.clone() };
        let twice = house.db.write(move |tx| idempotency::keep(tx, "ann", "key", &other, 6)).await;
        assert!(matches!(twice, Err(Error::Conflict)), "{twice:?}");
        let find = async || house.db.read(|tx| idempotency::find(tx, "ann", "key")).await.unwrap();
        assert_eq!(find().await, Some(first));
        house.db.write(|tx| idempotency::sweep(tx, 6)).await.unwrap();
        assert_eq!(find().await, None);
    }
}
