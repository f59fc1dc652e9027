//! The whole way from nothing to a verified network, through the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the trainer in a directory.
fn trainer(directory: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trainer"))
        .current_dir(directory)
        .args(arguments.split_whitespace())
        .output()
        .expect("the trainer starts")
}

/// Runs the trainer, which has to succeed, and gives what it prints.
fn printed(directory: &Path, arguments: &str) -> String {
    let output = trainer(directory, arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "trainer {arguments}\n{text}{errors}");
    text
}

/// What the trainer says when it fails.
fn refusal(directory: &Path, arguments: &str) -> String {
    let output = trainer(directory, arguments);
    assert!(!output.status.success(), "trainer {arguments}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Goes the whole way: games `a.games`, checkpoint `a.checkpoint`, picture `a.svg`, network `a.nnue`.
fn make_a_network(here: &Path, games: u32, epochs: u32) {
    let nodes = "--soft-nodes 100 --hard-nodes 100 --opening-nodes 200";
    printed(here, &format!("selfplay --output a.games {nodes} --games {games}"));
    let checked = printed(here, "check a.games");
    assert!(checked.contains(", 0 faults"), "{checked}");
    let info = printed(here, "info a.games");
    assert!(info.contains("nodes = 100") && info.contains("bytes a ply"), "{info}");

    let size = "--hidden 64 --batch 1024";
    let train = format!("train a.games --output a.checkpoint {size} --epochs {epochs}");
    let report = printed(here, &train);
    assert!(report.contains("100.0 %"), "{report}");
    assert!(fs::read_to_string(here.join("a.svg")).unwrap().starts_with("<svg"));
    printed(here, "quantise a.checkpoint --output a.nnue");
}

#[test]
fn a_network_is_made_from_nothing_and_plays() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    make_a_network(here, 40, 4);
    // A network of so short a training is rough, but its integers must be right.
    let verified = printed(here, "verify a.nnue a.games --positions 5000");
    assert!(verified.contains("name = a"), "{verified}");
    let played = printed(here, "match a.nnue hand-written --nodes 30 --games 4");
    assert!(played.contains("4 games: ") && played.contains("a (64 hidden neurons"), "{played}");
    let games = "--games 2 --hard-nodes 30 --opening-nodes 30";
    let by_network = printed(here, &format!("selfplay --network a.nnue --output b.games {games}"));
    assert!(by_network.contains("evaluation = a (64 hidden neurons, checksum "), "{by_network}");
}

#[test]
#[ignore = "takes a minute; a step of its own in .ci/run"]
fn a_network_from_a_thousand_games_beats_one_that_has_learnt_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    make_a_network(here, 1000, 100);
    printed(here, "verify a.nnue a.games --checkpoint a.checkpoint");
    printed(here, "random --output random.nnue");
    let played = printed(here, "match a.nnue random.nnue --nodes 100 --games 400 --sprt 0 200");
    assert!(played.contains("H1 accepted"), "{played}");
}

#[test]
fn the_same_command_makes_the_same_network() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    printed(here, "selfplay --output a.games --hard-nodes 30 --opening-nodes 30 --games 20");
    let networks = ["x", "y"].map(|name| {
        let size = "--hidden 64 --batch 512 --epochs 2 --threads 2";
        printed(here, &format!("train a.games --output {name}.checkpoint {size}"));
        printed(here, &format!("quantise {name}.checkpoint --output {name}.nnue --name same"));
        fs::read(here.join(format!("{name}.nnue"))).unwrap()
    });
    assert!(networks[0] == networks[1]);
}

#[test]
fn games_are_appended_by_the_same_command_and_refused_by_another() {
    let directory = tempfile::tempdir().unwrap();
    let play = "selfplay --output a.games --hard-nodes 30 --opening-nodes 30 --games 3";
    printed(directory.path(), play);
    assert!(printed(directory.path(), play).contains("a.games: 6 games"));
    let other = refusal(directory.path(), &play.replace("--hard-nodes 30", "--hard-nodes 40"));
    assert!(other.contains("`nodes = 30`, not `40`"), "{other}");
    let sooner = refusal(directory.path(), &format!("{play} --win-score 900"));
    assert!(sooner.contains("win from 2000 cp"), "{sooner}");
    assert!(sooner.contains("not `win from 900 cp"), "{sooner}");
}

#[test]
fn mistakes_are_told_in_a_sentence() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    fs::write(here.join("text.txt"), "no games").unwrap();
    assert_eq!(refusal(here, "info text.txt"), "error: text.txt: this is not a file of games\n");
    assert!(refusal(here, "check missing.games").starts_with("error: missing.games: "));
    assert!(refusal(here, "verify text.txt text.txt").contains("no Portcullis network"));
    let hidden = refusal(here, "train text.txt --output x.checkpoint --hidden 100");
    assert!(hidden.contains("cannot have 100 neurons"), "{hidden}");
    let begun = refusal(here, "train text.txt --output x.checkpoint --begin-with text.txt");
    assert!(begun.contains("text.txt: ") && begun.contains("no Portcullis network"), "{begun}");
    let scale = refusal(here, "train text.txt --output x.checkpoint --scale 0");
    assert_eq!(scale, "error: the scale has to be at least 1 centipawn\n");
    let power = refusal(here, "train text.txt --output x.checkpoint --loss-power 0.5");
    assert_eq!(power, "error: the power of the loss has to lie between 1 and 4\n");
    let weight = refusal(here, "train text.txt --output x.checkpoint --result-weight 1.5");
    assert_eq!(weight, "error: the weight of the result has to lie between 0 and 1\n");
}

#[test]
fn a_training_is_not_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("x.checkpoint"), "precious").unwrap();
    let refused = refusal(directory.path(), "train a.games --output x.checkpoint");
    assert!(refused.contains("x.checkpoint is there already"), "{refused}");
}

/// A training can begin with the network of another, and can be resumed only with the same one.
#[test]
fn a_training_goes_on_from_a_network() {
    let directory = tempfile::tempdir().unwrap();
    let here = directory.path();
    printed(
        here,
        "selfplay --output a.games --games 6 --soft-nodes 30 --hard-nodes 30 --threads 1",
    );
    printed(here, "random --output one.nnue --seed 1");
    printed(here, "random --output two.nnue --seed 2");
    let train = "train a.games --epochs 2 --hidden 64 --output x.checkpoint --min-ply 0";
    printed(here, &format!("{train} --begin-with one.nnue"));
    printed(here, &format!("{train} --begin-with one.nnue --resume"));
    let other = refusal(here, &format!("{train} --begin-with two.nnue --resume"));
    assert!(other.contains("`began with = one (of unknown games)`, not `two"), "{other}");
}
