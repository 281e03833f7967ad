//! The machines that come with Luna, as they meet people.

use luna_machines::{House, Line};
use luna_store::{self as store, Tx, player};

use crate::app::{HOUR, MINUTE, TestApp};
use crate::play::answered;

fn line(author: Option<&str>, prompt: &str, reply: &str) -> Line {
    let author = author.map(str::to_owned);
    Line { author, game: None, prompt: prompt.to_owned(), reply: reply.to_owned() }
}

#[tokio::test]
async fn nobody_is_answered_with_their_own_words_or_those_of_somebody_erased() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        app.guest("bob").await;
        app.guest("eve").await;
        let named = |tx: &mut Tx<'_>| {
            let id = |tx: &mut Tx<'_>, name| player::by_name(tx, name).map(|player| player.id);
            Ok::<_, store::Error>([id(tx, "ann")?, id(tx, "bob")?, id(tx, "eve")?])
        };
        let [ann_id, bob_id, eve_id] = app.db.read(named).await.unwrap();
        let (gone, at) = (eve_id.clone(), app.moment());
        app.db.write(move |tx| store::erase::erase(tx, &at, &gone)).await.unwrap();
        let mut lines = Vec::new();
        for nth in 1..=5 {
            let asked = format!("ann asks {nth}?");
            lines.push(line(Some(&ann_id), &asked, &format!("ann once said {nth}")));
            lines.push(line(Some(&eve_id), &asked, &format!("somebody once said {nth}")));
            lines.push(line(Some(&bob_id), &format!("{asked} Well?"), &format!("bob said {nth}")));
        }
        lines.push(line(None, "Is it raining?", "a drop"));
        app.houses().recall.add(lines).unwrap();

        let game = ann.opens("ann").await;
        let seat_id = game.rsplit('/').next().unwrap().to_owned();
        let at = app.moment();
        let sits_down = move |tx: &mut Tx<'_>| {
            let place = store::game::place(tx, &seat_id, &ann_id)?;
            let mut loaded = store::game::load_held(tx, &place.game_id)?;
            let recall = House::Recall;
            store::game::seat_machine(tx, &at, &mut loaded, recall.id(), recall.questions(5))
        };
        app.db.write(sits_down).await.unwrap();
        ann.answers(&game, "ann").await.leads_to(&game);
        app.passes(HOUR, MINUTE).await;
        let page = ann.get(&game).await.text();
        for nth in 1..=5 {
            assert!(page.contains(&format!("bob said {nth}")), "{page}");
        }
        assert!(!page.contains("once said"), "{page}");
    }
}

#[tokio::test]
async fn what_people_have_written_is_remembered_once_the_game_is_over() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let mut read = luna_web::house::Read::default();
        let [anns, bobs] = answered(&mut ann, &mut bob).await;
        assert_eq!(read.on(app.app()).await.unwrap(), 0, "not over yet");
        ann.guesses(&anns, "5").await.leads_to(&anns);
        bob.guesses(&bobs, "6").await.leads_to(&bobs);
        assert_eq!(read.on(app.app()).await.unwrap(), 1);
        assert_eq!(read.on(app.app()).await.unwrap(), 0, "once");
        let said = |question: &str| {
            let mut chance = luna_core::chance::Chance::from_seed(1);
            app.houses().recall.answer(question, 5_000, &mut chance, &mut |_| true).unwrap()
        };
        assert_eq!(said("ann asks 2?"), "bob says 2.");
        assert_eq!(said("bob asks 4?"), "ann says 4.");
    }
}

#[tokio::test]
async fn a_person_who_has_its_name_already_keeps_it() {
    for app in TestApp::each().await {
        app.db.raw("DELETE FROM machine WHERE player_id = 'house-eliza' RETURNING way");
        app.db.raw("DELETE FROM player WHERE id = 'house-eliza' RETURNING id");
        app.guest("Eliza").await;
        app.restarts().await;
        let names =
            app.db.raw("SELECT name FROM player WHERE name_key LIKE '%eliza' ORDER BY name_key");
        assert_eq!(names, [["Eliza"], ["house-eliza"]]);
    }
}
