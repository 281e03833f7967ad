//! Addresses of raters' pages.

/// The page on which somebody rates in a campaign.
pub(super) fn rate_page(campaign_id: &str) -> String {
    format!("/questions/rate/{campaign_id}")
}
