//! What is learned from: rated people's answers, and nobody's who has gone.

use luna_core::game::Move;
use luna_store::disciplines::ALL;
use luna_store::export::last_games_since;
use luna_store::moderation_log::Act;
use luna_store::predict::distance::{QuestionDistance, distances};
use luna_store::predict::fit::{self, ParameterIndex, QuestionParameters};
use luna_store::predict::index::InformativenessIndex;
use luna_store::predict::{
    self, HOUSES, Page, PredictionErrors, QuestionInformativeness, TrainingState,
};
use luna_store::{Result, Tx, erase, judge};
use luna_testkit::control::{MINUTE, START};

use crate::house::{House, answers, questions};

/// Rated by three people each; the last of them is the one who asks.
const RATED: [&str; 4] = ["p1", "p2", "p3", "p4"];

async fn everybody() -> Vec<House> {
    let houses = House::each();
    for house in &houses {
        house.people(&["asker", "judge1", "judge2"]).await;
        house.people(&RATED).await;
        for (person, points) in RATED.into_iter().zip(["10", "40", "70", "97"]) {
            for judge in ["judge1", "judge2", "asker"] {
                house.whole_game((judge, points), (person, "50")).await;
            }
        }
    }
    houses
}

async fn page(house: &House, after: &'static str, limit: usize) -> Page {
    people(house, house.now(), after, limit).await
}

async fn people(house: &House, until: i64, after: &'static str, limit: usize) -> Page {
    house.db.read(move |tx| predict::people(tx, "asker", until, after, limit)).await.unwrap()
}

fn told(page: &Page) -> Vec<String> {
    let one = |it: &predict::Person| format!("{} {} {}", it.id, it.rating, it.games.len());
    page.people.iter().map(one).collect()
}

#[tokio::test]
async fn rated_people_are_found_with_what_they_answered() {
    for house in everybody().await {
        let first = page(&house, "", 3).await;
        assert_eq!(told(&first), ["p1 10 1", "p2 40 1", "p3 70 1"]);
        assert_eq!(first.more.as_deref(), Some("p3"));
        let game = &first.people[1].games[0];
        assert_eq!(game.questions, questions("asker"));
        assert_eq!(game.responses, answers("p2"));
        let rest = page(&house, "p3", 3).await;
        assert_eq!((told(&rest), rest.more), (vec!["p4 97 1".to_owned()], None));
    }
}

#[tokio::test]
async fn the_latest_game_comes_first_and_what_came_later_is_left_out() {
    for house in everybody().await {
        let then = house.now();
        house.later(MINUTE);
        let seats = [house.opens_and_asks("asker").await, house.opens_and_asks("p2").await];
        let said: Vec<String> = vec!["something".into(), "else".into()];
        house.play("p2", &seats[1], Move::Answer(said.clone())).await.unwrap();
        house.answer("asker", &seats[0]).await.unwrap();
        house.guess("asker", &seats[0], "80").await.unwrap();
        assert_eq!(page(&house, "p1", 1).await.people[0].games.len(), 1, "not over yet");
        house.guess("p2", &seats[1], "50").await.unwrap();
        let now = page(&house, "p1", 1).await.people.remove(0);
        assert_eq!((now.rating.to_string().as_str(), now.games.len()), ("50", 2));
        assert_eq!(now.games[0].responses, said);
        let before = people(&house, then, "p1", 1).await.people.remove(0);
        assert_eq!(before.rating.to_string(), "40");
        assert_eq!(before.games, now.games[1..]);
    }
}

#[tokio::test]
async fn nobody_is_learned_from_who_is_gone_or_hardly_known() {
    for house in everybody().await {
        let seq = async || house.db.read(predict::seq).await.unwrap();
        let before = seq().await;
        let at = house.at();
        let work = move |tx: &mut Tx<'_>| -> Result<()> {
            erase::erase(tx, &at, "p1")?;
            erase::ban(tx, &at, Act::of("p2", "rude"))?;
            judge::exclude(tx, &at, Act::of("p3", "by chance"))
        };
        house.db.write(work).await.unwrap();
        assert!(seq().await > before);
        assert_eq!(told(&page(&house, "", 9).await), ["p4 97 1"]);
        // Without one of the three, p4 is known too little.
        let (before, at) = (seq().await, house.at());
        let work = move |tx: &mut Tx<'_>| judge::exclude(tx, &at, Act::of("judge1", "by chance"));
        house.db.write(work).await.unwrap();
        judge::follow_all(&house.db, "judge1").await.unwrap();
        assert!(seq().await > before);
        assert_eq!(told(&page(&house, "", 9).await), [""; 0]);
    }
}

#[tokio::test]
async fn questions_of_somebody_who_had_to_go_are_not_the_askers() {
    for house in everybody().await {
        house.people(&["gone"]).await;
        let [theirs, mine] = [house.opens_and_asks("gone").await, house.opens_and_asks("p4").await];
        house.answer("p4", &mine).await.unwrap();
        house.leave("gone", &theirs).await.unwrap();
        let asker = house.opens_and_asks("asker").await;
        assert!(house.opposite(("asker", &asker), ("p4", &mine)).await);
        house.answer("asker", &asker).await.unwrap();
        house.guess("asker", &asker, "97").await.unwrap();
        house.guess("p4", &mine, "50").await.unwrap();
        assert_eq!(told(&page(&house, "p3", 9).await), ["p4 97 1"]);
    }
}

#[tokio::test]
async fn a_question_is_as_far_off_as_the_guesses_after_it() {
    for house in everybody().await {
        let off = async || {
            let (now, own) = (house.now(), questions("asker"));
            let mut asked = vec![own[1].to_uppercase(), "Unknown?".to_owned()];
            asked.extend(own);
            let read = move |tx: &mut Tx<'_>| distances(tx, now, "asker", &asked);
            house.db.read(read).await.unwrap()
        };
        let mean = |points, games| Some(QuestionDistance { points, games });
        // Each guess of the asker's has been that of the two judges.
        assert_eq!(off().await[..3], [mean(0.0, 4), None, mean(0.0, 4)]);
        house.whole_game(("asker", "30"), ("p1", "50")).await;
        assert_eq!(off().await[0], mean(4.0, 5), "20 points in one of five games");
        // Later guesses are counted from midnight on.
        house.people(&["judge3"]).await;
        house.whole_game(("judge3", "100"), ("p1", "50")).await;
        assert_eq!(off().await[0], mean(4.0, 5));
        house.later(24 * 60 * MINUTE);
        assert_eq!(off().await[0], mean(8.0, 5), "30 points in one game and 10 in another");
        let hide = |tx: &mut Tx<'_>| luna_store::player::set_rating_hidden(tx, "p1", true);
        house.db.write(hide).await.unwrap();
        assert_eq!(off().await[0], mean(0.0, 3), "a private rating tells nothing");
    }
}

#[tokio::test]
async fn the_last_games_are_those_after_a_time() {
    for house in everybody().await {
        let since =
            async |games| house.db.read(move |tx| last_games_since(tx, games)).await.unwrap();
        assert!(since(11).await.is_some(), "there are twelve games");
        assert_eq!(since(12).await, None);
        assert!(since(11).await <= since(0).await);
    }
}

fn parameters(text: &str, discrimination: f64, at: i64) -> QuestionParameters {
    QuestionParameters {
        text: text.to_owned(),
        marks: 12,
        difficulty: -0.5,
        difficulty_low: -1.0,
        difficulty_high: 0.0,
        discrimination,
        discrimination_low: 0.5,
        discrimination_high: 3.0,
        machines: Some(-1),
        at,
    }
}

#[tokio::test]
async fn parameters_of_questions_are_found_by_their_words_and_go_with_their_askers() {
    for house in everybody().await {
        let old = [parameters("Who are you?", 1.5, 1), parameters("Why?", 0.7, 1)];
        let new = [parameters("Why?", 0.9, 2)];
        let (stored, newer) = (old.clone(), new.clone());
        let write = move |tx: &mut Tx<'_>| {
            fit::keep(tx, "asker", &stored)?;
            fit::keep(tx, "p1", &newer)?;
            fit::keep(tx, "p1", &newer)
        };
        house.db.write(write).await.unwrap();
        let wanted = ["WHO are you", "why", "", "Unknown?"];
        let read = async || {
            house.db.read(move |tx| ParameterIndex::of_questions(tx, wanted)).await.unwrap()
        };
        let index = read().await;
        assert_eq!(index.get("Who are you"), Some(&old[0]));
        assert!((index.discrimination("Unknown?") - 1.0).abs() < 1e-9 && index.get("").is_none());
        assert_eq!(house.db.read(|tx| fit::of_asker(tx, "p1")).await.unwrap(), new);
        house.db.write(|tx| fit::delete_older(tx, 2)).await.unwrap();
        assert!(read().await.get("Who are you?").is_none());
        assert_eq!(read().await.get("Why?"), Some(&new[0]));
    }
}

fn two() -> Vec<QuestionInformativeness> {
    let told = |text: &str, share| QuestionInformativeness {
        text: text.to_owned(),
        people: 31,
        share,
        at: 7,
    };
    vec![told("Why?", 0.25), told("Where?", 0.5)]
}

async fn keep(house: &House, asker: &'static str, all: Vec<QuestionInformativeness>) {
    house.db.write(move |tx| predict::keep(tx, asker, &all)).await.unwrap();
}

#[tokio::test]
async fn informativeness_is_found_by_the_words_of_a_question() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        let asked = |text: &str, people, share| QuestionInformativeness {
            text: text.to_owned(),
            people,
            share,
            at: 7,
        };
        // More than a page of rows, between the two that count.
        let many = (0..1_001).map(|nth| asked(&format!("Number {nth}?"), 30, 0.1));
        keep(&house, "ann", [asked("Who   are “you”", 31, 0.25)].into_iter().chain(many).collect())
            .await;
        keep(&house, "bob", vec![asked("WHO ARE \"YOU\"?", 40, 0.5), asked("?", 40, 0.5)]).await;
        let read = |tx: &mut Tx<'_>| {
            let wanted = ["Who are \"you\"?", "Number 999?", "Unknown?", "!"];
            let all = InformativenessIndex::of_questions(tx, wanted)?;
            let mut found = wanted.map(|text| all.get(text).map(|it| it.people)).to_vec();
            found.push(all.get("Number 1?").map(|it| it.people));
            let of_ann = InformativenessIndex::of_asker(tx, "ann")?;
            found.push(of_ann.get("who are \"you\"").map(|it| it.people));
            Ok::<_, luna_store::Error>(found)
        };
        let found = house.db.read(read).await.unwrap();
        let expected = [Some(40), Some(30), None, None, None, Some(31)];
        assert_eq!(found, expected, "that of the most people, and only what was wanted");
    }
}

#[tokio::test]
async fn what_questions_tell_is_replaced_and_listed() {
    for house in House::each() {
        house.people(&["ann"]).await;
        keep(&house, "ann", vec![two()[1].clone(), two()[0].clone(), two()[0].clone()]).await;
        keep(&house, "ann", two()).await;
        keep(&house, HOUSES, two()).await;
        let hers = house.db.read(|tx| predict::of_asker(tx, "ann")).await.unwrap();
        assert_eq!(hers, two());
        let list = async |after: (f64, &'static str, i64), limit| {
            let list = house.db.read(move |tx| predict::list(tx, after, limit)).await.unwrap();
            let line = |it: &predict::QuestionLine| {
                format!("{} {} {:?} {}", it.asker, it.nth, it.name, it.told.text)
            };
            list.iter().map(line).collect::<Vec<_>>()
        };
        let first = ["house 2 None Where?", "ann 2 Some(\"ann\") Where?", "house 1 None Why?"];
        assert_eq!(list((2.0, "", 0), 3).await, first);
        assert_eq!(list((0.25, HOUSES, 1), 3).await, ["ann 1 Some(\"ann\") Why?"]);
    }
}

#[tokio::test]
async fn what_a_players_questions_tell_goes_with_the_player() {
    for house in House::each() {
        house.people(&["ann"]).await;
        keep(&house, "ann", two()).await;
        let data = house.db.read(|tx| luna_store::export::of(tx, ALL, "ann")).await.unwrap();
        assert_eq!(data["questions"][1]["share_of_ratings"], 0.5);
        house.acts(|tx, at| erase::erase(tx, at, "ann")).await;
        assert_eq!(house.db.read(|tx| predict::of_asker(tx, "ann")).await.unwrap(), []);
        // A process that was computing meanwhile comes too late.
        keep(&house, "ann", two()).await;
        assert_eq!(house.db.read(|tx| predict::of_asker(tx, "ann")).await.unwrap(), []);
    }
}

#[tokio::test]
async fn when_it_was_learned_is_kept_and_games_are_counted() {
    for house in everybody().await {
        let games = house.db.read(luna_store::counters::finished).await.unwrap();
        assert_eq!(games, 12);
        let by =
            async |at| house.db.read(move |tx| luna_store::counters::finished_by(tx, at)).await;
        assert_eq!([by(house.now()).await.unwrap(), by(START).await.unwrap()], [12, 0]);
        // The last game ended a second ago.
        let before = house.now() - 1;
        assert_eq!(by(before).await.unwrap(), 11);
        assert_eq!(house.db.read(predict::training_state).await.unwrap(), None);
        let tried = Some(PredictionErrors { error: 0.1 + 0.2, constant: 20.0 });
        let learned = TrainingState { until: 5, seq: 0, games, people: 4, tried, since: Some(6) };
        let kept = learned.clone();
        house.db.write(move |tx| predict::set_training_state(tx, &kept)).await.unwrap();
        assert_eq!(house.db.read(predict::training_state).await.unwrap(), Some(learned));
    }
}
