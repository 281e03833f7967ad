use super::*;
use crate::tests::Draw;

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn read(file: &str) -> Result<Vectors, String> {
    Vectors::read(file.as_bytes(), |_| true).map_err(|error| error.to_string())
}

#[test]
fn a_file_may_say_first_what_is_in_it() {
    for file in ["2 3\ncat 1 0 2.5\ndog -1e-3 4 0 \n", "cat 1 0 2.5\r\n\ndog\t-0.001 4 0"] {
        let vectors = read(file).unwrap();
        assert_eq!((vectors.len(), vectors.dimensions()), (2, 3));
        assert_eq!(vectors.get("cat"), Some(&[1.0, 0.0, 2.5][..]));
        assert_eq!(vectors.get("dog"), Some(&[-0.001, 4.0, 0.0][..]));
        assert_eq!(vectors.get("cow"), None);
    }
    assert!(read("").unwrap().is_empty() && read("0 300\n").unwrap().is_empty());
    assert_eq!(read("0 300\n").unwrap().dimensions(), 300);
}

#[test]
fn only_wanted_words_are_kept_and_the_first_of_each() {
    let file = "cat 1 2\ncat 3 4\ndog 5 6\n\u{fffd} 7 8\n";
    let vectors = Vectors::read(file.as_bytes(), |word| word == "cat").unwrap();
    assert_eq!((vectors.len(), vectors.get("cat")), (1, Some(&[1.0, 2.0][..])));
    assert_eq!(vectors.get("dog"), None);
}

#[test]
fn a_word_with_spaces_in_it_is_passed_over() {
    let vectors = read("house 1 2\n. . . 1 2\nat name@domain.com 3 4\ndog 5 6\n").unwrap();
    assert_eq!((vectors.len(), vectors.get("dog")), (2, Some(&[5.0, 6.0][..])));
    assert!(read("3 1\nnew york 1\n. . 2\na 3\n").is_ok(), "and counted");
}

#[test]
fn a_broken_line_is_named() {
    for (file, why) in [
        ("a 1 2\nb 1 2\nc 1\n", "line 3: 1 instead of 2 numbers come after 'c'"),
        ("2 3\na 1 2\n", "line 2: 2 instead of 3 numbers come after 'a'"),
        ("a 1\nnew 4 2\n", "line 2: 2 instead of 1 numbers come after 'new'"),
        ("a 1\nnew york 4 2\n", "line 2: 2 instead of 1 numbers come after 'york'"),
        ("99999999999999999999 1\na 1 1\n", "line 2: 2 instead of 1 numbers come after 'a'"),
        ("a\n", "line 1: no numbers come after 'a'"),
        ("a 1 x2\n", "line 1: 'x2' is not a finite number"),
        ("a 1 nan\n", "line 1: 'nan' is not a finite number"),
        ("a 1 inf\n", "line 1: 'inf' is not a finite number"),
        ("3 1\na 1\nb 2\n", "line 3: the first line promises 3 words, and there are 2"),
    ] {
        assert_eq!(read(file).unwrap_err(), why);
    }
    let long = format!("a {}", "1 ".repeat(1 << 20));
    assert_eq!(read(&long).unwrap_err(), "line 1: is too long to be a word and its numbers");
}

#[test]
fn dimensions_of_no_words_take_no_room() {
    let vectors = Vectors::read(&b"0 555555555"[..], |_| true).unwrap();
    assert!(vectors.is_empty());
    assert!(vectors.mean(&["dog".to_owned()]).is_none());
}

#[test]
fn any_bytes_are_read_or_refused() {
    let mut draw = Draw(5);
    let pieces =
        ["a", "é", "1", "-2.5", "1e999", " ", "\t", "\n", "\r", "18446744073709551615", "\0"];
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = Vec::new();
        for _ in 0..draw.below(12) {
            match draw.below(8) {
                0 => bytes.push(u8::try_from(draw.below(256)).unwrap()),
                _ => bytes.extend(pieces[draw.below(pieces.len())].as_bytes()),
            }
        }
        match Vectors::read(&bytes[..], |word| word != "é") {
            Ok(vectors) => {
                good += 1;
                let similarity = vectors.similarity(&words("a 1"), &words("1 -2.5"));
                assert!((-1.0..=1.0).contains(&similarity));
            }
            Err(error) => {
                bad += 1;
                assert!(error.to_string().starts_with("line ") && error.to_string().len() < 300);
            }
        }
    }
    assert!(good > 1000 && bad > 1000, "{good} and {bad}");
}

#[test]
fn texts_are_as_alike_as_the_means_of_their_words() {
    let vectors = read("x 1 0\ny 0 1\nup 3 4\nnull 0 0\nhuge 1e300 0\n").unwrap();
    let check = |one: &str, other: &str, expected: f64| {
        let similarity = vectors.similarity(&words(one), &words(other));
        assert!((similarity - expected).abs() < 1e-15, "{one}, {other}: {similarity}");
    };
    check("x", "x", 1.0);
    check("x y", "up", 7.0 / 50.0_f64.sqrt());
    check("x x y", "x", 2.0 / 5.0_f64.sqrt());
    check("x unknown", "x", 1.0);
    for (one, other) in [("", "x"), ("x", "unknown"), ("null", "x"), ("x", "y"), ("huge", "huge")] {
        check(one, other, 0.0);
    }
    assert_eq!(vectors.mean(&words("x y null up")), Some(vec![1.0, 1.25]));
}

#[test]
fn words_that_stand_in_the_same_places_are_alike() {
    let texts = [
        "the cat sat on the mat",
        "a dog sat on a rug",
        "the cat and the dog ran",
        "one two one",
        "red blue green",
        "blue sky",
        "the sky ran on",
    ]
    .map(words);
    let vectors = Vectors::train(&texts, 4);
    assert_eq!((vectors.len(), vectors.dimensions()), (16, 4));
    // By bench/peers/predict_features.py.
    for (one, other, expected) in [
        ("cat", "dog", 0.991_275_049_565_145_9),
        ("cat sat", "dog ran", 0.962_962_850_351_352),
        ("the cat sat", "a rug zebra", 0.996_511_991_139_59),
        ("blue", "red", 0.362_482_832_999_898_5),
        ("mat mat rug", "mat rug", 0.999_905_404_706_637_7),
        ("one", "cat", 0.0),
        ("zebra", "cat", 0.0),
    ] {
        let similarity = vectors.similarity(&words(one), &words(other));
        assert!((similarity - expected).abs() < 1e-12, "{one}, {other}: {similarity}");
    }
    assert_eq!(Vectors::train(&texts, Vectors::DIMENSIONS).dimensions(), 16);
}

#[test]
fn eigenvalues_that_tie_go_together() {
    // Thirty pairs that nobody else knows have sixty equal eigenvalues.
    let mut texts: Vec<Vec<String>> =
        (0..30).map(|n| words(&format!("left{n} right{n}"))).collect();
    assert!(Vectors::train(&texts, 50).is_empty());
    assert_eq!(Vectors::train(&texts, 60).len(), 60);
    // A pair that is met more often than others says less.
    texts.extend((0..5).map(|_| words("usual pair")));
    let vectors = Vectors::train(&texts, 61);
    assert_eq!((vectors.dimensions(), vectors.get("usual")), (60, None));
    assert_eq!(Vectors::train(&texts, 62).len(), 62);
}

#[test]
fn nothing_is_learnt_from_nothing() {
    for texts in [vec![], vec![vec![]], vec![words("alone")], vec![words("same same")]] {
        let vectors = Vectors::train(&texts, 50);
        assert!(vectors.is_empty());
        assert_eq!(vectors.similarity(&words("alone same"), &words("alone same")).to_bits(), 0);
    }
    assert!(Vectors::train(&[words("a b")], 0).is_empty());
}
