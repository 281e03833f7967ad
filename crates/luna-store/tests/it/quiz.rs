//! Trivia: drawing tossups, plays, rulings, and questions with their revisions.

use std::collections::BTreeSet;

use luna_core::quiz::form::{Filter, Finding};
use luna_core::quiz::play::{Judgment, Outcome};
use luna_core::quiz::question::State;
use luna_core::quiz::script::Script;
use luna_store::disciplines::ALL;
use luna_store::machine::Transport;
use luna_store::quiz::guess::Guess;
use luna_store::quiz::question::Question;
use luna_store::quiz::revision::{MOST, Revision};
use luna_store::quiz::ruling::NewRuling;
use luna_store::quiz::source::Source;
use luna_store::quiz::tossup::{Tossup, TossupFilter};
use luna_store::quiz::{answer, finding, guess, play, question, revision, ruling, source, tossup};
use luna_store::{Error, Result, Tx, assignment, erase, export};

use crate::house::House;

const TEXT: &str = "It is black. It is (*) a bird. For 10 points, name this raven of the night.";

fn source(id: &str) -> Source {
    Source {
        id: id.to_owned(),
        name: format!("{id}.json"),
        format: "qanta".to_owned(),
        checksum: format!("sum of {id}"),
        licence: "unknown".to_owned(),
        imported_at: 1,
        tossups: 2,
        answers: 0,
        is_secret: false,
        undone_at: None,
        pages: 0,
    }
}

fn tossup(source_id: &str, number: i64, category: &str, difficulty: &str) -> Tossup {
    Tossup {
        id: format!("{source_id}-{number}"),
        source_id: source_id.to_owned(),
        number,
        packet: "Night Cup, packet 1".to_owned(),
        text: TEXT.to_owned(),
        answer_line: "<b><u>raven</u></b>".to_owned(),
        page: Some("Raven".to_owned()),
        category: category.to_owned(),
        subcategory: String::new(),
        difficulty: difficulty.to_owned(),
        withdrawn_at: None,
    }
}

fn import(tx: &mut Tx<'_>) -> Result<()> {
    assert!(source::add(tx, &source("one"))?);
    assert!(source::add(tx, &source("two"))?);
    for (at, (number, category, difficulty)) in
        (0..).zip([(1, "Science", "easy"), (2, "Science", "hard"), (3, "History", "easy")])
    {
        tossup::add(tx, &tossup("one", number, category, difficulty), at * 100)?;
    }
    tossup::add(tx, &tossup("two", 1, "History", "hard"), 50)
}

fn begin(tx: &mut Tx<'_>, id: &str, player_id: &str, tossup_id: &str, at: i64) -> Result<()> {
    let play = play::Play {
        id: id.to_owned(),
        player_id: player_id.to_owned(),
        tossup_id: tossup_id.to_owned(),
        started_at: at,
        word_ms: 100,
        condition: "{}".to_owned(),
        words: 16,
        ..play::Play::default()
    };
    play::begin(tx, &play)
}

/// Plays a tossup to its end: a buzz and an answer at once.
fn finish(tx: &mut Tx<'_>, id: &str, at: i64, answer: &str, right: bool) -> Result<()> {
    let mut play = play::find_for_update(tx, id)?;
    let mut rules = play.rules()?;
    let script = Script::new(TEXT);
    rules.buzz(&script, at, None).unwrap();
    let judgment = if right { Judgment::Right } else { Judgment::Wrong };
    rules.answer(&script, at, &judgment).unwrap();
    play.answer = Some(answer.to_owned());
    play.take(&rules, at)?;
    play::save(tx, &play)
}

#[tokio::test]
async fn a_file_is_imported_once() {
    for house in House::each() {
        house
            .acts(|tx, _| {
                import(tx)?;
                assert!(!source::add(tx, &Source { id: "again".into(), ..source("one") })?);
                assert_eq!(source::by_checksum(tx, "sum of one")?.unwrap().id, "one");
                let all: Vec<String> = source::all(tx)?.into_iter().map(|it| it.id).collect();
                assert_eq!(all, ["one", "two"]);
                let page = tossup::of_source(tx, "one", 1, 10)?;
                assert_eq!(page.iter().map(|it| it.number).collect::<Vec<_>>(), [2, 3]);
                let raven = answer::Answer {
                    title: "Raven".into(),
                    kind: "organism".into(),
                    category: "Science".into(),
                    aliases: vec!["Corvus corax".into()],
                };
                assert!(answer::add(tx, "one", &raven)?);
                assert!(!answer::add(
                    tx,
                    "two",
                    &answer::Answer { kind: "x".into(), ..raven.clone() }
                )?);
                assert_eq!(answer::find(tx, "Raven")?, Some(raven.clone()));
                assert_eq!(answer::page(tx, "", 10)?, [raven]);
                assert_eq!(answer::page(tx, "Raven", 10)?, []);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn a_tossup_is_drawn_by_what_is_wanted_and_never_twice() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house
            .acts(|tx, at| {
                import(tx)?;
                let drawn = |tx: &mut Tx<'_>, category, difficulty, source, from| {
                    let wanted = TossupFilter { category, difficulty, source };
                    Ok::<_, Error>(tossup::draw(tx, "ann", &wanted, from)?.map(|it| it.id))
                };
                let some = |id: &str| Some(id.to_owned());
                assert_eq!(drawn(tx, None, None, None, 0)?, some("one-1"));
                assert_eq!(drawn(tx, None, None, None, 1)?, some("two-1"));
                // Beyond the last it starts over.
                assert_eq!(drawn(tx, None, None, None, 999)?, some("one-1"));
                assert_eq!(drawn(tx, Some("History"), None, None, 60)?, some("one-3"));
                assert_eq!(drawn(tx, Some("History"), Some("hard"), None, 60)?, some("two-1"));
                assert_eq!(drawn(tx, None, Some("hard"), None, 60)?, some("one-2"));
                assert_eq!(drawn(tx, None, None, Some("two"), 60)?, some("two-1"));
                assert_eq!(drawn(tx, Some("Science"), Some("easy"), Some("two"), 0)?, None);
                let mut seen = BTreeSet::new();
                for nth in 0..4 {
                    let id = drawn(tx, None, None, None, 60)?.unwrap();
                    begin(tx, &format!("play-{nth}"), "ann", &id, at.now + nth)?;
                    finish(tx, &format!("play-{nth}"), at.now + nth + 500, "crow", false)?;
                    seen.insert(id);
                }
                assert_eq!(seen.len(), 4);
                assert_eq!(drawn(tx, None, None, None, 60)?, None);
                assert!(tossup::draw(tx, "bob", &TossupFilter::default(), 0)?.is_some());
                let missed = tossup::draw_miss(tx, "ann", &TossupFilter::default())?.unwrap();
                assert_eq!(missed.id, "one-2", "missed longest ago");
                begin(tx, "again", "ann", &missed.id, at.now + 900)?;
                finish(tx, "again", at.now + 1_900, "raven", true)?;
                assert_ne!(
                    tossup::draw_miss(tx, "ann", &TossupFilter::default())?.unwrap().id,
                    missed.id
                );
                tossup::withdraw(tx, "two-1", at.now)?;
                let choices = tossup::choices(tx)?;
                assert_eq!(choices.categories, [("History".to_owned(), 1), ("Science".into(), 2)]);
                assert_eq!(choices.difficulties, [("easy".to_owned(), 2), ("hard".into(), 1)]);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn one_play_is_open_at_a_time() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house
            .acts(|tx, at| {
                import(tx)?;
                begin(tx, "first", "ann", "one-1", at.now)?;
                assert_eq!(play::open_of(tx, "ann")?.unwrap().id, "first");
                assert_eq!(play::open_of(tx, "bob")?, None);
                finish(tx, "first", at.now + 350, "raven", true)?;
                assert_eq!(play::open_of(tx, "ann")?, None);
                let first = play::find(tx, "first")?;
                assert_eq!((first.position, first.outcome), (Some(3), Some(Outcome::Power)));
                begin(tx, "second", "ann", "one-2", at.now + 1)?;
                finish(tx, "second", at.now + 700, "crow", false)?;
                let latest = play::latest_of(tx, "ann", (i64::MAX, ""), 1)?;
                assert_eq!(latest[0].id, "second");
                let rest = play::latest_of(tx, "ann", (latest[0].started_at, "second"), 9)?;
                assert_eq!(rest.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["first"]);
                let tallies = play::tallies(tx, "ann", false)?;
                assert_eq!(tallies.len(), 1);
                assert_eq!(tallies[0].outcomes, [(Outcome::Neg, 1), (Outcome::Power, 1)]);
                let mean = tallies[0].mean_position.unwrap();
                assert!((mean - (3.0 + 6.0) / 32.0).abs() < 1e-12, "{mean}");
                Ok(())
            })
            .await;
        let twice = house.db.write(|tx| {
            begin(tx, "third", "bob", "one-1", 1)?;
            begin(tx, "fourth", "bob", "one-2", 1)
        });
        assert!(twice.await.is_err());
    }
}

#[tokio::test]
async fn a_ruling_scores_every_play_with_the_same_answer() {
    for house in House::each() {
        house.people(&["ann", "bob", "cat", "editor"]).await;
        house
            .acts(|tx, at| {
                import(tx)?;
                for (who, answer) in [("ann", "Corvus"), ("bob", "corvus!"), ("cat", "crow")] {
                    begin(tx, who, who, "one-1", at.now)?;
                    finish(tx, who, at.now + 350, answer, false)?;
                    let mut play = play::find(tx, who)?;
                    play.appealed_at = Some(at.now + 400);
                    play::save(tx, &play)?;
                }
                let plain = |text: &str| text.to_lowercase().trim_end_matches('!').to_owned();
                let new = NewRuling {
                    tossup_id: "one-1",
                    answer: "CORVUS",
                    is_right: true,
                    reason: "It is the genus.",
                    ruled_by: "editor",
                };
                assert_eq!(ruling::make(tx, at.now, &new, plain)?, 2);
                assert_eq!(ruling::make(tx, at.now, &new, plain)?, 0);
                play::settle_appeals(tx, "one-1", "corvus", plain)?;
                let outcome = |tx: &mut Tx<'_>, id: &str| play::find(tx, id).map(|it| it.outcome);
                assert_eq!(outcome(tx, "ann")?, Some(Outcome::Power));
                assert_eq!(outcome(tx, "bob")?, Some(Outcome::Power));
                assert_eq!(outcome(tx, "cat")?, Some(Outcome::Neg));
                let open: Vec<String> =
                    play::appeals(tx, 9)?.into_iter().map(|it| it.player_id).collect();
                assert_eq!(open, ["cat"]);
                assert!(ruling::find(tx, "one-1", "corvus")?.unwrap().is_right);
                let against = NewRuling { is_right: false, ..new };
                assert_eq!(ruling::make(tx, at.now, &against, plain)?, 2);
                assert_eq!(outcome(tx, "ann")?, Some(Outcome::Neg));
                Ok(())
            })
            .await;
    }
}

fn draft(id: &str, writer_id: &str, at: i64) -> Question {
    Question {
        id: id.to_owned(),
        writer_id: writer_id.to_owned(),
        state: State::Draft,
        text: String::new(),
        answer_line: String::new(),
        page: String::new(),
        category: String::new(),
        difficulty: String::new(),
        rewrites: None,
        round_id: None,
        condition: "search".to_owned(),
        watching: String::new(),
        credit: String::new(),
        licence: "CC BY 4.0".to_owned(),
        embargo_until: None,
        created_at: at,
        changed_at: at,
        submitted_at: None,
        decided_at: None,
        tossup_id: None,
        taken_down_at: None,
        taken_down_why: String::new(),
    }
}

fn revision(at: i64, text: &str, tricked: i64) -> Revision {
    Revision {
        seq: 0,
        at,
        text: text.to_owned(),
        answer_line: "raven".to_owned(),
        page: "Raven".to_owned(),
        machines: "[]".to_owned(),
        machine_count: 1,
        tricked,
        watching: String::new(),
        is_public: false,
    }
}

#[tokio::test]
async fn every_revision_is_kept_and_an_unchanged_one_is_not_added() {
    for house in House::each() {
        house.people(&["ann"]).await;
        house
            .acts(|tx, at| {
                question::create(tx, &draft("q", "ann", at.now))?;
                assert_eq!(revision::add(tx, "q", &revision(1, "A bird", 0))?, 1);
                assert_eq!(revision::add(tx, "q", &revision(2, "A black bird", 0))?, 2);
                assert_eq!(revision::add(tx, "q", &revision(3, "A black bird", 1))?, 2);
                assert_eq!(revision::add(tx, "q", &revision(4, "A bird", 1))?, 3);
                let all = revision::all(tx, "q")?;
                let shown: Vec<_> =
                    all.iter().map(|it| (it.seq, it.text.as_str(), it.tricked)).collect();
                assert_eq!(shown, [(1, "A bird", 0), (2, "A black bird", 1), (3, "A bird", 1)]);
                assert_eq!(question::begun_since(tx, "ann", at.now - 1)?, 1);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn a_question_has_so_many_revisions_and_the_latest_is_always_among_them() {
    for house in House::each() {
        house.people(&["ann"]).await;
        house
            .acts(|tx, at| {
                question::create(tx, &draft("q", "ann", at.now))?;
                for nth in 1..=MOST + 2 {
                    let seq = revision::add(tx, "q", &revision(nth, &format!("A bird {nth}"), 0))?;
                    assert_eq!(seq, nth.min(MOST));
                }
                let all = revision::all(tx, "q")?;
                assert_eq!(i64::try_from(all.len()), Ok(MOST));
                let last = all.last().map(|it| (it.seq, it.at));
                assert_eq!(last, Some((MOST, MOST + 2)));
                assert_eq!(all[all.len() - 2].at, MOST - 1);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn guesses_are_kept_until_their_machine_is_forgotten() {
    for house in House::each() {
        house.people(&["ann", "olga"]).await;
        house.machine("robot", "olga", Transport::Pull).await;
        house
            .acts(|tx, at| {
                question::create(tx, &draft("q", "ann", at.now))?;
                let said = r#"[{"machine":"search","name":"search","guesses":[{"answer":"Crow"}]},
                    {"machine":"robot","name":"Robbie","guesses":[{"answer":"Rook"}],"tricked":true}]"#;
                let seen = Revision {
                    machines: said.to_owned(),
                    watching: "robot".to_owned(),
                    ..revision(1, "A bird", 1)
                };
                let seq = revision::add(tx, "q", &seen)?;
                let alone = Revision { watching: String::new(), ..seen.clone() };
                assert_eq!(revision::add(tx, "q", &alone)?, 2, "other machines, the same text");
                let open = Guess {
                    machine_id: "robot".to_owned(),
                    heard: "hash".to_owned(),
                    seq,
                    task_id: Some("task".to_owned()),
                    asked_at: at.now,
                    ended_at: None,
                    reply: None,
                    problem: None,
                };
                guess::put(tx, "q", &open)?;
                assert_eq!(guess::question_of(tx, "task")?, Some(("q".to_owned(), 1)));
                guess::end(tx, "task", at.now + 5, (Some("{}"), None))?;
                guess::end(tx, "task", at.now + 6, (None, Some("too late")))?;
                let kept = guess::of_machine(tx, "q", "robot")?;
                assert_eq!(kept, [Guess { ended_at: Some(at.now + 5), reply: Some("{}".to_owned()), ..open }]);
                assert_eq!(revision::since(tx, "q", 2)?.len(), 1);
                erase::erase(tx, at, "olga")?;
                assert!(guess::of_machine(tx, "q", "robot")?.is_empty());
                let left = revision::all(tx, "q")?.remove(0).machines;
                assert!(left.contains("Crow") && left.contains("tricked"), "{left}");
                assert!(!left.contains("Rook") && !left.contains("Robbie"), "{left}");
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn an_override_stays_while_the_check_finds_the_same() {
    for house in House::each() {
        house.people(&["ann", "editor"]).await;
        house
            .acts(|tx, at| {
                question::create(tx, &draft("q", "ann", at.now))?;
                let vulgar = Finding::new(Filter::Vulgarity, "“cock” may be vulgar.");
                let short = Finding::new(Filter::Length, "The question has 3 words.");
                finding::replace(tx, "q", &[vulgar.clone(), short])?;
                let why = "A cock is a bird.";
                assert!(finding::set_aside(tx, "q", Filter::Vulgarity, "editor", why, at.now)?);
                assert!(!finding::set_aside(tx, "q", Filter::Copy, "editor", why, at.now)?);
                finding::replace(tx, "q", std::slice::from_ref(&vulgar))?;
                let left = finding::all(tx, "q")?;
                assert_eq!(left.len(), 1);
                assert_eq!(left[0].override_why.as_deref(), Some(why));
                let other = Finding::new(Filter::Vulgarity, "Another word may be vulgar.");
                finding::replace(tx, "q", &[other])?;
                assert_eq!(finding::all(tx, "q")?[0].overridden_at, None);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn a_published_question_is_a_tossup_until_its_writer_is_erased() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house
            .acts(|tx, at| {
                for id in ["q1", "q2"] {
                    let mut question = draft(id, "ann", at.now);
                    question::create(tx, &question)?;
                    question.text = format!("{TEXT} {id}");
                    question.answer_line = "raven".to_owned();
                    question.page = "Raven".to_owned();
                    question.credit = "Ann of the Night".to_owned();
                    question.state = State::Accepted;
                    question::publish(tx, &mut question, 7, at.now)?;
                    assert_eq!(question::find(tx, id)?, question);
                }
                let numbers: Vec<i64> = tossup::of_source(tx, source::WRITTEN, 0, 9)?
                    .iter()
                    .map(|it| it.number)
                    .collect();
                assert_eq!(numbers, [1, 2]);
                assert_eq!(source::find(tx, source::WRITTEN)?.tossups, 2);
                begin(tx, "play", "bob", "q1", at.now)?;
                erase::erase(tx, at, "ann")?;
                let left = tossup::find(tx, "q1")?;
                assert_eq!((left.text.as_str(), left.packet.as_str()), ("", ""));
                assert!(left.withdrawn_at.is_some());
                assert!(question::find(tx, "q1").is_err());
                assert!(play::find(tx, "play").is_ok());
                assert!(tossup::draw(tx, "bob", &TossupFilter::default(), 0)?.is_none());
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn plays_and_questions_are_in_the_download() {
    for house in House::each() {
        house.people(&["ann"]).await;
        house
            .acts(|tx, at| {
                import(tx)?;
                begin(tx, "first", "ann", "one-1", at.now)?;
                finish(tx, "first", at.now + 350, "my own answer", true)?;
                question::create(tx, &draft("q", "ann", at.now))?;
                revision::add(tx, "q", &revision(1, "my own words", 0))?;
                let data = export::of(tx, ALL, "ann")?;
                assert_eq!(data["quiz"]["plays"][0]["answer"], "my own answer");
                assert_eq!(data["quiz"]["questions"][0]["revisions"][0]["text"], "my own words");
                erase::erase(tx, at, "ann")?;
                assert!(play::find(tx, "first").is_err());
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn each_question_is_leased_to_one_editor_who_reviews_it_once() {
    for house in House::each() {
        house.people(&["ann", "eve", "fay", "gus"]).await;
        house
            .acts(|tx, at| {
                let waiting = vec![("a".to_owned(), 1), ("b".to_owned(), 2)];
                let lease = |tx: &mut Tx<'_>, who: &str, now: i64| {
                    assignment::lease(tx, assignment::Desk::pair("quiz"), who, &waiting, now)
                };
                let some = |id: &str| Some(id.to_owned());
                let review = |tx: &mut Tx<'_>, who: &str, item: &str, now: i64| {
                    let review = assignment::Review {
                        item_id: item.to_owned(),
                        reviewer_id: who.to_owned(),
                        reviewed_at: now,
                        verdict: "accept".to_owned(),
                        comment: "Fine.".to_owned(),
                        marks: vec!["paraphrase".to_owned()],
                    };
                    assignment::review(tx, "quiz", &review)
                };
                assert_eq!(lease(tx, "eve", at.now)?, some("a"));
                assert_eq!(lease(tx, "eve", at.now + 1)?, some("a"), "the same until it is done");
                assert_eq!(lease(tx, "fay", at.now)?, some("b"), "fewest leases first");
                assert!(!review(tx, "gus", "a", at.now)?, "without a lease");
                assert!(review(tx, "eve", "a", at.now + 2)?);
                assert!(!review(tx, "eve", "a", at.now + 3)?, "once");
                assert_eq!(lease(tx, "eve", at.now + 4)?, some("b"));
                assert_eq!(lease(tx, "gus", at.now + 5)?, some("a"));
                assignment::give_back(tx, "quiz", "a", "gus")?;
                assert!(!assignment::has_lease(tx, "quiz", "a", "gus", at.now + 6)?);
                // A lease that has run out goes to somebody else.
                let later = at.now + luna_core::assignment::LEASE_MS + 10;
                assert!(!review(tx, "fay", "b", later)?);
                assert_eq!(lease(tx, "fay", later)?, some("b"));
                assert_eq!(assignment::reviews(tx, "quiz", "a")?.len(), 1);
                assignment::supersede(tx, "quiz", "a")?;
                assert!(assignment::reviews(tx, "quiz", "a")?.is_empty());
                let again = vec![("a".to_owned(), 9)];
                assert_eq!(
                    assignment::lease(tx, assignment::Desk::pair("quiz"), "eve", &again, later)?,
                    some("a")
                );
                let data = export::of(tx, ALL, "eve")?;
                assert_eq!(data["reviews"].as_array().unwrap().len(), 2);
                Ok(())
            })
            .await;
    }
}

#[tokio::test]
async fn a_source_its_tossups_and_its_answers_are_updated() {
    for house in House::each() {
        house.acts(|tx, _| import(tx)).await;
        house
            .acts(|tx, _| {
                source::lock(tx, "one")?;
                let later = Source { checksum: "other".to_owned(), tossups: 5, ..source("one") };
                source::update(tx, &later)?;
                assert_eq!(source::by_checksum(tx, "other")?, Some(later));
                let changed = Tossup {
                    text: "It is white.".to_owned(),
                    page: None,
                    difficulty: "hard".to_owned(),
                    ..tossup("one", 1, "Science", "easy")
                };
                tossup::update(tx, &changed)?;
                assert_eq!(tossup::find(tx, "one-1")?, changed);
                tossup::withdraw(tx, "one-2", 9)?;
                tossup::update(tx, &tossup("one", 2, "Science", "hard"))?;
                assert_eq!(tossup::find(tx, "one-2")?.text, "");
                let mut raven = answer::Answer { title: "Raven".to_owned(), ..Default::default() };
                assert!(answer::add(tx, "one", &raven)?);
                raven.aliases = vec!["Corvus".to_owned()];
                answer::update(tx, "two", &raven)?;
                assert_eq!(answer::find(tx, "Raven")?.unwrap().aliases, [""; 0]);
                answer::update(tx, "one", &raven)?;
                assert_eq!(answer::find(tx, "Raven")?, Some(raven));
                Ok(())
            })
            .await;
    }
}
