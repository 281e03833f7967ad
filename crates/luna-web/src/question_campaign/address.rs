//! Addresses of pages about campaigns.

/// The page on which somebody rates in a campaign.
pub(super) fn rate_page(campaign_id: &str) -> String {
    format!("/questions/rate/{campaign_id}")
}

/// The page with the public results of a campaign.
pub(crate) fn results_page(campaign_id: &str) -> String {
    format!("/questions/results/{campaign_id}")
}
