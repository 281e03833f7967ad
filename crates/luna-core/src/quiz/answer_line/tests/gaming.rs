//! Answers that try to get through: nothing, everything, several at once.

use super::*;

pub(super) const SCRIPT: &str = "
= Weimar Republic; prompt on “Deutsches Reich”
- a
- the
- of the and
- republic
+ Weimar
+ Weimar Republic

= <u>Bach</u>
- Bach or Mozart
- Mozart or Bach
- not Bach
- anything but Bach
- Bach Mozart Haydn Beethoven
- Mozart Haydn Beethoven Bach
+ Bach

= <u>other</u>
+ other
- another or other or both

= <u>The The</u>
+ The The
- the

= It
+ It
- in

= <u>Soviet Union</u> [or <u>USSR</u>] (The second sentence refers to El Lissitzky’s The Constructor.)
- constructor
- El Lissitzky
- the second sentence
+ USSR

= <u>slave</u>s [prompt on <u>Black</u> people by asking “of what status?”]
- of what status
- status
+ slave
? Black people => of what status?

= <u>Major Major Major</u>
- Major Tom
- major
+ Major Major Major

= ¿?
+ ¿?
- ?
- ¿

= שלום
+ שָׁלוֹם
+ \u{202b}שלום\u{202c}
- עולם

= محمد
+ مُحَمَّد
- أحمد

= 東京
+ 東京
- 京都

= <u>Иван</u>
+ иван
- Олег
";

#[test]
fn only_the_answer_is_accepted() {
    check(SCRIPT);
}

#[test]
fn nothing_is_no_answer() {
    for line in ["", " ", "[]", "<u></u>", "Bach", "a", "or", "?", "[accept any]"] {
        let line = AnswerLine::parse(line);
        for given in ["", " ", "\n", "\u{202e}", "\u{301}", "<>", "&", "[", "“”"] {
            let verdict = line.judge(given, HeardText::Unknown);
            assert_eq!(verdict, Verdict::Reject, "{given:?} for {:?}", line.text());
        }
    }
}

#[test]
fn long_texts_are_judged_in_time_and_not_accepted_for_what_they_contain() {
    let line = AnswerLine::parse("<u>Bach</u> [accept anything mentioning Bach]");
    for piece in ["Bach ", "b", "(", "“", "or ", "<u>", "_", "&amp;", "1 ", "ı", "a.b."] {
        let text = piece.repeat(100_000 / piece.len());
        assert_eq!(line.judge(&text, HeardText::Unknown), Verdict::Reject, "{piece}");
        assert!(!line.accepts_after_prompt("Johann", &text, HeardText::Unknown));
    }
}

#[test]
fn long_lines_are_read_in_time() {
    let pieces = [
        "accept Bach or Mozart; ",
        "[accept “a”] ",
        "(",
        "[",
        "“",
        "\"",
        "prompt on x by asking “y?” before “z” is read; ",
        "accept x in place of y; ",
        "x, ",
        "or ",
        "<u>a</u>",
        "<",
        "&",
        "twenty ",
        "before ",
        "and equivalents ",
        "accept ",
        "like ",
    ];
    for piece in pieces {
        let text = format!("x y [{}", piece.repeat(100_000 / piece.len()));
        let line = AnswerLine::parse(&text);
        assert_eq!(line.text(), text);
        assert_ne!(
            line.judge("nothing of the kind", HeardText::Text("a b c")),
            Verdict::Accept,
            "{piece}"
        );
    }
}
