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
fn charts(values: &[(f64, f64, f64)]) -> [String; 4] {
    let pairs: Vec<(f64, f64)> = values.iter().map(|&(x, y, _)| (x, y)).collect();
    let bins: Vec<u64> = (0..).zip(values).map(|(index, _)| index * 3 % 7 + 1).collect();
    [
        line(&FRAME, &pairs, POINTS),
        histogram(&FRAME, values.first().map_or(0.0, |value| value.0), 10.0, &bins),
        scatter(&FRAME, &pairs, POINTS),
        bars_with_error(&FRAME, values),
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
            let geometry = ["x", "y", "x1", "y2", "cx", "cy", "width", "height"].contains(&key);
            assert!(key != "style" && name != "style");
            assert!(!geometry || value.trim_end_matches('"').parse::<f64>().unwrap().is_finite());
        }
        if !closed {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} left open, {rest:?} left over");
}

fn count(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

#[test]
fn every_chart_is_well_formed_whatever_the_data() {
    let numbers = [0.0, -0.0, 1.0, 2.5, -7.0, 1e-9, 99.99, 1e6, -1e12, 9e14, 1e15, 1e308, -1e308];
    let wild = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE];
    let all: Vec<f64> = numbers.into_iter().chain(wild).collect();
    for &a in &all {
        for &b in &all {
            for c in [0.0, -2.0, 1e308, f64::NAN] {
                for svg in charts(&[(a, b, c), (b, a, c), (1.0, b, c)]) {
                    check_well_formed(&svg);
                }
                let row = Row { name: "a <b> & \"c\"", mean: a, ends: Some((b, c)) };
                check_well_formed(&intervals(&FRAME, &[row, Row { mean: b, ..row }], POINTS));
            }
            check_well_formed(&histogram(&FRAME, a, b, &[3, 0, u64::MAX]));
            check_well_formed(&line(&FRAME, &[(1.0, 1.0)], Range { low: a, high: b }));
            check_well_formed(&scatter(&FRAME, &[], Range { low: a, high: b }));
        }
    }
}

#[test]
fn words_are_escaped_and_name_the_chart() {
    for svg in charts(&[(1.0, 50.0, 2.0)]) {
        assert!(svg.contains("role=\"img\" aria-labelledby=\"rating-title rating-desc\""));
        assert!(svg.contains("<title id=\"rating-title\">Rating &amp; &lt;games&gt;</title>"));
        assert!(svg.contains("<desc id=\"rating-desc\">How &quot;it&quot; went</desc>"));
        assert!(svg.contains(">games &gt; 0</text>"));
    }
}

#[test]
fn without_data_a_chart_says_so() {
    let nan = f64::NAN;
    for svg in charts(&[]).into_iter().chain(charts(&[(nan, 1.0, 1.0), (nan, nan, nan)])) {
        assert!(svg.contains(">no data yet</text>"));
        assert_eq!(count(&svg, "axis"), 2);
        assert_eq!(count(&svg, "dot") + count(&svg, "bar") + count(&svg, "fit"), 0);
    }
    assert!(histogram(&FRAME, 0.0, 10.0, &[0, 0]).contains("no data yet"));
    assert!(histogram(&FRAME, 0.0, -1.0, &[1, 2]).contains("no data yet"));
}

#[test]
fn the_same_data_make_the_same_bytes() {
    let values = [(3.0, 61.5, 4.0), (1.0, 50.0, 9.0), (2.0, 58.25, f64::NAN)];
    assert_eq!(charts(&values), charts(&values));
}

#[test]
fn a_line_joins_its_dots_in_order_and_skips_what_is_no_number() {
    let points = [(3.0, 100.0), (1.0, 0.0), (2.0, f64::NAN), (f64::INFINITY, 5.0), (2.0, 50.0)];
    let svg = line(&FRAME, &points, POINTS);
    assert!(svg.contains("points=\"58.8,292 328.4,168 598,44\""), "{svg}");
    assert_eq!(count(&svg, "dot"), 3);
}

#[test]
fn a_single_point_is_a_dot_without_a_line() {
    let [line, _, scatter, error] = charts(&[(4.0, 50.0, 3.0)]);
    assert_eq!((count(&line, "dot"), count(&line, "line")), (1, 0));
    assert_eq!((count(&scatter, "dot"), count(&scatter, "fit")), (1, 0));
    assert!(!scatter.contains("r = "));
    assert_eq!((count(&error, "dot"), count(&error, "error")), (1, 3));
}

#[test]
fn constant_data_are_level() {
    let svg = scatter(&FRAME, &[(1.0, 50.0), (2.0, 50.0), (3.0, 50.0)], POINTS);
    assert!(svg.contains("<polyline class=\"fit\" fill=\"none\" points=\"58.8,168 598,168\"/>"));
    assert!(!svg.contains("r = "));
    let svg = scatter(&FRAME, &[(2.0, 40.0), (2.0, 50.0)], POINTS);
    assert_eq!(count(&svg, "fit"), 0);
}

#[test]
fn a_scatter_shows_its_correlation() {
    let svg = scatter(&FRAME, &[(1.0, 90.0), (2.0, 70.0), (3.0, 80.0)], POINTS);
    assert!(svg.contains(">r = -0.5</text>"));
}

#[test]
fn a_bar_stands_for_each_bin_that_has_something() {
    let svg = histogram(&FRAME, 0.0, 50.0, &[2, 0, 4]);
    assert_eq!(count(&svg, "bar"), 2);
    assert!(svg.contains("y=\"168\" width=\"194.8\" height=\"124\"/>"), "{svg}");
}

#[test]
fn a_mean_with_no_known_error_stands_alone() {
    let svg = bars_with_error(&FRAME, &[(1.0, 50.0, 5.0), (2.0, 60.0, f64::NAN)]);
    assert_eq!((count(&svg, "dot"), count(&svg, "error")), (2, 3));
}

#[test]
fn numbers_along_the_bottom_stand_clear_of_each_other_and_the_edges() {
    let ends = [0.0, 1.0, 2.5, 7.0, 12.0, 99.99, 100.0, 1990.0, 2026.0, 120_000.25, 1e9, 9e14];
    for (low, high) in ends.iter().flat_map(|&low| ends.map(|high| (low, high))) {
        for sign in [1.0, -1.0] {
            let svg = scatter(&FRAME, &[(low * sign, 1.0), (high, 2.0)], POINTS);
            let mut clear = 0.0;
            for text in svg.split("<text class=\"tick\" x=\"").skip(1) {
                if let Some((place, rest)) = text.split_once("\" y=\"316\"") {
                    let shown = rest.split(['<', '>']).nth(1).unwrap();
                    let half = shown.chars().map(|_| 5.8).sum::<f64>();
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
    let svg = intervals(&FRAME, &rows, POINTS);
    assert_eq!((count(&svg, "dot"), count(&svg, "error")), (2, 3));
    let (low, high) = (14.0 + 604.0 * 0.25, 14.0 + 604.0 * 0.75);
    assert!(svg.contains(&format!("x1=\"{low}\" y1=\"94\" x2=\"{high}\" y2=\"94\"")), "{svg}");
    assert!(svg.find(">ann<").unwrap() < svg.find(">bob<").unwrap());
}
