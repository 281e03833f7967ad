//! The made-up people of a demonstration.

/// Somebody, and how smart they seem: where the guesses about them gather.
pub(super) struct Person {
    pub(super) name: &'static str,
    pub(super) seems: f64,
    /// How far their own guesses scatter.
    pub(super) scatter: f64,
}

const fn person(name: &'static str, seems: f64, scatter: f64) -> Person {
    Person { name, seems, scatter }
}

pub(super) const PEOPLE: [Person; 18] = [
    person("amber-heron", 78.0, 8.0),
    person("brisk-otter", 84.0, 7.0),
    person("calm-lantern", 71.0, 10.0),
    person("dusty-compass", 55.0, 14.0),
    person("early-comet", 66.0, 9.0),
    person("fond-sparrow", 62.0, 12.0),
    person("gentle-anvil", 48.0, 16.0),
    person("hasty-maple", 39.0, 18.0),
    person("idle-kettle", 33.0, 20.0),
    person("jolly-marble", 59.0, 11.0),
    person("keen-harbour", 88.0, 6.0),
    person("lucky-thimble", 52.0, 13.0),
    person("mild-thunder", 68.0, 9.0),
    person("narrow-bridge", 45.0, 15.0),
    person("odd-lighthouse", 74.0, 8.0),
    person("plain-walnut", 57.0, 12.0),
    person("quiet-drum", 81.0, 7.0),
    person("rare-button", 64.0, 10.0),
];
