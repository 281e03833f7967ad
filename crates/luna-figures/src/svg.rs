//! A shape as an element of SVG: for a page, whose stylesheet has the colours
//! and whose fonts have the letters, or for a file that needs neither.

use crate::ink::{Colour, Ink};
use crate::lettering::{Stroke, strokes};
use crate::scene::{Anchor, Form, Place, Shape, TEXT_SIZE};
use crate::text::{escape, number};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Manner {
    Page,
    File,
}

pub(crate) fn element(Shape { ink, form }: &Shape, manner: Manner) -> String {
    let (filled, stroked) = (fill(*ink, manner), stroke(*ink, manner));
    match form {
        Form::Rule([x1, y1, x2, y2]) => {
            tag("line", &stroked, &[("x1", *x1), ("y1", *y1), ("x2", *x2), ("y2", *y2)])
        }
        Form::Path(places) => {
            format!("<polyline{stroked} fill=\"none\" points=\"{}\"/>", corners(places))
        }
        Form::Area(places) => format!("<polygon{filled} points=\"{}\"/>", corners(places)),
        Form::Block([x, y, width, height]) => {
            let place = [("x", *x), ("y", *y), ("width", *width), ("height", *height)];
            tag("rect", &filled, &place)
        }
        Form::Circle((x, y), radius) => {
            tag("circle", &filled, &[("cx", *x), ("cy", *y), ("r", *radius)])
        }
        Form::Words(anchor, place, words) => match manner {
            Manner::Page => text(&filled, *anchor, *place, words),
            Manner::File => pen(&stroked, &strokes(words, *anchor, *place, text_size(*ink))),
        },
    }
}

/// The title of a file is written larger than the rest.
pub(crate) fn text_size(ink: Ink) -> f64 {
    if ink == Ink::Title { 24.0 } else { TEXT_SIZE }
}

fn fill(ink: Ink, manner: Manner) -> String {
    match manner {
        Manner::Page => format!(" class=\"{}\"", ink.class()),
        Manner::File if ink.opacity() < 1.0 => {
            let opacity = number(ink.opacity());
            format!(" fill=\"{}\" fill-opacity=\"{opacity}\"", hex(ink.colour()))
        }
        Manner::File => format!(" fill=\"{}\"{}", hex(ink.colour()), crisp(ink)),
    }
}

/// Neighbouring cells meet without a seam.
fn crisp(ink: Ink) -> &'static str {
    if matches!(ink, Ink::Heat(_)) { " shape-rendering=\"crispEdges\"" } else { "" }
}

fn stroke(ink: Ink, manner: Manner) -> String {
    let mut look = match manner {
        Manner::Page => format!(" class=\"{}\"", ink.class()),
        Manner::File => {
            let width = number(ink.width());
            format!(" stroke=\"{}\" stroke-width=\"{width}\"", hex(ink.colour()))
        }
    };
    if !ink.dashes().is_empty() {
        let dashes: Vec<String> = ink.dashes().iter().copied().map(number).collect();
        let dashes = dashes.join(" ");
        look.extend([" stroke-dasharray=\"", &dashes, "\" stroke-linecap=\"round\""]);
    }
    look
}

pub(crate) fn hex(colour: Colour) -> String {
    colour.iter().fold("#".to_owned(), |hex, part| hex + &format!("{part:02x}"))
}

fn tag(name: &str, look: &str, places: &[(&str, f64)]) -> String {
    let places: Vec<String> =
        places.iter().map(|&(key, place)| format!(" {key}=\"{}\"", number(place))).collect();
    format!("<{name}{look}{}/>", places.concat())
}

fn corners(places: &[Place]) -> String {
    let corners = places.iter().map(|&(x, y)| format!("{},{}", number(x), number(y)));
    corners.collect::<Vec<_>>().join(" ")
}

fn text(look: &str, anchor: Anchor, (x, y): Place, words: &str) -> String {
    let [x, y, size] = [x, y, TEXT_SIZE].map(number);
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    format!(
        "<text{look} x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\">{}</text>",
        escape(words)
    )
}

fn pen(look: &str, strokes: &[Stroke]) -> String {
    let mut way = String::new();
    let at = |(x, y): Place| format!("{} {}", number(x), number(y));
    for Stroke { start, legs } in strokes {
        way.extend(["M", &at(*start)]);
        for (corner, to) in legs {
            match corner {
                Some(corner) => way.extend(["Q", &at(*corner), " ", &at(*to)]),
                None => way.extend(["L", &at(*to)]),
            }
        }
    }
    format!("<path{look} fill=\"none\" d=\"{way}\"/>")
}
