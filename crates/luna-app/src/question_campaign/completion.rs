//! Completion codes, which raters give their platform as proof of their work. Each rater has one of
//! their own, which nobody can make up and the operator can check.

use std::collections::{BTreeMap, BTreeSet};

use luna_store::Tx;
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::rater::{self, Rater};
use luna_store::question_campaign::rating;

use crate::error::Error;
use crate::secret::mac::mac;

/// Characters that nobody confuses when they copy a code by hand.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/// Characters after the campaign's part: 40 bits.
const LENGTH: usize = 8;
/// The most codes that are checked at once.
pub const MOST: usize = 2_000;

/// Returns the code of a rater. `key` is the instance's own.
pub fn code(key: &str, campaign: &Campaign, player_id: &str) -> String {
    let bytes = mac(key, &["completion", &campaign.id, player_id]);
    let own = bytes.iter().take(LENGTH).filter_map(|byte| LETTERS.get(usize::from(byte % 32)));
    let own: String = own.map(|letter| char::from(*letter)).collect();
    format!("{}-{own}", campaign.code)
}

/// A code with its rater and their work.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    pub code: String,
    /// None: nobody in this campaign has this code.
    pub rater: Option<Rater>,
    /// Ratings that count, and those that were rejected.
    pub counted: usize,
    pub rejected: usize,
}

/// Finds the codes in a text, such as a list or a platform's CSV file: everything that begins like a code
/// of this campaign, in order, each once.
pub fn codes_in(text: &str, campaign: &Campaign) -> Vec<String> {
    let begin = format!("{}-", campaign.code);
    let mut seen = BTreeSet::new();
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .map(str::to_ascii_uppercase)
        .filter(|word| word.starts_with(&begin) && seen.insert(word.clone()))
        .take(MOST)
        .collect()
}

/// Checks codes against the raters of a campaign.
pub fn check(
    tx: &mut Tx<'_>,
    key: &str,
    campaign_id: &str,
    text: &str,
) -> Result<Vec<Completion>, Error> {
    let campaign = campaign::find(tx, campaign_id)?;
    let raters = rater::of_campaign(tx, campaign_id)?;
    let mut by_code: BTreeMap<String, Rater> =
        raters.into_iter().map(|it| (code(key, &campaign, &it.player_id), it)).collect();
    let mut all = Vec::new();
    for code in codes_in(text, &campaign) {
        let rater = by_code.remove(&code);
        let own = match &rater {
            Some(rater) => rating::of_rater(tx, campaign_id, &rater.player_id)?,
            None => Vec::new(),
        };
        let rejected = own.iter().filter(|it| it.rejected_at.is_some()).count();
        all.push(Completion { code, rater, counted: own.len() - rejected, rejected });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use luna_core::question_campaign::Plan;

    use super::*;

    fn campaign(id: &str) -> Campaign {
        Campaign {
            id: id.to_owned(),
            name: String::new(),
            plan: Plan::default(),
            code: "MOON1234".to_owned(),
            checks: None,
            created_at: 0,
            opened_at: None,
            batches: 1,
            opened: 1,
            closed_at: None,
            published_at: None,
            salt: String::new(),
        }
    }

    #[test]
    fn a_code_is_of_one_rater_in_one_campaign_on_one_instance() {
        let one = code("key", &campaign("1"), "ann");
        assert_eq!(one.len(), "MOON1234-".len() + LENGTH, "{one}");
        assert_eq!(one, code("key", &campaign("1"), "ann"));
        for other in [
            code("key", &campaign("1"), "bob"),
            code("key", &campaign("2"), "ann"),
            code("another key", &campaign("1"), "ann"),
        ] {
            assert_ne!(one, other);
        }
    }

    #[test]
    fn codes_are_found_in_a_list_and_in_a_file_of_a_platform() {
        let text = "id,code\nx,MOON1234-ABCDEFGH\ny,\"moon1234-zzzzzzzz\"\nz,MOON1234-ABCDEFGH\nw,NOCODE\n";
        let found = codes_in(text, &campaign("1"));
        assert_eq!(found, ["MOON1234-ABCDEFGH", "MOON1234-ZZZZZZZZ"]);
    }
}
