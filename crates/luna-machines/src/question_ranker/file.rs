//! The file of a trained ranker: a line with its mark, one with a checksum, and the model as JSON.

use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};

use super::error::RankerError;
use super::features::text_features;
use super::model::{MemberParts, Ranker, RankerKind};
use super::trained::TrainedRanker;
use crate::hex;

/// The number is that of the layout.
const MARK: &str = "Luna question ranker 1";

#[derive(Serialize, Deserialize)]
struct Document {
    kind: String,
    questions: usize,
    mean_rating: f64,
    features: Vec<String>,
    members: Vec<MemberParts>,
}

impl TrainedRanker {
    /// The bytes of its file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, RankerError> {
        let document = Document {
            kind: self.kind.name().to_owned(),
            questions: self.questions,
            mean_rating: self.mean_rating,
            features: self.features.clone(),
            members: self.ranker.to_parts(),
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
        let Document { kind, questions, mean_rating, features, members } = read;
        let known = text_features("", None);
        if !known.iter().map(|it| &it.name).eq(&features) {
            return Err(wrong(
                "the ranker was trained by a version of Luna with other features; please train it again",
            ));
        }
        let kind = RankerKind::from_name(&kind);
        let ranker = Ranker::from_parts(members, features.len());
        let (kind, ranker) =
            kind.zip(ranker).ok_or_else(|| wrong("the ranker's numbers do not fit together"))?;
        Ok(TrainedRanker { kind, features, ranker, questions, mean_rating })
    }
}

fn checksum(json: &str) -> String {
    hex::encode(digest(&SHA256, json.as_bytes()).as_ref())
}
