use super::*;
use crate::tests::Draw;

#[track_caller]
fn check(text: &str, expected: &str) {
    let found: Vec<&str> = tokens(text).into_iter().map(|range| &text[range]).collect();
    assert_eq!(found.join(" "), expected);
}

#[test]
fn words_and_signs_are_tokens() {
    check("The dog barked.", "The dog barked .");
    check("\"Yes,\" she said; (he left)!", "\" Yes , \" she said ; ( he left ) !");
    check("Wait... what?!", "Wait ... what ?!");
    check("It is -- or was -- so…", "It is -- or was -- so …");
    check("", "");
    check("cafe\u{301} 東京 👩\u{200d}👩", "cafe\u{301} 東京 👩\u{200d} 👩");
}

#[test]
fn contractions_are_split() {
    check("I don't; he'll, they've, we're", "I do n't ; he 'll , they 've , we 're");
    check("can't won't isn’t Cannot", "ca n't wo n't is n’t Can not");
    check("shouldn't've", "should n't 've");
    check("gonna dont im", "gon na do nt i m");
    check("O'Brien's o'clock y'all", "O'Brien 's o'clock y' all");
    check("the parents' 'em '90s 80's", "the parents ' 'em '90s 80's");
}

#[test]
fn hyphens_separate_words_but_no_prefixes() {
    check("a well-known e-mail", "a well - known e-mail");
    check("non-human co-workers, mid-July", "non-human co-workers , mid-July");
    check("a 24-hour-a-day shop", "a 24 - hour - a - day shop");
    check("call 713-853-3989 or 646-8420", "call 713-853-3989 or 646-8420");
    check("10-15 people", "10 - 15 people");
}

#[test]
fn abbreviations_keep_their_full_stop() {
    check("Dr. J. Smith of the U.S. Army.", "Dr. J. Smith of the U.S. Army .");
    check("He came at 5 p.m.", "He came at 5 p.m.");
    check("See fig. 3, etc.", "See fig. 3 , etc.");
    check("It was plan B.", "It was plan B .");
}

#[test]
fn numbers_money_and_times_are_read() {
    check("$1,200.50 or 5%", "$ 1,200.50 or 5 %");
    check("at 5:30pm on 9/11", "at 5:30 pm on 9/11");
    check("the 20th and 1970s", "the 20th and 1970s");
    check("and/or AT&T #1", "and / or AT&T # 1");
}

#[test]
fn addresses_are_one_token() {
    check("See http://example.org/a-b, or", "See http://example.org/a-b , or");
    check("(write to me@example.org.)", "( write to me@example.org . )");
    check("fine :) ;-)", "fine :) ;-)");
}

#[test]
fn every_character_is_in_one_token() {
    let mut draw = Draw(3);
    let pieces = [
        "a", "B", "n't", "'", "’", "s", "-", ".", "...", "@", "http://", "1", ",", ":", "/", "$",
        " ", "é", "\u{301}", "東", "🎉", "\0", "(", "_", "İ", "&", "cannot", "pm", "y'all",
    ];
    for _ in 0..20_000 {
        let text: String = (0..draw.below(12)).map(|_| pieces[draw.below(pieces.len())]).collect();
        let mut at = 0;
        for range in tokens(&text) {
            assert!(range.start < range.end, "{text:?}");
            assert!(text[at..range.start].trim().is_empty(), "{text:?}");
            assert!(!text[range.clone()].contains(char::is_whitespace), "{text:?}");
            at = range.end;
        }
        assert!(text[at..].trim().is_empty(), "{text:?}");
    }
}

#[test]
fn long_words_take_linear_time() {
    for piece in ["-", "a-", "'s", "n't", "a'", ".", "a.", "@", "a@", "_", "\u{301}", "1-"] {
        assert!(!tokens(&piece.repeat(100_000)).is_empty());
    }
}
