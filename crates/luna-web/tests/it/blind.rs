//! Nothing but the texts tells a seat whether its partner is a machine: two
//! classifiers are trained on everything else over hundreds of seeded games
//! in each of two worlds, and find nothing, neither where machines come as people meet nor where
//! they fill in. People and machines leave, stay away and are replaced in
//! them; people save drafts, get mail, download their data, and watch the list
//! of machines. Nor does a second account in the queue tell, or meeting a machine again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use luna_core::rng::Chance;
use luna_store::player;
use luna_testkit::app::{HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{lent, responses};
use luna_testkit::robot::Robot;
use serde_json::json;

use crate::classify::{BY_CHANCE, Rule, logistic, off_half, right, stumps};
use crate::houses::{asked, practises};

/// Games to be seen to their end, and those before them: until people's times are known,
/// stand-ins are used; nobody is judged by these.
#[derive(Clone, Copy)]
struct Games {
    judged: usize,
    before: usize,
}

const FILLED_IN: Games = Games { judged: 700, before: 300 };
const MEETINGS: Games = Games { judged: 360, before: 100 };
/// So many that few play with half as many others as there are machines.
const PEOPLE: usize = 250;
/// So many that nobody has met them all, which would tell that the next is none.
const MACHINES: usize = 12;
/// Between two people who want to play.
const ARRIVAL_MS: f64 = 9_000.0;
/// How long people take for a move: the median, and the spread of its logarithm.
const MEDIAN_MS: f64 = 120_000.0;
const SPREAD: f64 = 0.8;
/// Of a hundred moves people owe, they leave instead of so many, or stay away
/// until their time is over; and type something and go on later at so many.
const LEAVE: usize = 8;
const STAY_AWAY: usize = 1;
const DRAFT: usize = 25;
/// Machines do so of a thousand.
const MACHINES_LEAVE: usize = 8;
const MACHINES_STAY_AWAY: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
    Arrive,
    /// One person in one sitting, with the partner they had then.
    Draft(usize, u32),
    Answer(usize, u32),
    Guess(usize, u32),
    Leave(usize, u32),
    /// A machine looks for something to do.
    Look(usize),
}

/// One person in one game, and what they have seen of it.
#[derive(Default)]
struct Sitting {
    person: usize,
    /// The address of the seat, and the game once it is over.
    game: String,
    played: String,
    asked_at: i64,
    /// Since when they have waited for the partner they have or get.
    waits_since: i64,
    met_at: Option<i64>,
    /// The address of their partner's seat.
    partner: String,
    answered_at: i64,
    judged_at: Option<i64>,
    guessed_at: i64,
    lost: u32,
    inherited: bool,
    news: u32,
    sizes: Vec<usize>,
    headers: usize,
    /// When mails about it came.
    mails: Vec<i64>,
    /// What the download says of it: length, moves, when it says they asked.
    data: [i64; 3],
    /// What a watcher reads of machines when they ask, and how often it is another
    /// thing when something happens in the game.
    machines: String,
    changes: usize,
    drafts: usize,
    machine: bool,
    over_at: Option<i64>,
    gone: bool,
}

struct World {
    app: TestApp,
    games: Games,
    people: Vec<Persona>,
    /// Reads the list of machines.
    watcher: Robot,
    robots: Vec<Robot>,
    chance: Chance,
    acts: BinaryHeap<Reverse<(i64, usize, Act)>>,
    sittings: Vec<Sitting>,
    seen: BTreeMap<String, String>,
    /// Who it is that a topic is about.
    topics: BTreeMap<String, usize>,
    /// Games that a machine does nothing in any more.
    forgotten: BTreeSet<String>,
    count: usize,
}

impl World {
    async fn new(seed: u64, fill_in: bool) -> World {
        let app = TestApp::with(|settings| {
            settings.timing.machines_fill_in = fill_in;
            settings.timing.interview_games = if fill_in { 1 } else { 2 };
            settings.timing.machine_percent = 50;
            settings.timing.machine_wait_ms = 600 * SECOND;
            settings.timing.phase_ms = HOUR;
            settings.timing.silence_ms = 15 * MINUTE;
            settings.timing.mail_quiet_ms = 0;
        })
        .await;
        app.account("owner").await;
        // Everybody writes the same, so that the size of a page can tell something.
        app.only("nobody").await;
        let mut people = Vec::new();
        for nth in 0..PEOPLE {
            let name = format!("person{nth}");
            people.push(app.guest(&name).await);
            app.acts(move |tx, _| {
                let id = player::by_name(tx, &name)?.id;
                player::verify_email(tx, &id, &format!("{name}@example.org"))
            })
            .await;
        }
        let mut robots = Vec::new();
        for nth in 0..MACHINES {
            robots.push(app.robot(&format!("r{nth}"), "owner").await);
        }
        app.db.raw("UPDATE machine SET most_open = 10000, most_daily = 100000 RETURNING way");
        let watcher = app.robot("watcher", "owner").await;
        let topics = app
            .db
            .raw("SELECT id, name FROM player WHERE name LIKE 'person%'")
            .into_iter()
            .map(|row| (format!("player:{}", row[0]), row[1][6..].parse().unwrap()))
            .collect();
        World {
            app,
            games: if fill_in { FILLED_IN } else { MEETINGS },
            people,
            watcher,
            robots,
            chance: Chance::from_seed(seed),
            acts: BinaryHeap::new(),
            sittings: Vec::new(),
            seen: BTreeMap::new(),
            topics,
            forgotten: BTreeSet::new(),
            count: 0,
        }
    }

    fn plan(&mut self, at: i64, act: Act) {
        self.count += 1;
        self.acts.push(Reverse((at, self.count, act)));
    }

    fn thinks_ms(&mut self) -> i64 {
        let ms = MEDIAN_MS * (SPREAD * self.chance.normal()).exp();
        format!("{ms:.0}").parse::<i64>().unwrap()
    }

    /// Until so many games have been seen to their end.
    async fn runs(&mut self) {
        for nth in 0..MACHINES {
            self.plan(self.app.now(), Act::Look(nth));
        }
        self.plan(self.app.now(), Act::Arrive);
        while !self.enough() {
            let due: i64 =
                self.app.db.column("SELECT COALESCE(MIN(due_at), 0) FROM job")[0].parse().unwrap();
            let Some(Reverse((at, _, act))) = self.acts.peek().copied() else { panic!("all done") };
            if due <= at {
                self.app.later((due - self.app.now()).max(0));
                self.gets_mail().await;
            } else {
                self.acts.pop();
                self.app.later(at - self.app.now());
                self.act(act).await;
            }
            self.look_around().await;
        }
    }

    fn enough(&self) -> bool {
        let machines = self.judged().filter(|it| it.machine).count();
        let all = self.judged().count();
        machines.min(all.saturating_sub(machines)) >= self.games.judged / 2
    }

    fn judged(&self) -> impl Iterator<Item = &Sitting> {
        let finished = self.sittings.iter().filter(|sitting| sitting.over_at.is_some());
        finished.skip(self.games.before)
    }

    /// What is due is done, and mails come.
    async fn gets_mail(&mut self) {
        for mail in self.app.mails().await {
            let about = |it: &&mut Sitting| mail.plain.contains(&format!("{}\n", it.game));
            if let Some(sitting) = self.sittings.iter_mut().rev().find(about) {
                sitting.mails.push(self.app.now());
            }
        }
    }

    async fn act(&mut self, act: Act) {
        let now = self.app.now();
        match act {
            Act::Arrive => {
                let gap = -ARRIVAL_MS * (1.0 - self.chance.unit()).ln();
                self.plan(now + format!("{gap:.0}").parse::<i64>().unwrap(), Act::Arrive);
                let person = self.chance.below(PEOPLE);
                let machines = self.watches().await;
                let game = self.people[person].opens("somebody").await;
                for game in self.of_interview(&game) {
                    self.sittings.push(Sitting {
                        person,
                        game,
                        asked_at: now,
                        waits_since: now,
                        machines: machines.clone(),
                        ..Sitting::default()
                    });
                }
            }
            Act::Look(nth) => {
                self.plan(now + 2 * MINUTE, Act::Look(nth));
                self.robot_plays(nth).await;
            }
            Act::Draft(nth, lost)
            | Act::Answer(nth, lost)
            | Act::Guess(nth, lost)
            | Act::Leave(nth, lost)
                if self.sittings[nth].lost == lost && !self.sittings[nth].gone =>
            {
                self.moves(nth, act).await;
            }
            // That was about a partner who has gone.
            Act::Draft(..) | Act::Answer(..) | Act::Guess(..) | Act::Leave(..) => {}
        }
    }

    /// The addresses of the seats for which the interview of this one was sent just now.
    fn of_interview(&self, seat: &str) -> Vec<String> {
        let (path, id) = seat.rsplit_once('/').unwrap();
        let seats = self.app.db.column(&format!(
            "SELECT o.id FROM seat s JOIN seat o ON o.player_id = s.player_id
             WHERE s.id = '{id}' AND o.changed_at >= {}",
            self.app.now()
        ));
        let addresses = seats.into_iter().map(|id| format!("{path}/{id}"));
        let known = |address: &String| self.sittings.iter().any(|it| it.game == *address);
        addresses.filter(|address| !known(address)).collect()
    }

    /// What a stranger may read of all machines.
    async fn watches(&self) -> String {
        self.watcher.get("/machines").await.body.to_string()
    }

    async fn moves(&mut self, nth: usize, act: Act) {
        let points = self.chance.below(101).to_string();
        let sitting = &mut self.sittings[nth];
        let (person, game) = (&mut self.people[sitting.person], sitting.game.clone());
        let now = self.app.now();
        match act {
            Act::Draft(..) => {
                person.get(&game).await;
                person
                    .press("Save and finish later", &lent(&responses("somebody")[..2]))
                    .await
                    .leads_to("/games?notice=saved");
                sitting.sizes.push(person.get(&game).await.body.len());
                sitting.drafts += 1;
            }
            Act::Answer(..) => {
                sitting.answered_at = now;
                person.answers(&game, "somebody").await.leads_to(&game);
            }
            Act::Guess(..) => {
                sitting.guessed_at = now;
                person.guesses(&game, &points).await.leads_to(&game);
            }
            Act::Leave(..) => {
                sitting.gone = true;
                person.leaves(&game).await.leads_to("/games");
            }
            Act::Arrive | Act::Look(_) => {}
        }
    }

    /// People with news look at their games; machines make at once the moves they can.
    async fn look_around(&mut self) {
        let mut news = BTreeSet::new();
        for row in self.app.db.raw("SELECT name, seq FROM topic") {
            if self.seen.get(&row[0]) != Some(&row[1]) {
                self.seen.insert(row[0].clone(), row[1].clone());
                news.insert(row[0].clone());
            }
        }
        for nth in 0..MACHINES {
            if news.contains(&format!("player:idr{nth}")) {
                self.robot_plays(nth).await;
            }
        }
        let people: BTreeSet<usize> =
            news.iter().filter_map(|topic| self.topics.get(topic)).copied().collect();
        for nth in 0..self.sittings.len() {
            let sitting = &self.sittings[nth];
            if people.contains(&sitting.person) && sitting.over_at.is_none() && !sitting.gone {
                self.look(nth).await;
            }
        }
    }

    async fn look(&mut self, nth: usize) {
        let now = self.app.now();
        let (person, game) = (self.sittings[nth].person, self.sittings[nth].game.clone());
        let id = game.rsplit('/').next().unwrap();
        let row = self.app.db.raw(&format!(
            "SELECT g.id, g.phase, s.state, s.ending, o.id, p.kind
             FROM seat s JOIN game g ON g.id = s.game_id
             LEFT JOIN seat o ON o.game_id = g.id AND o.id <> s.id AND o.here
             LEFT JOIN player p ON p.id = o.player_id
             WHERE s.id = '{id}'"
        ));
        let [played, phase, state, ending, partner, kind] = &row[0][..] else { panic!("{row:?}") };
        if ending == "expired" {
            self.sittings[nth].gone = true;
            return;
        }
        let page = self.people[person].get(&game).await;
        let sitting = &mut self.sittings[nth];
        sitting.news += 1;
        // The former partner has left; somebody else may be there already.
        if sitting.met_at.is_some() && sitting.partner != *partner {
            sitting.met_at = None;
            sitting.lost += 1;
            sitting.waits_since = now;
            sitting.judged_at = None;
            sitting.mails.clear();
        }
        sitting.partner.clone_from(partner);
        let first = match phase.as_str() {
            "response" if sitting.met_at.is_none() => {
                sitting.met_at = Some(now);
                true
            }
            "guess" if sitting.judged_at.is_none() => {
                sitting.met_at.get_or_insert(now);
                sitting.judged_at = Some(now);
                true
            }
            "final" => {
                sitting.over_at = Some(now);
                sitting.played.clone_from(played);
                sitting.machine = kind == "machine";
                false
            }
            _ => false,
        };
        if first || phase == "final" {
            let machines = self.watches().await;
            let sitting = &mut self.sittings[nth];
            sitting.changes += usize::from(machines != sitting.machines);
        }
        let sitting = &mut self.sittings[nth];
        if first {
            sitting.sizes.push(page.body.len());
            sitting.headers = page.headers.len();
            sitting.inherited |= page.body.contains("somebody who has left");
            if state == "move" {
                self.decides(nth, phase == "response");
            }
            if phase == "guess" {
                self.downloads(nth).await;
            }
        }
    }

    /// What a person does about what is theirs to do now.
    fn decides(&mut self, nth: usize, to_answer: bool) {
        let (now, lost) = (self.app.now(), self.sittings[nth].lost);
        let thinks = self.thinks_ms();
        let what = self.chance.below(100);
        if what < STAY_AWAY {
            return;
        }
        let act = match (what < STAY_AWAY + LEAVE, to_answer) {
            (true, _) => Act::Leave(nth, lost),
            (false, true) => Act::Answer(nth, lost),
            (false, false) => Act::Guess(nth, lost),
        };
        self.plan(now + thinks, act);
        if to_answer && self.chance.below(100) < DRAFT {
            self.plan(now + thinks / 2, Act::Draft(nth, lost));
        }
    }

    async fn downloads(&mut self, nth: usize) {
        let sitting = &mut self.sittings[nth];
        let data = self.people[sitting.person].get("/settings/data").await;
        let data: serde_json::Value = serde_json::from_str(&data.body).unwrap();
        let id = sitting.game.rsplit('/').next().unwrap();
        let games = data["games"].as_array().unwrap();
        let game = games.iter().find(|game| game["game"] == id).unwrap();
        let moves = game["moves"].as_array().unwrap();
        let number = |n: usize| i64::try_from(n).unwrap();
        sitting.data = [
            number(game.to_string().len()),
            number(moves.len()),
            moves
                .iter()
                .find_map(|it| it["move"]["ask"].is_array().then(|| it["at"].as_i64()))
                .flatten()
                .map_or(0, |at| 1 + at - sitting.asked_at),
        ];
    }

    async fn robot_plays(&mut self, nth: usize) {
        let robot = self.robots[nth].clone();
        // Its owner lets it play on after an alarm.
        self.app.db.raw(
            "UPDATE machine SET stopped_at = NULL, alarm_at = NULL, alarm_why = NULL
             WHERE alarm_at IS NOT NULL RETURNING way",
        );
        let open = robot.get("/games?limit=100").await.ok();
        let games = open["games"].as_array().unwrap().clone();
        let waiting = games.iter().filter(|game| game["phase"] == "interview").count();
        for game in games {
            let id = game["id"].as_str().unwrap();
            let (what, body) = match game["duty"].as_str() {
                Some("answer") => ("responses", json!({ "responses": texts("says", '.') })),
                Some("guess") => ("guess", json!({ "guess": 50 })),
                _ => continue,
            };
            if self.forgotten.contains(id) {
                continue;
            }
            let does = self.chance.below(1_000);
            if does < MACHINES_STAY_AWAY {
                self.forgotten.insert(id.to_owned());
            } else if does < MACHINES_STAY_AWAY + MACHINES_LEAVE {
                robot.post(&format!("/games/{id}/abort"), &json!({})).await.ok();
            } else {
                robot.post(&format!("/games/{id}/{what}"), &body).await.ok();
            }
        }
        for _ in waiting..2 {
            let game = robot.post("/games", &json!({})).await.ok();
            let id = game["id"].as_str().unwrap();
            let asked = json!({ "questions": texts("asks", '?') });
            robot.post(&format!("/games/{id}/questions"), &asked).await.ok();
        }
    }
}

/// As people here write them.
fn texts(what: &str, end: char) -> Vec<String> {
    (1..=5).map(|nth| format!("somebody {what} {nth}{end}")).collect()
}

/// Where features stand that are asked about by name.
const HEADERS: usize = 0;
const LOST: usize = 1;
const INHERITED: usize = 2;

fn features(sitting: &Sitting) -> Vec<f64> {
    let log = |ms: i64| f64::from(i32::try_from(ms.max(0)).unwrap_or(i32::MAX)).ln_1p();
    let number = |n: usize| f64::from(u32::try_from(n).unwrap());
    let yes = |is: bool| f64::from(u8::from(is));
    let (met, judged, over) =
        (sitting.met_at.unwrap(), sitting.judged_at.unwrap(), sitting.over_at.unwrap());
    let waited = met - sitting.waits_since;
    let answered = sitting.answered_at.max(met);
    let mail = |nth: usize| sitting.mails.get(nth).map_or(-1.0, |&at| log(at - met));
    let id = sitting.game.as_bytes();
    let [length, moves, asked] = sitting.data;
    vec![
        number(sitting.headers),
        f64::from(sitting.lost),
        yes(sitting.inherited),
        log(waited),
        yes(waited == 0),
        log(judged - met),
        log(judged - answered),
        yes(judged == answered),
        log(over - sitting.guessed_at),
        yes(over == sitting.guessed_at),
        f64::from(sitting.news),
        yes(sitting.inherited) * (1.0 + log(waited)),
        number(sitting.sizes[0]),
        number(*sitting.sizes.last().unwrap()),
        number(sitting.drafts),
        number(sitting.mails.len()),
        mail(0),
        mail(1),
        log(length),
        log(moves),
        log(asked),
        f64::from(id[id.len() - 1]),
        f64::from(id[id.len() - 9]),
        log(judged % 1_000),
        log(over % 1_000),
        number(sitting.changes),
    ]
}

/// Sittings, as they were seen: half of them with machines; and the game of
/// each.
async fn rows(seed: u64, fill_in: bool) -> (Vec<(Vec<f64>, bool)>, Vec<String>) {
    let mut world = World::new(seed, fill_in).await;
    world.runs().await;
    if fill_in {
        let repeats = world.app.db.column("SELECT count(*) FROM met WHERE times > 1");
        assert_eq!(repeats, ["0"], "nobody meets a machine again");
    }
    let of = |machine: bool| {
        let met = world.judged().filter(move |it| it.machine == machine);
        met.map(move |it| ((features(it), machine), it.played.clone()))
    };
    // As many of each, so that always saying the same is right in one half.
    let rows: Vec<_> = of(true).zip(of(false)).flat_map(|(one, other)| [one, other]).collect();
    assert!(rows.len() >= world.games.judged, "{} sittings", rows.len());
    rows.into_iter().unzip()
}

/// What tells machines from people, where something does, and how well.
fn tells(rows: &[(Vec<f64>, bool)], games: &[String]) -> BTreeMap<&'static str, String> {
    let mut tells = BTreeMap::new();
    let classifiers: [(&str, fn(&[(Vec<f64>, bool)]) -> Rule); 2] =
        [("logistic", logistic), ("stumps", stumps)];
    for (name, train) in classifiers {
        let right = right(rows, train);
        let asked = games.iter().skip(games.len() - right.len()).map(String::as_str);
        let right: Vec<_> = right.into_iter().zip(asked).collect();
        if off_half(&right).abs() > BY_CHANCE {
            let so = right.iter().filter(|(is, _)| *is).count();
            tells.insert(name, format!("right in {so} of {}", right.len()));
        }
    }
    // What befalls few would be lost among all.
    for (what, at) in [("lost a partner", LOST), ("inherited", INHERITED)] {
        let few: Vec<_> = (rows.iter().zip(games))
            .filter(|((row, _), _)| row[at] > 0.0)
            .map(|((_, machine), game)| (*machine, game.as_str()))
            .collect();
        if few.len() < rows.len() / 40 || off_half(&few).abs() > BY_CHANCE {
            let machines = few.iter().filter(|(machine, _)| *machine).count();
            tells.insert(what, format!("of {}, {machines} met machines", few.len()));
        }
    }
    tells
}

/// Sittings of two worlds, in which nothing tells.
async fn blind(seeds: [u64; 2], fill_in: bool) -> (Vec<(Vec<f64>, bool)>, Vec<String>) {
    let [one, other] = seeds.map(|seed| tokio::spawn(rows(seed, fill_in)));
    let [(seen, games), (others, their_games)] = [one.await.unwrap(), other.await.unwrap()];
    // A tell counts in whichever world it is found, unless a fresh one lacks it: of so many looks, some
    // find what is there by chance.
    for (seed, tells) in seeds.into_iter().zip([tells(&seen, &games), tells(&others, &their_games)])
    {
        if tells.is_empty() {
            continue;
        }
        let (fresh, their_games) = rows(seed + 1_000, fill_in).await;
        let again = self::tells(&fresh, &their_games);
        let again: Vec<_> = again.iter().filter(|(what, _)| tells.contains_key(*what)).collect();
        assert!(again.is_empty(), "{tells:?}, and in a fresh world {again:?}");
    }
    (seen, games)
}

#[tokio::test(flavor = "multi_thread")]
async fn where_machines_come_as_people_meet_a_classifier_finds_nothing() {
    blind([1952, 1953], false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_classifier_that_sees_all_but_the_texts_finds_nothing() {
    let (seen, games) = blind([1950, 1951], true).await;

    // The same rows with something telling in them: it is found.
    let with = |leak: fn(&mut [f64], bool)| {
        let mut leaking = seen.clone();
        for (row, machine) in &mut leaking {
            leak(row, *machine);
        }
        tells(&leaking, &games)
    };
    let header = with(|row, machine| row[HEADERS] += f64::from(u8::from(machine)));
    assert!(header.contains_key("logistic") && header.contains_key("stumps"));
    let never = with(|row, machine| row[INHERITED] *= f64::from(u8::from(!machine)));
    assert!(never.contains_key("inherited"));
}

/// Somebody with two accounts, who have met and so wait for others: B is in the queue, A
/// asks, and both see when each gets a partner while others come and go.
struct Queue {
    app: TestApp,
    others: Vec<Persona>,
    /// The game that each of them has opened last.
    games: Vec<Option<String>>,
    chance: Chance,
    comes_at: i64,
}

impl Queue {
    async fn new() -> Queue {
        let app = TestApp::with(|settings| {
            settings.timing.machine_percent = 50;
            settings.timing.machine_wait_ms = 60 * SECOND;
            settings.timing.machine_pace_ms = 10 * HOUR;
        })
        .await;
        app.work().await;
        let mut others = Vec::new();
        for nth in 0..60 {
            others.push(app.guest(&format!("other{nth}")).await);
        }
        let comes_at = app.now();
        let games = vec![None; others.len()];
        Queue { app, others, games, chance: Chance::from_seed(7), comes_at }
    }

    /// Until then others come, and what is due is done.
    async fn until(&mut self, then: i64) {
        loop {
            let due = self.app.db.column("SELECT COALESCE(MIN(due_at), 0) FROM job");
            let due: i64 = due[0].parse().unwrap();
            let next = due.min(self.comes_at).min(then).max(self.app.now());
            self.app.later(next - self.app.now());
            if due <= next {
                self.app.work().await;
            } else if self.comes_at <= next {
                let gap = -20_000.0 * (1.0 - self.chance.unit()).ln();
                self.comes_at = next + format!("{gap:.0}").parse::<i64>().unwrap();
                let nth = self.chance.below(self.others.len());
                if let Some(game) = self.games[nth].take() {
                    self.others[nth].leaves(&game).await;
                }
                self.games[nth] = Some(self.others[nth].opens("other").await);
            } else {
                return;
            }
        }
    }

    /// The partner's seat, and `human` or `machine`.
    fn partner(&self, game: &str) -> Option<(String, String)> {
        let id = game.rsplit('/').next().unwrap();
        let row = self.app.db.raw(&format!(
            "SELECT o.id, p.kind FROM seat s JOIN seat o ON o.game_id = s.game_id AND o.here
             JOIN player p ON p.id = o.player_id WHERE s.id = '{id}' AND o.id <> s.id"
        ));
        row.first().map(|row| (row[0].clone(), row[1].clone()))
    }

    /// Whether B, who waited before A asked, waits still when A gets a machine. Nothing if B
    /// was not waiting, or they meet. Somebody who has just met B may come to A.
    async fn passes_over(&mut self, a: &mut Persona, b: &mut Persona) -> Option<bool> {
        let pause = i64::try_from(self.chance.below(20_000)).unwrap();
        self.until(self.app.now() + pause).await;
        let b_game = b.opens("b").await;
        let pause = i64::try_from(self.chance.below(10_000)).unwrap();
        self.until(self.app.now() + pause).await;
        let b_waits = self.partner(&b_game).is_none();
        let a_game = a.opens("a").await;
        let asked_at = self.app.now();
        let (with, kind) = loop {
            if let Some(partner) = self.partner(&a_game) {
                break partner;
            }
            assert!(self.app.now() < asked_at + 10 * MINUTE, "A waits for ever");
            self.until(self.app.now() + 500).await;
        };
        let passed_over = kind == "machine" && self.partner(&b_game).is_none();
        a.leaves(&a_game).await.leads_to("/games");
        b.leaves(&b_game).await.leads_to("/games");
        (b_waits && !b_game.ends_with(&with)).then_some(passed_over)
    }
}

/// If A were given a machine while B waits, B would know that A's partner is one. And if B sees
/// who else waits, a machine that comes must be B's.
#[tokio::test]
async fn a_second_account_in_the_queue_tells_nothing() {
    let mut queue = Queue::new().await;
    let (mut a, mut b) = (queue.app.guest("anna").await, queue.app.guest("bobby").await);
    let mut waits = Vec::new();
    for _ in 0..80 {
        // They have just met, and no machine of late.
        queue.app.db.raw(
            "UPDATE player SET partners = (SELECT o.id FROM player o
                 WHERE o.name IN ('anna', 'bobby') AND o.name <> player.name)
             WHERE name IN ('anna', 'bobby') RETURNING id",
        );
        waits.extend(queue.passes_over(&mut a, &mut b).await);
    }
    assert!(waits.iter().all(|passed_over| !passed_over), "{waits:?}");
    assert!(waits.len() >= 10, "{} waits of 80 in which they did not meet", waits.len());
}

/// Somebody who has met a machine before remembers all it has asked, in rated games and in
/// practice, where its name is on the page.
#[tokio::test]
async fn a_second_meeting_tells_nothing() {
    for app in TestApp::each().await {
        app.only("eliza").await;
        let mut ann = app.guest("ann").await;
        for nth in 0..11 {
            let practice = practises(&mut ann, "ann").await;
            ann.leaves(&practice).await.leads_to("/games");
            let game = ann.opens("ann").await;
            app.passes(3 * MINUTE, 10 * SECOND).await;
            assert!(ann.reads(&game).await.contains("# Answer five questions"), "game {nth}");
            if nth % 3 == 0 {
                ann.leaves(&game).await.leads_to("/games");
            } else {
                ann.answers(&game, "ann").await.leads_to(&game);
                app.passes(HOUR, 5 * MINUTE).await;
                ann.guesses(&game, "40").await.leads_to(&game);
            }
        }
        let games = asked(&app, false);
        assert_eq!(games.len(), 11);
        let all: BTreeSet<&String> = games.iter().flatten().collect();
        assert_eq!(all.len(), 11 * 5, "{games:?}");
        let practised = asked(&app, true);
        assert_eq!(practised.len(), 11);
        assert!(practised.iter().flatten().all(|question| !all.contains(question)));
    }
}
