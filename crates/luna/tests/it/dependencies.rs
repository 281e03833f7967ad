//! What is built into Luna keeps to `deny.toml`: licences, sources, and no crate in two versions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde_json::Value;
use toml::Table;

use crate::tidy::root;

#[test]
fn every_crate_has_a_licence_that_is_allowed() {
    let rules = rules();
    let allowed: Vec<&str> = list(&rules, "licenses", "allow");
    let packages = packages(&rules);
    let mut used = BTreeSet::new();
    for it in packages.iter().filter(|it| !it["source"].is_null()) {
        let licence = it["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence, &allowed), "{} has the licence “{licence}”", it["name"]);
        used.extend(allowed.iter().copied().filter(|name| licence.contains(name)));
    }
    assert_eq!(used.len(), allowed.len(), "a licence that no crate has: {used:?}");
}

#[test]
fn every_crate_comes_from_the_registry_and_one_version_of_each_is_built() {
    let rules = rules();
    let registries = list(&rules, "sources", "allow-registry");
    let packages = packages(&rules);
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for it in &packages {
        if let Some(source) = it["source"].as_str() {
            let registry = source.strip_prefix("registry+").unwrap_or_default();
            assert!(registries.contains(&registry), "{} comes from {source}", it["name"]);
        }
        let version = it["version"].as_str().unwrap();
        versions.entry(it["name"].as_str().unwrap()).or_default().insert(version);
    }
    let skipped = rules["bans"]["skip"].as_array().unwrap().iter();
    for it in skipped {
        let (name, version) = it["crate"].as_str().unwrap().split_once('@').unwrap();
        let known = versions.get_mut(name).is_some_and(|all| all.remove(version));
        assert!(known, "{name} {version} is not built any more: take it out of deny.toml");
    }
    versions.retain(|_, all| all.len() > 1);
    assert!(versions.is_empty(), "in several versions: {versions:?}");
}

#[test]
fn licences_are_read_as_expressions() {
    let allowed = ["MIT", "ISC"];
    for good in ["MIT", "MIT/X", "X OR MIT", "MIT AND ISC", "(X OR MIT) AND ISC", "X AND Y OR ISC"]
    {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    for bad in ["", "X", "MIT AND X", "MIT WITH exception", "(MIT OR ISC) AND X", "MIT2"] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

fn rules() -> Table {
    toml::from_str(&fs::read_to_string(root().join("deny.toml")).unwrap()).unwrap()
}

fn list<'a>(rules: &'a Table, section: &str, name: &str) -> Vec<&'a str> {
    rules[section][name].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}

/// The crates that are built on the platform of the rules, ours and others'.
fn packages(rules: &Table) -> Vec<Value> {
    let target = rules["graph"]["targets"][0].as_str().unwrap();
    let found = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1", "--filter-platform", target])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    let mut metadata: Value = serde_json::from_slice(&found.stdout).unwrap();
    let Value::Array(packages) = metadata["packages"].take() else { panic!("no packages") };
    assert!(packages.len() > 100, "hardly any packages");
    packages
}

/// Returns true if a licence expression holds with these licences. `OR` binds less than `AND`.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    either(&mut rest, allowed) && rest.is_empty()
}

fn either(rest: &mut &[&str], allowed: &[&str]) -> bool {
    let mut holds = both(rest, allowed);
    while take(rest, "OR") {
        holds |= both(rest, allowed);
    }
    holds
}

fn both(rest: &mut &[&str], allowed: &[&str]) -> bool {
    let mut holds = one(rest, allowed);
    while take(rest, "AND") {
        holds &= one(rest, allowed);
    }
    holds
}

fn one(rest: &mut &[&str], allowed: &[&str]) -> bool {
    if take(rest, "(") {
        let holds = either(rest, allowed);
        return take(rest, ")") && holds;
    }
    let Some((name, further)) = rest.split_first() else { return false };
    *rest = further;
    let mut name = (*name).to_owned();
    if take(rest, "WITH")
        && let Some((exception, further)) = rest.split_first()
    {
        *rest = further;
        name = format!("{name} WITH {exception}");
    }
    allowed.contains(&name.as_str())
}

fn take(rest: &mut &[&str], word: &str) -> bool {
    let found = rest.first() == Some(&word);
    if found {
        *rest = &rest[1..];
    }
    found
}
