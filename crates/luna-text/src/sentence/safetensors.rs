//! Files in the safetensors format: a JSON header with the place of each tensor, then the tensors.

use std::io::{Read, Seek, SeekFrom};

use ndarray::{Array1, Array2};
use serde_json::Value;

use super::error::unreadable;

pub(super) struct SafeTensors<R> {
    source: R,
    header: Value,
    /// Start and length of the tensor data.
    start: u64,
    len: u64,
}

/// The limit of the format, in bytes.
const LONGEST_HEADER: u64 = 100_000_000;

impl<R: Read + Seek> SafeTensors<R> {
    pub(super) fn read(mut source: R) -> Result<SafeTensors<R>, String> {
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
        Ok(SafeTensors { source, header, start: 8 + len, len: size - 8 - len })
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

    /// Reads a tensor of a given shape, and never more than the file holds.
    fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let prefixed = format!("bert.{name}");
        let entry = self.header.get(name).or_else(|| self.header.get(prefixed));
        let entry = entry.ok_or_else(|| format!("has no tensor {name}"))?;
        let kind = entry.get("dtype").and_then(Value::as_str).and_then(Kind::parse);
        let kind = kind.ok_or_else(|| format!("{name} is not made of F32, F16 or BF16 numbers"))?;
        let numbers = |key: &str| -> Option<Vec<u64>> {
            entry.get(key)?.as_array()?.iter().map(Value::as_u64).collect()
        };
        let wide: Vec<u64> = shape.iter().filter_map(|&n| u64::try_from(n).ok()).collect();
        if numbers("shape").as_ref() != Some(&wide) {
            return Err(format!(
                "{name} has another shape than {wide:?}, which the config asks for"
            ));
        }
        let size = wide.iter().try_fold(kind.width(), |size: u64, &n| size.checked_mul(n));
        match (numbers("data_offsets").as_deref(), size) {
            (Some(&[from, to]), Some(size))
                if to <= self.len && to.checked_sub(from) == Some(size) =>
            {
                let bytes = bytes(&mut self.source, self.start + from, size)?;
                let numbers = kind.numbers(&bytes);
                match numbers.iter().all(|number| number.is_finite()) {
                    true => Ok(numbers),
                    false => Err(format!("{name} has numbers that are not finite")),
                }
            }
            _ => Err(format!("{name} does not lie in the file where the header says")),
        }
    }
}

/// Number formats.
#[derive(Clone, Copy)]
enum Kind {
    F32,
    F16,
    /// The upper half of an F32.
    Bf16,
}

impl Kind {
    fn parse(name: &str) -> Option<Kind> {
        match name {
            "F32" => Some(Kind::F32),
            "F16" => Some(Kind::F16),
            "BF16" => Some(Kind::Bf16),
            _ => None,
        }
    }

    /// In bytes.
    fn width(self) -> u64 {
        match self {
            Kind::F32 => 4,
            Kind::F16 | Kind::Bf16 => 2,
        }
    }

    fn numbers(self, bytes: &[u8]) -> Vec<f32> {
        let halves = || bytes.as_chunks().0.iter().map(|&half| u16::from_le_bytes(half));
        match self {
            Kind::F32 => bytes.as_chunks().0.iter().map(|&n| f32::from_le_bytes(n)).collect(),
            Kind::F16 => halves().map(half).collect(),
            Kind::Bf16 => halves().map(|half| f32::from_bits(u32::from(half) << 16)).collect(),
        }
    }
}

/// Converts an IEEE half-precision number: a sign, five bits of exponent and ten of fraction.
fn half(bits: u16) -> f32 {
    let (sign, exponent) = (u32::from(bits >> 15) << 31, u32::from(bits >> 10 & 0x1f));
    let fraction = bits & 0x3ff;
    let wide = u32::from(fraction) << 13;
    match exponent {
        // Subnormal.
        0 => f32::from_bits(sign | (f32::from(fraction) * 2_f32.powi(-24)).to_bits()),
        31 => f32::from_bits(sign | 0x7f80_0000 | wide),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | wide),
    }
}

/// Reads a range of bytes that is known to exist.
fn bytes(source: &mut (impl Read + Seek), from: u64, len: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    source.seek(SeekFrom::Start(from)).map_err(|error| unreadable(&error))?;
    source.take(len).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_the_numbers_that_ieee_says() {
        for (bits, number) in [
            (0x0000, 0.0),
            (0x0001, 5.960_464_5e-8),
            (0x03ff, 6.097_555e-5),
            (0x0400, 6.103_515_6e-5),
            (0x3555, 0.333_251_95),
            (0x3c00, 1.0),
            (0x7bff, 65_504.0),
            (0x7c00, f32::INFINITY),
        ] {
            assert_eq!(half(bits).to_bits(), f32::to_bits(number), "{bits:x}");
            assert_eq!(half(bits | 0x8000).to_bits(), f32::to_bits(-number), "{bits:x}");
        }
        assert!(half(0x7c01).is_nan());
        assert_eq!(Kind::Bf16.numbers(&[0x80, 0x3f, 0x49, 0xc0]), [1.0, -3.140_625]);
    }
}
