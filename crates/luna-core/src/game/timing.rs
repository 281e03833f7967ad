//! The times that games keep where an operator has set nothing else.

pub const PHASE_MS: i64 = 3 * 86_400_000;
pub const SILENCE_MS: i64 = 15 * 60_000;
pub const MACHINE_WAIT_MS: i64 = 120_000;
pub const MACHINE_PACE_MS: i64 = 120_000;
pub const MAIL_QUIET_MS: i64 = 3_600_000;
pub const MACHINE_PERCENT: usize = 15;
