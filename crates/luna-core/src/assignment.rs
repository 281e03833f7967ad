//! Assignments: items handed to reviewers, and the decision that their reviews add up to.
//!
//! An item goes to one reviewer at a time, under a lease. Nobody reviews an item twice or reads the
//! reviews of others before their own. Items with the fewest reviews come first.

/// The time that a reviewer has for an item, before somebody else may take it.
pub const LEASE_MS: i64 = 30 * 60_000;

/// The reviewers of one item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Reviews that suffice if they agree.
    pub enough: usize,
    /// The most reviews of an item that waits.
    pub most: usize,
}

impl Panel {
    /// Two who agree, else a third who decides.
    pub const PAIR: Panel = Panel { enough: 2, most: 3 };

    /// Always this many, whether they agree or not.
    pub fn of(size: usize) -> Panel {
        Panel { enough: size, most: size }
    }

    /// The number of reviews that an item needs which still waits.
    fn needed(self, reviews: usize) -> usize {
        if reviews < self.enough { self.enough } else { self.most }
    }

    /// Returns true if somebody else may review an item with these reviews and leases.
    pub fn has_room(self, reviews: usize, leases: usize) -> bool {
        reviews + leases < self.needed(reviews)
    }
}

/// An item that waits for reviews.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    pub id: &'a str,
    /// The time since when it waits.
    pub since: i64,
    /// Reviews that are given.
    pub reviews: usize,
    /// Leases of other reviewers that are in force.
    pub leases: usize,
}

/// Returns the item to hand out next, of those that the reviewer has not reviewed and did not
/// write: the one with the fewest reviews, then the one that has waited longest. An item with as
/// many reviews and leases as it needs is left alone.
pub fn next<'a>(panel: Panel, items: impl IntoIterator<Item = Item<'a>>) -> Option<&'a str> {
    let open = items.into_iter().filter(|item| panel.has_room(item.reviews, item.leases));
    let first = open.min_by_key(|item| (item.reviews + item.leases, item.since, item.id));
    first.map(|item| item.id)
}

/// The decision of some reviews.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision<V> {
    /// More reviews are needed.
    Open,
    Decided(V),
    /// As many reviews as there may be, and no two of them agree: an operator decides.
    Split,
}

/// The verdict that two reviews agree on, whichever came between them.
pub fn decide<V: Copy + PartialEq>(verdicts: &[V]) -> Decision<V> {
    let agreed = verdicts.iter().find(|verdict| {
        verdicts.iter().filter(|other| other == verdict).count() >= Panel::PAIR.enough
    });
    match agreed {
        Some(verdict) => Decision::Decided(*verdict),
        None if verdicts.len() >= Panel::PAIR.most => Decision::Split,
        None => Decision::Open,
    }
}

/// Agreement of two verdicts on the same item, over many items.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Items with at least two reviews.
    pub items: usize,
    /// Those whose first two reviews are the same.
    pub agreed: usize,
}

impl Agreement {
    /// Counts the items whose first two verdicts agree.
    pub fn of<'a, V: PartialEq + 'a>(items: impl IntoIterator<Item = &'a [V]>) -> Agreement {
        let mut all = Agreement::default();
        for item in items {
            if let [first, second, ..] = item {
                all.items += 1;
                all.agreed += usize::from(first == second);
            }
        }
        all
    }

    /// The share of agreement; none without an item.
    pub fn share(self) -> Option<f64> {
        let float = |n: usize| u32::try_from(n).map_or(f64::from(u32::MAX), f64::from);
        (self.items > 0).then(|| float(self.agreed) / float(self.items))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(id: &str, since: i64, reviews: usize, leases: usize) -> Item<'_> {
        Item { id, since, reviews, leases }
    }

    #[test]
    fn the_fewest_reviews_come_first_then_the_longest_wait() {
        let check = |items: &[Item<'_>], expected: Option<&str>| {
            assert_eq!(next(Panel::PAIR, items.iter().cloned()), expected, "{items:?}");
        };
        check(&[], None);
        check(&[item("a", 2, 0, 0), item("b", 1, 0, 0)], Some("b"));
        check(&[item("a", 2, 0, 0), item("b", 1, 1, 0)], Some("a"));
        // Two people at work on one are as good as two reviews to come.
        check(&[item("a", 1, 0, 2), item("b", 2, 1, 0)], Some("b"));
        check(&[item("a", 1, 1, 1)], None);
        check(&[item("a", 1, 0, 2)], None);
        // Two that differ need a third, and only one at a time.
        check(&[item("a", 1, 2, 0)], Some("a"));
        check(&[item("a", 1, 2, 1)], None);
        check(&[item("a", 1, 3, 0)], None);
    }

    #[test]
    fn a_panel_of_five_has_five_reviews_or_leases_and_never_more() {
        let five = Panel::of(5);
        assert_eq!(next(five, [item("a", 1, 4, 0), item("b", 2, 3, 1)]), Some("a"));
        assert_eq!(next(five, [item("a", 1, 4, 1), item("b", 2, 5, 0)]), None);
        for reviews in 0..=6 {
            for leases in 0..=6 {
                let given = next(five, [item("a", 1, reviews, leases)]).is_some();
                assert_eq!(given, reviews + leases < 5, "{reviews} and {leases}");
            }
        }
    }

    #[test]
    fn two_that_agree_decide_and_a_third_breaks_the_tie() {
        for (verdicts, expected) in [
            ("", Decision::Open),
            ("a", Decision::Open),
            ("aa", Decision::Decided('a')),
            ("ar", Decision::Open),
            ("ara", Decision::Decided('a')),
            ("arr", Decision::Decided('r')),
            ("arj", Decision::Split),
        ] {
            let verdicts: Vec<char> = verdicts.chars().collect();
            assert_eq!(decide(&verdicts), expected, "{verdicts:?}");
        }
    }

    #[test]
    fn agreement_is_of_the_first_two() {
        let items: [&[char]; 4] = [&['a', 'a'], &['a', 'r', 'a'], &['r'], &[]];
        let agreement = Agreement::of(items);
        assert_eq!((agreement.items, agreement.agreed), (2, 1));
        assert_eq!(agreement.share(), Some(0.5));
        assert_eq!(Agreement::default().share(), None);
    }
}
