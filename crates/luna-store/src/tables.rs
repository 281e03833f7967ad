//! All tables, and what goes through all of them: backups, downloads and erasures. A new one is added here
//! or to its discipline, and nowhere else outside of its own module.

pub mod backup;
pub mod erase;
pub mod export;
pub mod retention;

use crate::discipline::Discipline;
use crate::tx::table::Table;

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
    crate::player::seat_address::TABLE,
    crate::game::tables::GAME_MOVE,
    crate::rating::TABLE,
    crate::player::draft::TABLE,
    crate::game::tables::PACE,
    crate::job::TABLE,
    crate::mail::MAIL,
    crate::mail::NOTICE,
    crate::db::topic::TABLE,
    crate::rating::counters::TALLY,
    crate::rating::counters::RATING_BIN,
    crate::db::setting::TABLE,
    crate::machine::table::TABLE,
    crate::account::token::TABLE,
    crate::machine::idempotency::TABLE,
    crate::game::tables::POOL,
    crate::game::tables::MET,
    crate::game::tables::HELD,
    crate::machine::usage::TABLE,
    crate::game::tables::SANDBOX,
    crate::rating::derived::GUESS_RATING,
    crate::rating::derived::GAME_RATING,
    crate::rating::derived::JUDGE_SCALE,
    crate::rating::judge::flags::JUDGE,
    crate::rating::judge::flags::FLAG,
    crate::player::moderation_log::TABLE,
    crate::game::paste_detection::TABLE,
    crate::predict::TABLE,
    crate::predict::fit::TABLE,
    crate::rating::theme::THEME,
    crate::rating::theme::MONTH,
    crate::rating::theme::RATING,
    crate::machine::measure::TABLE,
    crate::consent::CONSENT_TEXT,
    crate::consent::CONSENT,
    crate::consent::recall::TABLE,
    crate::game::derived::TABLE,
    crate::account::recovery::TABLE,
    crate::account::second_factor::TABLE,
    crate::account::second_factor::CODE,
    crate::game::erased_game::TABLE,
    crate::admin::report::TABLE,
    crate::player::block::TABLE,
    crate::admin::warning::TABLE,
    crate::admin::reading::TABLE,
    crate::game::tables::MOVED,
    crate::machine::skill::TABLE,
    crate::machine::task::TABLE,
    crate::job::assignment::TABLE,
    crate::player::place::PLACE,
    crate::player::place::OWNER_PLACE,
    crate::game::refused_meeting::TABLE,
    crate::rating::judge::blocs::BLOC,
    crate::rating::judge::blocs::BLOC_MEMBER,
];
