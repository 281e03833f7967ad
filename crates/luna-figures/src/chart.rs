//! A finished chart: for a page, as a file, and as a table.

use crate::frame::Frame;
use crate::scene::font::{TEXT_SIZE, TITLE_SIZE, width};
use crate::scene::png::{RasterError, rasterize};
use crate::scene::style::Style;
use crate::scene::svg::{element, outlined};
use crate::scene::text::{escape, number, wrapped};
use crate::scene::{Anchor, Form, Layout, Scene, Shape};
use crate::stylesheet;
use crate::table::Table;

/// The margin of a chart in a file.
const MARGIN: f64 = 16.0;
const TITLE_LINE: f64 = 24.0;

/// Fonts of a file, the first of which PNG images are drawn with.
const FONTS: &str = "Inter, 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

/// A chart, drawn for pages with tables, and for wide and narrow columns. The same data give the same bytes.
#[derive(Clone, Debug)]
pub struct Chart {
    id: String,
    title: String,
    description: String,
    broad: Scene,
    wide: Scene,
    narrow: Scene,
    table: Table,
}

impl Chart {
    /// `left_out` counts the values that are not finite; the description mentions them.
    pub(crate) fn new(
        frame: &Frame<'_>,
        draw: impl Fn(Layout) -> Scene,
        table: Table,
        left_out: usize,
    ) -> Chart {
        let note = match left_out {
            0 => "",
            1 => " One value is not a number and is left out.",
            _ => &format!(" {left_out} values are not numbers and are left out."),
        };
        Chart {
            id: frame.id.to_owned(),
            title: frame.title.to_owned(),
            description: format!("{}{note}", frame.description).trim_start().to_owned(),
            broad: draw(Layout::Broad),
            wide: draw(Layout::Wide),
            narrow: draw(Layout::Narrow),
            table,
        }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    /// The chart in words, with the number of values that it had to leave out.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The values of the chart.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns SVG for a page with [`STYLESHEET`](crate::STYLESHEET), as the content of a
    /// `figure`: the chart for wide columns and for narrow ones, of which one is shown.
    pub fn page(&self) -> String {
        [self.drawing("wide", &self.wide, &self.words()), self.drawing("narrow", &self.narrow, "")]
            .concat()
    }

    /// Returns [`Chart::page`] for a page that may be wider than a column of text: with a chart
    /// that takes this width, if it gains by it.
    pub fn wide_page(&self) -> String {
        let mut page = self.page();
        if self.broad.width > self.wide.width {
            page.push_str(&self.drawing("broad", &self.broad, ""));
        }
        page
    }

    fn drawing(&self, class: &str, scene: &Scene, words: &str) -> String {
        let view = [0.0, 0.0, scene.width, scene.height];
        let opening = self.opening(&format!(" class=\"chart {class}\""), view);
        format!("{opening}{words}{}</svg>", elements(&scene.shapes, element))
    }

    /// Returns an SVG file, with the title and a style of its own, on white.
    pub fn svg(&self) -> String {
        self.file(element)
    }

    /// Returns one SVG file with these charts beside each other.
    pub fn panels(charts: &[Chart]) -> String {
        let (mut across, mut most, mut inner) = (0.0, 0.0_f64, String::new());
        for chart in charts {
            let [_, _, width, height] = chart.view();
            let place = format!("<svg x=\"{}\"", number(across));
            inner.push_str(&chart.svg().trim_end().replacen("<svg", &place, 1));
            across += width;
            most = most.max(height);
        }
        let (width, height) = (number(across), number(most));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" \
             fill=\"#ffffff\"/>{inner}</svg>\n"
        )
    }

    /// Returns [`Chart::svg`] as a PNG image with two pixels per unit.
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        rasterize(&self.file(outlined), 2.0)
    }

    /// The file, with each shape as `element` writes it.
    fn file(&self, element: fn(&Shape) -> String) -> String {
        let view @ [x, y, width, height] = self.view();
        let look = format!(
            " class=\"chart\" width=\"{}\" height=\"{}\" font-family=\"{FONTS}\"",
            number(width),
            number(height)
        );
        let ground = Shape { style: Style::Ground, form: Form::Block([x, y, width, height]) };
        format!(
            "{}{}<style>{}</style>{}{}{}</svg>\n",
            self.opening(&look, view),
            self.words(),
            *stylesheet::FILE,
            element(&ground),
            elements(&self.heading(), element),
            elements(&self.wide.shapes, element)
        )
    }

    fn opening(&self, look: &str, view: [f64; 4]) -> String {
        let (id, view) = (escape(&self.id), view.map(number).join(" "));
        let size = number(TEXT_SIZE);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{look} viewBox=\"{view}\" font-size=\"{size}\" \
             role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">"
        )
    }

    /// The title and the description, which name the narrow chart too.
    fn words(&self) -> String {
        let [id, title, description] =
            [&self.id, &self.title, &self.description].map(|it| escape(it));
        format!(
            "<title id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{description}</desc>"
        )
    }

    /// Left, top, width and height of the chart with its title above it.
    fn view(&self) -> [f64; 4] {
        let above = self.title_lines().iter().fold(MARGIN, |above, _| above + TITLE_LINE);
        let Scene { width, height, .. } = self.wide;
        [-MARGIN, -above, width + 2.0 * MARGIN, above + height + MARGIN]
    }

    fn title_lines(&self) -> Vec<String> {
        wrapped(&self.title, self.wide.width, |text| width(text, TITLE_SIZE))
    }

    fn heading(&self) -> Vec<Shape> {
        let lines = self.title_lines();
        let first = lines.iter().fold(12.0, |y, _| y - TITLE_LINE);
        let places = std::iter::successors(Some(first), |y| Some(y + TITLE_LINE));
        let line = |(text, y)| Shape {
            style: Style::Title,
            form: Form::Text(Anchor::Start, (0.0, y), text),
        };
        lines.into_iter().zip(places).map(line).collect()
    }
}

fn elements(shapes: &[Shape], element: fn(&Shape) -> String) -> String {
    shapes.iter().map(element).collect()
}
