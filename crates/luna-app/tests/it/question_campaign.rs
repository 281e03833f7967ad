//! Campaigns: who is handed which question, and what simulated raters show of the rules.

use luna_app::provenance::Provenance;
use luna_app::question_campaign::creation::{create, open_next};
use luna_app::question_campaign::hand_out::{self, Look, NextQuestion, RatingInput};
use luna_app::question_campaign::import::import;
use luna_app::question_campaign::joining::{Arrival, join};
use luna_app::question_campaign::simulation::outcome::{Caught, SimulationOutcome};
use luna_app::question_campaign::simulation::rater_type::RaterType;
use luna_app::question_campaign::simulation::{Simulation, simulate};
use luna_core::question_campaign::Plan;
use luna_machines::question_file;
use luna_store::question_campaign::{campaign, imported};
use luna_store::{Tx, place};
use luna_testkit::instance::{HOUR, TestInstance};

/// A campaign of this many questions, with its first batch open. Returns its id.
async fn opened(app: &TestInstance, questions: usize, plan: Plan) -> String {
    let line = |nth| {
        format!(
            "{{\"article\":\"Moon\",\"text\":\"It shines at night.\",\
             \"sentence\":\"It shines at night.\",\"question\":\"When does it shine, {nth}?\"}}\n"
        )
    };
    let text: String = (0..questions).map(line).collect();
    let at = app.moment();
    let work = move |tx: &mut Tx<'_>| {
        let file = question_file::read(text.as_bytes(), None, None).unwrap();
        let provenance = Provenance {
            name: "moon".to_owned(),
            licence: String::new(),
            checksum: "sum".to_owned(),
        };
        import(tx, &at, &file, &provenance)?;
        let known = imported::by_checksum(tx, &provenance.checksum)?.unwrap();
        let campaign = create(tx, &at, "Moon questions", &known.id, plan)?;
        open_next(tx, &campaign.id, at.now)?;
        Ok::<_, luna_app::Error>(campaign.id)
    };
    app.db.write(work).await.unwrap()
}

/// Somebody in a campaign, and the network that they come from.
struct Rater<'a> {
    app: &'a TestInstance,
    campaign: &'a str,
    id: String,
    network: Option<&'static str>,
}

impl<'a> Rater<'a> {
    async fn join(
        app: &'a TestInstance,
        campaign: &'a str,
        name: &str,
        network: Option<&'static str>,
    ) -> Rater<'a> {
        let rater = Rater { app, campaign, id: name.to_owned(), network };
        rater
            .does(move |tx, campaign, id, now| {
                let found = campaign::find(tx, campaign)?;
                join(tx, &found, id, &Arrival::from_site(), now)?;
                Ok(place::note(tx, id, network.map(str::to_owned).as_slice(), now)?)
            })
            .await
            .unwrap();
        rater
    }

    async fn asks(&self) -> NextQuestion {
        let network = self.network;
        self.does(move |tx, campaign, id, now| {
            let found = campaign::find(tx, campaign)?;
            hand_out::lease_next(tx, &found, id, network, now)
        })
        .await
        .unwrap()
    }

    async fn takes(&self) -> String {
        match self.asks().await {
            NextQuestion::Question(question) => question,
            other => panic!("{}: {other:?}", self.id),
        }
    }

    async fn looks(&self) -> Look {
        let network = self.network;
        self.does(move |tx, campaign, id, now| {
            let found = campaign::find(tx, campaign)?;
            hand_out::look(tx, &found, id, network, now)
        })
        .await
        .unwrap()
    }

    async fn rates(&self, question: &str, rating: &'static str) -> Result<(), String> {
        let question = question.to_owned();
        self.does(move |tx, campaign, id, now| {
            let given = RatingInput { question_id: &question, rating, comment: "kept" };
            hand_out::rate(tx, campaign, id, given, now)
        })
        .await
        .map_err(|error| error.to_string())
    }

    async fn does<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>, &str, &str, i64) -> Result<T, luna_app::Error> + Send + 'static,
    ) -> Result<T, luna_app::Error> {
        let (campaign, id, now) = (self.campaign.to_owned(), self.id.clone(), self.app.now());
        self.app.db.write(move |tx| work(tx, &campaign, &id, now)).await
    }
}

fn count(app: &TestInstance, what: &str) -> String {
    app.db.column(&format!("SELECT count(*) FROM question_rating WHERE {what}")).remove(0)
}

#[tokio::test]
async fn an_abandoned_question_returns_and_nobody_overshoots() {
    for app in TestInstance::each().await {
        let id = opened(&app, 1, Plan { raters: 2, ..Plan::default() }).await;
        let mut all = Vec::new();
        for name in ["ann", "bob", "cyd"] {
            app.confirmed(name).await;
            all.push(Rater::join(&app, &id, name, None).await);
        }
        let [ann, bob, cyd] = &all[..] else { panic!("three") };
        let question = ann.takes().await;
        assert_eq!(bob.takes().await, question);
        // Two hold it, so there is none for a third.
        assert_eq!(cyd.asks().await, NextQuestion::Nothing);
        app.later(HOUR);
        cyd.takes().await;
        cyd.rates(&question, "2").await.unwrap();
        // Ann is late, and there is still room for her; Bob is too late.
        ann.rates(&question, "3").await.unwrap();
        let late = bob.rates(&question, "5").await.unwrap_err();
        assert!(late.contains("others have rated it meanwhile"), "{late}");
        assert_eq!(count(&app, "rejected_at IS NULL"), "2");
    }
}

#[tokio::test]
async fn a_question_that_was_given_back_goes_to_somebody_else() {
    for app in TestInstance::each().await {
        let id = opened(&app, 1, Plan { raters: 1, ..Plan::default() }).await;
        for name in ["ann", "bob"] {
            app.confirmed(name).await;
        }
        let ann = Rater::join(&app, &id, "ann", None).await;
        let bob = Rater::join(&app, &id, "bob", None).await;
        let question = ann.takes().await;
        assert_eq!((ann.looks().await, bob.looks().await), (Look::Held(question), Look::Nothing));
        ann.does(hand_out::give_back_held).await.unwrap();
        assert_eq!(ann.looks().await, Look::Waiting);
        bob.takes().await;
        assert_eq!(ann.looks().await, Look::Nothing);
    }
}

#[tokio::test]
async fn made_up_ids_of_one_network_hold_two_questions_and_40_people_there_rate_in_turn() {
    const OPEN: &str = "SELECT count(*) FROM assignment WHERE reviewed_at IS NULL";
    const SCHOOL: Option<&str> = Some("the school");
    for app in TestInstance::each().await {
        let plan = Plan { is_public: false, raters: 25, cap: 1, ..Plan::default() };
        let id = opened(&app, 3, plan).await;
        let mut raters = Vec::new();
        for nth in 0..40 {
            let name = format!("p{nth}");
            app.player(&name).await;
            let rater = Rater::join(&app, &id, &name, SCHOOL).await;
            let is_first = nth < 2;
            assert_eq!(matches!(rater.asks().await, NextQuestion::Question(_)), is_first);
            assert_eq!(matches!(rater.looks().await, Look::Crowded), !is_first);
            assert_eq!(app.db.column(OPEN), [(nth + 1).min(2).to_string()]);
            raters.push(rater);
        }
        for name in ["ann", "bob"] {
            app.confirmed(name).await;
            Rater::join(&app, &id, name, SCHOOL).await.takes().await;
        }
        assert_eq!(app.db.column(OPEN), ["4"], "their addresses are confirmed");
        for rater in &raters {
            let question = rater.takes().await;
            rater.rates(&question, "4").await.unwrap();
        }
        assert_eq!(count(&app, "rating = 4"), "40");
    }
}

async fn simulated(simulation: Simulation) -> SimulationOutcome {
    let app = TestInstance::new().await;
    app.db.write(move |tx| simulate(tx, simulation)).await.unwrap()
}

fn caught(outcome: &SimulationOutcome, wanted: RaterType) -> Caught {
    outcome.caught.iter().find(|(it, _)| *it == wanted).unwrap().1
}

#[tokio::test]
async fn a_simulated_campaign_catches_random_raters_and_more_raters_are_nearer_the_truth() {
    let simulation = Simulation {
        questions: 60,
        batch: 30,
        raters: 7,
        random: 0.3,
        lazy: 0.1,
        ..Simulation::default()
    };
    let outcome = simulated(simulation).await;
    assert_eq!(outcome, simulated(simulation).await, "the seed decides");
    assert!(caught(&outcome, RaterType::Random).rejected > 0, "{:?}", outcome.caught);
    assert_eq!(caught(&outcome, RaterType::Good).rejected, 0, "{:?}", outcome.caught);
    let r = &outcome.aggregation.r_by_raters;
    assert!(r.len() == 7 && r[6] > r[0] + 0.1 && r[6] > 0.8, "{r:?}");
    let rated = &outcome.results.questions;
    assert_eq!((rated.len(), outcome.watched.batches.len()), (60, 2));
    let screened = simulated(Simulation { gold: 12, screening: 4, ..simulation }).await;
    let [good, lazy, random] =
        [RaterType::Good, RaterType::Lazy, RaterType::Random].map(|it| caught(&screened, it));
    let careless = 5 * (lazy.screened_out + random.screened_out);
    assert!(careless > 2 * (lazy.raters + random.raters), "{lazy:?} {random:?}");
    assert!(10 * good.screened_out < good.raters, "{good:?}");
}
