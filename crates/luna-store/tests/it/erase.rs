//! Bans and erasure: the player goes, their partners keep their games.

use luna_core::game::{Phase, Refusal};
use luna_store::disciplines::ALL;
use luna_store::moderation_log::Act;
use luna_store::player::GONE;
use luna_store::rebuild::rebuild_ratings;
use luna_store::{Error, draft, email_link, erase, mail, player, seat_address, session};

use crate::house::{House, answers, questions};

pub(crate) const MARK: &str = "Xylophone";

/// Every text in every table, with where it is.
fn texts(house: &House) -> Vec<String> {
    let tables = crate::schema::tables();
    let mut all = Vec::new();
    for table in &tables {
        for row in house.db.raw(&format!("SELECT * FROM {}", table.name)) {
            all.push(format!("{}: {}", table.name, row.join(" | ")));
        }
    }
    all
}

pub(crate) fn marked(house: &House) -> Vec<String> {
    let lower = MARK.to_lowercase();
    texts(house).into_iter().filter(|text| text.to_lowercase().contains(&lower)).collect()
}

/// A player whose every word has the mark in it, with one game finished, one
/// that they left, and one in each phase.
pub(crate) async fn much_about(house: &House, id: &str) -> Vec<(String, String)> {
    let mut partners = Vec::new();
    for stage in 0..5 {
        let partner = format!("partner{stage}");
        house.people(&[&partner]).await;
        let theirs = house.opens_and_asks(&partner).await;
        let mine = house.open(id).await;
        house.ask_texts(id, &mine, vec![format!("{MARK}?"); 2]).await.unwrap();
        assert!(house.opposite((id, &mine), (&partner, &theirs)).await);
        if stage >= 1 {
            let said = vec![format!("{MARK}!"), "no".to_owned()];
            house.play(id, &mine, luna_core::game::Move::Answer(said)).await.unwrap();
        }
        if stage >= 2 {
            house.answer(&partner, &theirs).await.unwrap();
        }
        match stage {
            3 => {
                house.guess(id, &mine, "77").await.unwrap();
                house.guess(&partner, &theirs, "33").await.unwrap();
            }
            4 => house.leave(id, &mine).await.unwrap(),
            _ => {}
        }
        partners.push((partner, theirs));
    }
    let seat = house.open(id).await;
    let (id, now) = (id.to_owned(), house.now());
    house
        .db
        .write(move |tx| {
            draft::save(tx, &id, &seat, "q1", MARK, now)?;
            let email = format!("{MARK}@example.org").to_lowercase();
            player::claim_email(tx, &id, &email, "secret-of-ann", now)?;
            player::verify_email(tx, &id, &email)?;
            seat_address::set(tx, &seat, &id, &email, now)?;
            session::open(tx, "cookie-of-ann", &id, &format!("{MARK} browser"), now)?;
            email_link::make(tx, "link", email_link::Kind::Reset, &id, &email, now + 9)?;
            let letter = mail::Mail {
                id: "m".to_owned(),
                player_id: Some(id.clone()),
                kind: "reset".to_owned(),
                address: email,
                subject: format!("Dear {MARK}"),
                plain: MARK.to_owned(),
                html: MARK.to_owned(),
                off_url: Some(MARK.to_owned()),
                about: None,
            };
            mail::send(tx, &letter, now)
        })
        .await
        .unwrap();
    partners
}

#[tokio::test]
async fn erasure_leaves_no_word_and_no_name() {
    for house in House::each() {
        let id = "01hzzzzzzzzzzzzzzzabcdefghij";
        house.player(id, false).await;
        house.db.write(move |tx| player::rename(tx, id, MARK)).await.unwrap();
        let partners = much_about(&house, id).await;
        house.guess("partner2", &partners[2].1, "55").await.unwrap();
        assert!(marked(&house).len() > 10);
        let rating = house.rating(id).await;
        let guesses = house.db.raw("SELECT * FROM guess ORDER BY game_id, side");

        house.acts(move |tx, at| erase::erase(tx, at, id)).await;
        assert_eq!(marked(&house), Vec::<String>::new());
        for (table, column) in
            [("session", "player_id"), ("link", "player_id"), ("mail", "player_id")]
        {
            assert!(
                house.db.raw(&format!("SELECT * FROM {table} WHERE {column} = '{id}'")).is_empty()
            );
        }
        assert!(matches!(
            house.db.read(move |tx| player::find(tx, id)).await,
            Err(Error::NotFound)
        ));

        // The finished game and every rating stay.
        let (partner, seat) = &partners[3];
        let view = house.view(partner, seat).await;
        assert_eq!(view.phase, Phase::Final);
        assert_eq!(view.my_answers, Some(answers(partner)));
        assert_eq!(view.their_questions, Some(vec![GONE.to_owned(); 2]));
        assert_eq!(house.rating(id).await, rating);
        assert_eq!(house.db.raw("SELECT * FROM guess ORDER BY game_id, side"), guesses);
        let rebuilt = house.db.write(rebuild_ratings).await.unwrap();
        assert_eq!(rebuilt.different, 0);

        // The others wait for a partner, with what they wrote; the last of
        // them had lost theirs before.
        for (stage, (partner, seat)) in partners.iter().enumerate().filter(|(n, _)| *n != 3) {
            let view = house.view(partner, seat).await;
            assert_eq!((view.phase, view.partner_seated), (Phase::Interview, false), "{stage}");
            assert_eq!(view.my_questions, Some(questions(partner)));
            assert_eq!(view.my_answers, (stage >= 2).then(|| answers(partner)));
        }
        // And a player who inherits an erased question can still play.
        house.people(&["next"]).await;
        let next = house.opens_and_asks("next").await;
        house.answer("next", &next).await.unwrap();
        house.acts(move |tx, at| erase::erase(tx, at, id)).await;
    }
}

#[tokio::test]
async fn erasure_frees_the_name_and_the_address() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.verified("ann").await;
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        house
            .db
            .write(|tx| {
                player::create(tx, "ann2", false, "ann", 0)?;
                player::verify_email(tx, "ann2", "ann@example.org")
            })
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_banned_player_leaves_every_game_and_cannot_go_on() {
    for house in House::each() {
        house.people(&["ann"]).await;
        let partners = much_about(&house, "ann").await;
        let seat = house.opens_and_asks("ann").await;
        house.acts(|tx, at| erase::ban(tx, at, Act::of("ann", "rude"))).await;
        let banned = house.db.read(|tx| player::banned(tx, (i64::MAX, ""), 9)).await.unwrap();
        assert_eq!(banned[0].0.banned_why.as_deref(), Some("rude"));
        let session = house.db.read(|tx| session::logged_in(tx, "cookie-of-ann")).await.unwrap();
        assert!(session.is_none(), "they log in again, with the password, to read why");
        for state in ["move", "wait"] {
            let open = format!("SELECT id FROM seat WHERE player_id = 'ann' AND state = '{state}'");
            assert!(house.db.raw(&open).is_empty());
        }
        let gone = house.answer("ann", &seat).await;
        assert!(matches!(gone, Err(Error::Refused(Refusal::Over | Refusal::NotSeated))));
        let (partner, seat) = &partners[1];
        assert!(!house.view(partner, seat).await.partner_seated);
        assert_eq!(house.rating("ann").await.as_deref(), Some("33"));
        house.acts(|tx, at| erase::unban(tx, at, None, "ann")).await;
        assert!(
            house.db.read(|tx| player::banned(tx, (i64::MAX, ""), 9)).await.unwrap().is_empty()
        );
    }
}

/// Even a guess that only waits for the other's goes with its player.
#[tokio::test]
async fn a_ban_takes_a_guess_along() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let [ann, bob] = house.both_answer("ann", "bob").await;
        house.guess("ann", &ann, "0").await.unwrap();
        house.acts(|tx, at| erase::ban(tx, at, Act::of("ann", "rude"))).await;
        let refused = house.guess("bob", &bob, "50").await;
        assert!(matches!(refused, Err(Error::Refused(Refusal::NoResponsesYet))));
        assert_eq!(house.rating("bob").await, None);
    }
}

#[tokio::test]
async fn a_player_gets_everything_kept_about_them_and_nothing_else() {
    for house in House::each() {
        house.people(&["ann"]).await;
        much_about(&house, "ann").await;
        let data = house.db.read(|tx| luna_store::export::of(tx, ALL, "ann")).await.unwrap();
        assert_eq!(data["games"].as_array().unwrap().len(), 6);
        let text = data.to_string();
        for theirs in ["xylophone@example.org", "Xylophone browser", "Dear Xylophone", "Xylophone!"]
        {
            assert!(text.contains(theirs), "{theirs}");
        }
        // What partners said where it has been shown: not in the second game,
        // which they have yet to answer in, nor in the last, which Ann has left.
        assert!(text.contains("partner2 says 1.") && text.contains("partner3 says 1."));
        for hidden in
            ["partner1 says", "partner4 says", "secret-of-ann", "cookie-of-ann", "partner3\""]
        {
            assert!(!text.contains(hidden), "{hidden}");
        }
    }
}
