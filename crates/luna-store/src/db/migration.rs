//! The migrations, and whether a database has them.

use crate::tx::error::{Error, Result};

/// Applied in order, each once.
pub(crate) const MIGRATIONS: &[(&str, &str)] = &[
    ("0001_player", include_str!("../../../../migrations/0001_player.sql")),
    ("0002_game", include_str!("../../../../migrations/0002_game.sql")),
    ("0003_job", include_str!("../../../../migrations/0003_job.sql")),
    ("0004_machine", include_str!("../../../../migrations/0004_machine.sql")),
    ("0005_write", include_str!("../../../../migrations/0005_write.sql")),
    ("0006_reserve", include_str!("../../../../migrations/0006_reserve.sql")),
    ("0007_view", include_str!("../../../../migrations/0007_view.sql")),
    ("0008_watch", include_str!("../../../../migrations/0008_watch.sql")),
    ("0009_mark", include_str!("../../../../migrations/0009_mark.sql")),
    ("0010_predict", include_str!("../../../../migrations/0010_predict.sql")),
    ("0011_over", include_str!("../../../../migrations/0011_over.sql")),
    ("0012_consent", include_str!("../../../../migrations/0012_consent.sql")),
    ("0014_recall", include_str!("../../../../migrations/0014_recall.sql")),
    ("0015_report", include_str!("../../../../migrations/0015_report.sql")),
    ("0016_account", include_str!("../../../../migrations/0016_account.sql")),
    ("0019_erasure", include_str!("../../../../migrations/0019_erasure.sql")),
    ("0020_rights", include_str!("../../../../migrations/0020_rights.sql")),
    ("0021_retention", include_str!("../../../../migrations/0021_retention.sql")),
    ("0022_fair", include_str!("../../../../migrations/0022_fair.sql")),
    ("0024_part", include_str!("../../../../migrations/0024_part.sql")),
    ("0025_circle", include_str!("../../../../migrations/0025_circle.sql")),
    ("0026_task", include_str!("../../../../migrations/0026_task.sql")),
    ("0027_quiz", include_str!("../../../../migrations/0027_quiz.sql")),
    ("0028_session", include_str!("../../../../migrations/0028_session.sql")),
    ("0029_guesser", include_str!("../../../../migrations/0029_guesser.sql")),
    ("0030_contest", include_str!("../../../../migrations/0030_contest.sql")),
    ("0031_asked", include_str!("../../../../migrations/0031_asked.sql")),
    ("0036_converse", include_str!("../../../../migrations/0036_converse.sql")),
    ("0037_battery", include_str!("../../../../migrations/0037_battery.sql")),
    ("0038_invite", include_str!("../../../../migrations/0038_invite.sql")),
    ("0039_battery_attempt", include_str!("../../../../migrations/0039_battery_attempt.sql")),
    ("0040_campaign", include_str!("../../../../migrations/0040_campaign.sql")),
    ("0041_counted_task", include_str!("../../../../migrations/0041_counted_task.sql")),
    ("0042_campaign_results", include_str!("../../../../migrations/0042_campaign_results.sql")),
    ("0043_question_set", include_str!("../../../../migrations/0043_question_set.sql")),
    ("0047_asking_set", include_str!("../../../../migrations/0047_asking_set.sql")),
    ("0048_vague_question", include_str!("../../../../migrations/0048_vague_question.sql")),
    ("0049_seat_ended", include_str!("../../../../migrations/0049_seat_ended.sql")),
    ("0050_ways_in", include_str!("../../../../migrations/0050_ways_in.sql")),
    ("0051_second_factor", include_str!("../../../../migrations/0051_second_factor.sql")),
    ("0053_place", include_str!("../../../../migrations/0053_place.sql")),
    ("0054_bloc", include_str!("../../../../migrations/0054_bloc.sql")),
    ("0058_contest_consent", include_str!("../../../../migrations/0058_contest_consent.sql")),
    ("0060_quiz_release", include_str!("../../../../migrations/0060_quiz_release.sql")),
    ("0061_quiz_block", include_str!("../../../../migrations/0061_quiz_block.sql")),
    ("0062_operator", include_str!("../../../../migrations/0062_operator.sql")),
    ("0063_meeting", include_str!("../../../../migrations/0063_meeting.sql")),
    ("0064_question_fit", include_str!("../../../../migrations/0064_question_fit.sql")),
    ("0065_brigade", include_str!("../../../../migrations/0065_brigade.sql")),
    ("0066_calibrated_beside", include_str!("../../../../migrations/0066_calibrated_beside.sql")),
    ("0067_theme", include_str!("../../../../migrations/0067_theme.sql")),
    ("0068_quiz_page", include_str!("../../../../migrations/0068_quiz_page.sql")),
    ("0069_measure", include_str!("../../../../migrations/0069_measure.sql")),
    ("0070_task_owner", include_str!("../../../../migrations/0070_task_owner.sql")),
    ("0071_daily", include_str!("../../../../migrations/0071_daily.sql")),
    ("0072_first_reply", include_str!("../../../../migrations/0072_first_reply.sql")),
    ("0073_rematch", include_str!("../../../../migrations/0073_rematch.sql")),
    ("0074_seat_address", include_str!("../../../../migrations/0074_seat_address.sql")),
    ("0075_organisation", include_str!("../../../../migrations/0075_organisation.sql")),
];

/// A database with migrations this program does not know is not to be touched.
pub(crate) fn check_known(done: &[String]) -> Result<()> {
    let unknown = done.iter().find(|name| !MIGRATIONS.iter().any(|(ours, _)| ours == name));
    unknown.map_or(Ok(()), |name| Err(Error::Newer(name.clone())))
}

/// A database that is only read has all that this program keeps in one.
pub(crate) fn check_current(done: &[String]) -> Result<()> {
    check_known(done)?;
    if done.is_empty() {
        return Err(Error::Database("nothing of Luna's is in it".into()));
    }
    let lacks = MIGRATIONS.iter().find(|(ours, _)| !done.iter().any(|name| name == ours));
    lacks.map_or(Ok(()), |(name, _)| Err(Error::Older(name)))
}
