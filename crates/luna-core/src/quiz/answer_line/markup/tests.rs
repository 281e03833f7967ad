use super::*;

fn read_parts(text: &str) -> (String, Vec<String>) {
    let read = read(text);
    let required = read.required.iter().map(|part| read.text[part.clone()].to_owned()).collect();
    (read.text, required)
}

#[test]
fn underlined_parts_are_required_and_bold_ones_without_them() {
    for (text, plain, required) in [
        ("<b><u>Louis</u></b> <b>XIV</b>", "Louis XIV", vec!["Louis"]),
        ("<strong>Iraq</strong>", "Iraq", vec!["Iraq"]),
        ("the <u>big <i>red</i></u> dog", "the big red dog", vec!["big red"]),
        ("Jasper _Johns_", "Jasper Johns", vec!["Johns"]),
        ("Jasper __Johns__", "Jasper Johns", vec!["Johns"]),
        ("Jasper **Johns**", "Jasper Johns", vec!["Johns"]),
        ("x\u{332}y\u{332}z", "xyz", vec!["xy"]),
        ("<span class=\"a\">x</span>", "x", vec![]),
        ("snake_case", "snake_case", vec![]),
        ("<u>never closed", "never closed", vec!["never closed"]),
        ("</u>a<u></u>", "a", vec![]),
    ] {
        let required: Vec<String> = required.into_iter().map(str::to_owned).collect();
        assert_eq!(read_parts(text), (plain.to_owned(), required), "{text}");
    }
}

#[test]
fn entities_are_letters_and_credits_end_the_answer() {
    assert_eq!(read("Art &amp; Life &#233;&#xe9; &bogus;").text, "Art & Life éé &bogus;");
    for text in ["rivers &lt;Bentley&gt;", "rivers <Bentley>", "rivers < AB | Music >"] {
        let read = read(text);
        assert_eq!((read.text.as_str(), read.credit), ("rivers ", Some(7)), "{text}");
    }
    assert_eq!(read("a < b").credit, None);
}
