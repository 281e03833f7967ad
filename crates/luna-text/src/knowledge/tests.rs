use std::collections::BTreeSet;

use super::*;
use crate::tests::Draw;

/// A small file as `ConceptNet` 4 has it.
const CONCEPTNET: &str = "relation\thead\ttail\tfreq\tscore
IsA\tdog\tpet\t5\t20
CapableOf\tdog\tbark\t5\t9
CapableOf\tdog\tfly\t-5\t2
AtLocation\tdog\tkennel\t5\t3
UsedFor\tpen\twrite letter\t5\t2
HasSubevent\twrite letter\tpost\t5\t1
HasSubevent\twrite\tpost\t5\t1
IsA\tletter\tmessage\t5\t1
AtLocation\tletter\tdesk\t5\t1
AtLocation\tletter\tenvelope\t5\t1
AtLocation\tletter\tmailbox\t5\t1
HasProperty\tclothe\tsoft\t5\t1
HasProperty\tclothe\talive\t-5\t1
DefinedAs\two not\twill not\t5\t1
IsA\tdog\tpet\t7\t1
CapableOf\tmorn\tnothing\t5\t1
IsA\tmorning\ttime day\t5\t1
HasProperty\tmorning\tcold\t5\t1
";

const OWN: &str = "relation\tleft\tright\tweight
IsA\tdog\tanimal\t4
HasPrerequisite\tgo to bed\tbrush your teeth\t3
HasA\tdog\twings\t-4
CapableOf\tchild\tbrush your teeth\t2
";

fn base(texts: &[&str]) -> KnowledgeBase {
    let mut builder = Builder::default();
    for text in texts {
        builder.read(text).unwrap();
    }
    KnowledgeBase::from_bytes(builder.build(|_| false).bytes).unwrap()
}

fn refusal(text: &str) -> String {
    Builder::default().read(text).unwrap_err().to_string()
}

fn named(base: &KnowledgeBase, concept: Concept) -> &str {
    base.name(concept)
}

#[test]
fn look_ups_find_all_assertions_and_no_others() {
    let base = base(&[CONCEPTNET, OWN]);
    assert_eq!(base.len(), 22);
    let dog = base.concept("dog").unwrap();
    let about: Vec<(Relation, &str)> =
        base.about(dog, Side::Left).map(|it| (it.relation, named(&base, it.right))).collect();
    assert_eq!(
        about,
        [
            (Relation::IsA, "animal"),
            (Relation::IsA, "pet"),
            (Relation::IsA, "pet"),
            (Relation::AtLocation, "kennel"),
            (Relation::CapableOf, "bark"),
            (Relation::CapableOf, "fly"),
            (Relation::HasA, "wings"),
        ]
    );
    assert_eq!(base.about(dog, Side::Right).len(), 0);
    let pet = base.concept("pet").unwrap();
    assert_eq!(base.related(pet, Side::Right, Relation::IsA).len(), 2);
    assert_eq!(base.related(pet, Side::Right, Relation::HasA).len(), 0);
    assert_eq!(base.related(dog, Side::Left, Relation::CapableOf).len(), 2);
    let stated: Vec<(i8, u16)> =
        base.stated(dog, Relation::IsA, pet).map(|it| (it.frequency, it.score)).collect();
    assert_eq!(stated, [(5, 20), (7, 1)]);
    assert_eq!(base.stated(pet, Relation::IsA, dog).len(), 0);
    assert_eq!(base.concept("cat"), None);
    assert_eq!(base.name(Concept(u32::MAX)), "");
    assert_eq!(base.about(Concept(u32::MAX), Side::Left).len(), 0);
}

#[test]
fn both_sides_list_the_same_assertions() {
    let base = base(&[CONCEPTNET, OWN]);
    let all: BTreeSet<Assertion> = base.assertions().collect();
    for side in Side::BOTH {
        let concepts = (0..base.concepts()).map(Concept);
        let found: BTreeSet<Assertion> =
            concepts.flat_map(|concept| base.about(concept, side).collect::<Vec<_>>()).collect();
        assert_eq!(found, all);
    }
}

#[test]
fn weights_grow_with_votes_and_are_negative_for_what_is_false() {
    let base = base(&[CONCEPTNET]);
    let [dog, fly, pet] = ["dog", "fly", "pet"].map(|name| base.concept(name).unwrap());
    let flying = base.stated(dog, Relation::CapableOf, fly).next().unwrap();
    assert!(flying.is_negative());
    assert!((flying.weight() + 0.5 * 3_f64.log2()).abs() < 1e-15);
    let pets = base.stated(dog, Relation::IsA, pet).next().unwrap();
    assert!((pets.weight() - 0.5 * 21_f64.log2()).abs() < 1e-15);
}

#[test]
fn a_repeated_assertion_counts_once_with_its_best_score() {
    let mut builder = Builder::default();
    builder.read(OWN).unwrap();
    builder
        .read("{\"relation\":\"IsA\",\"left\":\"dog\",\"right\":\"animal\",\"weight\":2}")
        .unwrap();
    let built = builder.build(|_| false);
    assert_eq!((built.assertions, built.repeated, built.blocked), (4, 1, 0));
    let base = KnowledgeBase::from_bytes(built.bytes).unwrap();
    let dog = base.concept("dog").unwrap();
    assert_eq!(base.related(dog, Side::Left, Relation::IsA).map(|it| it.score).max(), Some(4));
}

#[test]
fn blocked_concepts_are_left_out_with_their_assertions() {
    let mut builder = Builder::default();
    builder.read(CONCEPTNET).unwrap();
    let built = builder.build(|name| name == "pet");
    assert_eq!((built.assertions, built.blocked), (16, 2));
    let base = KnowledgeBase::from_bytes(built.bytes).unwrap();
    assert_eq!(base.concept("pet"), None);
    assert!(base.concept("dog").is_some());
}

#[test]
fn any_order_of_files_gives_the_same_assertions() {
    let sentences = |base: KnowledgeBase| -> Vec<String> {
        base.assertions().map(|it| base.sentence(&it)).collect()
    };
    assert_eq!(sentences(base(&[CONCEPTNET, OWN])), sentences(base(&[OWN, CONCEPTNET])));
}

#[test]
fn a_graph_has_the_same_assertions_as_the_table() {
    let mut graph = String::new();
    for row in CONCEPTNET.lines().skip(1) {
        let [relation, head, tail, freq, score] =
            row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let edge = format!("{{'freq': {freq}, 'score': {score}, 'rel': u'{relation}'}}");
        graph.push_str(&format!("{head}\t{tail}\t{edge}\n"));
    }
    let [table, graph] = [base(&[CONCEPTNET]), base(&[&graph])];
    assert!(graph.assertions().eq(table.assertions()) && !graph.is_empty());
}

#[test]
fn errors_name_the_line() {
    for (text, expected) in [
        (
            "dog\tpet\t{'freq': 5, 'score': 2, 'rel': u'IsA'}\ndog\tpet\t{'freq': 5, 'sco",
            "line 2: “{'freq': 5, 'sco” is not an edge with 'freq', 'score' and 'rel'",
        ),
        (
            "dog\tpet\t{'freq': 5, 'score': 2, 'rel': u'Likes'}\n",
            "line 1: “Likes” is not a relation of ConceptNet 4",
        ),
        (
            "",
            "line 1: “” instead of the columns relation, head, tail, freq, score, or relation, \
             left, right, weight, with tabs between them, or a line of JSON",
        ),
        (
            "relation\tleft\tright\tweight\nIsA\tdog\tpet\t4\nLikes\tdog\tpet\t4\n",
            "line 3: “Likes” is not a relation of ConceptNet 4",
        ),
        (
            "relation\tleft\tright\tweight\nIsA\tdog\tpe",
            "line 2: 3 instead of 4 columns; the file may be cut short",
        ),
        ("relation\tleft\tright\tweight\nIsA\tdog\tpet\t4\t1\n", "line 2: 5 instead of 4 columns"),
        ("relation\tleft\tright\tweight\nIsA\t \tpet\t4\n", "line 2: a concept is empty"),
        ("relation\tleft\tright\tweight\nIsA\t…\tpet\t4\n", "line 2: “…” has no word"),
        (
            "relation\tleft\tright\tweight\nIsA\tdog\tpet\t0\n",
            "line 2: “0” is not a weight: a whole number from -10 to 10, not 0",
        ),
        (
            "relation\thead\ttail\tfreq\tscore\nIsA\tdog\tpet\t5\tx\n",
            "line 2: “x” is not a score: a whole number from 0 to 65535",
        ),
        (
            "relation\thead\ttail\tfreq\tscore\nIsA\tdog\tpet\t11\t1\n",
            "line 2: “11” is not a frequency: a whole number from -10 to 10, not 0",
        ),
        ("{\"relation\":\"IsA\"", "line 1: the JSON ends too early; the file may be cut short"),
        ("{\"relation\":\"IsA\",\"weight\":1}", "line 1: has no text “left”"),
        (
            "{\"relation\":\"IsA\",\"score\":1}",
            "line 1: needs either “weight”, or “frequency” and “score”",
        ),
        (
            "{\"kind\":1}",
            "line 1: “kind” is not one of relation, left, right, weight, frequency, score",
        ),
        (
            "{\"relation\":\"IsA\",\"left\":\"a\u{85}b\",\"right\":\"c\",\"weight\":1}",
            "line 1: a concept has the character \\u{85}",
        ),
    ] {
        assert_eq!(refusal(text), expected);
    }
}

#[test]
fn damaged_files_are_refused() {
    let mut builder = Builder::default();
    builder.read(CONCEPTNET).unwrap();
    let good = builder.build(|_| false).bytes;
    let why = |bytes: Vec<u8>| KnowledgeBase::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(why(Vec::new()), "is not a knowledge base of this version of Luna");
    assert_eq!(why(good[..good.len() - 1].to_vec()), "is incomplete");
    assert_eq!(why([&good[..], b"x"].concat()), "is incomplete");
    let mut draw = Draw(5);
    for _ in 0..300 {
        let mut bytes = good.clone();
        let at = 8 + draw.below(bytes.len() - 8);
        bytes[at] ^= 1 << draw.below(8);
        let why = why(bytes);
        assert!(["is incomplete", "is damaged: its checksum differs"].contains(&&why[..]), "{why}");
    }
}

#[test]
fn texts_lead_to_the_concepts_that_the_base_has() {
    let base = base(&[CONCEPTNET, OWN]);
    let mentions = |text: &str| -> Vec<String> {
        let mentions = base.mentions(text, 3);
        mentions.found.iter().map(|it| base.name(it.concept).to_owned()).collect()
    };
    assert_eq!(mentions("Why do dogs bark?"), ["dog", "bark"]);
    assert_eq!(
        mentions("He was writing letters with a pen."),
        ["write letter", "write", "letter", "pen"]
    );
    assert_eq!(mentions("What are clothes?"), ["clothe"]);
    assert_eq!(mentions("It was a cold morning."), ["cold", "morning"]);
    assert_eq!(mentions("She went to bed"), ["go bed"]);
    assert_eq!(mentions("quantum chromodynamics"), [""; 0]);
    assert_eq!(mentions(""), [""; 0]);
    assert_eq!(base.named("the dogs"), base.concept("dog"));
    assert_eq!(base.named("dogs bark"), None);
}

#[test]
fn the_other_spelling_of_a_word_leads_to_its_concept() {
    let base = base(&["relation\tleft\tright\tweight
IsA\tred\tcolour\t4
HasA\tcar\ttyres\t4
"]);
    assert_eq!(base.named("color"), base.concept("colour"));
    assert_eq!(base.mentions("What is inside of tires?", 2).found.len(), 1);
}

#[test]
fn assertions_are_sentences() {
    let base = base(&[CONCEPTNET, OWN]);
    let sentences: Vec<String> = base.assertions().map(|it| base.sentence(&it)).collect();
    for expected in [
        "A dog is a kind of pet.",
        "A dog can bark.",
        "A dog cannot fly.",
        "You can find a dog in a kennel.",
        "A pen is used for writing a letter.",
        "Clothes are soft.",
        "Clothes are not alive.",
        "A dog does not have wings.",
        "To go to bed, you need to brush your teeth.",
        "When you write a letter, you post.",
    ] {
        assert!(sentences.iter().any(|it| it == expected), "{expected} in {sentences:#?}");
    }
}

#[test]
fn relations_keep_their_names_and_codes() {
    for relation in Relation::ALL {
        assert_eq!(Relation::parse(relation.name()), Some(relation));
        assert_eq!(Relation::from_code(relation.code()), Some(relation));
    }
    assert_eq!((Relation::parse("isa"), Relation::from_code(27)), (None, None));
    assert_eq!((Relation::IsA.code(), Relation::HasPainCharacter.code()), (0, 26));
}

/// Assertions in lemmas, as `ConceptNet` 4 has them, and their sentences.
const LEMMAS: &str = "\
Causes: hate | boredom → Hate causes boredom.
Causes: get exercise | tiredness → Getting exercise causes tiredness.
Causes: starvation | death → A starvation causes death.
Causes: cut hair | hair become short → Cutting hair causes hair becoming short.
Causes: commit murder | death → Committing murder causes death.
CausesDesire: hungry | eat → Being hungry makes you want to eat.
CausesDesire: cold | go home → Being cold makes you want to go home.
HasProperty: ice | cold → Ice is cold.
HasProperty: bin | make plastic → A bin is made from plastic.
HasProperty: film | bore → A film is boring.
HasProperty: child | bore → A child is bored.
HasA: cat | two eye → A cat has two eyes.
HasA: most cat | tail → Most cats have a tail.
HasA: plant | leave → A plant has a leaf.
IsA: portugal | country → Portugal is a country.
IsA: apartment | place live → An apartment is a place to live.
IsA: american | person → An American is a kind of person.
DefinedAs: peace | opposite war → Peace is the opposite of war.
DefinedAs: canberra | capital australia → Canberra is the capital of Australia.
HasSubevent: go concert | listen music → When you go to a concert, you listen to music.
HasSubevent: go jog | hungry → When you go jogging, you are hungry.
HasSubevent: stop breathe | die → When you stop breathing, you die.
HasSubevent: ski | fun → When you ski, there is fun.
HasFirstSubevent: go bed | close door → When you go to bed, you close door first.
HasPrerequisite: learn play piano | time → To learn to play piano, you need time.
MotivatedByGoal: help | kind → You would help because you want to be kind.
MotivatedByGoal: learn | learn new language → You would learn because you want to learn a new language.
UsedFor: finger | ring doorbell → A finger is used for ringing a doorbell.
UsedFor: bottle | drink → A bottle is used for drinking.
ReceivesAction: balloon | fill helium → A balloon can be filled with helium.
ReceivesAction: book | written → A book can be written.
ReceivesAction: music | listen → Music can be listened to.
MadeOf: snow | snowflake → Snow is made of snowflakes.
CreatedBy: smoke | fire → Smoke comes from fire.
AtLocation: fish | sea → You can find a fish in the sea.
AtLocation: swim | swim pool → You can swim in a swimming pool.
AtLocation: water | new york city → You can find water in New York City.
PartOf: window | build → A window is part of a building.";

/// Each assertion is known by what its sentence needs.
#[test]
fn lemmas_become_english() {
    let known = "IsA\tconcert\tevent
IsA\tjazz\tconcert
IsA\tlanguage\tthing
HasA\tperson\tlanguage
IsA\tdoorbell\tbell
HasA\thouse\tdoorbell
AtLocation\tsnowflake\tsky
AtLocation\tsnowflake\tair
AtLocation\tsnowflake\troof
HasProperty\tice\tcold
HasSubevent\tcut\thair become short
HasSubevent\tfight\tpeople will die
";
    let mut wrong = Vec::new();
    for line in LEMMAS.lines() {
        let (assertion, expected) = line.split_once(" → ").unwrap();
        let (relation, concepts) = assertion.split_once(": ").unwrap();
        let (left, right) = concepts.split_once(" | ").unwrap();
        let row = format!("{relation}\t{left}\t{right}\t5\t1\n");
        let rows = known.lines().map(|line| format!("{line}\t5\t1\n"));
        let text: String = ["relation\thead\ttail\tfreq\tscore\n".to_owned()]
            .into_iter()
            .chain(rows.filter(|it| *it != row))
            .chain([row.clone()])
            .collect();
        let base = base(&[&text]);
        let [left, right] = [left, right].map(|name| base.concept(name).unwrap());
        let relation = Relation::parse(relation).unwrap();
        let stated = base.stated(left, relation, right).next().unwrap();
        let sentence = base.sentence(&stated);
        if sentence != expected {
            wrong.push((sentence, expected));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn a_spelling_without_stop_words_stands_for_a_concept() {
    let own = "relation\tleft\tright\tweight
HasProperty\tdesert\tbe dry\t4
UsedFor\ttowel\tdry yourself\t4
HasProperty\tsand\tdry\t4
HasPrerequisite\tread\ta book\t4
HasA\tlibrary\tthe book\t4
HasA\tshelf\ta book\t4
";
    let base = base(&[own]);
    let display = |name| base.display(base.concept(name).unwrap()).into_owned();
    assert_eq!((display("dry"), display("book")), ("dry".to_owned(), "a book".to_owned()));
}

#[test]
fn peoples_own_wording_says_what_one_does() {
    let own = "relation\tleft\tright\tweight
UsedFor\tcoat\twear in the rain\t4
UsedFor\tfork\teating\t4
CausesDesire\twinter\twear a coat\t4
CausesDesire\tbe cold\twear a coat\t4
Causes\ttell a lie\tget in trouble\t3
MadeOf\tsweater\twool\t3
";
    let base = base(&[own]);
    let sentences: BTreeSet<String> = base.assertions().map(|it| base.sentence(&it)).collect();
    let expected = [
        "A coat is used for wearing in the rain.",
        "A fork is used for eating.",
        "A sweater is made of wool.",
        "Being cold makes you want to wear a coat.",
        "Telling a lie causes getting in trouble.",
        "Winter makes you want to wear a coat.",
    ];
    assert_eq!(sentences, expected.map(str::to_owned).into());
}
