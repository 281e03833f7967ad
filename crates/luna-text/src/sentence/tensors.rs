//! Files in the safetensors format: a header in JSON that says where each tensor
//! lies, then the tensors.

use std::io::{Read, Seek, SeekFrom};

use ndarray::{Array1, Array2};
use serde_json::Value;

use super::unreadable;

pub(super) struct Tensors<R> {
    source: R,
    header: Value,
    /// Where the tensors begin, and how many bytes they take.
    start: u64,
    len: u64,
}

/// The format allows no longer header, in bytes.
const LONGEST_HEADER: u64 = 100_000_000;

impl<R: Read + Seek> Tensors<R> {
    pub(super) fn read(mut source: R) -> Result<Tensors<R>, String> {
        let size = source.seek(SeekFrom::End(0)).map_err(|error| unreadable(&error))?;
        let start = bytes(&mut source, 0, 8.min(size))?;
        let Some(len) = start.first_chunk().map(|bytes| u64::from_le_bytes(*bytes)) else {
            return Err("is too short to be a safetensors file".to_owned());
        };
        if len > LONGEST_HEADER.min(size - 8) {
            return Err(format!(
                "a header of {len} bytes does not fit: it is cut short, or not a safetensors file"
            ));
        }
        let header = serde_json::from_slice(&bytes(&mut source, 8, len)?)
            .map_err(|error| format!("the header is not JSON: {error}"))?;
        Ok(Tensors { source, header, start: 8 + len, len: size - 8 - len })
    }

    pub(super) fn vector(&mut self, name: &str, len: usize) -> Result<Array1<f32>, String> {
        self.take(name, &[len]).map(Array1::from)
    }

    pub(super) fn matrix(
        &mut self,
        name: &str,
        rows: usize,
        columns: usize,
    ) -> Result<Array2<f32>, String> {
        let numbers = self.take(name, &[rows, columns])?;
        Array2::from_shape_vec((rows, columns), numbers).map_err(|error| format!("{name}: {error}"))
    }

    /// The numbers of a tensor that has this shape; not more than the file has.
    fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let prefixed = format!("bert.{name}");
        let entry = self.header.get(name).or_else(|| self.header.get(prefixed));
        let entry = entry.ok_or_else(|| format!("has no tensor {name}"))?;
        if entry.get("dtype").and_then(Value::as_str) != Some("F32") {
            return Err(format!("{name} is not made of numbers of 32 bits (F32)"));
        }
        let numbers = |key: &str| -> Option<Vec<u64>> {
            entry.get(key)?.as_array()?.iter().map(Value::as_u64).collect()
        };
        let wide: Vec<u64> = shape.iter().filter_map(|&n| u64::try_from(n).ok()).collect();
        if numbers("shape").as_ref() != Some(&wide) {
            return Err(format!(
                "{name} has another shape than {wide:?}, which the config asks for"
            ));
        }
        let size = wide.iter().try_fold(4, |size: u64, &n| size.checked_mul(n));
        match (numbers("data_offsets").as_deref(), size) {
            (Some(&[from, to]), Some(size))
                if to <= self.len && to.checked_sub(from) == Some(size) =>
            {
                let bytes = bytes(&mut self.source, self.start + from, size)?;
                let (numbers, _) = bytes.as_chunks();
                let numbers: Vec<f32> = numbers.iter().map(|&n| f32::from_le_bytes(n)).collect();
                match numbers.iter().all(|number| number.is_finite()) {
                    true => Ok(numbers),
                    false => Err(format!("{name} has numbers that are not finite")),
                }
            }
            _ => Err(format!("{name} does not lie in the file where the header says")),
        }
    }
}

/// So many bytes from a place on; they are known to be there.
fn bytes(source: &mut (impl Read + Seek), from: u64, len: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    source.seek(SeekFrom::Start(from)).map_err(|error| unreadable(&error))?;
    source.take(len).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    Ok(bytes)
}
