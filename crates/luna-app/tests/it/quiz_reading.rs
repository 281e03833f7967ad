//! The reading room: when a buzz and an answer count, and how an appeal is decided.

use luna_app::Error;
use luna_app::quiz::reading_room::appeal::{self, Decision};
use luna_app::quiz::reading_room::view::{Appeal, Ending, Stage};
use luna_app::quiz::reading_room::{
    AnswerInput, Condition, Start, Step, View, answer, buzz, give_up, start,
};
use luna_store::Tx;
use luna_testkit::instance::{HOUR, SECOND, TestInstance};
use luna_testkit::quiz::SOURCE;

/// Somebody in the reading room, who hears a word each 100 ms.
struct Reader<'a> {
    app: &'a TestInstance,
    id: &'static str,
}

impl<'a> Reader<'a> {
    async fn comes(app: &'a TestInstance, id: &'static str) -> Reader<'a> {
        app.player(id).await;
        Reader { app, id }
    }

    /// Starts a question. Returns the id of the play.
    async fn reads(&self) -> String {
        let app = self.app.app().clone();
        let condition =
            Condition { word_ms: 100, source: Some(SOURCE.to_owned()), ..Condition::default() };
        let started =
            self.does(move |tx, step| start(tx, &app, step.player_id, &condition, true), "");
        match started.await.unwrap() {
            Start::Play(play) => play,
            Start::NothingLeft => panic!("nothing is left"),
        }
    }

    async fn buzzes(&self, play: &str) {
        self.does(|tx, step| buzz(tx, step, None), play).await.unwrap();
    }

    async fn answers(&self, play: &str, text: &'static str, is_prompted: bool) {
        let given = AnswerInput { text, is_prompted };
        self.does(move |tx, step| answer(tx, step, given), play).await.unwrap();
    }

    /// Buzzes at once and answers.
    async fn says(&self, text: &'static str) -> String {
        let play = self.reads().await;
        self.buzzes(&play).await;
        self.answers(&play, text, false).await;
        play
    }

    async fn appeals(&self, play: &str) -> Result<(), Error> {
        let app = self.app.app().clone();
        self.does(move |tx, step| appeal::make(tx, &app, step.id, step.player_id), play).await
    }

    async fn decides(&self, play: &str, is_right: bool) -> Result<i64, Error> {
        let at = self.app.moment();
        self.does(
            move |tx, step| {
                let (play_id, by) = (step.id, step.player_id);
                let reason = "Grip was its name.";
                appeal::decide(tx, &at, &Decision { play_id, is_right, reason, by })
            },
            play,
        )
        .await
    }

    async fn stage(&self, play: &str) -> Stage {
        let view = self.does(|tx, step| View::read(tx, step.now, step.id, step.player_id), play);
        view.await.unwrap().stage
    }

    async fn ending(&self, play: &str) -> Ending {
        match self.stage(play).await {
            Stage::Over(ending) => *ending,
            other => panic!("{play} is not over: {other:?}"),
        }
    }

    /// The points, and the number of words at the buzz.
    async fn score(&self, play: &str) -> (i64, Option<usize>) {
        let ending = self.ending(play).await;
        (ending.outcome.points(), ending.position)
    }

    async fn does<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>, Step<'_>) -> Result<T, Error> + Send + 'static,
        play: &str,
    ) -> Result<T, Error> {
        let (id, player_id, now) = (play.to_owned(), self.id, self.app.now());
        let work = move |tx: &mut Tx<'_>| work(tx, Step { id: &id, player_id, now });
        self.app.db.write(work).await
    }
}

#[tokio::test]
async fn nobody_who_does_not_buzz_loses_points() {
    for app in TestInstance::each().await {
        app.ravens(&["Science"; 3]).await;
        let ann = Reader::comes(&app, "ann").await;
        let play = ann.reads().await;
        // Twelve words, six seconds, and two for the way.
        app.later(1_200 + 8 * SECOND);
        assert!(matches!(ann.stage(&play).await, Stage::Reading(_)));
        app.later(1);
        assert_eq!(ann.score(&play).await, (0, None));
        // Looking has written nothing; the next start does.
        assert_eq!(app.db.column("SELECT count(*) FROM quiz_play WHERE outcome IS NULL"), ["1"]);
        assert_ne!(ann.reads().await, play);
        // So does the sweep, for those who do not come back.
        app.passes(2 * HOUR, HOUR).await;
        let outcomes = "SELECT count(*) FROM quiz_play WHERE outcome = 'silent'";
        assert_eq!(app.db.column(outcomes), ["2"]);
    }
}

#[tokio::test]
async fn an_answer_after_its_time_is_wrong() {
    for app in TestInstance::each().await {
        app.ravens(&["Science"; 2]).await;
        let ann = Reader::comes(&app, "ann").await;
        // Ten seconds, and two for the way.
        for (late, points, appeal) in [(0, 15, Appeal::None), (1, -5, Appeal::None)] {
            let play = ann.reads().await;
            ann.buzzes(&play).await;
            app.later(12 * SECOND + late);
            ann.answers(&play, "raven", false).await;
            assert_eq!(ann.score(&play).await, (points, Some(1)));
            assert_eq!(ann.ending(&play).await.appeal, appeal, "there is no answer to judge");
        }
    }
}

#[tokio::test]
async fn what_is_sent_twice_counts_once() {
    for app in TestInstance::each().await {
        app.ravens(&["Science"; 3]).await;
        let ann = Reader::comes(&app, "ann").await;
        let play = ann.reads().await;
        assert_eq!(ann.reads().await, play);
        app.later(650);
        ann.buzzes(&play).await;
        app.later(SECOND);
        ann.buzzes(&play).await;
        // The second is no answer to the prompt that the first has brought about.
        for _ in 0..2 {
            ann.answers(&play, "bird", false).await;
        }
        let Stage::Answering(pending) = ann.stage(&play).await else { panic!("no prompt") };
        assert_eq!(pending.prompt.map(|it| (it.first, it.directed)), Some(("bird".into(), None)));
        for _ in 0..2 {
            ann.answers(&play, "raven", true).await;
        }
        let score = (10, Some(7));
        assert_eq!(ann.score(&play).await, score);
        // Nothing that comes later changes anything.
        ann.buzzes(&play).await;
        ann.answers(&play, "rook", false).await;
        ann.answers(&play, "rook", true).await;
        ann.does(give_up, &play).await.unwrap();
        assert_eq!(ann.score(&play).await, score);
    }
}

#[tokio::test]
async fn a_ruling_holds_for_all_who_gave_the_answer_and_will() {
    for app in TestInstance::each().await {
        app.ravens(&["Science"]).await;
        let ann = Reader::comes(&app, "ann").await;
        let bob = Reader::comes(&app, "bob").await;
        let cat = Reader::comes(&app, "cat").await;
        let marshal = Reader::comes(&app, "marshal").await;
        let anns = ann.says("Poe’s pet").await;
        let bobs = bob.says("  the Poe's PET ").await;
        let cats = cat.says("poes pet rook").await;
        // Sent twice it counts once.
        for _ in 0..2 {
            ann.appeals(&anns).await.unwrap();
        }
        assert_eq!(ann.ending(&anns).await.appeal, Appeal::Waiting);
        assert_eq!(marshal.decides(&anns, true).await.unwrap(), 2);
        let again = marshal.decides(&anns, true).await.unwrap_err().to_string();
        assert_eq!(again, "Another moderator has already decided about this answer.");
        assert_eq!(ann.score(&anns).await, (15, Some(1)));
        assert_eq!(bob.score(&bobs).await, (15, Some(1)));
        assert_eq!(cat.score(&cats).await, (-5, Some(1)));
        let reason = "Grip was its name.".to_owned();
        let decided = Appeal::Decided { is_right: true, reason };
        assert_eq!(bob.ending(&bobs).await.appeal, decided);
        let dan = Reader::comes(&app, "dan").await;
        let dans = dan.says("Poe's pet").await;
        assert_eq!(dan.score(&dans).await, (15, Some(1)));
    }
}

#[tokio::test]
async fn a_ruling_that_an_answer_is_wrong_leaves_it_so() {
    for app in TestInstance::each().await {
        app.ravens(&["Science"]).await;
        let ann = Reader::comes(&app, "ann").await;
        let marshal = Reader::comes(&app, "marshal").await;
        let anns = ann.says("rook").await;
        ann.appeals(&anns).await.unwrap();
        assert_eq!(marshal.decides(&anns, false).await.unwrap(), 0);
        assert_eq!(ann.score(&anns).await, (-5, Some(1)));
        // Nobody appeals against what is decided.
        let bob = Reader::comes(&app, "bob").await;
        let bobs = bob.says("rook").await;
        assert!(matches!(bob.ending(&bobs).await.appeal, Appeal::Decided { is_right: false, .. }));
        bob.appeals(&bobs).await.unwrap();
        assert!(app.db.read(|tx| appeal::groups(tx, 9)).await.unwrap().is_empty());
    }
}
