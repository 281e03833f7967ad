//! Normal numbers by the ziggurat of Marsaglia and Tsang: the bell is cut into
//! 256 layers of equal area, and nearly every draw costs one random number, one
//! multiplication and one comparison.

use std::sync::LazyLock;

use luna_core::rng::Chance;

const LAYERS: usize = 256;
/// The start of the tail and the area of each layer, by which the uppermost layer ends at the top
/// of the bell.
const TAIL: f64 = 3.654_152_885_361_009;
const AREA: f64 = 0.004_928_673_233_992_336;

/// The table of the layers: how far out each reaches, and how high it begins.
#[derive(Debug)]
pub struct Bell {
    layers: [Layer; LAYERS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Layer {
    /// The width of the layer, and the width within which the bell surely covers it.
    width: f64,
    inner: f64,
    /// The height of the bell at these two.
    low: f64,
    high: f64,
}

static BELL: LazyLock<Bell> = LazyLock::new(Bell::new);

impl Bell {
    /// The one table.
    pub fn get() -> &'static Bell {
        &BELL
    }

    fn new() -> Bell {
        let mut layers = [Layer::default(); LAYERS];
        // The lowest layer holds the tail as well; its width is as if it did not.
        let mut width = AREA / height(TAIL);
        let mut inner = TAIL;
        for layer in &mut layers {
            *layer = Layer { width, inner, low: height(width), high: height(inner) };
            width = inner;
            let next = AREA / width + height(width);
            inner = if next < 1.0 { (-2.0 * next.ln()).sqrt() } else { 0.0 };
        }
        Bell { layers }
    }

    /// From the standard normal distribution.
    #[inline]
    pub fn draw(&self, chance: &mut Chance) -> f64 {
        loop {
            let bits = chance.bits();
            let [at, ..] = bits.to_le_bytes();
            let layer = &self.layers[usize::from(at)];
            let x = both_sides(bits) * layer.width;
            if x.abs() < layer.inner {
                return x;
            }
            if at == 0 {
                return tail(chance).copysign(x);
            }
            if layer.low + (layer.high - layer.low) * chance.unit() < height(x) {
                return x;
            }
        }
    }
}

/// At least -1 and below 1, from all but the twelve lowest bits.
fn both_sides(bits: u64) -> f64 {
    f64::from_bits((bits >> 12) | 0x4000_0000_0000_0000) - 3.0
}

fn height(x: f64) -> f64 {
    (-0.5 * x * x).exp()
}

/// Beyond the lowest layer, by Marsaglia's way with two exponentials.
#[cold]
fn tail(chance: &mut Chance) -> f64 {
    loop {
        let beyond = -(1.0 - chance.unit()).ln() / TAIL;
        if -2.0 * (1.0 - chance.unit()).ln() > beyond * beyond {
            return TAIL + beyond;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luna_learn::float;

    #[test]
    fn the_layers_meet_at_the_top() {
        let bell = Bell::get();
        let top = bell.layers.last().unwrap();
        assert!((AREA / top.width + top.low - 1.0).abs() < 1e-9);
        assert!(top.inner < 1e-4);
        for pair in bell.layers.windows(2) {
            assert!(pair[1].width.to_bits() == pair[0].inner.to_bits());
        }
    }

    #[test]
    fn draws_are_normal() {
        let (bell, mut chance) = (Bell::get(), Chance::from_seed(3));
        let mut draws: Vec<f64> = (0..400_000).map(|_| bell.draw(&mut chance)).collect();
        let count = float(draws.len());
        let moment = |power: i32| draws.iter().map(|x| x.powi(power)).sum::<f64>() / count;
        // Each within five standard errors of what it is for a normal number.
        for (power, expected, variance) in
            [(1, 0.0, 1.0), (2, 1.0, 2.0), (3, 0.0, 15.0), (4, 3.0, 96.0), (6, 15.0, 10_170.0)]
        {
            let far = (moment(power) - expected).abs();
            assert!(far < 5.0 * f64::sqrt(variance / count), "moment {power} is {far} off");
        }
        draws.sort_by(f64::total_cmp);
        // Levels of the normal distribution, the last two in the tail.
        for (at, level) in [
            (-1.0, 0.158_655_253_931),
            (0.0, 0.5),
            (0.674_489_750_196, 0.75),
            (2.0, 0.977_249_868_052),
            (3.0, 0.998_650_101_968),
            (3.8, 0.999_927_651_956),
        ] {
            let below = float(draws.partition_point(|&x| x < at)) / count;
            let allowed = 5.0 * (level * (1.0 - level) / count).sqrt();
            assert!((below - level).abs() < allowed, "{below} of the draws are below {at}");
        }
    }
}
