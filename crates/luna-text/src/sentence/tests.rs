use std::cell::Cell;
use std::collections::HashMap;
use std::fs;
use std::io::Cursor;

use serde_json::{Value, json};

use super::*;
use crate::tests::Draw;

const PIECES: [&str; 24] = [
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "bill", "of", "rights", "right", "##s", "##ing",
    "vote", "free", "##dom", ",", ".", "!", "#", "##", "##e", "cafe", "東", "京", "a",
];

/// Files by their names.
type Files = HashMap<&'static str, Vec<u8>>;

fn shapes() -> Vec<(String, Vec<usize>)> {
    let mut parts = vec![("embeddings.LayerNorm".to_owned(), vec![8])];
    for layer in 0..2 {
        for (part, shape) in [
            ("attention.self.query", vec![8, 8]),
            ("attention.self.key", vec![8, 8]),
            ("attention.self.value", vec![8, 8]),
            ("attention.output.dense", vec![8, 8]),
            ("attention.output.LayerNorm", vec![8]),
            ("intermediate.dense", vec![12, 8]),
            ("output.dense", vec![8, 12]),
            ("output.LayerNorm", vec![8]),
        ] {
            parts.push((format!("encoder.layer.{layer}.{part}"), shape));
        }
    }
    let mut all = vec![
        ("embeddings.word_embeddings.weight".to_owned(), vec![24, 8]),
        ("embeddings.position_embeddings.weight".to_owned(), vec![12, 8]),
        ("embeddings.token_type_embeddings.weight".to_owned(), vec![2, 8]),
    ];
    for (name, shape) in parts {
        all.push((format!("{name}.weight"), shape.clone()));
        all.push((format!("{name}.bias"), vec![shape[0]]));
    }
    all
}

/// The weights of tests/sentence/values.py.
fn weights() -> Vec<u8> {
    let (mut header, mut bytes) = (serde_json::Map::new(), Vec::new());
    let mut numbers = (0..).map(|n: u32| {
        let number = f32::from(u16::try_from((n * 31 + 7) * n % 1009).unwrap());
        (number / 1009.0 - 0.5) * 4.0
    });
    for (name, shape) in shapes() {
        let from = bytes.len();
        for number in numbers.by_ref().take(shape.iter().product()) {
            bytes.extend(number.to_le_bytes());
        }
        let entry = json!({"dtype": "F32", "shape": shape, "data_offsets": [from, bytes.len()]});
        header.insert(name, entry);
    }
    file(&Value::Object(header).to_string(), &bytes)
}

fn file(header: &str, tensors: &[u8]) -> Vec<u8> {
    let len = u64::try_from(header.len()).unwrap().to_le_bytes();
    [&len, header.as_bytes(), tensors].concat()
}

/// The header of a safetensors file, and its tensors.
fn parts(bytes: &[u8]) -> (Value, Vec<u8>) {
    let len = usize::try_from(u64::from_le_bytes(*bytes.first_chunk().unwrap())).unwrap();
    (serde_json::from_slice(&bytes[8..8 + len]).unwrap(), bytes[8 + len..].to_vec())
}

fn files() -> Files {
    let text = |value: Value| value.to_string().into_bytes();
    let config = json!({
        "model_type": "bert", "hidden_act": "gelu", "vocab_size": 24, "hidden_size": 8,
        "max_position_embeddings": 12, "type_vocab_size": 2, "intermediate_size": 12,
        "num_attention_heads": 2, "num_hidden_layers": 2, "layer_norm_eps": 1e-12,
    });
    let module = |kind: &str| json!({"type": format!("sentence_transformers.models.{kind}")});
    let modules = ["Transformer", "Pooling", "Normalize"].map(module);
    let pooling = json!({"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": false});
    Files::from([
        ("config.json", text(config)),
        ("modules.json", text(json!(modules))),
        ("1_Pooling/config.json", text(pooling)),
        ("sentence_bert_config.json", text(json!({"max_seq_length": 256}))),
        ("tokenizer_config.json", text(json!({"do_lower_case": true, "strip_accents": null}))),
        ("vocab.txt", PIECES.join("\n").into_bytes()),
        (WEIGHTS, weights()),
    ])
}

fn open(files: &Files) -> Result<Encoder, String> {
    let file = |name: &str| files.get(name).cloned().ok_or(io::ErrorKind::NotFound.into());
    let opened = Encoder::read(file, || file(WEIGHTS).map(Cursor::new));
    opened.map_err(|(name, why)| format!("{name}: {why}"))
}

/// The files with one JSON value changed.
fn with(name: &'static str, path: &str, value: Value) -> Files {
    let mut files = files();
    let mut json: Value = serde_json::from_slice(&files[name]).unwrap();
    let (parent, field) = path.rsplit_once('/').unwrap();
    match json.pointer_mut(parent).unwrap() {
        Value::Array(list) => list[field.parse::<usize>().unwrap()] = value,
        object => object[field] = value,
    }
    files.insert(name, json.to_string().into_bytes());
    files
}

#[track_caller]
fn near(vector: &[f32], expected: [f32; 8]) {
    let apart = vector.iter().zip(expected).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
    assert!(vector.len() == 8 && apart < 2e-6, "{apart} in {vector:?}");
}

const BILL: [f32; 8] = [
    -0.074_097_5,
    -0.066_695_4,
    0.426_382_8,
    0.198_358_6,
    0.319_369_5,
    0.120_865_1,
    -0.374_835_2,
    -0.715_406_2,
];
const BILL_FIRST: [f32; 8] = [
    -0.076_249,
    -0.067_977_2,
    0.427_512_1,
    0.198_226_9,
    0.321_549_7,
    0.119_866_6,
    -0.375_274_6,
    -0.713_380_3,
];
const NOTHING: [f32; 8] = [
    0.085_798_1,
    0.093_965_6,
    0.312_403_8,
    0.137_020_5,
    0.122_156_3,
    0.087_267_9,
    -0.337_539_5,
    -0.854_966_4,
];
const LONG: [f32; 8] = [
    -0.104_562,
    -0.052_907_8,
    0.422_101_9,
    0.190_533_5,
    0.301_439,
    0.111_005,
    -0.380_243_1,
    -0.723_893_8,
];

#[test]
fn vectors_are_those_of_numpy() {
    let encoder = open(&files()).unwrap();
    assert_eq!(encoder.dimensions(), 8);
    // One after the other or together, each text has its own vector.
    let texts = ["", "The BILL of Rights", "rights voteing freedom, xyz café 東 京 . ."];
    let expected = [NOTHING, BILL, LONG];
    for (text, expected) in texts.into_iter().zip(expected) {
        near(&encoder.embed(&[text])[0], expected);
    }
    let many: Vec<&str> = texts.into_iter().cycle().take(1000).collect();
    for (vector, expected) in encoder.embed(&many).iter().zip(expected.into_iter().cycle()) {
        near(vector, expected);
    }
    assert!(encoder.embed(&[]).is_empty());
}

#[test]
fn the_first_piece_may_stand_for_a_text() {
    let mut files = with("1_Pooling/config.json", "/pooling_mode_cls_token", json!(true));
    assert!(open(&files).is_err());
    files.insert("1_Pooling/config.json", br#"{"pooling_mode_cls_token": true}"#.to_vec());
    near(&open(&files).unwrap().embed(&["the bill of rights"])[0], BILL_FIRST);
}

#[test]
fn a_model_may_say_nothing_of_how_much_it_reads() {
    let files = with("sentence_bert_config.json", "/max_seq_length", Value::Null);
    near(&open(&files).unwrap().embed(&["the bill of rights"])[0], BILL);
}

#[test]
fn numbers_may_be_written_in_sixteen_bits() {
    // Halves and quarters, which each way of writing them holds.
    let wide = [0.5_f32, -0.25, 1.5, 0.0, -1.0, 0.75, 2.0, -0.5];
    let half = [0x3800_u16, 0xb400, 0x3e00, 0, 0xbc00, 0x3a00, 0x4000, 0xb800];
    let upper = wide.map(|number| u16::try_from(number.to_bits() >> 16).unwrap());
    let [half, upper] = [half, upper].map(|all| all.map(u16::to_le_bytes).concat());
    let kinds = [("F32", wide.map(f32::to_le_bytes).concat()), ("F16", half), ("BF16", upper)];
    let vectors = kinds.map(|(kind, numbers)| {
        let (mut files, (mut header, tensors)) = (files(), parts(&files()[WEIGHTS]));
        let offsets = [tensors.len(), tensors.len() + numbers.len()];
        header["embeddings.LayerNorm.bias"]["data_offsets"] = json!(offsets);
        header["embeddings.LayerNorm.bias"]["dtype"] = json!(kind);
        files.insert(WEIGHTS, file(&header.to_string(), &[tensors, numbers].concat()));
        open(&files).unwrap().embed(&["the bill of rights"]).remove(0)
    });
    assert_eq!([&vectors[1], &vectors[2]], [&vectors[0]; 2]);
    assert_ne!(vectors[0], BILL);
}

#[test]
fn a_text_falls_into_the_pieces_that_are_known() {
    let encoder = open(&files()).unwrap();
    for (text, expected) in [
        ("the bill", &[4, 5][..]),
        ("rights rightsing votee", &[7, 7, 9 + 1, 11, 19]),
        ("THE,bill!the", &[4, 14, 5, 16, 4]),
        ("Cafe\u{301} CAFÉ", &[20, 20]),
        ("東京a", &[21, 22, 23]),
        ("thex xthe", &[1, 1]),
        ("##", &[17, 17]),
        ("t\u{0}h\u{200b}e\u{a0}\tbill\r\nof\u{fffd}", &[4, 5, 6]),
        ("[CLS]", &[1, 1, 1]),
        ("", &[]),
    ] {
        let pieces = encoder.pieces.encode(text, 99);
        assert_eq!(pieces[1..pieces.len() - 1], *expected, "{text:?}");
        assert_eq!((pieces[0], pieces[pieces.len() - 1]), (2, 3));
    }
    let long = format!("vote{}", "e".repeat(96));
    assert_eq!(encoder.pieces.encode(&long, 200).len(), 2 + 1 + 96);
    assert_eq!(encoder.pieces.encode(&format!("{long}e"), 200), [2, 1, 3]);
    assert_eq!(encoder.pieces.encode("the bill of the bill", 5), [2, 4, 5, 6, 3]);
}

#[test]
fn pieces_may_stand_in_the_tokenizer_instead() {
    let mut files = files();
    files.remove("vocab.txt");
    let list: serde_json::Map<String, Value> =
        PIECES.iter().zip(0..).map(|(piece, n)| ((*piece).to_owned(), json!(n))).collect();
    let tokenizer = json!({"model": {"type": "WordPiece", "vocab": list}});
    files.insert("tokenizer.json", tokenizer.to_string().into_bytes());
    near(&open(&files).unwrap().embed(&["the bill of rights"])[0], BILL);
    // But not where there is a list that cannot be read.
    let file = |name: &str| match files.get(name).cloned() {
        Some(bytes) => Ok(bytes),
        None if name == "vocab.txt" => Err(io::ErrorKind::PermissionDenied.into()),
        None => Err(io::ErrorKind::NotFound.into()),
    };
    let opened = Encoder::read(file, || file(WEIGHTS).map(Cursor::new));
    assert_eq!(opened.map(|_| ()).unwrap_err().0, "vocab.txt");
}

#[test]
fn weights_that_overflow_are_refused() {
    let mut files = files();
    let weights = files.get_mut(WEIGHTS).unwrap();
    let tensors = usize::try_from(u64::from_le_bytes(*weights.first_chunk().unwrap())).unwrap();
    for number in weights[8 + tensors..].as_chunks_mut().0 {
        *number = (f32::from_le_bytes(*number) * 1e38).to_le_bytes();
    }
    assert_eq!(
        open(&files).map(|_| ()).unwrap_err(),
        "model.safetensors: the numbers are so large that they overflow"
    );
}

#[test]
fn a_folder_is_opened() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    fs::create_dir(folder.join("1_Pooling")).unwrap();
    let missing = Encoder::open(folder).map(|_| ()).unwrap_err().to_string();
    assert!(missing.contains("config.json: cannot be read: "), "{missing}");
    for (name, bytes) in files() {
        fs::write(folder.join(name), bytes).unwrap();
    }
    near(&Encoder::open(folder).unwrap().embed(&["the bill of rights"])[0], BILL);
}

#[test]
fn another_kind_of_model_is_refused_in_a_sentence() {
    let config = |name: &str, value| with("config.json", &format!("/{name}"), value);
    let tensor = |path: &str, value| {
        let mut files = files();
        let (mut header, tensors) = parts(&files[WEIGHTS]);
        header["embeddings.LayerNorm.bias"][path] = value;
        files.insert(WEIGHTS, file(&header.to_string(), &tensors));
        files
    };
    let huge = u64::MAX;
    for (files, why) in [
        (
            config("model_type", json!("mpnet")),
            "config.json: model_type is mpnet, and only bert is run here",
        ),
        (
            config("hidden_act", json!("relu")),
            "config.json: hidden_act is relu, and only gelu is run here",
        ),
        (
            config("position_embedding_type", json!("relative")),
            "config.json: position_embedding_type is relative, and only absolute is run here",
        ),
        (
            config("num_attention_heads", json!(3)),
            "config.json: hidden_size, 8, cannot be shared by 3 heads",
        ),
        (
            config("hidden_size", json!(-1)),
            "config.json: hidden_size is missing, or is not a whole number above 0",
        ),
        (
            config("layer_norm_eps", json!("x")),
            "config.json: layer_norm_eps is missing, or is not between 0 and 1",
        ),
        (
            config("layer_norm_eps", json!(1e-60)),
            "config.json: layer_norm_eps is missing, or is not between 0 and 1",
        ),
        (
            config("max_position_embeddings", json!(2)),
            "config.json: 2 pieces of a text are too few to read",
        ),
        (
            config("vocab_size", json!(huge)),
            "model.safetensors: embeddings.word_embeddings.weight has another shape than [18446744073709551615, 8], which the config asks for",
        ),
        (
            config("num_hidden_layers", json!(huge)),
            "model.safetensors: has no tensor encoder.layer.2.attention.self.query.weight",
        ),
        (
            with("modules.json", "/2", json!({"type": "models.Dense"})),
            "modules.json: the modules are 'Transformer, Pooling, Dense'; Transformer, Pooling, Normalize are run here",
        ),
        (
            with("1_Pooling/config.json", "/pooling_mode_cls_token", json!(true)),
            "1_Pooling/config.json: either pooling_mode_mean_tokens or pooling_mode_cls_token has to be the only mode",
        ),
        (
            with("tokenizer_config.json", "/do_lower_case", json!(false)),
            "tokenizer_config.json: do_lower_case is false: only models for text in lower case, without accents, are run here",
        ),
        (
            with("sentence_bert_config.json", "/max_seq_length", json!("all")),
            "sentence_bert_config.json: max_seq_length is missing, or is not a whole number above 0",
        ),
        (
            with("sentence_bert_config.json", "/max_seq_length", json!(1)),
            "config.json: 1 pieces of a text are too few to read",
        ),
        (
            tensor("dtype", json!("F64")),
            "model.safetensors: embeddings.LayerNorm.bias is not made of F32, F16 or BF16 numbers",
        ),
        (
            tensor("data_offsets", json!([0, huge])),
            "model.safetensors: embeddings.LayerNorm.bias does not lie in the file where the header says",
        ),
        (
            tensor("data_offsets", json!([huge, huge - 32])),
            "model.safetensors: embeddings.LayerNorm.bias does not lie in the file where the header says",
        ),
        (
            tensor("shape", json!("x")),
            "model.safetensors: embeddings.LayerNorm.bias has another shape than [8], which the config asks for",
        ),
    ] {
        assert_eq!(open(&files).map(|_| ()).unwrap_err(), why);
    }
}

#[test]
fn broken_files_are_refused_in_a_sentence() {
    let replaced = |name: &'static str, bytes: &[u8]| {
        let mut files = files();
        files.insert(name, bytes.to_vec());
        open(&files).map(|_| ()).unwrap_err()
    };
    let huge = [&(1_u64 << 60).to_le_bytes()[..], b"{}"].concat();
    for (name, bytes, why) in [
        (WEIGHTS, &b"short"[..], "is too short to be a safetensors file"),
        (
            WEIGHTS,
            &huge,
            "a header of 1152921504606846976 bytes does not fit: it is cut short, or not a safetensors file",
        ),
        (WEIGHTS, &file("[1]", b""), "has no tensor embeddings.word_embeddings.weight"),
        (
            WEIGHTS,
            &file("{", b""),
            "the header is not JSON: EOF while parsing an object at line 1 column 1",
        ),
        ("vocab.txt", b"the\n[CLS]\n[SEP]", "has no piece [UNK]"),
        ("vocab.txt", b"\xff", "is not UTF-8 text"),
        (
            "vocab.txt",
            format!("{}\nmore", PIECES.join("\n")).as_bytes(),
            "has 25 pieces, and the model knows 24",
        ),
        (
            "vocab.txt",
            PIECES[..20].join("\n").as_bytes(),
            "has 20 pieces, and the model knows 24: it is cut short, or of another model",
        ),
        ("config.json", b"", "is not JSON: EOF while parsing a value at line 1 column 0"),
        ("config.json", b"{}", "has no model_type"),
    ] {
        assert_eq!(replaced(name, bytes), format!("{name}: {why}"));
    }
    let mut infinite = weights();
    let end = infinite.len();
    infinite[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(replaced(WEIGHTS, &infinite).ends_with("has numbers that are not finite"));
}

#[test]
fn any_bytes_are_a_model_or_refused() {
    let mut draw = Draw(7);
    let whole = files();
    let names: Vec<&'static str> = whole.keys().copied().collect();
    let (good, bad) = (Cell::new(0), Cell::new(0));
    for _ in 0..2000 {
        let mut files = whole.clone();
        let name = names[draw.below(names.len())];
        let bytes = files.get_mut(name).unwrap();
        for _ in 0..=draw.below(4) {
            let at = draw.below(bytes.len().clamp(1, 3000));
            match draw.below(4) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..(at + draw.below(9)).min(bytes.len()))),
                _ => bytes
                    .splice(at..(at + 1).min(bytes.len()), [u8::try_from(draw.below(256)).unwrap()])
                    .for_each(drop),
            }
        }
        match open(&files) {
            Ok(encoder) => {
                good.set(good.get() + 1);
                let vectors = encoder.embed(&["the bill, of\u{301} rights#"]);
                assert!(vectors.len() == 1 && vectors[0].iter().all(|x| x.is_finite()));
            }
            Err(error) => {
                bad.set(bad.get() + 1);
                assert!(error.len() < 300 && !error.contains('\n'), "{error}");
            }
        }
    }
    assert!(good.get() > 50 && bad.get() > 500, "{} and {}", good.get(), bad.get());
}
