//! The words that the judge knows: function words, titles, class nouns, given names, equivalents.

use std::sync::LazyLock;

/// Articles, prepositions and conjunctions of English and its neighbours.
const FUNCTION_WORDS: [&str; 56] = [
    "a", "al", "an", "and", "as", "at", "by", "d", "da", "das", "de", "degli", "dei", "del",
    "della", "dem", "den", "der", "des", "di", "die", "do", "dos", "du", "e", "ein", "eine", "el",
    "en", "et", "for", "from", "i", "il", "in", "into", "l", "la", "las", "le", "les", "lo", "los",
    "of", "on", "or", "s", "the", "to", "und", "une", "van", "von", "with", "y", "zu",
];

const TITLES: [&str; 46] = [
    "archbishop",
    "archduke",
    "baron",
    "bishop",
    "brother",
    "caliph",
    "captain",
    "cardinal",
    "colonel",
    "count",
    "countess",
    "czar",
    "dame",
    "doctor",
    "don",
    "duchess",
    "duke",
    "earl",
    "emperor",
    "empress",
    "father",
    "general",
    "kaiser",
    "king",
    "lady",
    "lord",
    "madame",
    "marquis",
    "marshal",
    "miss",
    "mister",
    "mr",
    "mrs",
    "ms",
    "pope",
    "president",
    "prince",
    "princess",
    "professor",
    "queen",
    "rabbi",
    "reverend",
    "saint",
    "senator",
    "sir",
    "sultan",
];

/// Short forms that are read as the full word.
pub(super) const ABBREVIATIONS: [(&str, &str); 15] = [
    ("capt", "captain"),
    ("cm", "centimeter"),
    ("centimetre", "centimeter"),
    ("dr", "doctor"),
    ("ft", "fort"),
    ("jr", "junior"),
    ("km", "kilometer"),
    ("lt", "lieutenant"),
    ("mt", "mount"),
    ("op", "opus"),
    ("prof", "professor"),
    ("sr", "senior"),
    ("st", "saint"),
    ("ste", "saint"),
    ("vs", "versus"),
];

/// Nouns for kinds of things. Beside a name they may be left out and added: Nile River.
const CLASS_NOUNS: [&str; 92] = [
    "battle",
    "book",
    "canton",
    "character",
    "city",
    "clan",
    "club",
    "color",
    "colour",
    "commonwealth",
    "company",
    "composer",
    "concept",
    "corporation",
    "country",
    "county",
    "creek",
    "culture",
    "desert",
    "dynasty",
    "element",
    "empire",
    "faction",
    "family",
    "federal",
    "federation",
    "federative",
    "festival",
    "film",
    "gang",
    "god",
    "goddess",
    "group",
    "house",
    "island",
    "islands",
    "kingdom",
    "lake",
    "language",
    "law",
    "letter",
    "line",
    "man",
    "method",
    "mount",
    "mountain",
    "mountains",
    "movement",
    "museum",
    "musical",
    "mythology",
    "nation",
    "novel",
    "number",
    "opera",
    "order",
    "painting",
    "palace",
    "part",
    "party",
    "peninsula",
    "people",
    "peoples",
    "philosophy",
    "planet",
    "plateau",
    "play",
    "poem",
    "poet",
    "prefecture",
    "principality",
    "principle",
    "process",
    "province",
    "reaction",
    "reign",
    "religion",
    "republic",
    "river",
    "sea",
    "series",
    "short",
    "siege",
    "state",
    "story",
    "sultanate",
    "symphony",
    "system",
    "theory",
    "town",
    "tribe",
    "year",
];

/// The class nouns that an answer without underlining may lack wherever they stand.
const LOOSE_CLASS_NOUNS: [&str; 31] = [
    "battle",
    "city",
    "clan",
    "commonwealth",
    "county",
    "desert",
    "dynasty",
    "faction",
    "federal",
    "federative",
    "gang",
    "group",
    "island",
    "islands",
    "kingdom",
    "lake",
    "mount",
    "mountain",
    "mountains",
    "movement",
    "party",
    "peninsula",
    "people",
    "principality",
    "province",
    "republic",
    "river",
    "siege",
    "state",
    "sultanate",
    "tribe",
];

/// Nouns that end names of things with a person's name in them: Victoria Falls, Virginia Plan.
const NO_SURNAMES: [&str; 134] = [
    "academy",
    "act",
    "affair",
    "agreement",
    "airport",
    "amendment",
    "award",
    "bay",
    "bill",
    "bomb",
    "bowl",
    "bridge",
    "building",
    "canal",
    "case",
    "cathedral",
    "cave",
    "chapel",
    "church",
    "coast",
    "code",
    "college",
    "compromise",
    "conference",
    "constant",
    "convention",
    "council",
    "crater",
    "crisis",
    "cross",
    "crown",
    "cup",
    "curve",
    "declaration",
    "disease",
    "distribution",
    "doctrine",
    "effect",
    "engine",
    "equation",
    "equations",
    "expedition",
    "experiment",
    "falls",
    "fire",
    "flu",
    "forest",
    "forum",
    "function",
    "gallery",
    "games",
    "garden",
    "gardens",
    "gate",
    "group",
    "gulf",
    "hall",
    "harbor",
    "harbour",
    "hill",
    "hospital",
    "incident",
    "inequality",
    "institute",
    "jury",
    "law",
    "league",
    "lecture",
    "library",
    "look",
    "machine",
    "massacre",
    "medal",
    "memorial",
    "method",
    "model",
    "monument",
    "murders",
    "museum",
    "number",
    "numbers",
    "park",
    "pass",
    "peace",
    "plan",
    "plot",
    "point",
    "port",
    "prison",
    "prize",
    "proclamation",
    "projection",
    "purchase",
    "railway",
    "rebellion",
    "revolt",
    "revolution",
    "riots",
    "rule",
    "school",
    "series",
    "show",
    "speech",
    "square",
    "stadium",
    "state",
    "station",
    "strait",
    "street",
    "strike",
    "strip",
    "study",
    "syndrome",
    "tea",
    "temple",
    "test",
    "theater",
    "theatre",
    "theorem",
    "theory",
    "tomb",
    "tower",
    "treaty",
    "trial",
    "trials",
    "trophy",
    "tunnel",
    "university",
    "valley",
    "wall",
    "war",
    "wars",
    "way",
    "well",
];

/// Words that make another thing of what they stand beside: New Mexico, anti-war, Elder.
const CONTRASTS: [&str; 49] = [
    "anti", "big", "central", "counter", "early", "east", "eastern", "elder", "except", "great",
    "greater", "high", "inner", "junior", "late", "lesser", "little", "low", "lower", "meta",
    "middle", "neither", "neo", "never", "new", "non", "nor", "north", "northern", "not", "old",
    "outer", "post", "pre", "proto", "pseudo", "quasi", "semi", "senior", "south", "southern",
    "sub", "super", "un", "upper", "west", "western", "without", "younger",
];

/// Common given names, by which a name in capitals is taken for a person's.
const GIVEN_NAMES: &str = "\
aaron abigail abraham adam adolf adrian agatha agnes akira alan alban albert alberto albrecht \
aldous alejandro aleksandr alessandro alex alexander alexandra alexandre alexei alexis alfonso \
alfred ali alice allen alphonse amadeo amedeo amelia amos amy ana anatole andre andrea andreas \
andrei andres andrew andy angela anish anna anne annie ansel anthony antoine anton antoni \
antonia antonin antonio antony anwar ariel aristide arnold arthur astrid athol august auguste \
augusto augustus ayn barack barbara barry baruch beatrice bela ben benedict benito benjamin \
benny bernard bernardo bernhard bert bertolt bertrand bessie bette betty beverly bill billie \
billy blaise bob bobby boris bret brian brooke bruce bruno buster calvin camille carl carla \
carlo carlos carol carole caroline caspar catherine cecil cesar cesare chaim charles charley \
charlie charlotte chester chinua chris christian christina christine christoph christopher chuck \
cindy claire clara clarence clarice clark claude claudio claus clement clifford clive coco cole \
colin coretta cormac cornelius craig curtis cynthia damien dan dana daniel dante daphne dave \
david davy dean deborah denis denise dennis derek desmond dexter diana diane dick diego dietrich \
dinah djuna dmitri dmitry dolores domenico dominic donald donna dora doris dorothea dorothy doug \
douglas dustin dwight dylan ed eddie edgar edith edmond edmund edna edouard eduard edvard edward \
edwidge edwin eero elaine eleanor elena elias elie elijah elinor elisabeth elisha eliza \
elizabeth ella ellen elvis emil emile emilio emily emma emmanuel enid enoch enrico enrique \
erasmus eric erica erich erik ernest ernestine ernst erskine erving erwin estelle ethan eudora \
eugene eugenie eva evan evelyn ezra fats federico fela felix ferdinand fernand fernando fidel \
filippo fiorello flannery florence frances francesco francis francisco franco francois frank \
franklin franz fred freddie frederic frederick freya frida friedrich fritz fumio fyodor gabriel \
gabriela gabriele gaetano gail gamal gary gautama gene geoff geoffrey georg george georges \
gerald geraldine gerard gerhard gertrude giacomo gian gilbert giles gillian giorgio giovanni \
girolamo giuseppe gloria golda gordon gottfried graham greg gregor gregory greta grover \
guglielmo guido guillaume gunter gus gustav gustave guy gwen gwendolyn haile hank hannah \
hannibal hans harold harper harriet harry haruki harvey hassan hattie hector heidi heinrich \
helen helene henri henrik henry herbert herman hermann hernan hideki hieronymus hilary hilda \
hildegard hillary hiram homer honore horace horatio hosni howard hubert huey hugh hugo humphrey \
ian ida idi igor ilya imelda imre indira ingmar ingrid irene iris irma irvin irving irwin isaac \
isabel isabella isabelle isadora isak isamu isidore isoroku italo ivan jacinda jack jackson \
jacob jacopo jacques jakob james jamie jane janet jared jason jasper javier jawaharlal jean \
jeanne jeff jefferson jennifer jenny jeremy jerome jerry jess jesse jessica jessie jhumpa jill \
jim jimmy joan joanna jodie joe joel joey johann johannes john johnny jomo jon jonas jonathan \
jorge jose josef joseph josephine joshua josiah josip juan judith judy jules julia julian julie \
julio julius kahlil kamala kanye karel karen karl kate katherine kathleen kathryn kay kazuo \
keith kelly ken kenneth kenny kenzaburo kevin kim kirk kristen krzysztof kurt kwame lana \
langston larry lars laszlo laura lauren laurence lawrence lee leigh lemuel lenny leo leon \
leonard leonardo leonhard leonid leopold leos leroy lesley leslie lev lewis liam lillian lily \
linda lisa lloyd lois lola lorenzo loretta lorraine lou louis louisa louise lucas lucia lucian \
lucille lucretia lucy ludovico ludvig ludwig luigi luis luke luther lydia lyndon lynn mabel \
madeleine madeline mae maggie mahatma malala malcolm manfred manuel marc marcel marco marcus \
margaret marguerite maria mariah marian marianne marie marilyn marilynne marina mario marion \
marjane marjorie mark marlene marlon marsha marshall martha martin martina marvin mary mathias \
matt matthew maud maude maurice max maxim maximilian maximilien maya megan mel melissa melvin \
merce meriwether michael michel michelangelo michele mick miguel mike mikhail mildred miles \
milton miriam mitch mohandas molly monica montgomery moses muammar muhammad murray myra nadine \
naguib nancy naomi narendra natalia natalie nathan nathaniel neil nella nelly nelson niccolo \
nicholas nick nicolae nicolas niels nigel nikita nikola nikolai nikos nina nino noah noam nora \
norbert norma norman octavia octavio octavius ogden olaf ole oleg olga oliver olivia omar orhan \
ornette orson oscar oskar oswald otis otto ottorino ousmane owen pablo pamela pascal patricia \
patrick patsy patti paul paula pauline pedro peggy penelope percival percy perry pete peter phil \
philip philippe phillis phyllis pierre piet pieter pietro pina plato porfirio priscilla pyotr \
quentin quincy rabindranath rachel rafael rahul rainer ralph ramon raoul raphael raul ravi ray \
raymond rebecca reinhold rembrandt rene reza ricardo richard rick ringo rita roald rob robert \
roberta roberto robin rod roderick rodney rodrigo roger roland roman ron ronald ronnie rosa \
rosalind rosalynn ross roy ruben rudolf rudyard rufus rupert russell ruth ryan saddam sadie \
sally salman salvador salvatore sam samantha samuel sancho sandra sandro sara sarah satyajit \
saul scott seamus sean sebastian serena sergei seth seymour shane sharon sheila sherwood shinzo \
shirley sid sidney sigmund silas silvia silvio simeon simon simone sinclair sinead sofia sol \
solomon sonia sophia soren spencer spike spiro stan stanislaw stanley stefan steffi stella \
stephane stephen steve steven stewart stuart sue susan susanna sven sylvia tadeusz takashi \
tamara taylor ted teddy terence teresa terry tessa thelonious theo theodor theodore theresa \
thomas thornton thorstein thurgood tim timothy tina titus tobias toby todd tom tomas tomasz \
tommy toni tony toru tracy trevor truman trygve tupac tycho ulrich uma umberto upton ursula \
vaclav valentina valerie vanessa vasco vera vic victor victoria vikram viktor vincent vincenzo \
viola virgil virginia vittorio vivian vivien vladimir wallace wallis walt walter walther wanda \
warner warren washington wassily wayne wendell wendy werner wilbur wilfred wilhelm willa willem \
william willie wilson winifred winslow winston wole wolfgang woodrow woody wyatt wynton wystan \
xavier yasser yasunari yayoi yehudi yoko yukio yuri yves zadie zaha zelda zinedine zoe zoltan \
zora zubin";

/// Names with the same meaning. What is an answer in one form is one in the others.
pub(super) const EQUIVALENTS: [&[&str]; 22] = [
    &["united states of america", "united states", "usa", "us", "america"],
    &["united kingdom", "uk", "united kingdom of great britain and northern ireland"],
    &["soviet union", "ussr", "union of soviet socialist republics"],
    &["united nations", "un"],
    &["european union", "eu"],
    &["world war 1", "first world war", "great war", "ww1", "wwi"],
    &["world war 2", "second world war", "ww2", "wwii"],
    &["new york city", "nyc"],
    &["los angeles", "la"],
    &["grandmother", "grandma"],
    &["grandfather", "grandpa"],
    &["mother", "mom", "mum"],
    &["father", "dad"],
    &["chimpanzee", "chimp"],
    &["hippopotamus", "hippo"],
    &["rhinoceros", "rhino"],
    &["mathematics", "math", "maths"],
    &["television", "tv"],
    &["airplane", "aeroplane", "plane"],
    &["photograph", "photo"],
    &["telephone", "phone"],
    &["influenza", "flu"],
];

fn contains(sorted: &[&str], word: &str) -> bool {
    sorted.binary_search(&word).is_ok()
}

pub(super) fn is_function_word(word: &str) -> bool {
    word.len() <= 5 && contains(&FUNCTION_WORDS, word)
}

pub(super) fn is_title(word: &str) -> bool {
    contains(&TITLES, word)
}

/// Says if the word stands behind a last name.
pub(super) fn is_suffix(word: &str) -> bool {
    matches!(word, "junior" | "senior")
}

pub(super) fn is_class_noun(word: &str) -> bool {
    contains(&CLASS_NOUNS, word)
}

/// Says if no person has this last name.
pub(super) fn is_no_surname(word: &str) -> bool {
    is_class_noun(word) || contains(&NO_SURNAMES, word)
}

pub(super) fn is_loose_class_noun(word: &str) -> bool {
    contains(&LOOSE_CLASS_NOUNS, word)
}

pub(super) fn is_contrast(word: &str) -> bool {
    contains(&CONTRASTS, word)
}

pub(super) fn is_given_name(word: &str) -> bool {
    static SORTED: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut names: Vec<&str> = GIVEN_NAMES.split(' ').collect();
        names.sort_unstable();
        names
    });
    contains(&SORTED, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_have_no_word_twice() {
        let lists: [&[&str]; 6] =
            [&FUNCTION_WORDS, &TITLES, &CLASS_NOUNS, &LOOSE_CLASS_NOUNS, &CONTRASTS, &NO_SURNAMES];
        for list in lists {
            assert_eq!(list.windows(2).find(|pair| pair[0] >= pair[1]), None);
        }
        let loose = LOOSE_CLASS_NOUNS.iter().filter(|noun| !is_class_noun(noun));
        assert_eq!(loose.count(), 0);
        assert!(is_given_name("johann") && is_given_name("zora") && !is_given_name("gulf"));
        assert!(!is_given_name(""));
    }
}
