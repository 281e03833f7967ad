//! The files of a finished contest: what each reader gets, and in which form.

use luna_app::contest::console;
use luna_core::contest::clock::Command;
use luna_core::contest::keystroke_log::KeystrokeLog;
use luna_core::contest::participant::{Participant, Party, Side};
use luna_core::typing::stroke::Stroke;
use luna_testkit::app::{HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::contest::ContestRun;
use luna_testkit::persona::{Answer, Persona};
use serde_json::Value;

type Run = ContestRun<TestApp>;

/// A contest in whose second round people and a program talked, and which is over.
pub(crate) async fn over(app: TestApp) -> Run {
    let run = Run::new(app).await;
    run.passes(0).await;
    run.commands(Command::Start).await.unwrap();
    run.app.later(25 * MINUTE + SECOND);
    run.passes(0).await;
    for side in Side::BOTH {
        for pair in run.schedule.round(2).to_vec() {
            let judge = Participant::Judge(pair.cell.judge);
            assert_eq!(run.types(judge, Some(side), "Who s\u{8}is it?\n").await.refusal, None);
            let party = pair.party(side).participant();
            if run.sitters.contains_key(&party) {
                run.app.later(1_234);
                assert_eq!(run.types(party, None, "It’s Zoé.\n").await.refusal, None);
            }
        }
        run.app.later(5 * MINUTE);
        run.passes(0).await;
    }
    assert_eq!(file(&run, &mut run.app.visitor(), "transcripts/text").await.status, 404);
    run.app.later(4 * HOUR);
    run.passes(0).await;
    let id = run.id.clone();
    run.acts(move |tx, at| console::close(tx, at, &id, None)).await.unwrap();
    run
}

async fn file(run: &Run, reader: &mut Persona, path: &str) -> Answer {
    reader.get(&format!("/contests/{}/{path}", run.id)).await
}

/// The place of a party in round 2, as it stands in an address.
fn place(run: &Run, party: Party) -> String {
    let pair = run.schedule.pair(2, party.participant()).unwrap();
    let side = pair.side(party.participant()).unwrap();
    format!("2/{}/{}", pair.cell.judge, side.name())
}

#[tokio::test]
async fn each_reader_gets_the_conversations_that_they_may_read() {
    for app in TestApp::each().await {
        let run = over(app).await;
        let (mut public, mut boss) = (run.app.visitor(), run.app.admin().await);
        let (open, private) =
            (place(&run, Party::Confederate(3)), place(&run, Party::Confederate(2)));

        let text = file(&run, &mut public, "transcripts/text").await;
        assert!(text.body.starts_with("Loebner Prize 2009\nRules: SHA-256 "), "{text}");
        assert_eq!(text.body.matches("C3: It’s Zoé.\n").count(), 1, "{text}");
        assert_eq!(text.body.matches("E4: It’s Zoé.\n").count(), 1, "{text}");
        assert!(text.body.contains(": E4 (Elbot)\n     0.0  J2: Who is it?\n"), "{text}");
        assert_eq!(text.body.matches("C2: It’s Zoé.\n").count(), 0, "{text}");
        assert_eq!(text.body.matches("This conversation is private.").count(), 4, "{text}");
        let whole = file(&run, &mut boss, "transcripts/text").await.body;
        assert_eq!(whole.matches("C2: It’s Zoé.\n").count(), 1, "{whole}");
        assert_eq!(whole.matches("Not for publication").count(), 4, "{whole}");

        for path in ["", "/text", "/keys", "/log"] {
            let refused = file(&run, &mut public, &format!("{private}{path}")).await;
            assert_eq!(refused.status, 404, "{path}");
            let given = file(&run, &mut boss, &format!("{private}{path}")).await;
            assert_eq!(given.status, 200, "{path}");
            assert_eq!(file(&run, &mut public, &format!("{open}{path}")).await.status, 200);
        }
        for path in ["2/9/left/text", "2/2/up/text", "2/2/left/doc", "transcripts/doc"] {
            assert_eq!(file(&run, &mut boss, path).await.status, 404, "{path}");
        }
        let page = public.reads(&format!("/contests/{}", run.id)).await;
        assert!(page.contains("All conversations"), "{page}");
    }
}

/// Of each judge a conversation with C2 is private from the beginning.
#[tokio::test]
async fn either_side_takes_a_conversation_back_at_any_time() {
    use luna_app::contest::attendance::change_consents;
    use luna_store::consent::Purpose;
    use luna_store::erase::{ban, erase};
    use luna_store::moderation_log::Act;
    for app in TestApp::each().await {
        let run = over(app).await;
        let mut public = run.app.visitor();
        let mut private = Vec::new();
        for step in 0..5 {
            let id = run.id.clone();
            let work = move |tx: &mut luna_store::Tx<'_>, at: &luna_store::game::Context| {
                let judge = format!("player J{step}");
                match step {
                    1 => {
                        let no = [(Purpose::ContestPublication, false)];
                        change_consents(tx, at, &id, &judge, &no)?;
                    }
                    2 => ban(tx, at, Act { by: None, of: &judge, why: "Spam." })?,
                    3 => erase(tx, at, &judge)?,
                    // The other side: a confederate; each judge had one.
                    4 => {
                        let no = [(Purpose::ContestPublication, false)];
                        change_consents(tx, at, &id, "player C1", &no)?;
                    }
                    _ => {}
                }
                Ok(())
            };
            run.acts(work).await.unwrap();
            let text = file(&run, &mut public, "transcripts/text").await.body;
            private.push(text.matches("This conversation is private.").count());
        }
        assert_eq!(private, [4, 11, 18, 25, 26]);
    }
}

#[tokio::test]
async fn a_log_says_the_same_as_the_lines_of_json() {
    let run = over(TestApp::new().await).await;
    let mut public = run.app.visitor();
    let mut kinds = Vec::new();
    for format in ["text", "keys", "log"] {
        let whole = file(&run, &mut public, &format!("transcripts/{format}")).await;
        let named = whole.header("content-disposition").unwrap().replace(&run.id, "ID");
        kinds.push((whole.header("content-type").unwrap().to_owned(), named));
    }
    let plain = "text/plain; charset=utf-8".to_owned();
    let named = |extension| format!("attachment; filename=\"contest-ID.{extension}\"");
    let lines = "application/jsonl; charset=utf-8".to_owned();
    let expected = [(plain.clone(), named("txt")), (lines, named("jsonl")), (plain, named("log"))];
    assert_eq!(kinds, expected);

    let keys = file(&run, &mut public, "transcripts/keys").await.body;
    let lines: Vec<Value> = keys.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert!(lines[0]["type"] == "contest" && lines[0]["contest"] == run.id.as_str());
    let talks: Vec<&Value> = lines.iter().filter(|it| it["type"] == "conversation").collect();
    assert_eq!(talks.len(), 32);
    let elbot: Vec<_> = talks.iter().filter(|it| it["program"] == "Elbot").collect();
    assert!(elbot.len() == 4 && elbot.iter().all(|it| it["party"] == "E4"), "{elbot:?}");
    assert_eq!(talks.iter().filter(|it| it["is_public"] == false).count(), 4);

    let log = file(&run, &mut public, "transcripts/log").await.body;
    let logs = KeystrokeLog::read(log.as_bytes()).unwrap();
    assert_eq!(logs.len(), 16, "one for each pair");
    let said = logs.iter().find(|log| (log.judge, log.round) == (Some(2), Some(2))).unwrap();
    let pair = run.schedule.pair(2, Participant::Judge(2)).unwrap();
    assert_eq!((said.program.as_str(), said.program_side), ("Elbot", pair.entry_side));
    let mut compared = 0;
    for log in &logs {
        for side in Side::BOTH {
            let is_here = |it: &&Value| {
                it["type"] == "key"
                    && it["side"] == side.name()
                    && it["judge"].as_u64() == log.judge.map(|judge| judge.try_into().unwrap())
                    && it["round"].as_u64() == log.round.map(|round| round.try_into().unwrap())
            };
            // The keys of the log have no é and no ’.
            let plain = |key: &str| match key {
                "é" => 'e',
                "’" => '\'',
                key => key.chars().next().unwrap(),
            };
            let typed = lines.iter().filter(is_here).map(|it| {
                let stroke = Stroke::from_char(plain(it["key"].as_str().unwrap())).unwrap();
                (it["at"].as_i64().unwrap(), it["by"].as_str().unwrap().to_owned(), stroke)
            });
            let logged = log.keys.iter().filter(|key| key.side == side);
            let logged =
                logged.map(|key| (key.at_us / 1_000, key.by.name().to_owned(), key.stroke));
            let (typed, logged): (Vec<_>, Vec<_>) = (typed.collect(), logged.collect());
            assert_eq!(typed, logged, "{:?} {:?} {side:?}", log.round, log.judge);
            compared += typed.len();
        }
    }
    assert!(compared > 6 * 14, "{compared} keys");
}
