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
aaron abraham adam adolf agatha alan alban albert albrecht aldous alejandro aleksandr alessandro \
alex alexander alexandre alexandra alexei alexis alfred alice allen amadeo amedeo amelia amy ana \
anatole andre andrea andreas andrei andres andrew andy angela anna anne annie anthony antoine anton \
antoni antonin antonio antony ariel aristide arnold arthur astrid athol august auguste augusto \
augustus ayn barack barbara barry baruch beatrice bela ben benedict benito benjamin bernard \
bernhard bertolt bertrand betty bill billie billy blaise bob bobby boris brian bruce bruno calvin camille carl \
carla carlo carlos carol carole caroline caspar catherine cecil cesar charles charlie charlotte \
chinua chris christian christina christine christoph christopher cindy clara clarence claude claudio clement \
cole colin cormac cornelius craig cynthia dan daniel dante david dean deborah denis dennis derek diane \
diego dinah dmitri dmitry dolly dolores domenico donald donna dora doris dorothea dorothy douglas dwight dylan \
edgar edith edmond edmund eduard edvard edward edwin eleanor elena elie elinor elisabeth elizabeth ella ellen \
emil emile emily emma emmanuel enrico enrique eric erich erik ernest ernst erwin ethan eugene \
eva evelyn ezra federico felix ferdinand fernando fidel flannery florence ford frances francesco \
francis francisco franco francois frank franklin franz fred frederic frederick frida friedrich fritz fyodor \
gabriel gabriela gabriele gaetano gary geoffrey georg george georges gerald gerard gerhard gertrude giacomo \
gian gilbert giorgio giovanni giuseppe gordon graham greg gregor gregory guillaume gunter gustav gustave guy \
gwendolyn hannah hans harold harper harriet harry haruki harvey hector heinrich helen helene henri henrik henry \
herbert herman hermann hernan hilary hilda hillary hiram homer honore horace horatio howard hubert hugh hugo \
ian ida igor imre indira ingmar ingrid irene iris irving isaac isabel isabella isadora isak italo ivan \
jack jackson jacob jacques jakob james jamie jan jane janet jason jasper javier jawaharlal jay jean jeff \
jefferson jennifer jeremy jerome jerry jesse jessica jhumpa jim jimmy joan joanna joe joel johann \
johannes john johnny jon jonas jonathan jorge jose josef joseph josephine joshua juan judith jules julia julian julie \
julio julius kamala karel karen karl kate katherine kathleen kazuo keith ken kenneth kenzaburo kevin \
kurt lana langston larry lars laura laurence lauren lawrence lee leo leon leonard leonardo leonhard leopold leos leroy leslie \
lev lewis lillian linda lisa lloyd lorenzo lorraine louis louisa louise lucas lucia lucian lucy \
ludvig ludwig luigi luis luke luther lyndon madeleine madeline mahatma malcolm manuel marc marcel marco marcus margaret \
maria marian marianne marie marilyn mario marion mark marlene marlon marshall martha martin marvin mary mathias matthew \
maurice max maxim maximilien maya mel melissa michael michel michelangelo miguel mikhail miles milton \
mohandas moses muhammad nadine nancy naomi natalie nathan nathaniel neil nelson niccolo nicholas nick \
nicolas niels nikita nikola nikolai nina noah noam nora norman octavia octavio oliver olivia omar orhan \
orson oscar oskar otto pablo pamela pascal patricia patrick paul paula pauline pearl pedro percy peter phil philip \
philippe phillis phyllis pierre pieter plato priscilla pyotr quentin rachel rafael rainer ralph ramon raoul raphael \
ray raymond rebecca rembrandt rene rex richard rita robert roberta roberto robin rodney roger roland roman ronald \
rosa rosalind rosalynn rose ross roy rudolf rudyard ruth ryan sally salman salvador sam samuel sandra \
sandro sara sarah saul seamus sean sebastian serena sergei seymour sharon sheila shirley sidney sigmund \
silvia simon simone sinclair sofia sonia sophia soren spencer stanislaw stanley stefan stella stephane \
stephen steve steven stuart susan sylvia taylor ted teresa terry theodor theodore theresa thomas thornton tim \
timothy tina toby todd tom tomas tommy toni tony truman umberto upton ursula valentina vanessa vera victor victoria \
vincent vincenzo viola virginia vittorio vladimir wallace walt walter walther warren washington wassily \
wayne wendy werner wilfred wilhelm willa willem william willie winslow winston wolfgang wole woodrow \
yasunari yukio yuri zadie zora";

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
        let lists: [&[&str]; 5] =
            [&FUNCTION_WORDS, &TITLES, &CLASS_NOUNS, &LOOSE_CLASS_NOUNS, &CONTRASTS];
        for list in lists {
            assert_eq!(list.windows(2).find(|pair| pair[0] >= pair[1]), None);
        }
        let loose = LOOSE_CLASS_NOUNS.iter().filter(|noun| !is_class_noun(noun));
        assert_eq!(loose.count(), 0);
        assert!(is_given_name("johann") && is_given_name("zora") && !is_given_name("gulf"));
        assert!(!is_given_name(""));
    }
}
