//! Things: what they are for, what they are made of, who uses them.

use super::{Line, some, with_article};
use crate::rng::Chance;

/// A thing, and what people do with it.
const USES: [(&str, &[&str]); 36] = [
    ("hammer", &["nail", "hit", "pound", "build", "bang"]),
    (
        "taxi",
        &["ride", "drive", "travel", "get somewhere", "take you", "go somewhere", "transport"],
    ),
    ("umbrella", &["rain", "dry", "wet", "sun"]),
    ("spoon", &["eat", "soup", "stir", "scoop"]),
    ("key", &["lock", "unlock", "open", "door"]),
    ("pillow", &["sleep", "head", "rest", "bed"]),
    ("ladder", &["climb", "reach", "high", "up"]),
    ("broom", &["sweep", "clean", "floor", "dust"]),
    ("pencil", &["write", "draw", "writing", "drawing"]),
    ("towel", &["dry", "drying", "wipe", "wet"]),
    ("refrigerator", &["cold", "cool", "food", "fresh"]),
    ("needle", &["sew", "thread", "stitch", "knit"]),
    ("bucket", &["water", "carry", "carrying", "fill"]),
    ("boat", &["sail", "water", "sea", "fish", "row", "lake", "river"]),
    ("clock", &["time", "hour", "late"]),
    ("lamp", &["light", "see", "dark", "bright"]),
    ("saw", &["cut", "cutting", "wood", "tree"]),
    ("stove", &["cook", "heat", "food", "boil"]),
    ("map", &["way", "find", "lost", "direction", "where"]),
    ("scarf", &["warm", "neck", "cold"]),
    ("bridge", &["cross", "over", "river", "across"]),
    ("comb", &["hair"]),
    ("shovel", &["dig", "digging", "snow", "hole", "earth"]),
    ("camera", &["picture", "photo", "photograph", "film"]),
    ("oven", &["bake", "baking", "cook", "roast", "bread", "cake"]),
    ("soap", &["wash", "clean", "hands"]),
    ("whistle", &["blow", "noise", "signal", "sound", "loud"]),
    ("blanket", &["warm", "cover", "bed", "sleep"]),
    ("glue", &["stick", "together", "fix", "attach", "paste"]),
    ("telescope", &["star", "moon", "sky", "planet", "far"]),
    ("wallet", &["money", "card", "coin", "cash"]),
    ("helmet", &["head", "protect", "safe", "bike"]),
    ("dictionary", &["word", "meaning", "spell", "look up"]),
    ("kettle", &["water", "boil", "tea", "coffee"]),
    ("bell", &["ring", "sound", "call"]),
    ("sink", &["wash", "water", "dishes"]),
];

/// A thing, and what it is usually made of.
const MATERIALS: [(&str, &[&str]); 12] = [
    ("window", &["glass"]),
    ("shoe", &["leather", "rubber", "cloth", "fabric", "canvas"]),
    ("book", &["paper"]),
    ("snowman", &["snow"]),
    ("tire", &["rubber"]),
    ("nail", &["iron", "steel", "metal"]),
    ("candle", &["wax"]),
    ("sweater", &["wool", "cotton", "yarn"]),
    ("ring", &["gold", "silver", "metal"]),
    ("table", &["wood", "glass", "metal", "plastic"]),
    ("cake", &["flour", "egg", "sugar", "butter"]),
    ("sandcastle", &["sand"]),
];

/// Somebody's work, and what they use or make.
const WORK: [(&str, &[&str]); 12] = [
    ("baker", &["bread", "cake", "roll", "oven", "flour"]),
    ("firefighter", &["water", "hose", "ladder", "fire engine", "fire truck"]),
    ("gardener", &["spade", "shovel", "rake", "hose", "shears", "trowel", "plant"]),
    ("painter", &["paint", "brush", "ladder"]),
    ("dentist", &["drill", "mirror", "chair", "mask", "teeth"]),
    ("teacher", &["book", "board", "chalk", "pen", "computer", "marker"]),
    ("barber", &["scissor", "comb", "razor", "clipper"]),
    ("farmer", &["tractor", "plough", "plow", "seed", "cow", "field"]),
    ("fisherman", &["net", "rod", "boat", "hook", "bait"]),
    ("tailor", &["needle", "thread", "scissor", "cloth", "sewing machine", "fabric"]),
    ("carpenter", &["saw", "hammer", "wood", "nail", "plane"]),
    ("cook", &["pan", "pot", "knife", "stove", "oven", "spoon"]),
];

pub(super) fn draw(chance: &mut Chance) -> Vec<Line> {
    let mut lines = Vec::new();
    for (thing, uses) in some(&USES, 3, chance) {
        let thing = with_article(thing);
        let text = match chance.below(3) {
            0 => format!("Tell me, what do people do with {thing}?"),
            1 => format!("Why might somebody want {thing}?"),
            _ => format!("If I gave you {thing}, what would you use it for?"),
        };
        lines.push(Line::question(text, uses, &[]));
    }
    for (thing, materials) in some(&MATERIALS, 1, chance) {
        let text = format!("Name something that {} can be made of.", with_article(thing));
        lines.push(Line::question(text, materials, &[]));
    }
    for (person, tools) in some(&WORK, 2, chance) {
        let text = format!("Name one thing that {} works with.", with_article(person));
        lines.push(Line::question(text, tools, &[]));
    }
    let order = some(&lines, lines.len(), chance);
    [vec![Line::remark("Good morning! I have some questions about everyday things.")], order]
        .concat()
}
