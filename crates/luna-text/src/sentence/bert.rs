//! The BERT encoder: transformer layers with self-attention.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};
use std::io::{Read, Seek};
use std::ops::Range;

use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayView2, ArrayViewMut2, Axis, Slice};

use super::config::{Pooling, Shape};
use super::safetensors::SafeTensors;

pub(super) struct Bert {
    words: Array2<f32>,
    places: Array2<f32>,
    /// Embedding of the first token type, the only one in use.
    kind: Array1<f32>,
    norm: Norm,
    layers: Vec<Layer>,
    heads: usize,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    attended_norm: Norm,
    inner: Linear,
    outer: Linear,
    outer_norm: Norm,
}

struct Linear {
    /// One row per output.
    weight: Array2<f32>,
    bias: Array1<f32>,
}

struct Norm {
    weight: Array1<f32>,
    bias: Array1<f32>,
    epsilon: f32,
}

impl Bert {
    pub(super) fn read<R: Read + Seek>(
        tensors: &mut SafeTensors<R>,
        shape: &Shape,
    ) -> Result<Bert, String> {
        let hidden = shape.hidden;
        let mut embeddings = |name: &str, rows| {
            tensors.matrix(&format!("embeddings.{name}_embeddings.weight"), rows, hidden)
        };
        let words = embeddings("word", shape.words)?;
        let places = embeddings("position", shape.places)?;
        let kind = embeddings("token_type", shape.kinds)?.row(0).to_owned();
        let norm = Norm::read(tensors, "embeddings", shape)?;
        let layers = (0..shape.layers).map(|nth| Layer::read(tensors, nth, shape));
        let layers = layers.collect::<Result<Vec<Layer>, String>>()?;
        Ok(Bert { words, places, kind, norm, layers, heads: shape.heads })
    }

    pub(super) fn dimensions(&self) -> usize {
        self.kind.len()
    }

    /// Embeds each text as a unit vector. The texts fit the model's positions, and their tokens its
    /// vocabulary.
    pub(super) fn embed(&self, texts: &[&[usize]], pooling: Pooling) -> Vec<Vec<f32>> {
        let mut rows = Vec::new();
        let mut spans: Vec<Range<usize>> = Vec::new();
        for text in texts {
            let from = spans.last().map_or(0, |span| span.end);
            spans.push(from..from + text.len());
            rows.extend(text.iter().zip(self.places.rows()));
        }
        let mut state = Array2::zeros((rows.len(), self.dimensions()));
        for (mut state, (&piece, to_usize)) in state.rows_mut().into_iter().zip(rows) {
            state += &self.words.row(piece);
            state += &self.kind;
            state += &to_usize;
        }
        self.norm.apply(&mut state);
        for layer in &self.layers {
            layer.apply(&mut state, &spans, self.heads);
        }
        let vector = |span| {
            let pieces = between(&state, &span);
            let vector = match pooling {
                Pooling::Mean => pieces.mean_axis(Axis(0)).unwrap_or_default(),
                Pooling::First => pieces.row(0).to_owned(),
            };
            let length = vector.dot(&vector).sqrt();
            // Extreme weights overflow.
            match length.is_finite() && length > 0.0 {
                true => (vector / length).to_vec(),
                false => vec![0.0; self.dimensions()],
            }
        };
        spans.into_iter().map(vector).collect()
    }
}

impl Layer {
    fn read<R: Read + Seek>(
        tensors: &mut SafeTensors<R>,
        nth: usize,
        shape: &Shape,
    ) -> Result<Layer, String> {
        let name = |part: &str| format!("encoder.layer.{nth}.{part}");
        let mut linear = |part: &str, to, from| Linear::read(tensors, &name(part), to, from);
        let (hidden, inner) = (shape.hidden, shape.inner);
        Ok(Layer {
            query: linear("attention.self.query", hidden, hidden)?,
            key: linear("attention.self.key", hidden, hidden)?,
            value: linear("attention.self.value", hidden, hidden)?,
            attended: linear("attention.output.dense", hidden, hidden)?,
            inner: linear("intermediate.dense", inner, hidden)?,
            outer: linear("output.dense", hidden, inner)?,
            attended_norm: Norm::read(tensors, &name("attention.output"), shape)?,
            outer_norm: Norm::read(tensors, &name("output"), shape)?,
        })
    }

    fn apply(&self, state: &mut Array2<f32>, texts: &[Range<usize>], heads: usize) {
        *state += &self.attended.apply(&self.attend(state, texts, heads));
        self.attended_norm.apply(state);
        let mut inner = self.inner.apply(state);
        inner.mapv_inplace(gelu);
        *state += &self.outer.apply(&inner);
        self.outer_norm.apply(state);
    }

    /// Multi-head self-attention within each text.
    fn attend(&self, state: &Array2<f32>, texts: &[Range<usize>], heads: usize) -> Array2<f32> {
        let query = self.query.apply(state);
        let (key, value) = (self.key.apply(state), self.value.apply(state));
        let mut found = Array2::zeros(state.dim());
        let width = state.ncols() / heads;
        let scale = f32::from(u16::try_from(width).unwrap_or(u16::MAX)).sqrt().recip();
        for text in texts {
            let mut weights = Array2::zeros((text.len(), text.len()));
            for head in (0..heads).map(|head| head * width..(head + 1) * width) {
                let part = |of| columns(between(of, text), &head);
                general_mat_mul(scale, &part(&query), &part(&key).t(), 0.0, &mut weights);
                softmax(&mut weights);
                let rows = found.slice_axis_mut(Axis(0), Slice::from(text.clone()));
                let mut found = columns_mut(rows, &head);
                general_mat_mul(1.0, &weights, &part(&value), 0.0, &mut found);
            }
        }
        found
    }
}

impl Linear {
    fn read<R: Read + Seek>(
        tensors: &mut SafeTensors<R>,
        name: &str,
        to: usize,
        from: usize,
    ) -> Result<Linear, String> {
        let weight = tensors.matrix(&format!("{name}.weight"), to, from)?;
        let weight = weight.t().as_standard_layout().into_owned();
        Ok(Linear { weight, bias: tensors.vector(&format!("{name}.bias"), to)? })
    }

    fn apply(&self, state: &Array2<f32>) -> Array2<f32> {
        state.dot(&self.weight) + &self.bias
    }
}

impl Norm {
    fn read<R: Read + Seek>(
        tensors: &mut SafeTensors<R>,
        name: &str,
        shape: &Shape,
    ) -> Result<Norm, String> {
        let mut vector = |part| tensors.vector(&format!("{name}.LayerNorm.{part}"), shape.hidden);
        Ok(Norm { weight: vector("weight")?, bias: vector("bias")?, epsilon: shape.epsilon })
    }

    /// Layer normalisation.
    fn apply(&self, state: &mut Array2<f32>) {
        for mut row in state.rows_mut() {
            let mean = row.mean().unwrap_or(0.0);
            row -= mean;
            let variance = row.pow2().mean().unwrap_or(0.0);
            row *= (variance + self.epsilon).sqrt().recip();
            row *= &self.weight;
            row += &self.bias;
        }
    }
}

fn between<'a>(rows: &'a Array2<f32>, text: &Range<usize>) -> ArrayView2<'a, f32> {
    rows.slice_axis(Axis(0), Slice::from(text.clone()))
}

fn columns<'a>(mut rows: ArrayView2<'a, f32>, head: &Range<usize>) -> ArrayView2<'a, f32> {
    rows.slice_axis_inplace(Axis(1), Slice::from(head.clone()));
    rows
}

fn columns_mut<'a>(
    mut rows: ArrayViewMut2<'a, f32>,
    head: &Range<usize>,
) -> ArrayViewMut2<'a, f32> {
    rows.slice_axis_inplace(Axis(1), Slice::from(head.clone()));
    rows
}

/// Softmax of each row.
fn softmax(weights: &mut Array2<f32>) {
    for mut row in weights.rows_mut() {
        let most = row.fold(f32::NEG_INFINITY, |most, &x| most.max(x));
        row.mapv_inplace(|x| (x - most).exp());
        let sum = row.sum();
        row /= sum;
    }
}

/// The activation function GELU.
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * FRAC_1_SQRT_2))
}

/// The error function, to 4e-7: a rational approximation between -4 and 4, constant beyond. It has
/// no branches, so the compiler vectorises it.
fn erf(x: f32) -> f32 {
    const ABOVE: [f32; 6] =
        [1.974_852e-6, 0.000_288_039_77, 0.004_003_55, 0.053_467_177, 0.196_246_67, FRAC_2_SQRT_PI];
    const BELOW: [f32; 6] =
        [3.748_101e-5, 0.001_216_337_8, 0.015_444_227, 0.116_475_47, 0.507_250_25, 1.0];
    let x = x.clamp(-4.0, 4.0);
    let square = x * x;
    let polynomial = |terms: [f32; 6]| terms.into_iter().fold(0.0, |sum, term| sum * square + term);
    (x * polynomial(ABOVE) / polynomial(BELOW)).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_is_near() {
        // From Python's math.erf.
        for (x, expected) in [
            (0.0, 0.000_000_0),
            (0.1, 0.112_462_9),
            (0.5, 0.520_499_9),
            (0.9, 0.796_908_2),
            (1.4, 0.952_285_1),
            (2.0, 0.995_322_3),
            (2.7, 0.999_865_7),
            (3.5, 0.999_999_3),
            (3.99, 1.000_000_0),
            (4.01, 1.000_000_0),
            (1e30, 1.0),
        ] {
            assert!((erf(x) - expected).abs() < 5e-7, "{x}");
            assert_eq!(erf(-x).to_bits(), (-erf(x)).to_bits());
        }
    }
}
