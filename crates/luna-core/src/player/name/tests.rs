use super::*;

#[test]
fn ordinary_names_are_good() {
    for good in [
        "amber-heron",
        "Zoë",
        "polly-2",
        "попугай",
        "polly-попугай",
        "オウム返し鳥",
        "luna-moth",
        "Mila",
        "badminton",
        "rooted-oak",
        "elizabeth",
        "recalling",
    ] {
        assert_eq!(check(good), Ok(()), "{good}");
    }
}

#[test]
fn names_have_bounds() {
    for bad in
        ["ab", "-abc", "abc-", "a b c", "<b>bold</b>", "erased-1", "House-panel", "h0use-panel"]
    {
        assert_eq!(check(bad), Err(Refusal::Shape), "{bad:?}");
    }
    assert_eq!(check(&"x".repeat(31)), Err(Refusal::Shape));
    // Joiners and spaces without width are no letters.
    for invisible in ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}'] {
        assert_eq!(check(&format!("adm{invisible}in")), Err(Refusal::Shape), "{invisible:?}");
    }
}

#[test]
fn letters_that_are_invisible_or_stand_for_others_are_refused() {
    for bad in ["pol\u{3164}ly", "pol\u{115f}ly", "ｅliza", "𝐩olly", "ﬁsh-and-chips"] {
        assert_eq!(check(bad), Err(Refusal::Letters), "{bad:?}");
    }
}

#[test]
fn words_keep_to_one_alphabet() {
    for bad in ["роllу", "pοlly", "gibbеrish", "аdmin", "amber-роllу"] {
        assert_eq!(check(bad), Err(Refusal::MixedScripts), "{bad}");
    }
}

#[test]
fn names_of_authority_are_reserved_however_they_are_written() {
    for bad in [
        "admin",
        "Admin",
        "ADMlN",
        "adm1n",
        "admin42",
        "ad-min",
        "ádmin",
        "adrnin",
        "the-admin",
        "luna-support",
        "LUNA",
        "l-u-n-a",
        "1una",
        "system",
        "systern",
        "r00t",
        "0perator",
        "moderator-7",
    ] {
        assert_eq!(check(bad), Err(Refusal::Reserved), "{bad}");
    }
}

#[test]
fn decorated_names_of_house_machines_are_refused() {
    for bad in ["gibberish2", "el-iza", "élizà", "Recall-1", "gibberlsh-9"] {
        assert_eq!(check(bad), Err(Refusal::Lookalike), "{bad}");
    }
}

#[test]
fn names_that_pass_for_each_other_have_one_skeleton() {
    for (name, other) in [
        ("polly", "роllу"),
        ("polly", "ｐｏｌｌｙ"),
        ("polly", "pol1y"),
        ("polly", "poIIy"),
        ("Polly", "POLLY"),
        ("g0lem", "golem"),
        ("GOLEM", "g0lern"),
        ("coco", "сосо"),
        ("Kaa", "Каа"),
        ("HOT", "ΗΟΤ"),
        ("ELIZA", "eliza"),
        ("eliza", "e1iza"),
        ("gibberish", "gibberlsh"),
        ("gibberish", "GIBBERLSH"),
        ("gibberish", "gıbberish"),
        ("modern-mole", "rnodem-rnole"),
        ("wren", "vvren"),
    ] {
        assert_eq!(skeleton(name), skeleton(other), "{name} {other}");
    }
    for (name, other) in
        [("polly", "molly"), ("zoë", "zoe"), ("eliza", "elisa"), ("polly-2", "polly-3")]
    {
        assert_ne!(skeleton(name), skeleton(other), "{name} {other}");
    }
}

#[test]
fn no_person_is_called_like_a_version_of_a_machine() {
    for bad in ["polly-v2", "polly-V10", "polly-v-3", "polly-version2", "polly-version-2"] {
        assert_eq!(check_person(bad), Err(Refusal::Version), "{bad}");
        assert_eq!(check(bad), Ok(()), "a machine may be: {bad}");
    }
    for bad in ["eliza-v2", "Eliza-V2", "elizav2", "ellza-v3", "recall-v-2", "gibberish-v10"] {
        assert_eq!(check_person(bad), Err(Refusal::Lookalike), "{bad}");
    }
    for good in ["polly-2", "olav2", "v2-polly", "polly-vi", "polly-v", "amber-heron"] {
        assert_eq!(check_person(good), Ok(()), "{good}");
    }
}
