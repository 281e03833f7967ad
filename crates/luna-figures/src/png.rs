//! PNG images from the SVG files of charts.

use std::fmt;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};

use crate::font;

/// Pixels per unit of the drawing.
const SCALE: f32 = 2.0;

/// The reason that a chart has no PNG image, such as a size beyond all memory.
#[derive(Clone, Debug)]
pub struct RasterError(String);

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot draw the chart in pixels: {}", self.0)
    }
}

impl std::error::Error for RasterError {}

/// Draws with the embedded font alone, so that every machine draws the same.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(font::BYTES)));
    Options { fontdb: Arc::new(fonts), ..Options::default() }
});

/// Converts an SVG document to a PNG image.
pub(crate) fn rasterize(svg: &str) -> Result<Vec<u8>, RasterError> {
    let failed = |error: &dyn fmt::Display| RasterError(error.to_string());
    let tree = Tree::from_str(svg, &OPTIONS).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| failed(&"no size"))?;
    let mut pixels =
        Pixmap::new(size.width(), size.height()).ok_or_else(|| failed(&"it is too large"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
