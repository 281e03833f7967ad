//! PNG images from SVG without text.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The reason that a chart has no PNG image, such as a size beyond all memory.
#[derive(Clone, Debug)]
pub struct RasterError(String);

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot draw the chart in pixels: {}", self.0)
    }
}

impl std::error::Error for RasterError {}

/// Converts an SVG document to a PNG image with so many pixels per unit. Text in it is not drawn.
pub(crate) fn rasterize(svg: &str, scale: f32) -> Result<Vec<u8>, RasterError> {
    let failed = |error: &dyn fmt::Display| RasterError(error.to_string());
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| failed(&"no size"))?;
    let mut pixels =
        Pixmap::new(size.width(), size.height()).ok_or_else(|| failed(&"it is too large"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
