//! Properties of every chart, whatever its data.

use resvg::tiny_skia::Pixmap;

use crate::scene::font::TEXT_SIZE;
use crate::*;

const FRAME: Frame<'_> = Frame {
    id: "rating",
    title: "Rating & <games>",
    description: "How \"it\" went",
    x_label: "games > 0",
    y_label: "Smarts Rating",
};
const POINTS: Range = Range { low: 0.0, high: 100.0 };

/// The chart for wide columns.
fn wide(chart: &Chart) -> String {
    let page = chart.page();
    let (wide, narrow) = page.split_once("</svg>").unwrap();
    assert!(narrow.ends_with("</svg>") && narrow.contains("class=\"chart narrow\""));
    format!("{wide}</svg>")
}

/// Every chart of the same values; the last of each three is an error.
fn charts(values: &[(f64, f64, f64)]) -> [Chart; 9] {
    let pairs: Vec<(f64, f64)> = values.iter().map(|&(x, y, _)| (x, y)).collect();
    let errors: Vec<Bar> = values.iter().map(|&(_, y, half)| Bar::even(y, half)).collect();
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
    // Rules of style contain what text may not.
    let (before, style) = svg.split_once("<style>").unwrap_or((svg, ""));
    let (_, after) = style.split_once("</style>").unwrap_or_default();
    let svg = format!("{before}{after}");
    let svg = svg.as_str();
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
            let many = ["points", "viewBox"];
            assert!(key != "style");
            if one.contains(&key) || many.contains(&key) {
                let parts = value.split([' ', ',']).filter(|part| !part.is_empty());
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
    for svg in charts(&[(1.0, 50.0, 2.0)]).map(|chart| wide(&chart)) {
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
        let svg = wide(&svg);
        assert!(svg.contains(">no data yet</text>"), "{svg}");
        let drawn = ["dot", "bar", "fit", "identity", "error", "whisker"].map(|it| count(&svg, it));
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
    let svg = wide(&line(&FRAME, &points, POINTS));
    assert!(svg.contains("points=\"47.8,258 297.9,146 548,34\""), "{svg}");
    assert_eq!(count(&svg, "dot"), 3);
}

#[test]
fn a_single_point_is_a_dot_without_a_line() {
    let [line, _, scatter, error, lines, bars, ..] =
        charts(&[(4.0, 50.0, 3.0)]).map(|chart| wide(&chart));
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
    let svg = wide(&scatter(&FRAME, &[(1.0, 50.0), (2.0, 50.0), (3.0, 50.0)], POINTS));
    assert!(svg.contains("<polyline class=\"fit\" fill=\"none\" points=\"47.8,146 548,146\"/>"));
    assert!(!svg.contains("r = "));
    let svg = wide(&scatter(&FRAME, &[(2.0, 40.0), (2.0, 50.0)], POINTS));
    assert_eq!(count(&svg, "fit"), 0);
}

#[test]
fn a_scatter_shows_its_correlation() {
    let svg = wide(&scatter(&FRAME, &[(1.0, 90.0), (2.0, 70.0), (3.0, 80.0)], POINTS));
    assert!(svg.contains(">r = -0.5</text>"));
}

#[test]
fn a_bar_stands_for_each_bin_that_has_something() {
    let svg = wide(&histogram(&FRAME, 0.0, 50.0, &[2, 0, 4]));
    assert_eq!(count(&svg, "bar"), 2);
    assert!(svg.contains("y=\"146\" width=\"177.51\" height=\"112\"/>"), "{svg}");
}

#[test]
fn a_mean_with_no_known_error_stands_alone() {
    let svg = wide(&bars_with_error(&FRAME, &[(1.0, 50.0, 5.0), (2.0, 60.0, f64::NAN)]));
    assert_eq!((count(&svg, "dot"), count(&svg, "error")), (2, 3));
}

#[test]
fn numbers_along_the_bottom_stand_clear_of_each_other_and_the_edges() {
    let ends = [0.0, 1.0, 2.5, 7.0, 12.0, 99.99, 100.0, 1990.0, 2026.0, 120_000.25, 1e9, 9e14];
    for (low, high) in ends.iter().flat_map(|&low| ends.map(|high| (low, high))) {
        for sign in [1.0, -1.0] {
            let svg = wide(&scatter(&FRAME, &[(low * sign, 1.0), (high, 2.0)], POINTS));
            let mut clear = 0.0;
            for text in svg.split("<text class=\"tick\" x=\"").skip(1) {
                if let Some((place, rest)) = text.split_once("\" y=\"278\"") {
                    let shown = rest.split(['<', '>']).nth(1).unwrap();
                    let half = shown.chars().map(|_| 4.8).sum::<f64>();
                    let place: f64 = place.parse().unwrap();
                    assert!(clear <= place - half + 0.01 && place + half <= 576.01, "{svg}");
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
    let svg = wide(&intervals(&FRAME, &rows, POINTS));
    assert_eq!((count(&svg, "dot"), count(&svg, "error")), (2, 3));
    let (low, high) = (12.0 + 546.0 * 0.25, 12.0 + 546.0 * 0.75);
    assert!(svg.contains(&format!("x1=\"{low}\" y1=\"74\" x2=\"{high}\" y2=\"74\"")), "{svg}");
    assert!(svg.find(">ann<").unwrap() < svg.find(">bob<").unwrap());
}

#[test]
fn what_is_left_out_is_owned_up_to() {
    let nan = f64::NAN;
    let chart = line(&FRAME, &[(1.0, 2.0), (2.0, nan), (nan, 3.0)], POINTS);
    assert!(chart.description().ends_with(" 2 values are not numbers and are left out."));
    assert!(chart.svg().contains("2 values are not numbers"));
    let chart = bars(
        &FRAME,
        &["a", "b"],
        &[Bars { name: "", values: &[Bar::plain(1.0), Bar::even(nan, 1.0)] }],
        POINTS,
    );
    assert!(chart.description().ends_with(" One value is not a number and is left out."));
    assert_eq!(line(&FRAME, &[(1.0, 2.0)], POINTS).description(), FRAME.description);
}

#[test]
fn a_band_lies_around_its_line_where_the_error_is_known() {
    let points = [(0.0, 10.0, 2.0), (1.0, 20.0, 2.0), (2.0, 20.0, f64::NAN), (3.0, 9.0, 1.0)];
    let range = Range { low: 0.0, high: 25.0 };
    let svg = wide(&lines(&FRAME, &[Series { name: "only", points: &points }], range));
    let (from, to) = (35.1, 207.4);
    let around = format!("{from},150.48 {to},60.88 {to},96.72 {from},186.32");
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
        lines_with_reference(&FRAME, &series, Some(reference), Range::FROM_ZERO)
    };
    for joined in [false, true] {
        let svg = wide(&chart(joined));
        check_well_formed(&svg);
        check_well_formed(chart(joined).svg().trim_end());
        // One in the legend beside two points.
        assert_eq!(count(&svg, "reference"), 3, "{svg}");
        assert_eq!(count(&svg, "reference course"), 2 * usize::from(joined));
        assert!(svg.contains(">here<") && svg.contains(">the paper<"), "a legend of both");
        assert!(svg.contains(">40</text>"), "the axis reaches them");
        assert!(
            chart(joined).description().ends_with(" One value is not a number and is left out.")
        );
    }
    let table = chart(false).table().csv();
    assert!(table.ends_with("the paper,0,5,\r\nthe paper,10,40,\r\n"), "{table}");
    // Without any, the chart is as it was.
    let without = lines_with_reference(&FRAME, &series, None, Range::OPEN).svg();
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
    let groups = [Bars { name: "mean", values: &[Bar::even(1.5, 0.5), Bar::plain(2.0)] }];
    let bars = bars(&FRAME, &["few", "many"], &groups, Range::OPEN);
    let expected = "games > 0,series,Smarts Rating,±\r\nfew,mean,1.5,0.5\r\nmany,mean,2,\r\n";
    assert_eq!(bars.table().csv(), expected);
    let uneven = [Bar::between(1.5, [1.0, 3.0]), Bar::between(2.0, [f64::NAN, 3.0])];
    let uneven = [Bars { name: "mean", values: &uneven }];
    let bars = crate::bars(&FRAME, &["few", "many"], &uneven, Range::OPEN);
    let expected =
        "games > 0,series,Smarts Rating,from,to\r\nfew,mean,1.5,1,3\r\nmany,mean,2,,\r\n";
    assert_eq!(bars.table().csv(), expected);
    assert_eq!(bars.svg().matches("class=\"whisker\"").count(), 3, "two tips and a line");
    let row = Row { name: "ann", mean: 20.0, ends: Some((10.0, 30.0)) };
    let expected = "name,mean,from,to\r\nann,20,10,30\r\n";
    assert_eq!(intervals(&FRAME, &[row], POINTS).table().csv(), expected);
}

#[test]
fn a_file_needs_no_other() {
    for chart in charts(&[(1.0, 50.0, 2.0), (2.0, 60.0, 3.0)]) {
        let svg = chart.svg();
        for foreign in ["href", "var(", "@import", "url("] {
            assert!(!svg.contains(foreign), "{foreign} in {svg}");
        }
        assert!(svg.contains(".chart .ground { fill: #ffffff; }"));
    }
}

/// The bytes of each chart, mixed to one number by FNV-1a. A change of the look
/// of a chart changes these too, after somebody has looked at it.
#[test]
fn charts_look_as_they_did() {
    let values = [(1.0, 30.0, 5.0), (2.0, 55.5, 4.0), (3.0, 48.0, f64::NAN), (4.0, 70.0, 9.0)];
    let row = Row { name: "Ann é", mean: 20.0, ends: Some((10.0, 30.0)) };
    let all = charts(&values).into_iter().chain([intervals(&FRAME, &[row], POINTS)]);
    let mixed = all.map(|chart| {
        [chart.page(), chart.svg()].map(|text| {
            let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
            format!("{:08x}", hash >> 32)
        })
    });
    let mixed: Vec<String> = mixed.map(|parts| parts.join(" ")).collect();
    assert_eq!(mixed.join("\n"), GOLDEN.trim());
}

const GOLDEN: &str = "
aefbc250 6871646d
b600e64b 72b870c0
7753ebc4 bf990629
e783346b d61812e5
57f42709 0f7318b5
8152b4d6 313e4e81
569c2683 ebaa0940
a7aab2d2 fbfc0cee
562a1f01 345afbdc
94909503 443612f8
";

#[test]
fn a_png_shows_what_the_svg_draws() {
    let chart = histogram(&FRAME, 0.0, 50.0, &[2, 0, 4]);
    let image = Pixmap::decode_png(&chart.png().unwrap()).unwrap();
    let svg = chart.svg();
    let attribute = |tag: &str, key: &str| -> f64 {
        let (_, rest) = tag.split_once(&format!(" {key}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let sheet = svg.split("<rect").nth(1).unwrap();
    let [left, top, wide, high] = ["x", "y", "width", "height"].map(|key| attribute(sheet, key));
    assert_eq!(image.width().to_string(), (wide * 2.0).to_string());
    assert_eq!(image.height().to_string(), (high * 2.0).to_string());
    let colour = |x: f64, y: f64| {
        let place = |at: f64| format!("{:.0}", (at * 2.0 - 0.5).max(0.0)).parse::<u32>().unwrap();
        let pixel = image.pixel(place(x - left), place(y - top)).unwrap();
        format!("#{:02x}{:02x}{:02x}", pixel.red(), pixel.green(), pixel.blue())
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
    // Letters of the title, in the colour of ink.
    let title = (0..200_u8).map(|across| colour(f64::from(across) / 2.0, -17.0));
    assert!(title.filter(|it| it == "#1b2136").count() > 5, "no title");
}

#[test]
fn a_png_of_any_chart_can_be_read_again() {
    for chart in charts(&[(1.0, 50.0, 2.0), (2.0, 60.0, 3.0)]) {
        let image = Pixmap::decode_png(&chart.png().unwrap()).unwrap();
        assert_eq!(image.width(), 2 * (576 + 32));
    }
}

#[test]
fn text_has_one_size_in_every_chart() {
    for chart in charts(&[(1.0, 50.0, 2.0), (2.0, 60.0, 3.0)]) {
        let (page, size) = (chart.page(), format!(" font-size=\"{TEXT_SIZE}\""));
        assert_eq!(page.matches("font-size").count(), 2);
        assert_eq!(page.matches(&size).count(), 2, "one for each width");
        assert!(page.contains("viewBox=\"0 0 576 ") && page.contains("viewBox=\"0 0 344 "));
    }
}

#[test]
fn panels_of_one_figure_have_the_same_scale() {
    let panels = [&[(1.0, 3.0, 0.5), (2.0, 2.0, f64::NAN)], &[(1.0, 0.2, 0.0), (2.0, 0.4, 0.1)]];
    let all = panels.iter().copied().flatten();
    let range = Range::shared(all.flat_map(|point| [point.1, point.1 + point.2]));
    assert_eq!((range.low, range.high), (0.0, 4.0));
    let ticks = panels.map(|points| {
        let svg = wide(&lines(&FRAME, &[Series { name: "one", points }], range));
        let texts = svg.split("<text class=\"tick\"").skip(1);
        let along = texts.filter(|text| text.contains("text-anchor=\"end\""));
        along.map(|text| text.split("</text>").next().unwrap().to_owned()).collect::<Vec<_>>()
    });
    assert!(ticks[0].len() > 2, "{ticks:?}");
    assert_eq!(ticks[0], ticks[1]);
    let none = Range::shared([f64::NAN]);
    assert!(none.low == 0.0 && none.high.is_nan());
}

#[test]
fn a_page_with_room_shows_a_chart_as_wide_as_itself() {
    for chart in charts(&[(1.0, 50.0, 2.0), (2.0, 60.0, 3.0)]) {
        let (page, with_room) = (chart.page(), chart.wide_page());
        check_well_formed(&with_room);
        let broad = with_room.strip_prefix(&page).unwrap();
        // A chart that is as high as wide would fill the screen.
        if page.contains("class=\"identity\"") {
            assert_eq!(broad, "");
            continue;
        }
        assert!(broad.contains("class=\"chart broad\" viewBox=\"0 0 1056 "), "{broad}");
        assert!(
            broad.contains(&format!(" font-size=\"{TEXT_SIZE}\"")) && !broad.contains("<title")
        );
    }
}

/// A character stands for 16 by 20 pixels, from 0 for white to z for dark. A change of the look of
/// text in PNG images changes these too, after somebody has looked at them.
#[test]
fn a_png_has_its_letters_where_they_were() {
    let row = Row { name: "Ann é", mean: 20.0, ends: Some((10.0, 30.0)) };
    let image = Pixmap::decode_png(&intervals(&FRAME, &[row], POINTS).png().unwrap()).unwrap();
    let darkness = |left: u32, top: u32| {
        let places = (0..20).flat_map(|y| (0..16).map(move |x| (left + x, top + y)));
        let pixels = places.map(|(x, y)| 255 - u32::from(image.pixel(x, y).unwrap().green()));
        (pixels.sum::<u32>() * 60 / (255 * 16 * 20)).min(35)
    };
    for (line, top) in LETTERS.trim().lines().zip((0..).step_by(20)) {
        for (cell, left) in line.chars().zip((0..).step_by(16)) {
            let (now, then) = (darkness(left, top), cell.to_digit(36).unwrap());
            assert!(now.abs_diff(then) <= 1, "{now} instead of {then} at {left}, {top}");
        }
    }
}

const LETTERS: &str = "
0000000000000000000000000000000000000000000000000000000000000000000000000000
00a7686336602544634520000000000000000000000000000000000000000000000000000000
00eggebgdbe58ifi8hdha3000000000000000000000000000000000000000000000000000000
0000000330000600000000000000000000000000000000000000000000000000000000000000
0000000000000000000000000000000000000000000000000000000000000000000000000000
0006d9b590000000000000000000000000000000000000000000000000000000000000000000
0003344230000000010000000000000000000000000000000000000000000000000000000000
0000000000955555gs5555592000000000000000000000000000000000000000000000000000
0002333333333333343333333333334333333333333343333333333333433333333333330000
0008000000000000652000000000007700000000000674000000000009620000000000585200
0007000000000000652000000000025600000000000463000000000008510000000000375200
0000000000000000000000000000000000000000000000000000000000000023342200350000
00000000000000000000000000000000000000000000000000000000000000ahfbdd3a570000
0000000000000000000000000000000000000000000000000000000000000000000000000000
0000000000000000000000000000000000000000000000000000000000000000000000000000
";
