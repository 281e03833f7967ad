//! A chart that is done: for a page, as a file of its own, and in numbers.

use crate::Frame;
use crate::ink::{GROUND, Ink};
use crate::lettering::width;
use crate::pixels::Canvas;
use crate::png::png;
use crate::scene::{Anchor, Form, Scene, Shape, WIDTH};
use crate::svg::{Manner, element, hex, text_size};
use crate::table::Table;
use crate::text::{escape, number, wrapped};

/// Around a chart that stands alone.
const MARGIN: f64 = 16.0;
const TITLE_LINE: f64 = 32.0;

/// The same data make the same bytes, whichever way it is shown.
#[derive(Clone, Debug)]
pub struct Chart {
    id: String,
    title: String,
    description: String,
    scene: Scene,
    table: Table,
}

impl Chart {
    /// `left_out` counts values that are no numbers; the description owns up to them.
    pub(crate) fn new(frame: &Frame<'_>, scene: Scene, table: Table, left_out: usize) -> Chart {
        let note = match left_out {
            0 => "",
            1 => " One value is no number and is left out.",
            _ => &format!(" {left_out} values are no numbers and are left out."),
        };
        Chart {
            id: frame.id.to_owned(),
            title: frame.title.to_owned(),
            description: format!("{}{note}", frame.description).trim_start().to_owned(),
            scene,
            table,
        }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    /// What the chart shows, and how many values it had to leave out.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Every value that is drawn.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// SVG for the middle of a page. Colours are the page's: a shape carries a
    /// class, never a style, so that one stylesheet serves light and dark.
    pub fn page(&self) -> String {
        let view = [0.0, 0.0, WIDTH, self.scene.height];
        let shapes: String =
            self.scene.shapes.iter().map(|shape| element(shape, Manner::Page)).collect();
        format!("{}{shapes}</svg>", self.opening(" class=\"chart\"", view))
    }

    /// SVG that stands alone, with its title, on white, without any font.
    pub fn svg(&self) -> String {
        let view @ [x, y, width, height] = self.view();
        let [ground, x, y] = [hex(GROUND), number(x), number(y)];
        let [wide, high] = [width, height].map(number);
        let size = format!(" width=\"{wide}\" height=\"{high}\"");
        let shapes = self.titled().map(|shape| element(&shape, Manner::File));
        format!(
            "{}<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{ground}\"/>\
             <g stroke-linecap=\"round\" stroke-linejoin=\"round\">{}</g></svg>\n",
            self.opening(&size, view),
            shapes.collect::<String>()
        )
    }

    /// The same picture as [`Chart::svg`] in pixels, two for each of its units.
    pub fn png(&self) -> Vec<u8> {
        let [x, y, width, height] = self.view();
        let mut canvas = Canvas::new((x, y), [width, height]);
        for shape in self.titled() {
            canvas.draw(&shape);
        }
        png(canvas.width(), canvas.rows())
    }

    fn opening(&self, look: &str, view: [f64; 4]) -> String {
        let [id, title, description] =
            [&self.id, &self.title, &self.description].map(|it| escape(it));
        let view = view.map(number).join(" ");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{look} viewBox=\"{view}\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-desc\">\
             <title id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{description}</desc>"
        )
    }

    /// Left, top, width and height of the chart with its title above it.
    fn view(&self) -> [f64; 4] {
        let above = self.title_lines().iter().fold(MARGIN, |above, _| above + TITLE_LINE);
        [-MARGIN, -above, WIDTH + 2.0 * MARGIN, above + self.scene.height + MARGIN]
    }

    fn title_lines(&self) -> Vec<String> {
        wrapped(&self.title, WIDTH, |words| width(words, text_size(Ink::Title)))
    }

    fn titled(&self) -> impl Iterator<Item = Shape> {
        let lines = self.title_lines();
        let first = lines.iter().fold(20.0, |y, _| y - TITLE_LINE);
        let places = std::iter::successors(Some(first), |y| Some(y + TITLE_LINE));
        let title = lines.into_iter().zip(places).map(|(words, y)| Shape {
            ink: Ink::Title,
            form: Form::Words(Anchor::Start, (0.0, y - 4.0), words),
        });
        title.chain(self.scene.shapes.iter().cloned())
    }
}
