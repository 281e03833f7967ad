//! The container file against the program: its settings, ports, paths and health check. It is not built here.

use std::fs;

use luna_testkit::server::{Server, program, sqlite};

use crate::command::run;
use crate::tidy::root;

fn file(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// What stands after each instruction of this name.
fn instructions<'a>(file: &'a str, name: &str) -> Vec<&'a str> {
    file.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).collect()
}

fn only<'a>(file: &'a str, name: &str) -> &'a str {
    let all = instructions(file, name);
    assert_eq!(all.len(), 1, "{name}: {all:?}");
    all[0]
}

/// The values of an instruction in brackets.
fn words(list: &str) -> Vec<String> {
    serde_json::from_str(list).unwrap()
}

#[test]
fn its_command_and_its_settings_are_the_programs() {
    let file = file("Containerfile");
    let mut command = words(only(&file, "ENTRYPOINT"));
    command.extend(words(only(&file, "CMD")));
    assert_eq!(command, ["luna", "serve"]);
    let (code, help, _) = run(&["help", "serve"]);
    assert_eq!(code, Some(0));
    let settings: Vec<(&str, &str)> = instructions(&file, "ENV")
        .into_iter()
        .filter_map(|it| it.split_once('='))
        .filter(|(name, _)| name.starts_with("LUNA_"))
        .collect();
    for (name, _) in &settings {
        assert!(help.contains(&format!("[env: {name}")), "{name} is no setting:\n{help}");
    }
    let value = |name: &str| settings.iter().find(|(it, _)| *it == name).unwrap().1;
    let port = only(&file, "EXPOSE");
    assert_eq!(value("LUNA_LISTEN"), format!("0.0.0.0:{port}"));
    assert!(help.contains(&format!("127.0.0.1:{port}")), "the port of the program is another");
    let folder = only(&file, "VOLUME");
    assert_eq!(only(&file, "USER"), "luna");
    assert!(instructions(&file, "WORKDIR").contains(&folder));
    assert!(value("LUNA_DATABASE").starts_with(&format!("sqlite:{folder}/")));
    assert!(
        file.contains(&format!("--home-dir {folder} ")),
        "its user owns the folder of the data"
    );
}

#[test]
fn it_builds_the_program_as_the_documents_do() {
    let (container, manifest) = (file("Containerfile"), file("Cargo.toml"));
    let build = "cargo build --locked --profile dist --bin luna";
    assert!(instructions(&container, "RUN").contains(&build));
    assert!(manifest.contains("[profile.dist]"));
    assert!(container.contains("COPY --from=build /src/target/dist/luna /usr/local/bin/luna"));
    let toolchain = file("rust-toolchain.toml");
    let channel = toolchain.split("channel = \"").nth(1).unwrap().split('"').next().unwrap();
    assert!(container.contains(&format!("\nENV RUSTUP_TOOLCHAIN={channel}\n")), "{channel}");
    assert!(container.contains(&format!("library/rust:{channel}-slim")), "{channel}");
    // Whatever the sources need is copied: only what git leaves out too is left out.
    let left_out = file(".gitignore");
    for pattern in file(".dockerignore").lines().filter(|line| !line.starts_with('#')) {
        let bare = pattern.trim_start_matches("**/");
        let known = left_out.lines().any(|line| line.trim_start_matches('/') == bare);
        assert!(known || bare == ".git", "{pattern}");
    }
}

#[test]
fn its_health_check_tells_a_server_that_runs_from_one_that_does_not() {
    let file = file("Containerfile");
    let port = only(&file, "EXPOSE");
    let (_, check) = only(&file, "HEALTHCHECK").split_once(" CMD ").unwrap();
    assert!(check.contains(&format!("/dev/tcp/127.0.0.1/{port} ")), "{check}");
    let shell = words(only(&file, "SHELL"));
    let healthy = |check: &str| {
        let done = program(&shell[0]).args(&shell[1..]).arg(check).output().unwrap();
        done.status.success()
    };
    let server = Server::start(&sqlite(), &[]);
    let here = server.address.rsplit(':').next().unwrap().to_owned();
    let check = check.replace(&format!("/127.0.0.1/{port} "), &format!("/127.0.0.1/{here} "));
    assert!(healthy(&check), "{check}");
    let elsewhere = check.replace("GET /readyz ", "GET /no-such-page ");
    assert!(!healthy(&elsewhere), "another answer is not healthy");
    drop(server);
    assert!(!healthy(&check), "nobody answers");
}
