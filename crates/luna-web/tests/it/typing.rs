//! What operators see of how questions and responses were typed.

use insta::assert_snapshot;
use luna_testkit::app::{MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{lent, questions, responses};

/// Ann pastes the second of her questions, and Bob sends all of his responses at once.
async fn typed(app: &TestApp) {
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let bobs = bob.opens("bob").await;
    let anns = ann.new_game().await;
    app.later(20 * MINUTE);
    let mut fields = questions("ann");
    fields[1].1 = "Why? ".repeat(20);
    fields.push(("pasted".to_owned(), ",99,,,".to_owned()));
    fields.push(("typed".to_owned(), "10,0,10,10,10".to_owned()));
    fields.push(("typed_ms".to_owned(), "4000,0,4000,4000,4000".to_owned()));
    ann.get(&anns).await;
    ann.press("Send my questions", &lent(&fields)).await.leads_to(&anns);
    // Without scripts there is the time alone.
    let said: Vec<(String, String)> =
        responses("bob").into_iter().map(|(field, text)| (field, text.repeat(4))).collect();
    bob.get(&bobs).await;
    bob.press("Send my responses", &lent(&said)).await.leads_to(&bobs);
}

async fn show(operator: &mut Persona, path: &str) -> String {
    operator.get(path).await.text()
}

#[tokio::test]
async fn operators_see_each_pasted_question_and_filter_by_mark() {
    let app = TestApp::new().await;
    typed(&app).await;
    let mut operator = app.admin().await;
    let page = show(&mut operator, "/admin/typing").await;
    let (_, page) = page.split_once("# Typing\n").unwrap();
    assert_snapshot!(page, @"
    These questions and responses were pasted (nine in ten characters), arrived faster than anyone types (15 characters a second), or were taken from suggestions that Luna made from a text. Browsers report how a field was filled in, and such reports can be forged. A mark has no consequences, and players are not told. “All questions” or “all responses” means a whole move, because each part is too short or only the total time is known.
    All Pasted Too fast Suggested
    Download this list: CSV · JSON lines
    When | Player | What | Characters | Pasted | Typed | Seconds typing | Mark | Game
    2024-10-04T12:20:00Z | bob | all responses | 220 | – | – | – | 220,000 a second | ID
    2024-10-04T12:20:00Z | ann | question 2 | 99 | 99 | 0 | 0 | pasted | ID
    ");
    let pasted = show(&mut operator, "/admin/typing?mark=pasted").await;
    assert!(pasted.contains("| question 2 |") && !pasted.contains("| all "), "{pasted}");
    let fast = show(&mut operator, "/admin/typing?mark=fast").await;
    assert!(fast.contains("| all responses |") && !fast.contains("| question "), "{fast}");
    let page = operator.get("/admin/typing?mark=fast").await.body;
    assert!(page.contains("<a href=\"/admin/typing?mark=fast\" aria-current=\"page\">"), "{page}");
    assert!(page.contains("href=\"/admin/typing.csv?mark=fast\""), "{page}");
    // Where it goes on, and what is none of that.
    let none = show(&mut operator, "/admin/typing?before=1-1-1-x").await;
    assert!(none.contains("No text has this mark."), "{none}");
    for query in ["?mark=x&before=x", "?before=1-2", "?%", "?mark"] {
        assert!(show(&mut operator, &format!("/admin/typing{query}")).await.contains("question 2"));
    }
    assert!(operator.get("/admin/games").await.body.contains("href=\"/admin/typing\""));
}

#[tokio::test]
async fn operators_download_the_marks_without_names_and_nobody_else_does() {
    let app = TestApp::new().await;
    typed(&app).await;
    let mut operator = app.admin().await;
    let csv = operator.get("/admin/typing.csv").await;
    assert_eq!(csv.headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(csv.headers["content-disposition"], "attachment; filename=\"typing.csv\"");
    let lines: Vec<&str> = csv.body.split_terminator("\r\n").collect();
    assert_eq!(
        lines[0],
        "game,move,part,at,player,what,characters,took_ms,pasted_characters,typed_characters,\
         typed_ms,pasted,fast,suggested_characters,suggested"
    );
    assert_eq!(lines.len(), 3, "{}", csv.body);
    assert!(lines[2].ends_with(",question,99,1200000,99,0,0,true,false,,false"), "{}", lines[2]);
    assert!(!csv.body.contains("ann") && !csv.body.contains("bob"), "{}", csv.body);
    let json = operator.get("/admin/typing.jsonl?mark=pasted").await;
    let line: serde_json::Value = serde_json::from_str(json.body.trim_end()).unwrap();
    assert_eq!((&line["part"], &line["pasted_characters"]), (&2.into(), &99.into()));
    assert_eq!((&line["pasted"], &line["fast"]), (&true.into(), &false.into()));
    let mut cat = app.account("cat").await;
    for path in ["/admin/typing", "/admin/typing.csv", "/admin/typing.jsonl"] {
        assert_eq!(cat.get(path).await.status.as_u16(), 404, "{path}");
        assert_eq!(app.visitor().get(path).await.status.as_u16(), 404, "{path}");
    }
}

#[tokio::test]
async fn a_long_list_is_downloaded_whole() {
    let app = TestApp::new().await;
    typed(&app).await;
    app.db.raw(
        "INSERT INTO typing_mark (game_id, seq, part, at, chars, took_ms, is_pasted, is_fast)
         WITH RECURSIVE n (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM n WHERE n < 2600)
         SELECT t.game_id, t.seq, n.n, t.at, 60, 60000, TRUE, FALSE FROM n
         JOIN (SELECT game_id, seq, at FROM typing_mark WHERE is_pasted) t ON TRUE",
    );
    let mut operator = app.admin().await;
    let csv = operator.get("/admin/typing.csv?mark=pasted").await.body;
    let mut parts: Vec<&str> = csv.lines().skip(1).filter_map(|it| it.split(',').nth(2)).collect();
    assert_eq!(parts.len(), 2_502);
    parts.sort_unstable();
    parts.dedup();
    assert_eq!(parts.len(), 2_502, "each once");
    let first = operator.get("/admin/typing?mark=pasted").await;
    let older = first
        .body
        .split("href=\"")
        .find(|it| it.starts_with("/admin/typing?mark=pasted&amp;before="));
    let older = older.unwrap().split('"').next().unwrap().replace("&amp;", "&");
    let next = operator.get(&older).await.text();
    assert!(next.contains("question 2550") && !next.contains("question 2551"), "{next}");
}
