//! What stands out on a page, and what a narrow screen leaves to see.

use luna_testkit::app::{MINUTE, TestApp};
use luna_testkit::persona::Persona;

use crate::houses::practises;

const FIRST: &str = "Would you like to see a whole game first?";

/// The parts of a page that begin with an opening tag, each up to the next one.
fn parts<'a>(body: &'a str, tag: &str) -> Vec<&'a str> {
    body.split(tag).skip(1).collect()
}

#[tokio::test]
async fn every_test_is_in_the_navigation_on_a_narrow_screen_too() {
    let app = TestApp::new().await;
    for mut visitor in [app.visitor(), app.guest("ann").await] {
        let page = visitor.get("/quiz").await.body;
        let nav = page.split("<nav").nth(1).unwrap().split("</nav>").next().unwrap();
        for place in ["/quiz", "/contests", "/battery", "/questions"] {
            assert!(nav.contains(&format!("<a href=\"{place}\">")), "{place}: {nav}");
        }
    }
}

#[tokio::test]
async fn who_it_was_comes_first_and_a_rating_that_is_missing_last() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, _]) = app.finished("60", "30").await;
    let page = ann.get(&anns).await.body;
    let places = [", a person</h1>", "You are <strong>the first</strong> to guess", "none yet."]
        .map(|words| page.find(words).unwrap_or_else(|| panic!("{words}: {page}")));
    assert!(places.is_sorted(), "{page}");
    // Afterwards nobody has to see a whole game first.
    for player in [&mut ann, &mut bob] {
        let games = player.reads("/games").await;
        assert!(!games.contains(FIRST) && games.contains("Practise with a machine"), "{games}");
    }
    let mut cyd = app.guest("cyd").await;
    assert!(cyd.reads("/games").await.contains(FIRST));
}

#[tokio::test]
async fn practice_alone_is_no_game_that_was_played() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    app.only("eliza").await;
    let game = practises(&mut ann, "ann").await;
    ann.answers(&game, "ann").await.leads_to(&game);
    ann.guesses(&game, "5").await.leads_to(&game);
    assert!(ann.reads("/games").await.contains(FIRST));
}

/// The heads of the table on a page, and those that each of its rows names.
fn heads(body: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let table = body.split("class=\"scroll stack\"").nth(1).unwrap();
    let (head, rest) = table.split_once("</thead>").unwrap();
    let text = |part: &str| {
        let (_, after) = part.split_once('>').unwrap();
        let after = match after.strip_prefix("<a ") {
            Some(link) => link.split_once('>').unwrap().1,
            None => after,
        };
        after.split('<').next().unwrap().to_owned()
    };
    let named = |row: &&str| {
        let cells = row.split("<td").skip(1);
        let name = |cell: &str| cell.split("data-head=\"").nth(1).map(str::to_owned);
        let name = |cell| name(cell).and_then(|it| it.split('"').next().map(str::to_owned));
        cells.map(|cell| name(cell).unwrap_or_default()).collect()
    };
    let body = rest.split("</table>").next().unwrap();
    let rows = parts(body, "<tr>").iter().map(named).collect();
    (parts(head, "<th ").into_iter().map(text).collect(), rows)
}

async fn stacks(reader: &mut Persona, page: &str, of: &str) {
    let (mut heads, rows) = heads(&reader.get(page).await.body);
    // The name of a row has no head beside it.
    heads.retain(|head| head != of);
    assert!(!rows.is_empty(), "{page}");
    for row in rows {
        assert_eq!(row, heads, "{page}");
    }
}

#[tokio::test]
async fn cells_of_tables_that_are_stacked_name_their_heads() {
    let app = TestApp::new().await;
    let (mut ann, ..) = app.finished("60", "30").await;
    stacks(&mut ann, "/machines", "Machine").await;
    app.later(MINUTE);
    stacks(&mut ann, "/guesses", "Player").await;
}

#[tokio::test]
async fn the_long_parts_of_the_page_about_privacy_unfold() {
    let app = TestApp::new().await;
    let page = app.visitor().get("/privacy").await.body;
    let main = page.split("<main").nth(1).unwrap();
    let folded = parts(main, "<details>");
    assert!(folded.len() > 20, "{}", folded.len());
    assert!(folded.iter().all(|part| part.starts_with("<summary><h3>")), "{main}");
    let shown: usize = main
        .split("</details>")
        .map(|part| part.split("<details>").next().unwrap_or_default())
        .map(|part| part.split_whitespace().count())
        .sum();
    let all = main.split_whitespace().count();
    assert!(shown * 2 < all, "{shown} of {all} words");
}
