//! The engine with a network of its user's choice.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use portcullis::{Engine, EngineError, Kernel, Limits, Network, NetworkError, Position, Searcher};
use portcullis_movegen::Board;
use random_network::{file, random_network};

#[path = "../src/eval/random_network.rs"]
mod random_network;

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "1rk3r1/8/8/8/8/8/8/1RK3R1 w BGbg - 0 1",
];

fn network(seed: u64) -> Network {
    Network::from_bytes(&random_network(64, seed)).expect("a network")
}

/// Writes a file that vanishes with the value.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, contents: &[u8]) -> TemporaryFile {
        let path = std::env::temp_dir().join(format!("portcullis-{}-{name}", std::process::id()));
        std::fs::write(&path, contents).expect("a file can be written");
        TemporaryFile(path)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Node counts and scores of searches with a network.
fn searches(network: Option<Network>) -> Vec<String> {
    let mut searcher = Searcher::new(1).expect("a searcher");
    searcher.set_network(network.map(Arc::new));
    let search = |fen: &str| {
        let position = Position::new(Board::from_fen(fen).expect("valid"));
        format!("{:?}", searcher.search(&position, &Limits::depth(7)))
    };
    FENS.into_iter().map(search).collect()
}

#[test]
fn the_search_is_the_same_with_every_kernel_and_another_with_every_network() {
    let kernels = Kernel::available();
    let results = kernels.iter().map(|&kernel| searches(Some(network(2).with_kernel(kernel))));
    let results: Vec<_> = results.collect();
    for (kernel, result) in kernels.iter().zip(&results) {
        assert_eq!(result, &results[0], "{kernel} and {}", kernels[0]);
    }
    assert_ne!(searches(None), results[0]);
    assert_ne!(searches(Some(network(4))), results[0]);
}

#[test]
fn a_searcher_forgets_the_values_of_another_network() {
    let mut searcher = Searcher::new(1).expect("a searcher");
    let position = Position::startpos();
    let limits = Limits::depth(6);
    searcher.set_network(Some(Arc::new(network(2))));
    let first = searcher.search(&position, &limits);
    searcher.set_network(None);
    searcher.search(&position, &limits);
    searcher.set_network(Some(Arc::new(network(2))));
    assert_eq!(searcher.search(&position, &limits), first);
}

#[test]
fn a_network_is_loaded_from_a_file_and_evaluates() {
    let mut engine = Engine::new().expect("an engine");
    let built_in = engine.evaluate();
    assert_eq!(engine.network(), Some(&Network::embedded()));

    let sound = TemporaryFile::new("sound.nnue", &random_network(128, 6));
    engine.load_network(&sound.0).expect("a network");
    let value = engine.network().expect("a network").evaluate(&Board::startpos());
    let evaluation = engine.evaluate();
    assert_eq!(evaluation.value_cp, value);
    assert!(evaluation.to_string().contains("random (128 hidden neurons"), "{evaluation}");

    engine.set_network(Some(Network::embedded())).expect("no search runs");
    assert_eq!(engine.evaluate(), built_in);
}

#[test]
fn a_wrong_file_is_refused_and_the_old_network_stays() {
    let mut engine = Engine::new().expect("an engine");
    engine.set_network(Some(Arc::new(network(2)))).expect("no search runs");
    let before = engine.evaluate();
    let bytes = random_network(64, 4);
    let mut damaged = bytes.clone();
    damaged[5000] ^= 1;
    let cases: [(&str, &[u8], NetworkError); 4] = [
        ("empty", b"", NetworkError::NotANetwork),
        ("text", b"a text that is longer than a header is", NetworkError::NotANetwork),
        ("damaged", &damaged, NetworkError::Checksum),
        ("short", &bytes[..5000], NetworkError::Length { found: 5000, expected: bytes.len() }),
    ];
    for (name, contents, error) in cases {
        let file = TemporaryFile::new(name, contents);
        let refusal = EngineError::Network { path: file.0.clone(), error };
        assert_eq!(engine.load_network(&file.0), Err(refusal), "{name}");
        assert_eq!(engine.evaluate(), before, "{name}");
    }
    let missing = engine.load_network(&PathBuf::from("no such file")).expect_err("no file");
    assert!(missing.to_string().contains("no such file"), "{missing}");
    assert_eq!(engine.evaluate(), before);
}

/// What the program prints for these lines: what it is told to, and its remarks.
fn program(lines: &[&str]) -> (Vec<String>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_portcullis")).args(lines).output();
    let printed = String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8");
    let (remarks, answer): (Vec<String>, _) =
        printed.lines().map(str::to_owned).partition(|line| line.starts_with("info string"));
    (answer, remarks.join("\n"))
}

#[test]
fn eval_file_sets_what_evaluates_and_a_wrong_file_changes_nothing() {
    let sound = TemporaryFile::new("name with blanks.nnue", &random_network(256, 2));
    let wrong = TemporaryFile::new("wrong.nnue", b"no network");
    let set = |path: &PathBuf| format!("setoption name EvalFile value {}", path.display());
    let (load, load_wrong) = (&*set(&sound.0), &*set(&wrong.0));

    let (built_in, _) = program(&["eval"]);
    let (loaded, remarks) = program(&[load, "eval"]);
    assert!(remarks.contains("random (256 hidden neurons"), "{remarks}");
    assert!(loaded[0].starts_with("Network: random (256 hidden neurons"), "{loaded:?}");

    let (kept, remarks) = program(&[load, load_wrong, "eval"]);
    assert_eq!(kept, loaded);
    assert!(remarks.contains("wrong.nnue is not loaded: the file is no network"), "{remarks}");

    let (back, _) = program(&[load, "setoption name EvalFile value <built-in>", "eval"]);
    assert_eq!(back, built_in);

    let nodes = |lines| program(lines).0.concat().split(' ').next().map(str::to_owned);
    assert_ne!(nodes(&[load, "bench 4"]), nodes(&["bench 4"]));
}

#[test]
fn values_of_a_network_never_look_like_a_mate() {
    // Only the output bias speaks, as loud as the format allows.
    let loud = [vec![0; 768 * 64], vec![0; 64], vec![0; 8 * 128], vec![1 << 28; 8]];
    let network = Network::from_bytes(&file(64, "name = loud", &loud)).expect("a network");
    assert!(network.evaluate(&Board::startpos()) > 1_000_000);
    let mut engine = Engine::new().expect("an engine");
    engine.set_network(Some(Arc::new(network))).expect("no search runs");
    assert_eq!(engine.evaluate().value_cp, 9_999);
}
