//! What holds for every chart, whatever it is given.

use super::*;

const FRAME: Frame<'_> = Frame {
    id: "rating",
    title: "Rating & <games>",
    description: "How \"it\" went",
    x_label: "games > 0",
    y_label: "Smarts Rating",
};
const POINTS: Range = Range { low: 0.0, high: 100.0 };

/// Every chart of the same values; the last of each three is an error.
fn charts(values: &[(f64, f64, f64)]) -> [Chart; 9] {
    let pairs: Vec<(f64, f64)> = values.iter().map(|&(x, y, _)| (x, y)).collect();
    let errors: Vec<(f64, f64)> = values.iter().map(|&(_, y, half)| (y, half)).collect();
    let heights: Vec<f64> = values.iter().map(|&(_, y, _)| y).collect();
    let bins: Vec<u64> = (0..).zip(values).map(|(index, _)| index * 3 % 7 + 1).collect();
    let names: Vec<&str> = values.iter().map(|_| "<i> & \"co\"").collect();
    let series = [Series { name: "a < b", points: values }, Series { name: "", points: values }];
    let coloured = ["one & two", "all"].map(|name| Bars { name, values: &errors });
    let months = values.iter().map(|&(x, mean, half)| Period {
        name: "<i> 2024",
        mean: (!(2.5..3.5).contains(&x)).then_some(mean),
        ends: Some((mean - half, mean + half)),
        so_far: mean / 2.0,
    });
    let months: Vec<Period<'_>> = months.collect();
    [
        line(&FRAME, &pairs, POINTS),
        histogram(&FRAME, values.first().map_or(0.0, |value| value.0), 10.0, &bins),
        scatter(&FRAME, &pairs, POINTS),
        bars_with_error(&FRAME, values),
        lines(&FRAME, &series, Range::OPEN),
        bars(&FRAME, &names, &coloured, Range::FROM_ZERO),
        calibration(&FRAME, values, POINTS),
        heat_map(&FRAME, "heat", &names, &[("a > b", &heights), ("", &[])], Range::OPEN),
        periods(&FRAME, ["a < b", "all"], &months, Range::OPEN),
    ]
}

/// Panics unless tags balance, quotes close and every number is one.
fn check_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some((words, after)) = rest.split_once('<') {
        assert!(!words.contains(['>', '"']), "loose mark in {words:?}");
        let (tag, after) = after.split_once('>').unwrap();
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "in {svg}");
            continue;
        }
        let (tag, closed) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap();
        assert!(attributes.matches('"').count().is_multiple_of(2) && attributes.ends_with('"'));
        for (key, value) in attributes.split("\" ").filter_map(|pair| pair.split_once("=\"")) {
            let value = value.trim_end_matches('"');
            let one = ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"];
            let many = ["points", "d", "viewBox", "stroke-dasharray"];
            assert!(key != "style" && name != "style");
            if one.contains(&key) || many.contains(&key) {
                let parts = value.split([' ', ',', 'M', 'L', 'Q']).filter(|part| !part.is_empty());
                let parts: Vec<f64> = parts.map(|part| part.parse().unwrap()).collect();
                // Nothing leaves the sheet by more than the margin around it.
                assert!(parts.iter().all(|part| part.abs() < 2_000.0), "{key} {value}");
                assert!(many.contains(&key) || parts.len() == 1, "{key} {value}");
            }
        }
        if !closed {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} left open, {rest:?} left over");
}

#[track_caller]
fn check_table(table: &Table) {
    assert!(table.rows.iter().all(|row| row.len() == table.headers.len()), "{table:?}");
    assert!(table.rows.iter().flatten().all(|cell| !cell.contains("NaN") && cell != "inf"));
}

fn count(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

#[test]
fn every_chart_is_well_formed_whatever_the_data() {
    let numbers = [0.0, -0.0, 1.0, -7.5, 1e-9, 1e6, -1e12, 9e14, 1e15, -1e308];
    let wild = [f64::NAN, f64::NEG_INFINITY, f64::MIN_POSITIVE];
    let all: Vec<f64> = numbers.into_iter().chain(wild).collect();
    for (index, &a) in all.iter().enumerate() {
        for &b in &all[index..] {
            for c in [-2.0, 1e308, f64::NAN] {
                for chart in charts(&[(a, b, c), (b, a, c), (1.0, b, c)]) {
                    check_well_formed(&chart.page());
                    if c < 0.0 {
                        check_well_formed(chart.svg().trim_end());
                    }
                    check_table(chart.table());
                }
                let row = Row { name: "a <b> & \"c\"", mean: a, ends: Some((b, c)) };
                check_well_formed(
                    &intervals(&FRAME, &[row, Row { mean: b, ..row }], POINTS).page(),
                );
            }
            check_well_formed(&histogram(&FRAME, a, b, &[3, 0, u64::MAX]).page());
            check_well_formed(&line(&FRAME, &[(1.0, 1.0)], Range { low: a, high: b }).page());
            check_well_formed(&scatter(&FRAME, &[], Range { low: a, high: b }).page());
        }
    }
}

#[test]
fn words_are_escaped_and_name_the_chart() {
    for svg in charts(&[(1.0, 50.0, 2.0)]).map(|chart| chart.page()) {
        assert!(svg.contains("role=\"img\" aria-labelledby=\"rating-title rating-desc\""));
        assert!(svg.contains("<title id=\"rating-title\">Rating &amp; &lt;games&gt;</title>"));
        assert!(svg.contains("<desc id=\"rating-desc\">How &quot;it&quot; went</desc>"));
        assert!(svg.contains(">games &gt; 0</text>"));
    }
}

#[test]
fn without_data_a_chart_says_so() {
    let nan = f64::NAN;
    for svg in charts(&[]).into_iter().chain(charts(&[(nan, nan, 1.0), (nan, nan, nan)])) {
        let svg = svg.page();
        assert!(svg.contains(">no data yet</text>"), "{svg}");
        let drawn = ["dot", "bar", "fit", "same", "error", "whisker"].map(|it| count(&svg, it));
        assert_eq!(drawn, [0; 6]);
        assert!(!svg.contains("\"heat") && !svg.contains("\"band"));
    }
    assert!(histogram(&FRAME, 0.0, 10.0, &[0, 0]).page().contains("no data yet"));
    assert!(histogram(&FRAME, 0.0, -1.0, &[1, 2]).page().contains("no data yet"));
}

#[test]
fn the_same_data_make_the_same_bytes() {
    let values = [(3.0, 61.5, 4.0), (1.0, 50.0, 9.0), (2.0, 58.25, f64::NAN)];
    for (one, other) in charts(&values).into_iter().zip(charts(&values)) {
        assert_eq!((one.page(), one.svg()), (other.page(), other.svg()));
    }
}

#[test]
fn a_line_joins_its_dots_in_order_and_skips_what_is_no_number() {
    let points = [(3.0, 100.0), (1.0, 0.0), (2.0, f64::NAN), (f64::INFINITY, 5.0), (2.0, 50.0)];
    let svg = line(&FRAME, &points, POINTS).page();
    assert!(svg.contains("points=\"62.4,292 330.2,168 598,44\""), "{svg}");
    assert_eq!(count(&svg, "dot"), 3);
}

#[test]
fn a_single_point_is_a_dot_without_a_line() {
    let [line, _, scatter, error, lines, bars, ..] =
        charts(&[(4.0, 50.0, 3.0)]).map(|chart| chart.page());
    assert_eq!((count(&line, "dot"), count(&line, "line")), (1, 0));
    assert_eq!((count(&scatter, "dot cloud"), count(&scatter, "fit")), (1, 0));
    assert!(!scatter.contains("r = "));
    assert_eq!((count(&error, "dot"), count(&error, "error")), (1, 3));
    // One sample in the legend, and one point.
    assert_eq!((count(&lines, "dot s1"), count(&lines, "line s1")), (2, 1));
    assert_eq!((count(&bars, "bar s1"), count(&bars, "whisker")), (2, 6));
}

#[test]
fn constant_data_are_level() {
    let svg = scatter(&FRAME, &[(1.0, 50.0), (2.0, 50.0), (3.0, 50.0)], POINTS).page();
    assert!(svg.contains("<polyline class=\"fit\" fill=\"none\" points=\"62.4,168 598,168\"/>"));
    assert!(!svg.contains("r = "));
    let svg = scatter(&FRAME, &[(2.0, 40.0), (2.0, 50.0)], POINTS).page();
    assert_eq!(count(&svg, "fit"), 0);
}

#[test]
fn a_scatter_shows_its_correlation() {
    let svg = scatter(&FRAME, &[(1.0, 90.0), (2.0, 70.0), (3.0, 80.0)], POINTS).page();
    assert!(svg.contains(">r = -0.5</text>"));
}

#[test]
fn a_bar_stands_for_each_bin_that_has_something() {
    let svg = histogram(&FRAME, 0.0, 50.0, &[2, 0, 4]).page();
    assert_eq!(count(&svg, "bar"), 2);
    assert!(svg.contains("y=\"168\" width=\"194.4\" height=\"124\"/>"), "{svg}");
}

#[test]
fn a_mean_with_no_known_error_stands_alone() {
    let svg = bars_with_error(&FRAME, &[(1.0, 50.0, 5.0), (2.0, 60.0, f64::NAN)]).page();
    assert_eq!((count(&svg, "dot"), count(&svg, "error")), (2, 3));
}

#[test]
fn numbers_along_the_bottom_stand_clear_of_each_other_and_the_edges() {
    let ends = [0.0, 1.0, 2.5, 7.0, 12.0, 99.99, 100.0, 1990.0, 2026.0, 120_000.25, 1e9, 9e14];
    for (low, high) in ends.iter().flat_map(|&low| ends.map(|high| (low, high))) {
        for sign in [1.0, -1.0] {
            let svg = scatter(&FRAME, &[(low * sign, 1.0), (high, 2.0)], POINTS).page();
            let mut clear = 0.0;
            for text in svg.split("<text class=\"tick\" x=\"").skip(1) {
                if let Some((place, rest)) = text.split_once("\" y=\"318\"") {
                    let shown = rest.split(['<', '>']).nth(1).unwrap();
                    let half = shown.chars().map(|_| 6.4).sum::<f64>();
                    let place: f64 = place.parse().unwrap();
                    assert!(clear <= place - half + 0.01 && place + half <= 640.01, "{svg}");
                    clear = place + half;
                }
            }
            assert!(clear > 0.0, "no number at all in {svg}");
        }
    }
}

#[test]
fn an_interval_is_drawn_only_where_it_is_known() {
    let row = |name, mean, ends| Row { name, mean, ends };
    let rows = [row("ann", 20.0, None), row("bob", 50.0, Some((25.0, 75.0)))];
    let svg = intervals(&FRAME, &rows, POINTS).page();
    assert_eq!((count(&svg, "dot"), count(&svg, "error")), (2, 3));
    let (low, high) = (14.0 + 604.0 * 0.25, 14.0 + 604.0 * 0.75);
    assert!(svg.contains(&format!("x1=\"{low}\" y1=\"94\" x2=\"{high}\" y2=\"94\"")), "{svg}");
    assert!(svg.find(">ann<").unwrap() < svg.find(">bob<").unwrap());
}

#[test]
fn what_is_left_out_is_owned_up_to() {
    let nan = f64::NAN;
    let chart = line(&FRAME, &[(1.0, 2.0), (2.0, nan), (nan, 3.0)], POINTS);
    assert!(chart.description().ends_with(" 2 values are no numbers and are left out."));
    assert!(chart.svg().contains("2 values are no numbers"));
    let chart =
        bars(&FRAME, &["a", "b"], &[Bars { name: "", values: &[(1.0, nan), (nan, 1.0)] }], POINTS);
    assert!(chart.description().ends_with(" One value is no number and is left out."));
    assert_eq!(line(&FRAME, &[(1.0, 2.0)], POINTS).description(), FRAME.description);
}

#[test]
fn a_band_lies_around_its_line_where_the_error_is_known() {
    let points = [(0.0, 10.0, 2.0), (1.0, 20.0, 2.0), (2.0, 20.0, f64::NAN), (3.0, 9.0, 1.0)];
    let range = Range { low: 0.0, high: 25.0 };
    let svg = lines(&FRAME, &[Series { name: "only", points: &points }], range).page();
    let (from, to) = (43.6, 230.4);
    let around = format!("{from},172.96 {to},73.76 {to},113.44 {from},212.64");
    assert!(svg.contains(&format!("class=\"band s1\" points=\"{around}\"")), "{svg}");
    assert_eq!(count(&svg, "dot s1"), 4);
    assert!(!svg.contains(">only<"), "a series alone needs no legend");
}

#[test]
fn numbers_from_elsewhere_are_diamonds_with_a_name_of_their_own() {
    let points = [(0.0, 10.0, 2.0), (10.0, 20.0, 2.0)];
    let series = [Series { name: "here", points: &points }];
    let given = [(10.0, 40.0), (0.0, 5.0), (5.0, f64::NAN)];
    let chart = |joined| {
        let reference = Reference { name: "the paper", points: &given, joined };
        lines_beside(&FRAME, &series, Some(reference), Range::FROM_ZERO)
    };
    for joined in [false, true] {
        let svg = chart(joined).page();
        check_well_formed(&svg);
        check_well_formed(chart(joined).svg().trim_end());
        // One in the legend beside two points.
        assert_eq!(count(&svg, "reference"), 3, "{svg}");
        assert_eq!(count(&svg, "reference course"), 2 * usize::from(joined));
        assert!(svg.contains(">here<") && svg.contains(">the paper<"), "a legend of both");
        assert!(svg.contains(">40</text>"), "the axis reaches them");
        assert!(chart(joined).description().ends_with(" One value is no number and is left out."));
    }
    let table = chart(false).table().csv();
    assert!(table.ends_with("the paper,0,5,\r\nthe paper,10,40,\r\n"), "{table}");
    // Without any, the chart is as it was.
    let without = lines_beside(&FRAME, &series, None, Range::OPEN).svg();
    assert_eq!(without, lines(&FRAME, &series, Range::OPEN).svg());
}

#[test]
fn each_chart_is_also_a_table() {
    let tables = charts(&[(2.0, 50.0, 4.0), (1.0, 0.1, f64::NAN)]).map(|it| it.table().csv());
    let expected = [
        "games > 0,Smarts Rating 1,0.1 2,50",
        "from,to,Smarts Rating 2,12,1 12,22,4",
        "games > 0,Smarts Rating 2,50 1,0.1",
        "games > 0,Smarts Rating,± 2,50,4 1,0.1,",
        "series,games > 0,Smarts Rating,± a < b,1,0.1, a < b,2,50,4 ,1,0.1, ,2,50,4",
    ];
    for (table, expected) in tables.iter().zip(expected) {
        assert_eq!(table.trim_end().replace("\r\n", " "), expected);
    }
    let rows = [("low", &[1.0, 2.0][..]), ("high", &[f64::NAN][..])];
    let heat = heat_map(&FRAME, "error", &["a", "b"], &rows, Range::OPEN);
    assert_eq!(heat.table().csv(), "Smarts Rating,a,b\r\nlow,1,2\r\nhigh,,\r\n");
    let groups = [Bars { name: "mean", values: &[(1.5, 0.5), (2.0, f64::NAN)] }];
    let bars = bars(&FRAME, &["few", "many"], &groups, Range::OPEN);
    let expected = "games > 0,series,Smarts Rating,±\r\nfew,mean,1.5,0.5\r\nmany,mean,2,\r\n";
    assert_eq!(bars.table().csv(), expected);
    let row = Row { name: "ann", mean: 20.0, ends: Some((10.0, 30.0)) };
    let expected = "name,mean,from,to\r\nann,20,10,30\r\n";
    assert_eq!(intervals(&FRAME, &[row], POINTS).table().csv(), expected);
}

#[test]
fn a_file_has_its_own_colours_and_letters() {
    for chart in charts(&[(1.0, 50.0, 2.0), (2.0, 60.0, 3.0)]) {
        let svg = chart.svg();
        for foreign in ["<text", "class=", "font", "style", "href", "var("] {
            assert!(!svg.contains(foreign), "{foreign} in {svg}");
        }
        assert!(svg.contains("fill=\"#ffffff\"/>"));
    }
}

/// The bytes of each chart, mixed to one number by FNV-1a: whoever changes how
/// a chart looks changes these too, after looking at it.
#[test]
fn charts_look_as_they_did() {
    let values = [(1.0, 30.0, 5.0), (2.0, 55.5, 4.0), (3.0, 48.0, f64::NAN), (4.0, 70.0, 9.0)];
    let row = Row { name: "Ann é", mean: 20.0, ends: Some((10.0, 30.0)) };
    let all = charts(&values).into_iter().chain([intervals(&FRAME, &[row], POINTS)]);
    let mixed = all.map(|chart| {
        let bytes = [chart.page().into_bytes(), chart.svg().into_bytes(), chart.png()];
        bytes.map(|bytes| {
            let mix =
                |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix);
            format!("{:08x}", hash >> 32)
        })
    });
    let mixed: Vec<String> = mixed.map(|parts| parts.join(" ")).collect();
    assert_eq!(mixed.join("\n"), GOLDEN.trim());
}

const GOLDEN: &str = "
2864cda6 4da2d14b d7a1423c
9fb83421 04c9328b 69242882
715dd705 04634d01 3466831c
afdd19ed 2858f87f 3c794de2
d0c558cb bf6fadfc 5f2582c7
ba389812 8264c1aa c1e1da36
2fd113cf 02630e86 83f35b39
d6563678 e59588e5 af0a21db
be803d18 6be0f966 4563a34d
714eae56 b5c9ad47 b6c8eb1c
";

/// Read by somebody else's decoder: width, height and the pixels.
fn pixels(png: &[u8]) -> (usize, Vec<u8>) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let decode = "
import struct, sys, zlib
data, at, packed = sys.stdin.buffer.read(), 8, b''
assert data[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
while at < len(data):
    size, name = struct.unpack('>I4s', data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    assert struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(name + body)
    if name == b'IHDR': wide, high, *rest = struct.unpack('>IIBBBBB', body); assert rest == [8, 2, 0, 0, 0]
    if name == b'IDAT': packed += body
    at += 12 + size
assert name == b'IEND'
raw, above, out = zlib.decompress(packed), bytes(wide * 3), b''
assert len(raw) == high * (1 + wide * 3)
rows = [raw[row * (1 + wide * 3):(row + 1) * (1 + wide * 3)] for row in range(high)]
for row in rows:
    assert row[0] == 2
    above = bytes((a + b) % 256 for a, b in zip(above, row[1:]))
    out += above
sys.stdout.buffer.write(struct.pack('>I', wide) + out)
";
    let mut python = Command::new("python3")
        .args(["-c", decode])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    python.stdin.take().unwrap().write_all(png).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    let (width, pixels) = output.stdout.split_first_chunk::<4>().unwrap();
    (usize::try_from(u32::from_be_bytes(*width)).unwrap(), pixels.to_vec())
}

#[test]
fn a_png_shows_what_the_svg_draws() {
    let chart = histogram(&FRAME, 0.0, 50.0, &[2, 0, 4]);
    let (width, pixels) = pixels(&chart.png());
    let height = pixels.len() / 3 / width;
    let svg = chart.svg();
    let attribute = |tag: &str, key: &str| -> f64 {
        let (_, rest) = tag.split_once(&format!(" {key}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let sheet = svg.split("<rect").nth(1).unwrap();
    let [left, top, wide, high] = ["x", "y", "width", "height"].map(|key| attribute(sheet, key));
    assert_eq!(format!("{width} {height}"), format!("{} {}", wide * 2.0, high * 2.0));
    let colour = |x: f64, y: f64| {
        let place = |at: f64| format!("{:.0}", (at * 2.0 - 0.5).max(0.0)).parse::<usize>().unwrap();
        let at = (place(y - top) * width + place(x - left)) * 3;
        let [red, green, blue] = pixels[at..at + 3] else { unreachable!() };
        svg::hex([red, green, blue])
    };
    assert_eq!(colour(left, top), "#ffffff");
    let bars: Vec<&str> = svg.split("<rect").skip(2).collect();
    assert_eq!(bars.len(), 2);
    for bar in bars {
        let [x, y, wide, high] = ["x", "y", "width", "height"].map(|key| attribute(bar, key));
        for (across, down) in [(0.5, 0.5), (0.02, 0.02), (0.98, 0.5)] {
            assert_eq!(colour(x + wide * across, y + high * down), "#5b6178");
        }
        for (x, y) in [(x - 3.0, y + 5.0), (x + wide / 2.0, y - 5.0)] {
            assert_eq!(colour(x, y), "#ffffff", "beside the bar");
        }
    }
}
