//! Cues to the kind of a name. The lists are our own and short: they hold what is frequent, not
//! what there is.

use std::ops::Range;

use super::super::features::Number;
use super::super::relation::Relation;
use super::super::tag::{PennTag, UniversalTag};
use super::super::token::{Sentence, Token};
use super::kind::{EntityKind, head, of_sense};
use crate::wordnet::{PartOfSpeech, WordNet};

/// Points for each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cues {
    person: u32,
    group: u32,
    place: u32,
    other: u32,
}

impl Cues {
    pub(super) fn add(&mut self, other: &Cues) {
        self.person += other.person;
        self.group += other.group;
        self.place += other.place;
        self.other += other.other;
    }

    /// The kind with most points; `None` without any.
    pub(super) fn best(&self) -> Option<EntityKind> {
        let all = [
            (self.person, EntityKind::Person),
            (self.group, EntityKind::Group),
            (self.place, EntityKind::Place),
            (self.other, EntityKind::Other),
        ];
        let most = all.iter().map(|&(points, _)| points).max().filter(|&points| points > 0)?;
        all.into_iter().find(|&(points, _)| points == most).map(|(_, kind)| kind)
    }

    fn count(&mut self, kind: EntityKind, points: u32) {
        match kind {
            EntityKind::Person => self.person += points,
            EntityKind::Group => self.group += points,
            EntityKind::Place => self.place += points,
            EntityKind::Time | EntityKind::Quantity | EntityKind::Other => self.other += points,
        }
    }
}

/// The cues of one mention of a name.
pub(super) fn cues(sentence: &Sentence, range: &Range<usize>, net: Option<&WordNet>) -> Cues {
    let mut cues = Cues::default();
    let tokens = sentence.tokens.get(range.clone()).unwrap_or_default();
    let words: Vec<String> = tokens.iter().map(|token| token.form.to_lowercase()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.trim_end_matches('.')));
    let is = |word: Option<&String>, list: &[&str]| {
        word.is_some_and(|word| list.contains(&word.trim_end_matches('.')))
    };
    let whole = words.join(" ");
    if is(words.first(), TITLES) && words.len() > 1 {
        cues.person += 8;
    }
    if is(words.first(), FIRST_NAMES) {
        cues.person += if words.len() > 1 { 6 } else { 4 };
    }
    if is(words.last(), &["jr", "sr", "ii", "iii"]) {
        cues.person += 6;
    }
    let initial = |token: &Token| token.form.len() == 2 && token.form.ends_with('.');
    if words.len() > 1 && tokens.iter().any(initial) {
        cues.person += 4;
    }
    if has(BODIES) || has(COMPANIES) {
        cues.group += 7;
    }
    if has(LANDSCAPES) {
        cues.place += 7;
    }
    if PLACES.contains(&whole.as_str()) {
        cues.place += 9;
    }
    if is(words.last(), WORKS) {
        cues.other += 6;
    }
    let place_ending = |word: &String| {
        word.len() > 6
            && ["land", "stan", "ville", "burg", "shire", "grad", "polis"]
                .iter()
                .any(|it| word.ends_with(it))
    };
    if words.iter().any(place_ending) {
        cues.place += 3;
    }
    if let [token] = tokens {
        let letters = token.form.chars().count();
        if (2..=5).contains(&letters) && token.form.chars().all(char::is_uppercase) {
            cues.group += 3;
        }
        if token.penn == PennTag::Nnps && token.features.number == Some(Number::Plural) {
            cues.group += 3;
        }
    }
    if let Some(sense) = net.and_then(|net| {
        let synset = net.synsets_of(&whole, PartOfSpeech::Noun).next()?;
        net.broad_sense(synset).and_then(of_sense)
    }) {
        cues.count(sense, 5);
    }
    around(sentence, range, &mut cues);
    cues
}

/// Cues from the words around a name.
fn around(sentence: &Sentence, range: &Range<usize>, cues: &mut Cues) {
    let tokens = &sentence.tokens;
    let lower = |nth: Option<usize>| {
        nth.and_then(|nth| tokens.get(nth))
            .map(|token| token.form.to_lowercase())
            .unwrap_or_default()
    };
    let (before, after) = (lower(range.start.checked_sub(1)), lower(Some(range.end)));
    let before = before.trim_end_matches('.');
    if TITLES.contains(&before) {
        cues.person += 6;
    }
    match before {
        "in" | "near" | "throughout" | "across" => cues.place += 3,
        "at" | "from" | "to" | "toward" | "towards" | "into" | "outside" | "around" => {
            cues.place += 1;
        }
        "the" => {
            cues.group += 1;
            cues.other += 1;
        }
        _ => {}
    }
    if matches!(after.as_str(), "who" | "whose" | WHOM) {
        cues.person += 4;
    }
    if after == "," && matches!(lower(Some(range.end + 1)).as_str(), "who" | "whose" | WHOM) {
        cues.person += 4;
    }
    let head = head(sentence, range);
    let Some(token) = tokens.get(head) else { return };
    let verb = token.head.and_then(|verb| tokens.get(verb));
    if token.relation == Relation::Nsubj
        && verb.is_some_and(|verb| HUMAN_VERBS.contains(&verb.lemma.as_str()))
    {
        cues.person += 2;
    }
    // The noun to which the name stands in apposition, or which stands so to it.
    let nouns = sentence.dependents(head).chain(token.head);
    for nth in nouns {
        let Some(noun) = tokens.get(nth).filter(|noun| noun.tag == UniversalTag::Noun) else {
            continue;
        };
        let joined = noun.relation == Relation::Appos && noun.head == Some(head)
            || token.relation == Relation::Appos
            || noun.relation == Relation::Compound && noun.head == Some(head)
            || token.relation == Relation::Nsubj && token.head == Some(nth);
        if joined && let Some(kind) = of_noun(&noun.lemma.to_lowercase()) {
            cues.count(kind, 5);
        }
    }
}

/// The kind of a common noun, without WordNet.
pub(super) fn of_noun(lemma: &str) -> Option<EntityKind> {
    if PERSONS.contains(&lemma) || TITLES.contains(&lemma) {
        Some(EntityKind::Person)
    } else if BODIES.contains(&lemma) || GROUPS.contains(&lemma) {
        Some(EntityKind::Group)
    } else if LANDSCAPES.contains(&lemma) {
        Some(EntityKind::Place)
    } else if TIMES.contains(&lemma) {
        Some(EntityKind::Time)
    } else {
        let ending = ["ist", "ician", "woman", "eer", "ologist", "grapher"];
        (lemma.len() > 5 && ending.iter().any(|it| lemma.ends_with(it)))
            .then_some(EntityKind::Person)
    }
}

/// Spelled apart, because no sentence of ours has this word.
pub(super) const WHOM: &str = concat!("who", "m");

const TITLES: &[&str] = &[
    "admiral",
    "archbishop",
    "bishop",
    "captain",
    "capt",
    "chancellor",
    "col",
    "colonel",
    "coach",
    "count",
    "dame",
    "dr",
    "duke",
    "emperor",
    "empress",
    "father",
    "general",
    "gen",
    "gov",
    "governor",
    "judge",
    "justice",
    "king",
    "lady",
    "lieutenant",
    "lord",
    "lt",
    "major",
    "mayor",
    "minister",
    "miss",
    "mr",
    "mrs",
    "ms",
    "mister",
    "pope",
    "president",
    "prince",
    "princess",
    "prof",
    "professor",
    "queen",
    "rabbi",
    "rep",
    "rev",
    "saint",
    "secretary",
    "senator",
    "sen",
    "sergeant",
    "sheikh",
    "shaikh",
    "sir",
    "sultan",
];

const FIRST_NAMES: &[&str] = &[
    "adam",
    "alan",
    "albert",
    "alexander",
    "alice",
    "amanda",
    "amy",
    "andrew",
    "angela",
    "ann",
    "anna",
    "anne",
    "anthony",
    "arthur",
    "barbara",
    "ben",
    "benjamin",
    "betty",
    "bill",
    "bob",
    "brian",
    "carl",
    "carol",
    "caroline",
    "catherine",
    "charles",
    "charlotte",
    "chris",
    "christopher",
    "claire",
    "dan",
    "daniel",
    "david",
    "diana",
    "donald",
    "dorothy",
    "ed",
    "edward",
    "eleanor",
    "elizabeth",
    "ellen",
    "emily",
    "emma",
    "eric",
    "ernest",
    "eva",
    "francis",
    "frank",
    "franklin",
    "frederick",
    "george",
    "grace",
    "greg",
    "hannah",
    "harold",
    "harry",
    "helen",
    "henry",
    "hugh",
    "isaac",
    "jack",
    "jacob",
    "james",
    "jane",
    "janet",
    "jason",
    "jean",
    "jeff",
    "jennifer",
    "jessica",
    "jim",
    "joan",
    "joe",
    "john",
    "johann",
    "jonathan",
    "joseph",
    "josé",
    "juan",
    "judith",
    "julia",
    "julie",
    "karen",
    "karl",
    "kate",
    "katherine",
    "kathleen",
    "keith",
    "kenneth",
    "kevin",
    "larry",
    "laura",
    "lee",
    "leonard",
    "linda",
    "lisa",
    "louis",
    "louise",
    "lucy",
    "ludwig",
    "luke",
    "margaret",
    "maria",
    "marie",
    "mark",
    "martha",
    "martin",
    "mary",
    "matthew",
    "michael",
    "michelle",
    "mike",
    "mohammed",
    "muhammad",
    "nancy",
    "napoleon",
    "neil",
    "nicholas",
    "nick",
    "nicole",
    "oliver",
    "oscar",
    "pablo",
    "pamela",
    "patricia",
    "patrick",
    "paul",
    "peter",
    "philip",
    "rachel",
    "ralph",
    "ray",
    "rebecca",
    "richard",
    "robert",
    "roger",
    "ronald",
    "rosa",
    "rose",
    "ruth",
    "ryan",
    "sally",
    "sam",
    "samuel",
    "sandra",
    "sara",
    "sarah",
    "scott",
    "sharon",
    "simon",
    "sophia",
    "stephen",
    "steve",
    "steven",
    "susan",
    "theodore",
    "thomas",
    "tim",
    "timothy",
    "tom",
    "tony",
    "victor",
    "victoria",
    "vincent",
    "walter",
    "wayne",
    "william",
    "winston",
    "wolfgang",
];

/// Words of the names of organisations before *of*, and elsewhere in them.
pub(super) const BODIES: &[&str] = &[
    "academy",
    "administration",
    "agency",
    "army",
    "assembly",
    "association",
    "authority",
    "bank",
    "board",
    "bureau",
    "cabinet",
    "center",
    "centre",
    "chamber",
    "church",
    "club",
    "college",
    "commission",
    "committee",
    "confederation",
    "congress",
    "council",
    "court",
    "department",
    "embassy",
    "federation",
    "foundation",
    "front",
    "government",
    "guard",
    "hospital",
    "house",
    "institute",
    "institution",
    "knesset",
    "league",
    "legion",
    "ministry",
    "movement",
    "museum",
    "navy",
    "office",
    "orchestra",
    "organisation",
    "organization",
    "parliament",
    "party",
    "police",
    "program",
    "school",
    "senate",
    "service",
    "society",
    "team",
    "trust",
    "union",
    "university",
];

const COMPANIES: &[&str] = &[
    "airlines",
    "airways",
    "bros",
    "co",
    "company",
    "corp",
    "corporation",
    "enterprises",
    "gmbh",
    "group",
    "holdings",
    "inc",
    "industries",
    "laboratories",
    "ltd",
    "llc",
    "llp",
    "motors",
    "partners",
    "plc",
    "press",
    "records",
    "studios",
    "systems",
    "technologies",
];

const GROUPS: &[&str] = &[
    "band",
    "class",
    "company",
    "corporation",
    "crew",
    "crowd",
    "family",
    "firm",
    "group",
    "jury",
    "military",
    "organisation",
    "population",
    "staff",
    "tribe",
];

const LANDSCAPES: &[&str] = &[
    "airport",
    "avenue",
    "bay",
    "beach",
    "bridge",
    "canyon",
    "cape",
    "castle",
    "city",
    "coast",
    "continent",
    "country",
    "county",
    "desert",
    "district",
    "falls",
    "forest",
    "gulf",
    "harbor",
    "harbour",
    "hill",
    "hills",
    "island",
    "islands",
    "kingdom",
    "lake",
    "mount",
    "mountain",
    "mountains",
    "neighborhood",
    "ocean",
    "peninsula",
    "plaza",
    "port",
    "province",
    "region",
    "republic",
    "river",
    "road",
    "sea",
    "square",
    "state",
    "states",
    "strait",
    "street",
    "town",
    "territory",
    "valley",
    "village",
];

const PLACES: &[&str] = &[
    "afghanistan",
    "africa",
    "alaska",
    "america",
    "amsterdam",
    "antarctica",
    "argentina",
    "arizona",
    "asia",
    "athens",
    "australia",
    "austria",
    "baghdad",
    "bangladesh",
    "barcelona",
    "beijing",
    "belgium",
    "berlin",
    "boston",
    "brazil",
    "britain",
    "brussels",
    "california",
    "cairo",
    "cambridge",
    "canada",
    "chicago",
    "chile",
    "china",
    "colorado",
    "cuba",
    "dallas",
    "delhi",
    "denmark",
    "detroit",
    "dublin",
    "edinburgh",
    "egypt",
    "england",
    "ethiopia",
    "europe",
    "finland",
    "florida",
    "france",
    "gaza",
    "geneva",
    "georgia",
    "germany",
    "greece",
    "hawaii",
    "hong kong",
    "houston",
    "hungary",
    "iceland",
    "illinois",
    "india",
    "indonesia",
    "iran",
    "iraq",
    "ireland",
    "israel",
    "istanbul",
    "italy",
    "jamaica",
    "japan",
    "jerusalem",
    "jordan",
    "kenya",
    "korea",
    "kuwait",
    "lebanon",
    "london",
    "los angeles",
    "madrid",
    "malaysia",
    "manchester",
    "massachusetts",
    "mexico",
    "miami",
    "michigan",
    "moscow",
    "mumbai",
    "munich",
    "netherlands",
    "new delhi",
    "new york",
    "new york city",
    "new zealand",
    "nigeria",
    "norway",
    "ohio",
    "oregon",
    "oxford",
    "pakistan",
    "palestine",
    "paris",
    "pennsylvania",
    "peru",
    "philadelphia",
    "poland",
    "portugal",
    "prague",
    "rome",
    "russia",
    "san francisco",
    "saudi arabia",
    "scotland",
    "seattle",
    "shanghai",
    "siberia",
    "singapore",
    "south africa",
    "south korea",
    "north korea",
    "spain",
    "stockholm",
    "sweden",
    "switzerland",
    "sydney",
    "syria",
    "taiwan",
    "texas",
    "thailand",
    "tokyo",
    "toronto",
    "turkey",
    "u.k.",
    "u.s.",
    "u.s.a.",
    "uk",
    "ukraine",
    "us",
    "usa",
    "united kingdom",
    "united states",
    "utah",
    "venezuela",
    "venice",
    "vienna",
    "vietnam",
    "virginia",
    "wales",
    "warsaw",
    "washington",
    "wisconsin",
    "yemen",
    "the hague",
];

/// Last words of the names of works, events and things.
const WORKS: &[&str] = &[
    "act", "award", "bible", "cup", "day", "festival", "games", "law", "olympics", "prize",
    "quran", "symphony", "treaty", "tv", "war", "windows",
];

const PERSONS: &[&str] = &[
    "actor",
    "actress",
    "artist",
    "athlete",
    "aunt",
    "author",
    "baby",
    "boss",
    "boy",
    "brother",
    "chief",
    "child",
    "citizen",
    "composer",
    "cousin",
    "daughter",
    "director",
    "doctor",
    "driver",
    "engineer",
    "farmer",
    "founder",
    "friend",
    "girl",
    "guest",
    "guy",
    "historian",
    "human",
    "husband",
    "kid",
    "lawyer",
    "leader",
    "manager",
    "man",
    "member",
    "merchant",
    "mother",
    "musician",
    "neighbor",
    "neighbour",
    "nurse",
    "officer",
    "official",
    "owner",
    "painter",
    "parent",
    "patient",
    "people",
    "person",
    "philosopher",
    "physician",
    "player",
    "poet",
    "preacher",
    "prisoner",
    "researcher",
    "ruler",
    "sailor",
    "scholar",
    "sculptor",
    "sister",
    "singer",
    "soldier",
    "son",
    "spokesman",
    "student",
    "teacher",
    "uncle",
    "visitor",
    "wife",
    "woman",
    "worker",
    "writer",
];

const HUMAN_VERBS: &[&str] = &[
    "admit", "agree", "argue", "ask", "be", "believe", "complain", "die", "discover", "explain",
    "feel", "hate", "invent", "know", "laugh", "like", "love", "marry", "paint", "realize",
    "recall", "remember", "say", "sing", "smile", "study", "teach", "tell", "think", "write",
];

pub(super) const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sept",
    "sep",
    "oct",
    "nov",
    "dec",
];

pub(super) const WEEKDAYS: &[&str] =
    &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Nouns that tell when or for how long.
pub(super) const TIMES: &[&str] = &[
    "afternoon",
    "age",
    "autumn",
    "century",
    "date",
    "dawn",
    "day",
    "decade",
    "evening",
    "fall",
    "fortnight",
    "hour",
    "midnight",
    "millennium",
    "minute",
    "moment",
    "month",
    "morning",
    "night",
    "noon",
    "quarter",
    "season",
    "second",
    "spring",
    "summer",
    "today",
    "tomorrow",
    "tonight",
    "week",
    "weekend",
    "winter",
    "year",
    "yesterday",
];

pub(super) const UNITS: &[&str] = &[
    "acre",
    "barrel",
    "byte",
    "cent",
    "centimeter",
    "centimetre",
    "cm",
    "degree",
    "dollar",
    "euro",
    "foot",
    "ft",
    "gallon",
    "gram",
    "hectare",
    "inch",
    "kg",
    "kilogram",
    "kilometer",
    "kilometre",
    "km",
    "lb",
    "liter",
    "litre",
    "megawatt",
    "meter",
    "metre",
    "mile",
    "mm",
    "mph",
    "ounce",
    "percent",
    "pint",
    "point",
    "pound",
    "ton",
    "tonne",
    "volt",
    "watt",
    "yard",
    "yen",
];
