//! Modules that use each other in a circle cannot be read, tested or moved one at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::tidy::{root, sources};

/// Crates whose modules have an order. A crate that has got one is added; none is taken out.
const ORDERED: [&str; 11] = [
    "luna",
    "luna-app",
    "luna-core",
    "luna-figures",
    "luna-lab",
    "luna-learn",
    "luna-machines",
    "luna-store",
    "luna-testkit",
    "luna-text",
    "luna-web",
];

/// The number of rooms of a crate that are in rings. A room is a module of the crate itself, with all that
/// is below it; it is in a ring if it uses another one that uses it, directly or not. A number that falls
/// is lowered here; none is raised.
const IN_RINGS: [(&str, usize); 11] = [
    ("luna", 0),
    ("luna-app", 0),
    ("luna-core", 0),
    ("luna-figures", 0),
    ("luna-lab", 0),
    ("luna-learn", 0),
    ("luna-machines", 0),
    ("luna-store", 2),
    ("luna-testkit", 0),
    ("luna-text", 0),
    ("luna-web", 0),
];

/// The number of rooms that a crate has at most: its root is a table of contents.
const MOST_ROOMS: usize = 20;

/// A module by its path below the crate; the crate itself is the empty path.
type Module = Vec<String>;

type Uses = BTreeMap<Module, BTreeSet<Module>>;

#[test]
fn modules_do_not_use_each_other_in_a_circle() {
    for name in ORDERED {
        let uses = uses_within(&root().join("crates").join(name).join("src"));
        assert!(uses.len() > 3, "{name} has hardly any modules");
        if let Some(circle) = circle(&uses) {
            panic!("{name}: {circle}");
        }
    }
}

#[test]
fn a_circle_is_found_and_printed() {
    let text = "//! use crate::no;\npub(in crate::no) use self::b::{c, d::{E, F}};\n$crate::no\n";
    let paths = paths(text);
    let found: Vec<String> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["self::b::c", "self::b::d::E", "self::b::d::F"]);

    let module = |name: &str| vec![name.to_owned()];
    let mut uses = Uses::new();
    for (one, other) in [("a", "b"), ("b", "c"), ("c", "b"), ("d", "a")] {
        uses.entry(module(one)).or_default().insert(module(other));
    }
    let found = circle(&uses).unwrap();
    assert!(["b uses c uses b", "c uses b uses c"].contains(&found.as_str()), "{found}");
    uses.get_mut(&module("c")).unwrap().clear();
    assert_eq!(circle(&uses), None);
}

#[test]
fn rooms_that_use_each_other_in_a_ring_get_no_more() {
    assert_eq!(IN_RINGS.map(|(name, _)| name), ORDERED, "each crate has its number");
    for (name, most) in IN_RINGS {
        let rooms = rooms(&uses_within(&root().join("crates").join(name).join("src")));
        let found = in_rings(&rooms);
        assert_eq!(found.len(), most, "{name}: in rings are {}", names(&found));
    }
}

#[test]
fn the_rooms_of_a_crate_can_be_read_at_a_glance() {
    for name in ORDERED {
        let uses = uses_within(&root().join("crates").join(name).join("src"));
        let rooms: BTreeSet<Module> =
            uses.keys().map(room).filter(|room| !room.is_empty()).collect();
        assert!(rooms.len() <= MOST_ROOMS, "{name} has {}: {}", rooms.len(), names(&rooms));
    }
}

#[test]
fn rooms_in_rings_are_found() {
    let path = |name: &str| name.split('/').map(str::to_owned).collect::<Module>();
    let mut uses = Uses::new();
    for (one, other) in [
        ("game/play", "game/load"),
        ("game/play", "machine/record"),
        ("machine/stop", "game/leave"),
        ("mail", "job"),
        ("job", "job/row"),
        ("page", "mail"),
        ("page", "game"),
        ("job/tests/slow", "page"),
    ] {
        uses.entry(path(one)).or_default().insert(path(other));
    }
    // The crate itself is no room: it names all of them, and all may use it.
    uses.entry(Module::new()).or_default().insert(path("page"));
    uses.entry(path("job")).or_default().insert(Module::new());
    assert_eq!(circle(&rooms(&uses)).unwrap(), "game uses machine uses game");
    assert_eq!(names(&in_rings(&rooms(&uses))), "game machine");
    uses.entry(path("job/row")).or_default().insert(path("page"));
    assert_eq!(names(&in_rings(&rooms(&uses))), "game job machine mail page");
    uses.remove(&path("machine/stop"));
    uses.remove(&path("job/row"));
    assert!(in_rings(&rooms(&uses)).is_empty());
}

/// The rooms that each room uses, its unit tests left out.
fn rooms(uses: &Uses) -> Uses {
    let is_product = |module: &Module| !module.is_empty() && !module.iter().any(|it| it == "tests");
    let mut rooms = Uses::new();
    for (module, used) in uses.iter().filter(|(module, _)| is_product(module)) {
        let own = room(module);
        let others = used.iter().map(room).filter(|it| !it.is_empty() && *it != own);
        rooms.entry(own.clone()).or_default().extend(others);
    }
    rooms
}

/// The room that a module is in; none for the crate itself.
fn room(module: &Module) -> Module {
    module.iter().take(1).cloned().collect()
}

/// The rooms that lead back to themselves.
fn in_rings(rooms: &Uses) -> BTreeSet<Module> {
    let leads_back = |room: &&Module| {
        let mut reached: BTreeSet<&Module> = BTreeSet::new();
        let mut next: Vec<&Module> = vec![room];
        while let Some(at) = next.pop() {
            next.extend(rooms.get(at).into_iter().flatten().filter(|it| reached.insert(it)));
        }
        reached.contains(room)
    };
    rooms.keys().filter(leads_back).cloned().collect()
}

fn names(modules: &BTreeSet<Module>) -> String {
    modules.iter().map(|module| module.join("/")).collect::<Vec<_>>().join(" ")
}

/// The modules that each module below a folder uses, its unit tests left out.
fn uses_within(folder: &Path) -> Uses {
    let mut files = Vec::new();
    sources(folder, &mut files);
    let texts: BTreeMap<Module, String> = files
        .iter()
        .filter(|file| !file.ends_with("tests.rs"))
        .map(|file| {
            let below = file.strip_prefix(folder).unwrap().with_extension("");
            let mut module: Module =
                below.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if ["lib", "main"].contains(&module[0].as_str()) {
                module.clear();
            }
            (module, fs::read_to_string(file).unwrap())
        })
        .collect();
    texts
        .iter()
        .map(|(module, text)| {
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            let used = paths(text)
                .into_iter()
                .filter_map(|path| resolve(module, &path, &texts))
                .filter(|used| used != module);
            (module.clone(), used.collect())
        })
        .collect()
}

/// The file that holds what a path leads to, if it is in this crate.
fn resolve(from: &Module, path: &[String], files: &BTreeMap<Module, String>) -> Option<Module> {
    let mut whole = from.clone();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => {
            whole.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|part| part == "super") {
                whole.pop();
                rest = &rest[1..];
            }
        }
        child => {
            let below: Module = from.iter().cloned().chain([child.to_owned()]).collect();
            files.get(&below)?;
        }
    }
    whole.extend(rest.iter().cloned());
    while !files.contains_key(&whole) {
        whole.pop();
    }
    Some(whole)
}

/// The paths in `use` declarations, and all others that begin with `crate`, `self` or `super`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
    let code = code.join("\n");
    let (mut all, mut rest, mut left) = (Vec::new(), String::new(), code.as_str());
    while let Some((before, after)) = left.split_once("use ") {
        rest.push_str(before);
        let begins = before.chars().next_back().is_none_or(char::is_whitespace);
        left = match after.split_once(';') {
            Some((tree, further)) if begins => {
                expand(tree, &[], &mut all);
                further
            }
            _ => after,
        };
    }
    rest.push_str(left);
    // `pub(in PATH)` uses nothing.
    let rest = rest.replace("pub(in ", "$");
    for word in rest.split(|c: char| !(c.is_alphanumeric() || "_:$".contains(c))) {
        let path: Vec<String> = word.split("::").map(str::to_owned).collect();
        if path.len() > 1 && ["crate", "self", "super"].contains(&path[0].as_str()) {
            all.push(path);
        }
    }
    all
}

/// Takes `a::{b, c::d}` apart.
fn expand(tree: &str, before: &[String], all: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let (path, group) = match tree.split_once('{') {
        Some((path, group)) => (path, group.rsplit_once('}').map(|(group, _)| group)),
        None => (tree.split(" as ").next().unwrap(), None),
    };
    let parts = path.split("::").map(str::trim).filter(|part| !["", "*"].contains(part));
    let whole: Vec<String> = before.iter().cloned().chain(parts.map(str::to_owned)).collect();
    let Some(group) = group else {
        return all.push(whole);
    };
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !group[start..at].trim().is_empty() {
                    expand(&group[start..at], &whole, all);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The first circle there is, as a sentence.
fn circle(uses: &Uses) -> Option<String> {
    let mut left = uses.clone();
    loop {
        let known: BTreeSet<Module> = left.keys().cloned().collect();
        let before = left.len();
        left.retain(|_, used| used.iter().any(|it| known.contains(it)));
        if left.len() == before {
            break;
        }
    }
    let mut at = left.keys().next()?.clone();
    let mut walked: Vec<Module> = Vec::new();
    while !walked.contains(&at) {
        walked.push(at.clone());
        at = left[&at].iter().find(|it| left.contains_key(*it))?.clone();
    }
    let name = |module: &Module| match module.is_empty() {
        true => "the crate".to_owned(),
        false => module.join("/"),
    };
    let begin = walked.iter().position(|it| *it == at)?;
    let names: Vec<String> = walked[begin..].iter().chain([&at]).map(name).collect();
    Some(names.join(" uses "))
}
