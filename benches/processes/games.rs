//! Long games of Morpion Solitaire: `morpion` and the crate `morpion-solitaire` with the same time limit.

use std::path::Path;
use std::process::{Command, Stdio};

use super::contests::{Budget, after};
use super::table::{Row, Spread, Table, Unit};
use super::yardsticks::Yardsticks;

/// Runs the searches one after the other, so that each has a core to itself.
pub fn long_games(budget: &Budget, there: &Yardsticks, folder: &Path, table: &mut Table) {
    let Some((name, solitaire)) = there.solitaire.as_ref().filter(|_| budget.seeds > 0) else { return };
    for variant in ["5D", "5T"] {
        let question = format!("morpion {variant}, long games, {} s each, one thread", budget.game_seconds);
        println!("\n{question}\n{:<8}{:>10}{:>36}", "seed", "morpion", name);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for seed in 1..=budget.seeds {
            let lengths = [our_game(budget, variant, seed), their_game(budget, solitaire, variant, seed, folder)];
            println!("{seed:<8}{:>10}{:>36}", lengths[0], lengths[1]);
            ours.push(f64::from(lengths[0]));
            theirs.push(f64::from(lengths[1]));
        }
        let [ours, theirs] = [ours, theirs].map(|lengths| Spread::of(&lengths, Unit::Moves));
        table.push(Some(Row {
            question,
            program: "morpion search".to_owned(),
            ours,
            yardstick: name.clone(),
            theirs,
            ratio: ours.median / theirs.median,
            more_than: false,
        }));
    }
}

fn morpion(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_morpion"));
    command.args(arguments).stderr(Stdio::inherit());
    command
}

/// The length of our best game.
fn our_game(budget: &Budget, variant: &str, seed: u32) -> u32 {
    let (seed, time) = (seed.to_string(), format!("{}s", budget.game_seconds));
    // No game has 500 moves (the upper bound for 5T is 450), so only the time limit ends the search.
    let limits = ["--seed", &seed, "--threads", "1", "--time", &time, "--target", "500", "--quiet"];
    let output = morpion(&["search", variant]).args(limits).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "morpion search did not stop at its time limit");
    after(&String::from_utf8(output.stdout).unwrap(), "Best: ").parse().unwrap()
}

/// The length of the game that the crate saves, replayed by our program.
fn their_game(budget: &Budget, solitaire: &Path, variant: &str, seed: u32, folder: &Path) -> u32 {
    let (seed, time, game) = (seed.to_string(), format!("{}s", budget.game_seconds), folder.join("theirs.msr"));
    let mut command = Command::new(solitaire);
    command.args(["search", "--variant", variant, "--seed", &seed, "--threads", "1", "--time", &time, "--quiet"]);
    let output = command.arg("--out").arg(&game).output().unwrap();
    assert!(output.status.success(), "morpion-solitaire failed: {}", String::from_utf8_lossy(&output.stderr));
    let output = morpion(&["check"]).arg(&game).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert_eq!(after(&output, "Variant: "), variant);
    assert_eq!(after(&output, "Status: "), "legal");
    after(&output, "Score: ").parse().unwrap()
}
