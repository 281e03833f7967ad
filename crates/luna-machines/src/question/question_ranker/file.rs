//! The file of a trained ranker: a line with its mark, one with a checksum, and the model as JSON.

use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};

use super::error::RankerError;
use super::label::Label;
use super::model::{MemberParts, Ranker, RankerKind};
use super::trained::{TrainedRanker, derivation_names, text_names};
use crate::hex;

/// The number is that of the layout.
const MARK: &str = "Luna question ranker 2";

#[derive(Serialize, Deserialize)]
struct Document {
    kind: String,
    /// None: the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<Label>,
    questions: usize,
    mean_rating: f64,
    features: Vec<String>,
    /// Those that read the text.
    members: Vec<MemberParts>,
    /// Those that read the derivation.
    members_by_derivation: Option<Vec<MemberParts>>,
}

impl TrainedRanker {
    /// The bytes of its file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, RankerError> {
        let document = Document {
            kind: self.kind.name().to_owned(),
            label: Some(self.label).filter(|label| *label != Label::Rating),
            questions: self.questions,
            mean_rating: self.mean_rating,
            features: self.features(),
            members: self.by_text.to_parts(),
            members_by_derivation: self.by_derivation.as_ref().map(Ranker::to_parts),
        };
        let json = serde_json::to_string(&document)
            .map_err(|why| RankerError(format!("the ranker cannot be written: {why}")))?;
        Ok(format!("{MARK}\n{}\n{json}\n", checksum(&json)).into_bytes())
    }

    /// Reads a file. One that was changed, or made by a version with other features, is refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<TrainedRanker, RankerError> {
        let wrong = |why: &str| RankerError(why.to_owned());
        let text = std::str::from_utf8(bytes).ok().and_then(|text| text.strip_prefix(MARK));
        let text = text.and_then(|text| text.strip_prefix('\n')).ok_or_else(|| {
            wrong(
                "this is no ranker of this version of Luna; `luna question train-ranker` makes one",
            )
        })?;
        let (sum, json) = text.split_once('\n').ok_or_else(|| wrong("the ranker is incomplete"))?;
        let json = json.strip_suffix('\n').ok_or_else(|| wrong("the ranker is incomplete"))?;
        if sum != checksum(json) {
            return Err(wrong("the ranker is damaged: its checksum differs"));
        }
        let read: Document = serde_json::from_str(json)
            .map_err(|why| RankerError(format!("the ranker cannot be read: {why}")))?;
        let Document {
            kind,
            label,
            questions,
            mean_rating,
            features,
            members,
            members_by_derivation,
        } = read;
        let (of_text, of_derivation) = (text_names(), derivation_names());
        let columns = [of_text.len(), of_derivation.len()];
        let mut known = of_text;
        if members_by_derivation.is_some() {
            known.extend(of_derivation);
        }
        if known != features {
            return Err(wrong(
                "the ranker was trained by a version of Luna with other features; please train it again",
            ));
        }
        let unfit = || wrong("the ranker's numbers do not fit together");
        let kind = RankerKind::from_name(&kind).ok_or_else(unfit)?;
        let by_text = Ranker::from_parts(members, columns[0]).ok_or_else(unfit)?;
        let by_derivation = match members_by_derivation {
            Some(parts) => Some(Ranker::from_parts(parts, columns[1]).ok_or_else(unfit)?),
            None => None,
        };
        Ok(TrainedRanker {
            kind,
            label: label.unwrap_or_default(),
            by_text,
            by_derivation,
            questions,
            mean_rating,
        })
    }
}

fn checksum(json: &str) -> String {
    hex::encode(digest(&SHA256, json.as_bytes()).as_ref())
}
