use std::io::{Read, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

/// The records of a file: of pages the title and the text, if they have one.
fn read(file: impl Read) -> Result<Vec<(String, Option<String>)>, String> {
    let mut records = Records::open(file).map_err(|why| why.to_string())?;
    let mut all = Vec::new();
    while let Some(record) = records.next().map_err(|why| why.to_string())? {
        all.push(match record {
            Record::Page(page) => (page.title.clone(), page.text(1000)),
            Record::Redirect { title, target } => (title, Some(format!("-> {target}"))),
            Record::Other => (String::new(), None),
        });
    }
    Ok(all)
}

fn a_page(title: &str, text: &str) -> (String, Option<String>) {
    (title.to_owned(), Some(text).filter(|text| !text.is_empty()).map(str::to_owned))
}

const DUMP: &str = r#"<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" xml:lang="en">
  <siteinfo><sitename>Test</sitename></siteinfo>
  <page><title>Rome</title><ns>0</ns><id>1</id>
    <revision><id>9</id><text xml:space="preserve">'''Rome''' &amp;amp; [[Italy]] &lt;ref&gt;x&lt;/ref&gt;&#233;</text></revision>
  </page>
  <page><title>Roma</title><ns>0</ns><redirect title="Rome &amp; more" /><revision><text>#REDIRECT [[Rome]]</text></revision></page>
  <page><title>Talk:Rome</title><ns>1</ns><revision><text>Hello.</text></revision></page>
  <page><title>Mercury</title><ns>0</ns><revision><text>May be: {{disambiguation}}</text></revision></page>
  <page><title>Old</title><ns>0</ns><revision><text>First.</text></revision><revision><text>Second.</text></revision></page>
</mediawiki>"#;

#[test]
fn a_dump_has_pages_and_redirects() {
    let expected = [
        a_page("Rome", "Rome & Italy é"),
        a_page("Roma", "-> Rome & more"),
        a_page("", ""),
        a_page("Mercury", ""),
        a_page("Old", "Second."),
    ];
    assert_eq!(read(DUMP.as_bytes()).unwrap(), expected);
}

#[test]
fn lines_of_json_and_plain_text_have_pages() {
    let json = "{\"title\": \"Rome\", \"text\": \"A city.\", \"id\": 1}\n\n\
                {\"title\": \"Roma\", \"text\": \"\", \"redirect\": \"Rome\"}\n";
    let expected = [a_page("Rome", "A city."), a_page("Roma", "-> Rome")];
    assert_eq!(read(json.as_bytes()).unwrap(), expected);
    let text = "\u{feff}# Rome\n\nA city\nin Italy.\n## History\n# Empty\n# Paris\r\nA city.";
    let rome = a_page("Rome", "A city in Italy. ## History");
    let expected = [rome, a_page("Empty", ""), a_page("Paris", "A city.")];
    assert_eq!(read(text.as_bytes()).unwrap(), expected);
}

#[test]
fn a_page_is_cut_between_words() {
    let page = |source: &str| Page {
        title: "Rome".to_owned(),
        source: source.to_owned(),
        is_wikitext: false,
    };
    assert_eq!(page("A city in Italy.").text(9).unwrap(), "A city");
    assert_eq!(page("A\0 city\u{1b}.").text(9).unwrap(), "A city.");
}

#[test]
fn a_compressed_dump_is_unpacked_while_it_is_read() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(DUMP.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    assert_eq!(read(&*packed).unwrap().len(), 5);
    let half = packed.get(..packed.len() / 2).unwrap();
    assert_eq!(read(half).unwrap_err(), "the compressed file ends in its middle");
    assert!(read(&b"BZh91AY"[..]).unwrap_err().contains("bunzip2 -c FILE | luna quiz pages -"));
}

#[test]
fn a_dump_that_is_cut_is_refused_wherever_it_is_cut() {
    for end in 1..DUMP.len() {
        if let Some(begun) = DUMP.get(..end) {
            assert!(read(begun.as_bytes()).is_err(), "{begun}");
        }
    }
    let end = DUMP.find("<page><title>Roma").unwrap();
    let why = read(DUMP.get(..end).unwrap().as_bytes()).unwrap_err();
    assert_eq!(why, "after the page Rome: the dump ends in its middle");
}

#[test]
fn wrong_files_are_refused_in_one_sentence() {
    let bomb =
        "<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\"><!ENTITY c \"&b;&b;&b;\">]><mediawiki></mediawiki>";
    let entity = "<mediawiki><page><title>A</title><text>&c;</text></page></mediawiki>";
    let not_closed = "<mediawiki><page></mediawiki>";
    for (file, why) in [
        (bomb, "a dump of MediaWiki has no DOCTYPE"),
        (entity, "at the first page: there is an entity that XML has not"),
        (not_closed, "at the first page: the XML is damaged"),
        (
            "<html></html>",
            "this XML is no dump of MediaWiki, which begins with the element mediawiki",
        ),
        ("", "the file is empty"),
        (" \n", "the file is empty"),
        ("{\"title\": 1}", "line 1: this is no JSON object with the texts title and text"),
        (
            "{\"title\": \"a\", \"text\": \"b\"}\nx",
            "line 2: this is no JSON object with the texts title and text",
        ),
    ] {
        assert_eq!(read(file.as_bytes()).unwrap_err(), why);
    }
    assert!(read(&b"Rome is a city."[..]).unwrap_err().starts_with("the format is unknown"));
    assert!(read(&b"# A\n\xff"[..]).unwrap_err().contains("line 2"));
}

#[test]
fn a_page_without_an_end_is_refused_in_bounded_memory() {
    let large = "a page is larger than 64 MB; expected current pages without their history";
    for beginning in ["<mediawiki><page><title>", "{\"title\": \""] {
        let endless = beginning.as_bytes().chain(std::io::repeat(b'a'));
        assert_eq!(read(endless).unwrap_err(), large, "{beginning}");
    }
}

#[test]
fn what_is_read_is_written_into_a_sink() {
    let mut sink = Vec::new();
    let tee = Tee { from: DUMP.as_bytes(), into: &mut sink };
    assert_eq!(read(tee).unwrap().len(), 5);
    assert_eq!(sink, DUMP.as_bytes());
}
