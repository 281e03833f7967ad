//! All tables. A new one is added here or to its discipline, and nowhere else outside of its own module.

use crate::discipline::Discipline;
use crate::table::Table;

/// Every table, each after those it refers to. Backups have them in this order; an erasure goes
/// through them backwards.
pub fn all(disciplines: &[&'static Discipline]) -> impl DoubleEndedIterator<Item = &'static Table> {
    CORE.iter().chain(disciplines.iter().flat_map(|discipline| discipline.tables))
}

/// The tables that belong to no discipline.
pub static CORE: &[Table] = &[
    crate::player::TABLE,
    crate::account::session::TABLE,
    crate::account::email_link::TABLE,
    crate::game::tables::GAME,
    crate::game::tables::SEAT,
    crate::game::tables::GAME_MOVE,
    crate::rating::TABLE,
    crate::draft::TABLE,
    crate::game::tables::PACE,
    crate::job::TABLE,
    crate::mail::MAIL,
    crate::mail::NOTICE,
    crate::topic::TABLE,
    crate::counters::TALLY,
    crate::counters::RATING_BIN,
    crate::setting::TABLE,
    crate::machine::table::TABLE,
    crate::account::token::TABLE,
    crate::idempotency::TABLE,
    crate::game::tables::POOL,
    crate::game::tables::MET,
    crate::game::tables::HELD,
    crate::machine::usage::TABLE,
    crate::game::tables::SANDBOX,
    crate::rating::derived::GUESS_RATING,
    crate::rating::derived::GAME_RATING,
    crate::rating::derived::JUDGE_SCALE,
    crate::judge::flags::JUDGE,
    crate::judge::flags::FLAG,
    crate::moderation_log::TABLE,
    crate::paste_detection::TABLE,
    crate::predict::TABLE,
    crate::predict::fit::TABLE,
    crate::theme::THEME,
    crate::theme::MONTH,
    crate::theme::RATING,
    crate::measure::TABLE,
    crate::consent::CONSENT_TEXT,
    crate::consent::CONSENT,
    crate::recall::TABLE,
    crate::derived::TABLE,
    crate::account::recovery::TABLE,
    crate::account::second_factor::TABLE,
    crate::account::second_factor::CODE,
    crate::erased_game::TABLE,
    crate::report::TABLE,
    crate::block::TABLE,
    crate::warning::TABLE,
    crate::reading::TABLE,
    crate::game::tables::MOVED,
    crate::machine::skill::TABLE,
    crate::task::TABLE,
    crate::assignment::TABLE,
    crate::place::PLACE,
    crate::place::OWNER_PLACE,
    crate::game::refused_meeting::TABLE,
    crate::judge::blocs::BLOC,
    crate::judge::blocs::BLOC_MEMBER,
];
