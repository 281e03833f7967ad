//! Backup files that are not as they were made.

use luna_testkit::database::Location;

use crate::backup::{refusal, restore, save, sealed, small_house, text};

/// Nothing of a refused file is there, and a good one can still be restored.
fn check_untouched(place: &Location, good: &[u8]) {
    restore(&place.url(), good).unwrap();
    assert_eq!(text(&save(&place.url())), text(good));
}

#[tokio::test]
async fn a_file_cut_short_is_refused() {
    let house = small_house(Location::file()).await;
    let good = save(&house.db.url());
    let lines = text(&good).lines().count();
    for place in Location::all() {
        for keep in [0, 1, good.len() / 3, good.len() / 2, good.len() - 1] {
            let why = refusal(&place.url(), &good[..keep]);
            assert!(why.contains("its end is missing"), "{keep}: {why}");
            let last = text(&good[..keep]).split('\n').count();
            assert!(why.starts_with(&format!("line {last}: ")), "{why}");
        }
        // After whole lines: the first, some, and all but the last.
        for keep in [1, lines / 2, lines - 1] {
            let part: String =
                text(&good).lines().take(keep).map(|line| format!("{line}\n")).collect();
            let why = refusal(&place.url(), part.as_bytes());
            assert_eq!(
                why,
                format!("line {}: the file ends here, although its end is missing", keep + 1)
            );
        }
        check_untouched(&place, &good);
    }
}

#[tokio::test]
async fn an_altered_byte_is_noticed_wherever_it_is() {
    let house = small_house(Location::file()).await;
    let good = save(&house.db.url());
    for place in Location::all() {
        let step = if matches!(place, Location::File(_)) { 61 } else { 499 };
        let last_line = good.len() - 60..good.len();
        for at in (0..good.len()).step_by(step).chain(last_line.step_by(7)) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 7);
            let why = refusal(&place.url(), &bad);
            assert!(why.starts_with("line "), "{at}: {why}");
        }
        let mut longer = good.clone();
        longer.extend_from_slice(b"\n");
        assert!(refusal(&place.url(), &longer).contains("there is something after the last line"));
        // A row left out, and two exchanged.
        let mut lines: Vec<&str> = text(&good).lines().collect();
        let row = lines.iter().rposition(|line| line.starts_with('[')).unwrap();
        lines.swap(row, row - 1);
        let swapped = lines.join("\n") + "\n";
        assert!(refusal(&place.url(), swapped.as_bytes()).contains("the file has been altered"));
        lines.remove(row);
        let fewer = lines.join("\n") + "\n";
        assert!(refusal(&place.url(), fewer.as_bytes()).contains("the file has been altered"));
        check_untouched(&place, &good);
    }
}

#[tokio::test]
async fn what_is_wrong_in_a_file_is_named_with_its_line() {
    let house = small_house(Location::file()).await;
    let good = save(&house.db.url());
    let header = text(&good).lines().next().unwrap();
    let player = "{\"table\":\"setting\",\"columns\":[\"name\",\"value\"]}";
    let topic = "{\"table\":\"topic\",\"columns\":[\"name\",\"seq\"]}";
    let draft = "{\"table\":\"draft\",\"columns\":[\"player_id\",\"subject_id\",\"field\",\"body\",\"at\"]}";
    for place in Location::all() {
        let check = |lines: &[&str], expected: &str| {
            let why = refusal(&place.url(), &sealed(lines));
            assert!(why.starts_with(expected), "{why}");
        };
        check(&["{}"], "line 1: this file is not a backup made by Luna");
        check(&["PK\u{3}\u{4}"], "line 1: this file is not a backup made by Luna");
        let version = header.replace("\"version\":1", "\"version\":2");
        check(&[&version], "line 1: this backup was made by a newer Luna (version 2 of it)");
        let newer = header.replace("]}", ",\"9999_later\"]}");
        check(&[&newer], "line 1: this backup was made by a newer Luna; restore it");
        let other = header.replace("\"0001_player\",", "");
        check(&[&other], "line 1: no Luna has had these migrations in this order");
        check(&[header, "[1]"], "line 2: a row that belongs to no table");
        check(
            &[header, player, "[\"a\",\"b\"]", "nonsense"],
            "line 4: this is not a line of a backup",
        );
        check(&[header, player, "[\"a\"]"], "line 3: 1 values for 2 columns");
        check(&[header, topic, "[\"a\",\"b\"]"], "line 3: \"seq\" must be a whole number");
        check(
            &[header, "{\"table\":\"migration\",\"columns\":[]}"],
            "line 2: there is no table \"migration\"",
        );
        check(
            &[header, "{\"table\":\"topic\",\"columns\":[\"x\"]}"],
            "line 2: \"topic\" has no column \"x\"",
        );
        let row = "[\"a\",1]";
        check(
            &[header, topic, row, "[\"b\",1]", row],
            "line 5: \"topic\" does not accept this row",
        );
        check(
            &[header, topic, "[\"b\",1]", "[\"a\",null]"],
            "line 4: \"topic\" does not accept this row",
        );
        let nobody = "[\"nobody\",\"s\",\"f\",\"b\",0]";
        let fault = if matches!(place, Location::File(_)) { 3 } else { 2 };
        check(&[header, draft, nobody], &format!("line {fault}: \"draft\" does not accept"));
        check_untouched(&place, &good);
    }
}
