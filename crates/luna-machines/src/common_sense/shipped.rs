//! The assertions that come with Luna.

use std::sync::LazyLock;

use luna_text::knowledge::{Builder, KnowledgeBase};

use super::space::KnowledgeSpace;

/// The assertions as a table.
pub const ASSERTIONS: &str = include_str!("../../data/common_sense.tsv");

/// The knowledge base of these assertions; none if the table has an error.
pub fn shipped_base() -> Option<&'static KnowledgeBase> {
    static BASE: LazyLock<Option<KnowledgeBase>> = LazyLock::new(|| {
        let mut builder = Builder::default();
        builder.read(ASSERTIONS).ok()?;
        KnowledgeBase::from_bytes(builder.build(|_| false).bytes).ok()
    });
    BASE.as_ref()
}

/// The space of these assertions. The first call computes it, which takes a moment.
pub fn shipped_space() -> Option<&'static KnowledgeSpace<'static>> {
    static SPACE: LazyLock<Option<KnowledgeSpace<'static>>> =
        LazyLock::new(|| shipped_base().map(KnowledgeSpace::new));
    SPACE.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_assertions_can_be_looked_up() {
        let base = shipped_base().unwrap();
        assert!(base.len() > 2_500, "{}", base.len());
        let dog = base.named("the dogs").unwrap();
        let animal = base.named("animal").unwrap();
        let is_a = luna_text::knowledge::Relation::IsA;
        let stated: Vec<String> =
            base.stated(dog, is_a, animal).map(|it| base.sentence(&it)).collect();
        assert_eq!(stated, ["A dog is a kind of animal."]);
    }
}
