//! Texts of people run in their own direction: Hebrew ones are planted everywhere, and each page
//! that shows one has `dir="auto"` around it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use luna_testkit::app::TestApp;
use luna_testkit::persona::Persona;
use luna_testkit::play::{answered, finished, paired};
use luna_testkit::reading::{Token, attribute, plain, tokens};

const VOID: [&str; 7] = ["area", "br", "hr", "img", "input", "link", "meta"];
/// Elements whose text is not laid out as a text of the page.
const NO_TEXT: [&str; 4] = ["script", "style", "svg", "title"];
/// Addresses that lead to no page.
const NO_PAGE: [&str; 6] =
    ["/settings/data", "/admin/typing.csv", "/admin/typing.jsonl", "/assets", "/api/", "/docs"];

/// Every kind of text that somebody writes, each with rows that hold it: all of them get a Hebrew
/// word of their own, in place of `WORD`.
const TEXTS: [(&str, &str); 29] = [
    ("a person's name", "UPDATE player SET name = 'WORD' WHERE kind = 'human'"),
    ("a machine's name", "UPDATE player SET name = 'WORD' WHERE id LIKE '0%' AND kind = 'machine'"),
    ("a ban", "UPDATE player SET banned_at = 1, banned_why = 'WORD' WHERE name_key = 'cat'"),
    (
        "guesses that do not count",
        "UPDATE player SET excluded_at = 1, excluded_why = 'WORD' WHERE name_key = 'ann'",
    ),
    (
        "questions",
        r#"UPDATE game_move SET body = '{"ask":["WORD","WORD","WORD","WORD","WORD"]}'
           WHERE body LIKE '{"ask%'"#,
    ),
    (
        "responses",
        r#"UPDATE game_move SET body = '{"answer":["WORD","WORD","WORD","WORD","WORD"]}'
           WHERE body LIKE '{"answer%'"#,
    ),
    ("a draft", "UPDATE draft SET body = 'WORD' WHERE field = 'q1'"),
    ("a report", "UPDATE report SET text = 'WORD'"),
    (
        "a warning",
        "INSERT INTO warning SELECT 'w', 1, id, NULL, 'WORD', NULL FROM player
         WHERE name_key = 'ann'",
    ),
    (
        "an action of an operator",
        "INSERT INTO act (id, at, of_player, what, why)
         SELECT 'a', 1, id, 'warn', 'WORD' FROM player WHERE name_key = 'ann'",
    ),
    ("a reading", "UPDATE reading SET why = 'WORD'"),
    ("a machine's description", "UPDATE machine SET about = 'WORD' WHERE owner_id IS NOT NULL"),
    ("a machine's model", "UPDATE machine SET model = 'WORD' WHERE owner_id IS NOT NULL"),
    (
        "an alarm of a machine",
        "UPDATE machine SET alarm_at = 1, alarm_why = 'WORD'
         WHERE player_id = (SELECT id FROM player WHERE name_key = 'robot')",
    ),
    (
        "the stop of a machine",
        "UPDATE machine SET killed_at = 1, killed_why = 'WORD'
         WHERE player_id = (SELECT id FROM player WHERE name_key = 'second')",
    ),
    (
        "an alarm of a skill",
        "INSERT INTO machine_skill (player_id, skill, alarm_at, alarm_why)
         SELECT id, 'answer', 1, 'WORD' FROM player WHERE name_key = 'robot'",
    ),
    (
        "a token",
        "INSERT INTO token (id, player_id, name, tail, scope, created_at)
         SELECT 't', id, 'WORD', 'wxyz', 'play', 1 FROM player WHERE name_key = 'robot'",
    ),
    (
        "a question to a machine",
        r#"UPDATE task SET body = '{"type":"question","id":"x","question":"WORD","context":"WORD",
           "choices":["WORD","b"],"max_answers":5,"max_chars":500}'"#,
    ),
    (
        "an answer of a machine",
        r#"UPDATE task SET ended_at = 1, reply = '{"answers":[{"answer":"WORD","confidence":1}]}'
           WHERE id = (SELECT MIN(id) FROM task)"#,
    ),
    (
        "a question without an answer",
        "UPDATE task SET ended_at = 1, problem = 'WORD' WHERE id = (SELECT MAX(id) FROM task)",
    ),
    (
        "the rejection of a line",
        "INSERT INTO recall_line
             (id, author_id, asker_id, game_id, asked_seq, seq, part, state, added_at, decided_by,
              decided_at, why)
         SELECT 'l', m.player_id, m.player_id, m.game_id, m.seq, m.seq, 0, 'rejected', 1, p.id, 1,
                'WORD'
         FROM game_move m, player p WHERE m.body LIKE '{\"answer%' AND p.name_key = 'operator'
         LIMIT 1",
    ),
    ("a question that tells", "INSERT INTO question_told VALUES ('house', 1, 'WORD', 9, 0.5, 1)"),
    (
        "a flag",
        "INSERT INTO flag (player_id, kind, strength, reason, since)
         SELECT id, 'constant', 9, 'WORD', 1 FROM player WHERE name_key = 'bob'",
    ),
    ("the subject of a mail", "UPDATE mail SET subject = 'WORD'"),
    ("a mail", "UPDATE mail SET plain = 'WORD'"),
    ("the problem of a mail", "UPDATE mail SET sent_at = NULL, problem = 'WORD'"),
    (
        "the problem of a job",
        "INSERT INTO job (id, kind, body, attempts, problem)
         VALUES ('mail:x', 'mail', '{}', 1, 'WORD')",
    ),
    ("a browser", "UPDATE session SET device = 'WORD'"),
    ("a long question", "INSERT INTO question_told VALUES ('house', 2, 'WORD', 9, 0.4, 1)"),
];

fn word(nth: usize) -> String {
    let letter = char::from_u32(0x5d0 + u32::try_from(nth % 22).unwrap()).unwrap();
    format!("{}{letter}", if nth < 22 { "שלום" } else { "ערב" })
}

fn is_hebrew(text: &str) -> bool {
    text.chars().any(|c| ('\u{5d0}'..='\u{5ea}').contains(&c))
}

/// The Hebrew texts of a page that run as the page does.
fn unmarked(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<(&str, bool)> = Vec::new();
    for token in tokens(html) {
        let inherited = open.last().is_some_and(|(_, is_marked)| *is_marked);
        match token {
            Token::Open { name, attributes } => {
                let given = attribute(attributes, "dir").map(|dir| dir == "auto");
                let is_marked = given.unwrap_or(inherited || name == "bdi");
                if VOID.contains(&name) {
                    let value = attribute(attributes, "value").unwrap_or_default();
                    let is_typed = attribute(attributes, "type").as_deref() != Some("hidden");
                    if name == "input" && is_typed && is_hebrew(&value) && given != Some(true) {
                        found.push(format!("<input {attributes}>"));
                    }
                } else if !attributes.ends_with('/') {
                    open.push((name, is_marked || NO_TEXT.contains(&name)));
                }
            }
            Token::Close(name) => while open.pop().is_some_and(|(other, _)| other != name) {},
            Token::Text(text) if is_hebrew(text) && !inherited => {
                let within: Vec<&str> = open.iter().map(|(name, _)| *name).collect();
                found.push(format!("{}: {}", within.join(" > "), plain(text.trim())));
            }
            Token::Text(_) => {}
        }
    }
    found
}

/// The pages that links of a page lead to.
fn links(html: &str) -> Vec<String> {
    let mut all = Vec::new();
    for token in tokens(html) {
        if let Token::Open { name: "a", attributes } = token
            && let Some(to) = attribute(attributes, "href")
            && to.starts_with('/')
            && !NO_PAGE.iter().any(|other| to.starts_with(other))
        {
            all.push(to.split('#').next().unwrap_or_default().to_owned());
        }
    }
    all
}

/// Everything that is written somewhere, and people who find it.
async fn full_of_texts(app: &TestApp) -> [Persona; 4] {
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let cat = app.guest("cat").await;
    let root = app.admin().await;
    let [_, bobs] = finished((&mut ann, "60"), (&mut bob, "30")).await;
    bob.reports(
        &bobs,
        &[("passage", "player"), ("category", "hate"), ("text", "Rude."), ("block", "yes")],
    )
    .await;
    answered(&mut ann, &mut app.guest("dan").await).await;
    paired(&mut ann, &mut app.guest("eve").await).await;
    let next = ann.new_game().await;
    ann.get(&next).await;
    ann.press("Save and finish later", &[("q1", "half")]).await.leads_to("/games?notice=saved");
    for name in ["robot", "second"] {
        let settings = ann.has_machine(name).await;
        let page = settings.replace("/settings", "");
        if name == "robot" {
            ann.puts(&page, &[("question", "Why?")]).await;
            ann.puts(&page, &[("question", "Why not?")]).await;
        }
    }
    app.db.raw(&format!(
        "INSERT INTO reading SELECT 'r' || g.id, {}, p.id, g.id, 'x' FROM game g, player p
         WHERE p.name_key = 'operator'",
        app.now()
    ));
    app.db.raw(
        "INSERT INTO judge (player_id, guesses, mean, spread, strength)
         SELECT id, 1, 50, 1, 9 FROM player WHERE name_key = 'bob'",
    );
    for (nth, (_, sql)) in TEXTS.iter().enumerate() {
        app.db.raw(&sql.replace("WORD", &word(nth)));
    }
    [ann, bob, cat, root]
}

#[tokio::test]
async fn every_text_of_a_person_runs_in_its_own_direction_on_every_page() {
    let app = TestApp::new().await;
    let mut unmarked_on: BTreeMap<String, String> = BTreeMap::new();
    let mut shown = BTreeSet::new();
    for mut persona in full_of_texts(&app).await {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut next: VecDeque<String> =
            ["/", "/games", "/profile", "/settings", "/admin"].map(str::to_owned).into();
        while let Some(path) = next.pop_front() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let page = persona.get(&path).await.body;
            assert!(seen.len() < 500, "there is no end: {path}");
            shown.extend((0..TEXTS.len()).filter(|nth| page.contains(&word(*nth))));
            for text in unmarked(&page) {
                unmarked_on.entry(text).or_insert_with(|| path.clone());
            }
            next.extend(links(&page));
        }
    }
    assert_eq!(unmarked_on, BTreeMap::new());
    let nowhere: Vec<&str> = TEXTS
        .iter()
        .enumerate()
        .filter(|(nth, _)| !shown.contains(nth))
        .map(|(_, (what, _))| *what)
        .collect();
    assert_eq!(nowhere, Vec::<&str>::new(), "no page shows these");
}

#[test]
fn a_text_without_a_direction_is_found() {
    let found = unmarked("<p>שלום</p><p dir=\"auto\">שלום <b>שלום</b></p><input value=\"שלום\">");
    assert_eq!(found, ["p: שלום", "<input value=\"שלום\">"]);
}
