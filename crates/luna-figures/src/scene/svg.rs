//! Shapes as elements of SVG.

use crate::scene::font::{TEXT_SIZE, TITLE_SIZE};
use crate::scene::outline::outline;
use crate::scene::style::Style;
use crate::scene::text::{escape, number};
use crate::scene::{Anchor, Form, Point, Shape};

/// Returns the element of a shape.
pub(crate) fn element(Shape { style, form }: &Shape) -> String {
    let class = style.class();
    match form {
        Form::Rule([x1, y1, x2, y2]) => {
            tag("line", &class, &[("x1", *x1), ("y1", *y1), ("x2", *x2), ("y2", *y2)])
        }
        Form::Path(places) => {
            format!("<polyline class=\"{class}\" fill=\"none\" points=\"{}\"/>", corners(places))
        }
        Form::Area(places) => {
            format!("<polygon class=\"{class}\" points=\"{}\"/>", corners(places))
        }
        Form::Block([x, y, width, height]) => {
            let place = [("x", *x), ("y", *y), ("width", *width), ("height", *height)];
            tag("rect", &class, &place)
        }
        Form::Circle((x, y), radius) => {
            tag("circle", &class, &[("cx", *x), ("cy", *y), ("r", *radius)])
        }
        Form::Text(anchor, place, text) => text_element(*style, *anchor, *place, text),
    }
}

/// Returns the element of a shape, with text as the outlines of its letters.
pub(crate) fn outlined(shape: &Shape) -> String {
    match &shape.form {
        Form::Text(anchor, place, text) => {
            let size = match shape.style {
                Style::Title => TITLE_SIZE,
                _ => TEXT_SIZE,
            };
            let path = outline(text, size, *anchor, *place);
            format!("<path class=\"{}\" d=\"{path}\"/>", shape.style.class())
        }
        _ => element(shape),
    }
}

fn tag(name: &str, class: &str, places: &[(&str, f64)]) -> String {
    let places: Vec<String> =
        places.iter().map(|&(key, place)| format!(" {key}=\"{}\"", number(place))).collect();
    format!("<{name} class=\"{class}\"{}/>", places.concat())
}

fn corners(places: &[Point]) -> String {
    let corners = places.iter().map(|&(x, y)| format!("{},{}", number(x), number(y)));
    corners.collect::<Vec<_>>().join(" ")
}

fn text_element(style: Style, anchor: Anchor, (x, y): Point, text: &str) -> String {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    // All other text has the size of the whole chart.
    let size = match style {
        Style::Title => format!(" font-size=\"{}\"", number(TITLE_SIZE)),
        _ => String::new(),
    };
    let (class, x, y) = (style.class(), number(x), number(y));
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{size}{anchor}>{}</text>", escape(text))
}
