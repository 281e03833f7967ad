//! The grammar of notes: alternatives, lists, replacements, comments, marks of packets.

use super::*;

pub(super) const SCRIPT: &str = "
= Poland [accept Polska; or Rzeczpospolita Polska]
+ Poland
+ Polska
+ Rzeczpospolita Polska
- Prussia

= snakes (or serpents; accept cobras or vipers)
+ serpents
+ snake
+ viper
- worms

= Louis Napoleon or Napoleon III, prompt on Napoleon
+ Napoleon III
+ Louis Napoleon
? Napoleon
- Napoleon I

= Walden; or, Life in the Woods
+ Walden
+ Life in the Woods
? Woods
- Woodstock

= The Ten Commandments / the Decalogue
+ Decalogue
+ Ten Commandments
- Nine Commandments

= boats [accept “A Boat Beneath a Sunny Sky;” “The Open Boat”; and “The Drunken Boat”]
+ The Open Boat
+ The Drunken Boat
+ A Boat Beneath a Sunny Sky
- The Closed Door

= ionic liquids [accept any of the following: liquid electrolytes, ionic melts, or fused salts]
+ fused salts
+ liquid electrolytes
- salts of the earth

= sailor [accept answers like <u>seaman</u> or <u>mariner</u>; prompt on <u>merchant</u>]
+ seaman
+ mariner
? merchant
- captain Ahab

= defenestration [accept reasonable equivalents like “jumping out of a window”; prompt on “suicide”]
+ jumping out of a window
? suicide
- murder

= primatology [accept any answers about the study of great <u>ape</u>s, <u>gorilla</u>s, or <u>chimp</u>anzees; prompt on the study of <u>monkey</u>s]
+ chimp
+ chimpanzee
+ the study of gorillas
+ apes
? monkeys
- zoology

= Texas AND New Mexico [accept in either order; prompt on partial answers]
+ Texas and New Mexico
+ New Mexico and Texas
? Texas
- Arizona

= Eva Hesse and Sol LeWitt [accept “Solomon” in place of “Sol”]
+ Eva Hesse and Solomon LeWitt
+ Sol LeWitt and Eva Hesse
- Solomon

= settlement of the Pacific [accept Melanesia or Polynesia in place of “Pacific”]
+ settlement of Polynesia
+ settlement of Melanesia
? Melanesia
- Micronesia

= Messiah (begrudgingly accept The Savior) &lt;Minton&gt;
+ The Savior
- Minton

= Canada <Taylor/Ed. PT> Bonuses:
+ Canada
- Taylor
- bonuses

= Jean Piaget (“pee-ah-ZHAY”)
+ Piaget
- ZHAY

= “The Birthmark”
+ The Birthmark
+ Birthmark
- The Mark

= capillary (CAP-ill-airy) tubes [or capillaries]
+ capillary tubes
+ capillaries
- CAP

= electron(s) [accept valence electron(s)]
+ electrons
+ electron
+ valence electrons
- positron

= Woodstock Music &amp; Art Fair
+ Woodstock Music and Art Fair
+ Woodstock Music & Art Fair
- Woodstock snoopy

= AT&T
+ AT&T
+ AT and T
- at

= R&#233;union
+ Reunion
- union

= {accept} [accept nothing]
+ nothing

= black [accept blackness; generously accept “Noir”; prompt on dark colors]
+ noir
+ blackness
? dark colors
- white

= Andes [or Cordillera de los Andes
+ Cordillera de los Andes
+ Andes
- Alps

= drums [accept percussion; I guess prompt on “noise”]
+ drum
+ percussion
? noise
- strings

= lumber [or wood; or timber]
+ wood
+ timber
- woodwind
";

#[test]
fn notes_are_read_as_packets_write_them() {
    check(SCRIPT);
}

#[test]
fn a_line_keeps_its_text_and_lists_what_it_accepts() {
    let text = "<b><u>Samuel Beckett</u></b> [or <b><u>Beckett</u></b>; accept “Sam” until read; \
                accept <u>S. B.</u>; prompt on Irishmen] &lt;AB&gt;";
    let line = AnswerLine::parse(text);
    assert_eq!(line.text(), text);
    assert_eq!(line.main(), "Samuel Beckett");
    let accepted: Vec<&str> = line.accepted().collect();
    assert_eq!(accepted, ["Samuel Beckett", "Beckett", "S. B"]);
    assert!(!line.is_open());
    assert!(AnswerLine::parse("sleep [accept equivalents]").is_open());
    assert!(AnswerLine::parse("sleep [accept descriptions of sleeping]").is_open());
    assert!(!AnswerLine::parse("sleep [prompt on equivalents]").is_open());
}

#[test]
fn any_text_is_an_answer_line() {
    for text in ["", "[", "]", ")(", "<", "[accept", "[;;;]", "or", "[or]", "“", "_", "&#x110000;"]
    {
        let line = AnswerLine::parse(text);
        assert_eq!(line.text(), text);
        assert_eq!(line.judge("Bach", HeardText::Unknown), Verdict::Reject, "{text}");
    }
}
