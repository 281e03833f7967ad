//! What a report is about.

/// The kind of harm, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Danger,
    Sexual,
    Hate,
    Private,
    Spam,
    Unfair,
    Other,
}

impl Category {
    pub const ALL: [Category; 7] = [
        Category::Danger,
        Category::Sexual,
        Category::Hate,
        Category::Private,
        Category::Spam,
        Category::Unfair,
        Category::Other,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Category::Danger => "danger",
            Category::Sexual => "sexual",
            Category::Hate => "hate",
            Category::Private => "private",
            Category::Spam => "spam",
            Category::Unfair => "unfair",
            Category::Other => "other",
        }
    }

    pub fn from_name(name: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|category| category.name() == name)
    }

    /// The place in the queue: lowest is read first.
    pub(super) fn urgency(self) -> i64 {
        match self {
            Category::Danger => 0,
            Category::Sexual | Category::Hate | Category::Private => 1,
            Category::Spam | Category::Unfair => 2,
            Category::Other => 3,
        }
    }
}

/// One text of a move: the move's number and the text's within it, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub seq: i64,
    pub part: i64,
}

impl Spot {
    pub(super) fn name(spot: Option<Spot>) -> String {
        spot.map_or("player".to_owned(), |spot| format!("{}.{}", spot.seq, spot.part))
    }

    pub(super) fn from_name(name: &str) -> Option<Spot> {
        let (seq, part) = name.split_once('.')?;
        Some(Spot { seq: seq.parse().ok()?, part: part.parse().ok()? })
    }
}
