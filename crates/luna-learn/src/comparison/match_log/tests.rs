use std::io::Read;

use super::*;
use crate::rng::Rng;

#[track_caller]
fn refused(csv: &str, expected: &str) {
    assert_eq!(Log::read(csv.as_bytes()).unwrap_err().to_string(), expected);
}

/// Left, right, outcome, weight and time of each row.
#[track_caller]
fn rows(csv: &str) -> Vec<(String, String, Outcome, f64, f64)> {
    let log = Log::read(csv.as_bytes()).unwrap();
    let name = |player: usize| log.names[player].clone();
    let each = log.comparisons();
    each.map(|one| (name(one.left()), name(one.right()), one.outcome, one.weight, one.time))
        .collect()
}

fn row(left: &str, right: &str, outcome: Outcome) -> (String, String, Outcome, f64, f64) {
    (left.to_owned(), right.to_owned(), outcome, 1.0, 0.0)
}

#[test]
fn winners_are_words_scores_or_names() {
    let csv = "left,right,winner\na,b,left\na,b,RIGHT\na,b,Draw\na,b,tie\na,b,0.5\na,b,1\na,b,0\na,b,b\na,b,a\n";
    let found: Vec<Outcome> = rows(csv).into_iter().map(|row| row.2).collect();
    let (l, r, t) = (Outcome::Left, Outcome::Right, Outcome::Tie);
    assert_eq!(found, [l, r, t, t, t, l, r, r, l]);
    refused(
        "left,right,winner\na,b,c",
        "line 2: the winner 'c' is none of left, right, tie, draw, 1 (left), 0 (right), 0.5, 'a' and 'b'",
    );
}

#[test]
fn a_name_that_reads_as_the_other_side_is_refused() {
    let log = "left,right,winner\n0,1,1\n";
    refused(
        log,
        "line 2: '1' is the name of one player and says that the other won, or a tie; please \
         give this player another name than '1'",
    );
    assert_eq!(rows("left,right,winner\n1,0,1\n"), [row("1", "0", Outcome::Left)]);
}

#[test]
fn columns_come_in_any_order_among_others() {
    let csv = "id, Winner ,time,right,weight,LEFT\n7,left,2024-02-29,b,2.5,a\n8,right,12,a,0,b\n";
    let found = rows(csv);
    assert_eq!(found[0], ("b".into(), "a".into(), Outcome::Right, 0.0, 12.0));
    assert_eq!(found[1], ("a".into(), "b".into(), Outcome::Left, 2.5, 1_709_164_800.0));
}

#[test]
fn quotes_line_ends_marks_and_spaces_are_read_as_meant() {
    let csv = "\u{feff}left,right,\"winner\"\r\n\r\n\" Zoë \"\"Z\"\", Jr. \",Ann  Lee ,left\r\n\
               \"two\nlines\",é\u{301} 你好,tie\r\n Ann  Lee,\"Zoë \"\"Z\"\", Jr.\" ,right";
    let zoe = "Zoë \"Z\", Jr.";
    assert_eq!(
        rows(csv),
        [
            row(zoe, "Ann  Lee", Outcome::Left),
            row("two\nlines", "é\u{301} 你好", Outcome::Tie),
            row("Ann  Lee", zoe, Outcome::Right),
        ]
    );
    assert_eq!(Log::read(csv.as_bytes()).unwrap().names.len(), 4);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let needed = "the first line must name the columns left, right and winner, and may name \
                  weight and time, separated by commas";
    refused("", &format!("line 1: the file is empty; {needed}"));
    refused("\n\n", &format!("line 1: the file is empty; {needed}"));
    refused(
        "left,right,winner\ra,b,left\r",
        "line 1: the lines end with carriage returns only; save the file with line feeds",
    );
    refused("left,right,winner\n", "line 2: there are no comparisons below the header");
    refused(
        "left;right;winner\n",
        &format!("line 1: no column is called 'left' (there are: left;right;winner); {needed}"),
    );
    refused("left,right,winner,left\n", "line 1: two columns are called 'left'");
    refused("left,right,winner\na,b,left\na,b\n", "line 3: 2 fields, where the header has 3");
    refused("left,right,winner\na,b,left,7\n", "line 2: 4 or more fields, where the header has 3");
    refused("left,right,winner\n\"a\n\",b,left\n,b,left", "line 4: a player has no name");
    refused("left,right,winner\n\na, a,left\n", "line 3: 'a' is compared with itself");
    refused(
        "left,right,winner\n\"a,b,left\n",
        "line 2: a quotation mark opens here and none closes it",
    );
    refused(
        "left,right,winner\n\"a\"x,b,left\n",
        "line 2: there is text between a closing quotation mark and the next comma",
    );
    let odd = [b"left,right,winner\na,b,left\n".as_slice(), b"\xff,b,left\n"].concat();
    assert_eq!(Log::read(&*odd).unwrap_err().to_string(), "line 3: this is not UTF-8 text");
}

#[test]
fn weights_and_times_are_numbers_within_reason() {
    for weight in ["-1", "NaN", "inf", "1e10", "x", ""] {
        refused(
            &format!("left,right,winner,weight\na,b,left,{weight}\n"),
            &format!("line 2: the weight '{weight}' is not a number from 0 to 1000000000"),
        );
    }
    for time in ["2023-02-29", "2024-13-01", "2024-1-01", "2024-01-01T24:00", "soon", "inf", ""] {
        refused(
            &format!("left,right,winner,time\na,b,left,{time}\n"),
            &format!(
                "line 2: the time '{time}' is neither a number nor a date such as 2026-11-20 or \
                 2026-11-20T18:30"
            ),
        );
    }
    let at = |time: &str| rows(&format!("left,right,winner,time\na,b,left,{time}\n"))[0].4;
    assert_eq!((at("1970-01-01"), at("1970-01-02T00:00:01.5Z")), (0.0, 86_401.5));
    assert_eq!((at("2026-11-20 18:30"), at("-1.5e3")), (1_795_199_400.0, -1500.0));
    assert_eq!(Some(at("1900-03-01")), Some(-2_203_891_200.0));
}

#[test]
fn rows_of_one_time_keep_their_order() {
    let csv = "left,right,winner,time\nb,a,left,2\nc,a,tie,1\na,b,left,2\n";
    let times: Vec<_> = rows(csv).into_iter().map(|row| (row.0, row.4)).collect();
    assert_eq!(times, [("c".into(), 1.0), ("b".into(), 2.0), ("a".into(), 2.0)]);
}

#[test]
fn games_are_comparisons() {
    let games = [("b", "a", Outcome::Left), ("a", "a", Outcome::Tie), ("a", "c", Outcome::Tie)];
    let csv = "left,right,winner\nb,a,left\na,c,tie\n";
    assert_eq!(Log::from_games(games), Log::read(csv.as_bytes()).unwrap());
}

/// A source that gives a few bytes at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let few = into.len().min(7);
        self.0.read(&mut into[..few])
    }
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("the disk is on fire"))
    }
}

#[test]
fn a_log_longer_than_a_block_is_read_as_one() {
    let mut csv = "left,right,winner,time\n".to_owned();
    let wide = "x".repeat(300_000);
    for nth in 0..30_000 {
        let name = format!("player {}", nth % 57);
        match nth % 10_000 {
            77 => csv.push_str(&format!("\"{wide}\n,\"\"{nth}\"\"\",{name},tie,{nth}\n")),
            78 => csv.push_str(&format!("{wide}{nth},{name},left,{nth}\n")),
            _ => csv.push_str(&format!("é{nth} , {name},left,{nth}\r\n")),
        }
    }
    let log = Log::read(csv.as_bytes()).unwrap();
    assert_eq!((log.len(), log.names.len()), (30_000, 30_057));
    assert!(log.names.contains(&format!("{wide}\n,\"10077\"")));
    assert!(
        log.comparisons()
            .enumerate()
            .all(|(nth, one)| one.time.to_bits() == crate::number::float(nth).to_bits())
    );
    assert_eq!(Log::read(Slow(csv.as_bytes())).unwrap(), log);
    let line = csv.lines().count() + 1;
    for (row, why) in [
        (
            "a,b,c,1",
            "the winner 'c' is none of left, right, tie, draw, 1 (left), 0 (right), 0.5, 'a' and 'b'",
        ),
        (
            "a,b,left,",
            "the time '' is neither a number nor a date such as 2026-11-20 or 2026-11-20T18:30",
        ),
        ("a,b,left", "3 fields, where the header has 4"),
        ("\"a,b,left", "a quotation mark opens here and none closes it"),
        (
            "a,b\0,left,1",
            "there is a NUL character, which no text has; if the file is UTF-16, save it as UTF-8",
        ),
    ] {
        refused(&format!("{csv}{row}\n"), &format!("line {line}: {why}"));
        // With more behind it the quotation mark is closed, somewhere.
        let line_and_why = match row.starts_with('"') {
            true => format!(
                "line {}: there is text between a closing quotation mark and the next comma \
                 (the field begins on line {line})",
                line + 79
            ),
            false => format!("line {line}: {why}"),
        };
        refused(&format!("{csv}{row}\n{csv}"), &line_and_why);
    }
    let odd = [csv.as_bytes(), b"\xc3,b,left,1\n"].concat();
    let why = format!("line {line}: this is not UTF-8 text");
    assert_eq!(Log::read(&*odd).unwrap_err().to_string(), why);
    assert_eq!(Log::read(Broken).unwrap_err().to_string(), "the disk is on fire");
}

/// Changes, removes, repeats or inserts a few bytes.
fn mutated(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() + 1);
        let to = (at + rng.below(30)).min(bytes.len());
        match rng.below(6) {
            0 => drop(bytes.drain(at..to)),
            1 => bytes.truncate(at),
            2 => bytes.extend_from_within(at..to),
            3 => bytes.insert(at, b"\n\t\",;\r\0\xff\xe2-:e0 "[rng.below(14)]),
            4 => drop(bytes.splice(at..to, b"1e999".iter().copied())),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
        }
    }
}

/// Checks the invariants of a log.
#[track_caller]
fn sound(log: &Log) {
    assert!(!log.is_empty() && log.names.is_sorted() && log.names.iter().all(|it| !it.is_empty()));
    let each = || log.comparisons();
    assert!(each().all(|one| one.left() != one.right() && one.weight >= 0.0));
    assert!(each().all(|one| one.left().max(one.right()) < log.names.len()));
    assert!(each().map(|one| one.time).is_sorted() && each().all(|one| one.time.is_finite()));
    let mut numbers = log.clusters.iter().map(|&cluster| usize::try_from(cluster).unwrap());
    assert!(numbers.all(|number| number < log.clusters()));
}

#[test]
fn any_bytes_are_a_log_or_refused_in_a_sentence() {
    let good = "\u{feff}left,right,winner,time,weight,judge\r\n\
                a,b,left,2024-02-29,1,x\n\"b, \"\"B\"\"\",a,tie,2024-03-01,0.5,y\n\n\
                b,\"c\n\",0,2026-11-20T18:30,1,\n c ,Zoë,Zoë,-1.5e3,0,x\n";
    sound(&Log::read_clustered(good.as_bytes(), "judge").unwrap());
    let (mut rng, mut read) = (Rng::new(5, 0), 0);
    for nth in 0..20_000 {
        let mut bytes = good.as_bytes().to_vec();
        mutated(&mut bytes, &mut rng);
        let log = match nth % 2 {
            0 => Log::read(&*bytes),
            _ => Log::read_clustered(&*bytes, "judge"),
        };
        match &log {
            Ok(log) => {
                read += 1;
                sound(log);
            }
            Err(ReadError { line, why }) => {
                let lines = 1 + bytes.split(|&byte| byte == b'\n').count();
                assert!((1..=lines).contains(line) && !why.is_empty(), "{line}: {why}");
            }
        }
        if nth % 2 == 0 {
            assert_eq!(Log::read(Slow(&bytes)), log);
        }
    }
    assert!((600..19_000).contains(&read), "{read} of 20000 can be read");
}
