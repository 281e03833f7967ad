//! Weightings of a space, and the parts of it that scores come from.

use luna_learn::analogy_space::{Reconstruction, Weighting};
use luna_machines::common_sense::LinkWeight;

/// All that a space depends on but for the number of its dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceSetting {
    pub weight: LinkWeight,
    pub weighting: Weighting,
}

/// One way to score assertions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    pub space: SpaceSetting,
    pub reconstruction: Reconstruction,
}

impl Setting {
    /// As Divisi2 evaluates its own space.
    pub const PUBLISHED: Setting = Setting {
        space: SpaceSetting { weight: LinkWeight::Votes, weighting: Weighting::PUBLISHED },
        reconstruction: Reconstruction { dimensions: 100, values: 1.0, rows: 0.0 },
    };

    /// The setting in words.
    pub fn words(&self) -> String {
        let Weighting { rows, columns, association } = self.space.weighting;
        let Reconstruction { dimensions, values, rows: by_row } = self.reconstruction;
        let weight = match self.space.weight {
            LinkWeight::Votes => "weights by votes",
            LinkWeight::Sign => "weights of 1 and -1",
        };
        let beside = match association {
            0.0 => String::new(),
            association => format!(", association {association}"),
        };
        format!(
            "{weight}, norms to {rows} and {columns}{beside}, k = {dimensions}, values to {values}, \
             scores by row norms to {by_row}"
        )
    }
}

/// The settings to choose from: the published one, and more or less of each of its parts.
pub fn grid() -> Vec<Setting> {
    let mut all = Vec::new();
    for weight in [LinkWeight::Votes, LinkWeight::Sign] {
        for power in [0.5, 0.75] {
            for association in [0.0, 0.5] {
                let weighting = Weighting { rows: power, columns: power, association };
                for dimensions in [50, 100, 150] {
                    for values in [1.0, 1.5, 2.0] {
                        for rows in [-0.25, 0.0, 0.25] {
                            let reconstruction = Reconstruction { dimensions, values, rows };
                            let space = SpaceSetting { weight, weighting };
                            all.push(Setting { space, reconstruction });
                        }
                    }
                }
            }
        }
    }
    all
}
