//! House machines that learn to guess from the games of an instance.

use luna_app::predict::follow;
use luna_core::game::Move;
use luna_core::rng::Chance;
use luna_machines::{HouseMachine, Pool, QUESTIONS};
use luna_store::predict;
use luna_testkit::instance::{HOUR, MINUTE, SECOND, TestInstance};
use luna_testkit::player::{TestPlayer, finished};
use luna_testkit::school::{self, JUDGES, School, says};

const FAIR: School = School { pupils: 34, fair: true };

/// What Eliza asks the pupil of this number: as in the games of Luna's first year, or drawn.
fn drawn(nth: usize) -> Vec<String> {
    if nth.is_multiple_of(5) {
        return QUESTIONS.map(str::to_owned).to_vec();
    }
    let mut chance = Chance::from_words(&["drawn", &nth.to_string()]);
    HouseMachine::Eliza.questions(Pool::Rated, school::RULES, &[], &mut chance)
}

/// Opens a school.
async fn open(app: &TestInstance, school: School) {
    app.only("eliza").await;
    for name in JUDGES {
        app.player(name).await;
    }
    let machines = ["house-eliza", "house-gibberish"];
    school.opens(&app.db, || app.moment(), machines, drawn).await;
    app.later(HOUR);
    app.work().await;
}

async fn opened(school: School) -> Vec<TestInstance> {
    let all = TestInstance::each().await;
    for app in &all {
        open(app, school).await;
    }
    all
}

/// Whether there was anything new.
async fn follows(app: &TestInstance) -> bool {
    follow(app.app()).await.unwrap()
}

/// As in a process that has learned nothing yet.
fn forgets(app: &TestInstance) {
    app.houses().learned.replace((0, 0), None);
}

/// Plays with a machine up to where the guess is owed, the machine's being in.
async fn judged_by_a_machine(app: &TestInstance, who: &TestPlayer, good: bool) -> String {
    let game = who.opens().await;
    app.passes(3 * MINUTE, MINUTE).await;
    who.submits(&game, Move::Answer(says(good))).await.unwrap();
    app.passes(HOUR, MINUTE).await;
    game
}

#[tokio::test]
async fn a_house_machine_guesses_with_its_model() {
    for app in opened(FAIR).await {
        assert!(!follows(&app).await, "what has been learned here is nothing new here");
        for (name, good, near) in [("neo", true, 80.0), ("leo", false, 20.0)] {
            let who = app.player(name).await;
            let game = judged_by_a_machine(&app, &who, good).await;
            who.guesses(&game, "5").await;
            let guess = who.view(&game).await.result.unwrap().their_guess.to_string();
            let points: f64 = guess.parse().unwrap();
            assert!((points - near).abs() < 10.0, "{name}: {guess}");
            assert!(
                guess.split('.').nth(1).is_none_or(|it| it.len() <= 2),
                "in hundredths: {guess}"
            );
        }
    }
}

#[tokio::test]
async fn every_process_comes_to_the_same_guess() {
    for app in opened(FAIR).await {
        let questions = drawn(1_000);
        let guess = |good| app.houses().learned.guess(&questions, &says(good));
        let guesses = [guess(true).unwrap(), guess(false).unwrap()];
        // One that starts later learns nothing from games that have ended since.
        app.acts(|tx, at| school::guessed(tx, at, "judge1", ("pupil0", 0), 1)).await;
        forgets(&app);
        assert!(follows(&app).await && !follows(&app).await);
        assert_eq!(guesses, [guess(true).unwrap(), guess(false).unwrap()]);
        // What somebody else has asked says nothing.
        assert_eq!(app.houses().learned.guess(&says(true), &says(true)), None);
    }
}

#[tokio::test]
async fn it_guesses_as_before_while_the_model_is_no_better() {
    let few = School { pupils: 12, fair: true };
    let unfair = School { pupils: 34, fair: false };
    for school in [few, unfair] {
        let app = TestInstance::new().await;
        open(&app, school).await;
        let questions = drawn(1_000);
        assert_eq!(app.houses().learned.guess(&questions, &says(true)), None);
        forgets(&app);
        assert!(follows(&app).await);
        assert_eq!(app.houses().learned.guess(&questions, &says(true)), None);
        let learned = app.db.read(predict::training_state).await.unwrap().unwrap();
        assert_eq!((learned.since, learned.tried.is_some()), (None, school.pupils > 30));
    }
}

#[tokio::test]
async fn it_trains_again_after_a_tenth_more_games_or_an_erasure() {
    for app in opened(FAIR).await {
        let learned = async || {
            app.later(HOUR);
            app.work().await;
            app.db.read(predict::training_state).await.unwrap().unwrap()
        };
        let first = learned().await;
        assert_eq!((first.games, first.people), (4 * 34, 34));
        let (ann, bob) = (app.player("ann").await, app.player("bob").await);
        for _ in 0..13 {
            finished((&ann, "50"), (&bob, "50")).await;
        }
        assert_eq!(learned().await, first);
        finished((&ann, "50"), (&bob, "50")).await;
        let second = learned().await;
        assert_eq!((second.games, second.since), (4 * 34 + 14, first.since));
        assert!(second.until > first.until);
        app.acts(|tx, at| luna_store::erase::erase(tx, at, "pupil3")).await;
        assert_eq!(learned().await.people, 33);
    }
}

/// A game that ended a moment ago may not be visible in full yet, so it is learned from the next
/// time, and no further game has to come first.
#[tokio::test]
async fn games_that_end_just_before_training_are_used_the_next_time() {
    for app in TestInstance::each().await {
        for name in JUDGES {
            app.player(name).await;
        }
        app.only("eliza").await;
        app.work().await;
        app.later(HOUR);
        let machines = ["house-eliza", "house-gibberish"];
        let five = |_| (1..=5).map(|nth| format!("How was day {nth}?")).collect();
        FAIR.opens(&app.db, || app.moment(), machines, five).await;
        app.later(10 * SECOND);
        app.work().await;
        let learned = async || app.db.read(predict::training_state).await.unwrap().unwrap();
        let told = || app.db.column("SELECT people FROM question_told").len();
        assert_eq!((learned().await.people, told()), (0, 0));
        app.later(HOUR);
        app.work().await;
        let second = learned().await;
        assert_eq!((second.games, second.people, told()), (4 * 34, 34, 20));
        // And then not again, while nothing new ends.
        app.later(HOUR);
        app.work().await;
        assert_eq!(learned().await, second);
    }
}

#[tokio::test]
async fn a_model_trained_on_an_erased_person_is_dropped() {
    for app in opened(FAIR).await {
        app.work().await;
        let questions = drawn(1_000);
        let guesses = || app.houses().learned.guess(&questions, &says(true)).is_some();
        let told = || app.db.column("SELECT people FROM question_told ORDER BY asker, nth");
        assert!(guesses());
        assert!(told().iter().all(|people| people == "34") && !told().is_empty());
        // Nobody has learned anything from somebody new.
        app.player("ann").await;
        app.acts(|tx, at| luna_store::erase::erase(tx, at, "ann")).await;
        assert!(!follows(&app).await && guesses());

        app.acts(|tx, at| luna_store::erase::erase(tx, at, "pupil3")).await;
        assert!(follows(&app).await, "it is dropped when a process looks");
        assert!(!guesses());
        // Without any time passing: the learning is due.
        app.work().await;
        let learned = app.db.read(predict::training_state).await.unwrap().unwrap();
        assert_eq!(learned.people, 33);
        assert!(guesses());
        assert!(told().iter().all(|people| people == "33") && !told().is_empty());
        assert!(!follows(&app).await, "this process has learned it");
    }
}
