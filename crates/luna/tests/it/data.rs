//! `luna data fetch`: from a server that is there, and from those that fail.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use luna_app::provenance::checksum;
use luna_testkit::server::{folder, luna};

/// One file in a tar archive.
fn entry(name: &str, body: &[u8]) -> Vec<u8> {
    let mut header = [0; 512];
    let size = format!("{:011o}", body.len());
    let fields = [(0, name), (124, &size), (148, "        "), (156, "0"), (257, "ustar")];
    for (at, text) in fields {
        header[at..at + text.len()].copy_from_slice(text.as_bytes());
    }
    let sum: u32 = header.iter().copied().map(u32::from).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    let filling = vec![0; body.len().next_multiple_of(512) - body.len()];
    [&header[..], body, &filling].concat()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

fn dictionary() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../luna-text/tests/wordnet")
}

/// The small dictionary as Princeton packs its own, and something more.
fn archive(more: &[u8]) -> Vec<u8> {
    let mut tar = entry("dict/cntlist", b"not needed");
    for file in fs::read_dir(dictionary()).unwrap() {
        let path = file.unwrap().path();
        let name = format!("dict/{}", path.file_name().unwrap().to_str().unwrap());
        tar.extend(entry(&name, &fs::read(&path).unwrap()));
    }
    tar.extend(more);
    tar.extend([0; 1024]);
    packed(&tar)
}

/// Answers once, as it is told; gives its address.
fn server(status: &'static str, promised: usize, body: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            request.extend(byte);
        }
        let head = format!("HTTP/1.1 {status}\r\ncontent-length: {promised}\r\n\r\n");
        // The client may hang up early.
        drop(stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body)));
    });
    format!("http://{address}/WNdb.tar.gz")
}

fn serving(body: Vec<u8>) -> String {
    server("200 OK", body.len(), body)
}

/// Runs it with a home of its own; gives the exit code and all words.
fn fetch(home: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    fetch_named("wordnet", home, arguments)
}

fn fetch_named(name: &str, home: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output =
        luna().env("HOME", home).args(["data", "fetch", name]).args(arguments).output().unwrap();
    let words = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code(), words.replace(home.to_str().unwrap(), "~"))
}

fn names(folder: &Path) -> Vec<String> {
    let name =
        |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

#[test]
fn wordnet_is_fetched_once_and_found_from_then_on() {
    let home = folder("wordnet");
    let to = home.join(".local/share/luna/wordnet");
    let done = (Some(0), "WordNet is in ~/.local/share/luna/wordnet: 12 files, 1 MB.\n".to_owned());
    let sum = checksum(&archive(b""));
    assert_eq!(fetch(&home, &["--from", &serving(archive(b"")), "--sha256", &sum]), done);
    assert_eq!(names(&to).len(), 12, "only what is needed");
    assert_eq!(names(to.parent().unwrap()), ["wordnet"], "nothing else is left there");
    assert_eq!(
        fs::read(to.join("data.adv")).unwrap(),
        fs::read(dictionary().join("data.adv")).unwrap()
    );
    // A file that is there stays, unless --again is given.
    fs::write(to.join("noun.exc"), "mine own\n").unwrap();
    let kept = "WordNet is already in ~/.local/share/luna/wordnet; --again replaces it.\n";
    let nobody = "http://127.0.0.1:1/";
    assert_eq!(fetch(&home, &["--from", nobody]), (Some(0), kept.to_owned()));
    let (code, words) = fetch(&home, &["--from", nobody, "--again"]);
    assert_eq!(code, Some(1));
    assert!(
        words.starts_with("luna: cannot fetch http://127.0.0.1:1/: The server cannot be reached")
    );
    assert_eq!(fs::read_to_string(to.join("noun.exc")).unwrap(), "mine own\n");
    // From a file of one's own.
    let file = home.join("WNdb.tar.gz");
    fs::write(&file, archive(b"")).unwrap();
    let from = ["--from", file.to_str().unwrap(), "--sha256", &sum, "--again"];
    assert_eq!(fetch(&home, &from), done);
    assert_ne!(fs::read_to_string(to.join("noun.exc")).unwrap(), "mine own\n");
    let csv = home.join("said.csv");
    fs::write(
        &csv,
        "person,question,response,rating\na,q,r,1\nb,q,r,1\nc,q,r,1\nd,q,r,1\ne,q,r,0\n",
    )
    .unwrap();
    let out = home.join("out");
    let output = luna()
        .env("HOME", &home)
        .args(["predict", "run", "--trials", "2", "--out"])
        .args([&out, &csv])
        .output()
        .unwrap();
    let words = String::from_utf8(output.stdout).unwrap();
    // A computer may have another one in a place that comes first.
    assert!(words.contains("WordNet of "), "{words}");
}

#[test]
fn what_cannot_be_used_is_said_and_leaves_nothing() {
    let home = folder("no-wordnet");
    let whole = archive(b"");
    let half = whole[..whole.len() / 2].to_vec();
    let outside = archive(&entry("dict/../../index.noun", b""));
    let text = fs::read(dictionary().join("data.verb")).unwrap();
    let wrong = packed(&[entry("dict/data.noun", b"00000000 nonsense"), vec![0; 1024]].concat());
    let mebibyte = packed(&vec![0; 1 << 20]);
    let gone = server("404 Not Found", 4, b"gone".to_vec());
    let served = |body: Vec<u8>| {
        let sum = checksum(&body);
        (serving(body), sum)
    };
    let unread = |url: String| (url, String::new());
    for ((url, sum), expected) in [
        (
            unread(server("200 OK", whole.len(), half.clone())),
            "cannot fetch URL: The connection broke off: ",
        ),
        (served(half), "cannot use URL: it is incomplete."),
        (served(text), "cannot use URL: it is not compressed with gzip, or it is damaged."),
        (
            served(packed(b"no archive".repeat(99).as_slice())),
            "cannot use URL: it is not a tar archive, or it is damaged.",
        ),
        (served(packed(&[0; 1024])), "cannot use URL: it has no index.noun, data.noun and so on."),
        (
            served(outside),
            "cannot use URL: “dict/../../index.noun” would lie outside of the folder.",
        ),
        (served(wrong), "cannot use URL: data.noun, line 1: "),
        (served(mebibyte.repeat(200)), "cannot use URL: unpacked, it is larger than 200 MB."),
        (unread(gone), "cannot fetch URL: The server answered 404 Not Found."),
        (unread("gopher://x/".to_owned()), "cannot fetch URL: "),
        (unread("/no/such/file".to_owned()), "cannot read URL: No such file or directory"),
        (unread("/tmp".to_owned()), "cannot read URL: Is a directory"),
    ] {
        let (code, words) = fetch(&home, &["--from", &url, "--sha256", &sum]);
        let words = words.replace(&url, "URL");
        assert_eq!((code, words.lines().count()), (Some(1), 1), "{words}");
        assert!(words.starts_with(&format!("luna: {expected}")), "{words}");
        let share = home.join(".local/share/luna");
        assert!(!share.exists() || names(&share).is_empty(), "after {words}");
    }
}

#[test]
fn an_archive_with_altered_bytes_is_refused_by_its_checksum() {
    let home = folder("altered-wordnet");
    let whole = archive(b"");
    let altered = archive(&entry("dict/index.sense", b"not ours"));
    let (wanted, found) = (checksum(&whole), checksum(&altered));
    let url = serving(altered);
    let (code, words) = fetch(&home, &["--from", &url, "--sha256", &wanted]);
    let why = format!(
        "luna: cannot use {url}: its checksum is {found} and not {wanted}, so it is another file, or it was \
         damaged on the way.\n"
    );
    assert_eq!((code, words), (Some(1), why));
    // Without one, the archive has to be that of Princeton.
    let (code, words) = fetch(&home, &["--from", &serving(whole)]);
    assert_eq!(code, Some(1));
    assert!(words.contains(" bytes and not 10518425, so it is another file"), "{words}");
    let share = home.join(".local/share/luna");
    assert!(!share.exists() || names(&share).is_empty());
}

#[test]
fn a_folder_with_something_else_is_left_alone() {
    let home = folder("mine");
    fs::write(home.join("letter.txt"), "dear").unwrap();
    let to = home.to_str().unwrap();
    let expected =
        "luna: ~ has other files, and is left as it is; please name another folder with --to.\n";
    for again in [&["--to", to][..], &["--to", to, "--again"]] {
        assert_eq!(fetch(&home, again), (Some(1), expected.to_owned()));
    }
    let (code, words) = fetch(&home, &["--to", &format!("{to}/letter.txt")]);
    assert_eq!(code, Some(1));
    assert!(words.starts_with("luna: cannot look into ~/letter.txt: "), "{words}");
    let output = luna().env_remove("HOME").args(["data", "fetch", "wordnet"]).output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.starts_with("luna: Neither $HOME nor $XDG_DATA_HOME says"), "{words}");
}

/// The archive of Divisi2 with a graph, and its checksum.
fn divisi(graph: &[u8]) -> (Vec<u8>, String) {
    let name = "Divisi2-2.2.5/divisi2/data/graphs/conceptnet_en.graph.gz";
    let tar = [entry("Divisi2-2.2.5/setup.py", b"no"), entry(name, graph), vec![0; 1024]].concat();
    let archive = packed(&tar);
    let sum = checksum(&archive);
    (archive, sum)
}

const GRAPH: &str = "dog\tpet\t{'freq': 5, 'score': 20, 'rel': u'IsA'}\n\
                     dog\tfly\t{'freq': -5, 'score': 2, 'rel': u'CapableOf'}\n";

#[test]
fn conceptnet_is_fetched_checked_and_asked() {
    let home = folder("conceptnet");
    let (archive, checksum) = divisi(&packed(GRAPH.as_bytes()));
    let url = serving(archive);
    let fetched = fetch_named("conceptnet", &home, &["--from", &url, "--sha256", &checksum]);
    let base = "~/.local/share/luna/knowledge.base";
    let expected = format!("{base}: 3 concepts and 2 assertions.\n");
    assert_eq!(fetched, (Some(0), expected));
    let kept = format!("A knowledge base is already in {base}; --again replaces it.\n");
    assert_eq!(fetch_named("conceptnet", &home, &[]), (Some(0), kept));
    let asked = ["battery", "ask", "What is a dog?"];
    let output = luna().env("HOME", &home).args(asked).output().unwrap();
    let words = String::from_utf8(output.stdout).unwrap();
    assert!(words.contains("A dog is a kind of pet."), "{words}");
}

#[test]
fn a_fetch_of_conceptnet_that_fails_leaves_the_base_as_it_was() {
    let home = folder("far-conceptnet");
    let (archive, checksum) = divisi(&packed(GRAPH.as_bytes()));
    let (first, of_first) = divisi(&packed(GRAPH.lines().next().unwrap().as_bytes()));
    let (code, words) =
        fetch_named("conceptnet", &home, &["--from", &serving(first), "--sha256", &of_first]);
    assert_eq!(code, Some(0), "{words}");
    let base = home.join(".local/share/luna/knowledge.base");
    let before = fs::read(&base).unwrap();
    let half = archive[..archive.len() / 2].to_vec();
    let known = "0de34af7b53c092fb023470b2cf20cfbd9fb78d18f811775336281bc987d3273";
    let other = "0".repeat(64);
    let another = "so it is another file, or it was damaged on the way.";
    let wrong_size =
        format!("cannot use URL: it has {} bytes and not 10924871, {another}", half.len());
    let wrong_sum =
        format!("cannot use URL: its checksum is {checksum} and not {other}, {another}");
    for (url, sum, expected) in [
        (
            "http://127.0.0.1:1/x".to_owned(),
            known,
            "cannot fetch URL: The server cannot be reached",
        ),
        (
            server("200 OK", archive.len(), half.clone()),
            known,
            "cannot fetch URL: The connection broke off: ",
        ),
        (
            server("404 Not Found", 4, b"gone".to_vec()),
            known,
            "cannot fetch URL: The server answered 404 Not Found.",
        ),
        (serving(half), known, wrong_size.as_str()),
        (serving(archive.clone()), other.as_str(), wrong_sum.as_str()),
        ("/no/such/file".to_owned(), known, "cannot read URL: No such file or directory"),
    ] {
        let arguments = ["--again", "--from", &url, "--sha256", sum];
        let (code, words) = fetch_named("conceptnet", &home, &arguments);
        let words = words.replace(&url, "URL");
        assert_eq!((code, words.lines().count()), (Some(1), 1), "{words}");
        assert!(words.starts_with(&format!("luna: {expected}")), "{words}");
        assert_eq!(fs::read(&base).unwrap(), before, "after {words}");
    }
    // Files may have no bytes, as where no space is left.
    let full = format!(
        "trap '' XFSZ; ulimit -f 0; exec \"$0\" data fetch conceptnet --again --from '{}' --sha256 {checksum}",
        serving(archive)
    );
    let program = luna().get_program().to_owned();
    let output = Command::new("sh").env("HOME", &home).arg("-c").arg(full).arg(program).output();
    let output = output.unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), words.lines().count()), (Some(1), 1), "{words}");
    let expected = format!("luna: cannot write {}: File too large", base.display());
    assert!(words.starts_with(&expected), "{words}");
    assert_eq!(fs::read(&base).unwrap(), before);
    assert_eq!(names(base.parent().unwrap()), ["knowledge.base"], "nothing else is left there");
}

/// The page that tells people what is fetched, and the program.
#[test]
fn the_archive_of_conceptnet_is_the_one_in_the_documents() {
    let page = include_str!("../../../../docs/battery.md").replace('\n', " ");
    let code = include_str!("../../src/data/resource.rs");
    let file = "Divisi2-2.2.5.tar.gz";
    let checksum = "0de34af7b53c092fb023470b2cf20cfbd9fb78d18f811775336281bc987d3273";
    assert!(page.contains(&format!("`{file}`, 10,924,871 bytes")), "name and size");
    assert!(page.contains(&format!("SHA-256 checksum {checksum}")));
    let constants = [format!("/{file}\""), "10_924_871".to_owned(), format!("\"{checksum}\"")];
    assert!(constants.iter().all(|it| code.contains(it.as_str())), "{constants:?}");
}

#[test]
fn a_wrong_conceptnet_is_refused_with_the_reason() {
    let home = folder("no-conceptnet");
    let (whole, of_whole) = divisi(&packed(GRAPH.as_bytes()));
    let wrong_relation = GRAPH.replace("CapableOf", "Likes");
    let (wrong, of_wrong) = divisi(&packed(wrong_relation.as_bytes()));
    let cut = GRAPH.trim_end().trim_end_matches("'CapableOf'}");
    let (cut, of_cut) = divisi(&packed(cut.as_bytes()));
    let (half, of_half) = divisi(&packed(GRAPH.as_bytes())[..30]);
    let none = packed(&[entry("setup.py", b"no"), vec![0; 1024]].concat());
    let of_none = checksum(&none);
    for (archive, sum, expected) in [
        (whole[..99].to_vec(), &of_whole, "its checksum is "),
        (wrong, &of_wrong, "conceptnet_en.graph.gz: line 2: “Likes” is not a relation"),
        (cut, &of_cut, "line 2: “{'freq': -5, 'score': 2, 'rel': u” is not an edge with"),
        (half, &of_half, "conceptnet_en.graph.gz: the compressed file is incomplete."),
        (none, &of_none, "it has no data/graphs/conceptnet_en.graph.gz."),
    ] {
        let url = serving(archive);
        let (code, words) = fetch_named("conceptnet", &home, &["--from", &url, "--sha256", sum]);
        assert_eq!((code, words.lines().count()), (Some(1), 1), "{words}");
        assert!(words.starts_with(&format!("luna: cannot use {url}: ")), "{words}");
        assert!(words.contains(expected), "{words}");
        assert!(!home.join(".local/share/luna").exists(), "after {words}");
    }
}
