//! Configuration of a model folder, and the check that the model is supported.

use std::io;

use serde_json::Value;

use super::error::unreadable;
use crate::read_error::shown;

pub(super) struct Config {
    pub(super) bert: Shape,
    pub(super) pooling: Pooling,
    /// Maximum number of tokens of a text.
    pub(super) most: usize,
}

/// Pooling of the last layer's outputs.
#[derive(Clone, Copy)]
pub(super) enum Pooling {
    /// The mean over all tokens.
    Mean,
    /// The first token, `[CLS]`.
    First,
}

/// Dimensions of a BERT model.
pub(super) struct Shape {
    pub(super) words: usize,
    pub(super) places: usize,
    pub(super) kinds: usize,
    pub(super) hidden: usize,
    pub(super) inner: usize,
    pub(super) heads: usize,
    pub(super) layers: usize,
    pub(super) epsilon: f32,
}

/// A JSON file.
pub(super) struct Json {
    name: &'static str,
    value: Value,
}

type ConfigError = (&'static str, String);

impl Config {
    pub(super) fn read(file: impl Fn(&str) -> io::Result<Vec<u8>>) -> Result<Config, ConfigError> {
        let bert = Shape::read(&Json::read(&file, "config.json")?)?;
        check_modules(&Json::read(&file, "modules.json")?)?;
        let pooling = pooling(&Json::read(&file, "1_Pooling/config.json")?)?;
        if let Some(json) = Json::read_if_there(&file, "tokenizer_config.json")? {
            for name in ["do_lower_case", "strip_accents", "tokenize_chinese_chars"] {
                if json.value.get(name) == Some(&Value::Bool(false)) {
                    return Err(json.wrong(format!(
                        "{name} is false: only models for text in lower case, without accents, \
                         are run here"
                    )));
                }
            }
        }
        let most = match Json::read_if_there(&file, "sentence_bert_config.json")? {
            Some(json) if json.at("/max_seq_length").is_some_and(|it| !it.is_null()) => {
                json.number("max_seq_length")?.min(bert.places)
            }
            _ => bert.places,
        };
        match most {
            ..3 => Err(("config.json", format!("{most} pieces of a text are too few to read"))),
            _ => Ok(Config { bert, pooling, most }),
        }
    }
}

impl Shape {
    fn read(json: &Json) -> Result<Shape, ConfigError> {
        json.check("model_type", "bert")?;
        json.check("hidden_act", "gelu")?;
        if json.value.get("position_embedding_type").is_some() {
            json.check("position_embedding_type", "absolute")?;
        }
        let shape = Shape {
            words: json.number("vocab_size")?,
            places: json.number("max_position_embeddings")?,
            kinds: json.number("type_vocab_size")?,
            hidden: json.number("hidden_size")?,
            inner: json.number("intermediate_size")?,
            heads: json.number("num_attention_heads")?,
            layers: json.number("num_hidden_layers")?,
            epsilon: json.small("layer_norm_eps")?,
        };
        if !shape.hidden.is_multiple_of(shape.heads) {
            let (hidden, heads) = (shape.hidden, shape.heads);
            let why = format!("hidden_size, {hidden}, cannot be shared by {heads} heads");
            return Err(json.wrong(why));
        }
        Ok(shape)
    }
}

fn check_modules(json: &Json) -> Result<(), ConfigError> {
    let kind = |module: &Value| {
        let kind = module.get("type").and_then(Value::as_str).unwrap_or("?");
        kind.rsplit('.').next().unwrap_or_default().to_owned()
    };
    let kinds: Vec<String> = json.value.as_array().into_iter().flatten().map(kind).collect();
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    match kinds[..] {
        ["Transformer", "Pooling"] | ["Transformer", "Pooling", "Normalize"] => Ok(()),
        _ => Err(json.wrong(format!(
            "the modules are '{}'; Transformer, Pooling, Normalize are run here",
            shown(&kinds.join(", "))
        ))),
    }
}

fn pooling(json: &Json) -> Result<Pooling, ConfigError> {
    let modes = json.value.as_object().into_iter().flatten();
    let mut on = modes
        .filter(|(name, value)| name.starts_with("pooling_mode_") && **value == Value::Bool(true));
    match (on.next(), on.next()) {
        (Some((name, _)), None) if name == "pooling_mode_mean_tokens" => Ok(Pooling::Mean),
        (Some((name, _)), None) if name == "pooling_mode_cls_token" => Ok(Pooling::First),
        _ => Err(json.wrong(
            "either pooling_mode_mean_tokens or pooling_mode_cls_token has to be the only mode"
                .to_owned(),
        )),
    }
}

impl Json {
    pub(super) fn read(
        file: impl Fn(&str) -> io::Result<Vec<u8>>,
        name: &'static str,
    ) -> Result<Json, ConfigError> {
        let bytes = file(name).map_err(|error| (name, unreadable(&error)))?;
        let value = serde_json::from_slice(&bytes);
        let value = value.map_err(|error| (name, format!("is not JSON: {error}")))?;
        Ok(Json { name, value })
    }

    fn read_if_there(
        file: impl Fn(&str) -> io::Result<Vec<u8>>,
        name: &'static str,
    ) -> Result<Option<Json>, ConfigError> {
        match file(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            _ => Json::read(file, name).map(Some),
        }
    }

    pub(super) fn at(&self, path: &str) -> Option<&Value> {
        self.value.pointer(path)
    }

    pub(super) fn wrong(&self, why: String) -> ConfigError {
        (self.name, why)
    }

    fn check(&self, name: &str, expected: &str) -> Result<(), ConfigError> {
        match self.value.get(name) {
            Some(Value::String(found)) if found == expected => Ok(()),
            Some(found) => {
                let found = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
                let found = shown(&found);
                Err(self.wrong(format!("{name} is {found}, and only {expected} is run here")))
            }
            None => Err(self.wrong(format!("has no {name}"))),
        }
    }

    /// A whole number above 0.
    fn number(&self, name: &str) -> Result<usize, ConfigError> {
        let number = self.value.get(name).and_then(Value::as_u64);
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.filter(|&number| number > 0).ok_or_else(|| {
            self.wrong(format!("{name} is missing, or is not a whole number above 0"))
        })
    }

    fn small(&self, name: &str) -> Result<f32, ConfigError> {
        let number = self.value.get(name).and_then(|number| number.to_string().parse().ok());
        number
            .filter(|&number| 0.0 < number && number < 1.0)
            .ok_or_else(|| self.wrong(format!("{name} is missing, or is not between 0 and 1")))
    }
}
