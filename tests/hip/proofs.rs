//! Proofs of `hip tie --proof`, and `scripts/verify-tie`, which checks them: it accepts them, refuses what damage makes of
//! them, and has no bound that some way to fill the board contradicts.

use std::fs;
use std::process::Command;

use itertools::Itertools;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::reference::{Board, Cell};
use crate::support::{Ended, HIP, output, random_cases, rounds};

/// What the checker prints of each text: on stdout, or on stderr. `None` if there is no Python.
fn verdicts(texts: &[String]) -> Option<Vec<Result<String, String>>> {
    let folder = tempfile::tempdir().unwrap();
    let files = (0..texts.len()).map(|number| number.to_string()).collect_vec();
    files.iter().zip(texts).for_each(|(file, text)| fs::write(folder.path().join(file), text).unwrap());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/verify-tie");
    let mut command = Command::new("python3");
    let output =
        output(command.arg(script).args(&files).current_dir(&folder), "the checker of proofs of tie in Python")?;
    let Ended { status, stdout, stderr } = output.into();
    assert_eq!(status, Some(i32::from(!stderr.is_empty())), "{stderr}");
    let of_file = |line: &str| {
        let (file, said) = line.split_once(": ").unwrap_or_else(|| panic!("{stderr}"));
        (file.parse::<usize>().unwrap(), said.to_owned())
    };
    let proofs = stdout.lines().map(of_file).map(|(file, said)| (file, Ok(said)));
    let faults = stderr.lines().map(of_file).map(|(file, said)| (file, Err(said)));
    let verdicts = proofs.chain(faults).sorted().collect_vec();
    assert!(verdicts.iter().map(|(file, _)| *file).eq(0..texts.len()), "each has a verdict: {stdout}{stderr}");
    Some(verdicts.into_iter().map(|(_, verdict)| verdict).collect())
}

fn proof(size: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof");
    HIP.answer(&format!("tie {size} --proof {}", file.display()), "");
    fs::read_to_string(file).unwrap()
}

type Lines = Vec<String>;
type Core = Vec<String>;

/// The line after the tree that begins at a line.
fn end_of_tree(lines: &Lines, mut at: usize) -> usize {
    let mut trees = 1;
    while trees > 0 {
        trees = if lines[at].starts_with('?') { trees + 1 } else { trees - 1 };
        at += 1;
    }
    at
}

/// A random line for which this holds.
fn any(lines: &Lines, random: &mut SmallRng, holds: impl Fn(&str) -> bool) -> Option<usize> {
    (0..lines.len()).filter(|&line| holds(&lines[line])).collect_vec().choose(random).copied()
}

fn is_root(line: &str) -> bool {
    line.starts_with("root ") && !line.starts_with("root cells")
}

fn root_cells(lines: &Lines) -> Vec<String> {
    lines[3].split(' ').skip(2).map(str::to_owned).collect()
}

fn cores(leaf: &str) -> Vec<Core> {
    leaf[2..].split(" ; ").map(|core| core.split(' ').map(str::to_owned).collect()).collect()
}

/// Changes the cores of a random leaf; nothing if the change returns `None`.
fn in_leaf(
    lines: &mut Lines,
    random: &mut SmallRng,
    change: fn(&mut Vec<Core>, &mut SmallRng) -> Option<()>,
) -> Option<()> {
    let at = any(lines, random, |line| line.starts_with(". "))?;
    let mut cores = cores(&lines[at]);
    change(&mut cores, random)?;
    let leaf = cores.iter().map(|core| core.join(" ")).join(" ; ");
    lines[at] = if cores.is_empty() { ".".to_owned() } else { format!(". {leaf}") };
    Some(())
}

/// The number of a random core, and of a random step of it.
fn any_step(cores: &[Core], random: &mut SmallRng) -> (usize, usize) {
    let core = random.random_range(0..cores.len());
    (core, random.random_range(0..cores[core].len()))
}

/// A cell of a board of at most nine rows.
fn cell(name: &str) -> Cell {
    let &[column, row] = name.as_bytes() else { panic!("{name}") };
    ((row - b'1').into(), (column - b'A').into())
}

fn name((row, column): Cell) -> String {
    format!("{}{}", char::from(b'A' + column as u8), row + 1)
}

/// The other two corners of a square, after two clockwise.
fn others(a: Cell, b: Cell) -> [Cell; 2] {
    let (down, right) = (b.0 - a.0, b.1 - a.1);
    [b, a].map(|corner| (corner.0 + right, corner.1 - down))
}

fn corners(step: &str) -> [Cell; 4] {
    let (a, b) = (cell(&step[1..3]), cell(&step[3..5]));
    let [c, d] = others(a, b);
    [a, b, c, d]
}

/// A damage after which a proof is certainly wrong. It returns `None` if it has changed nothing.
type Damage = fn(&mut Lines, &mut SmallRng) -> Option<()>;

const DAMAGES: [(&str, Damage); 10] = [
    ("a root is missing", |lines, random| {
        let at = any(lines, random, is_root)?;
        let end = end_of_tree(lines, at + 1);
        lines.drain(at..end);
        Some(())
    }),
    // Numbers of X that no symmetry or exchange makes of those before.
    ("a root has another colour", |lines, random| {
        let at = any(lines, random, is_root)?;
        let place = random.random_range("root ".len()..lines[at].len());
        let is_x = &lines[at][place..=place] == "X";
        let (xs, all) = (lines[at].matches('X').count(), root_cells(lines).len());
        let after = if is_x { xs - 1 } else { xs + 1 };
        lines[at].replace_range(place..=place, if is_x { "O" } else { "X" });
        (after != all - xs).then_some(())
    }),
    ("the limit is greater", |lines, _| {
        let limit: u32 = lines[2]["at most ".len()..].parse().unwrap();
        lines[2] = format!("at most {}", limit + 1);
        Some(())
    }),
    ("a tree is missing", |lines, random| {
        let at = 1 + any(lines, random, |line| line.starts_with('?'))?;
        let at = if random.random() { at } else { end_of_tree(lines, at) };
        let end = end_of_tree(lines, at);
        lines.drain(at..end);
        Some(())
    }),
    ("a leaf is there twice", |lines, random| {
        let at = any(lines, random, |line| line.starts_with('.'))?;
        lines.insert(at, lines[at].clone());
        Some(())
    }),
    // One of them has a step for a square that has the counter in the other colour then.
    ("the trees of a branch are exchanged", |lines, random| {
        let at = any(lines, random, |line| line.starts_with('?'))?;
        let counter = cell(&lines[at][2..]);
        let second = end_of_tree(lines, at + 1);
        let end = end_of_tree(lines, second);
        let needs = |from, to, colour| {
            let leaves = lines[from..to].iter().filter(|line| line.starts_with(". "));
            let mut steps = leaves.flat_map(|line| cores(line)).flatten();
            steps.any(|step| step.starts_with(colour) && corners(&step).contains(&counter))
        };
        let is_wrong = needs(at + 1, second, 'x') || needs(second, end, 'o');
        lines[at + 1..end].rotate_left(second - at - 1);
        is_wrong.then_some(())
    }),
    ("a core is missing", |lines, random| {
        in_leaf(lines, random, |cores, random| {
            cores.remove(random.random_range(0..cores.len()));
            Some(())
        })
    }),
    ("a step is missing", |lines, random| {
        in_leaf(lines, random, |cores, random| {
            let (core, step) = any_step(cores, random);
            cores[core].remove(step);
            Some(())
        })
    }),
    // One without the cell that the step names, or that of another step of the same colour.
    ("a step has another square", |lines, random| {
        in_leaf(lines, random, |cores, random| {
            let steps = cores.concat();
            let (core, step) = any_step(cores, random);
            let step = &mut cores[core][step];
            let other = steps.choose(random).unwrap();
            let is_wrong = match step.split_once('>') {
                Some((_, named)) => !corners(other).contains(&cell(named)),
                None => other[..1] == step[..1] && other[1..5] != step[1..5],
            };
            step.replace_range(1..5, &other[1..5]);
            is_wrong.then_some(())
        })
    }),
    ("the end is missing", |lines, random| {
        let mut text = lines.join("\n");
        text.truncate(random.random_range(0..text.len()));
        *lines = text.split('\n').map(str::to_owned).collect();
        Some(())
    }),
];

/// Damages a proof, if it can: no leaf of 6x7 has cores. The last line of a text that is cut off has no line feed.
fn damaged(proof: &str, damage: Damage, random: &mut SmallRng) -> Option<String> {
    (0..100).find_map(|_| {
        let mut lines = proof.lines().map(str::to_owned).collect_vec();
        damage(&mut lines, random)?;
        Some(lines.join("\n") + if lines.last().is_some_and(|line| line == "end") { "\n" } else { "" })
    })
}

#[test]
fn proofs_are_accepted_and_damaged_ones_are_refused() {
    let proofs = ["6x7", "7x7"].map(proof);
    let mut random = SmallRng::seed_from_u64(8);
    let mut texts = proofs.to_vec();
    let mut damages = Vec::new();
    for (damage, function) in DAMAGES {
        for (proof, rounds) in proofs.iter().zip([rounds(3, 12), rounds(4, 12)]) {
            let found = (0..rounds).filter_map(|_| damaged(proof, function, &mut random)).collect_vec();
            damages.extend(found.iter().map(|_| damage));
            texts.extend(found);
        }
    }
    let Some(verdicts) = verdicts(&texts) else { return };
    for (verdict, claim) in verdicts
        .iter()
        .zip(["6x7 board has at least 1 monochromatic square;", "7x7 board has at least 3 monochromatic squares;"])
    {
        let said = verdict.as_ref().unwrap();
        assert!(said.starts_with(&format!("proved: every full {claim} ")) && said.ends_with(" leaves"), "{said}");
    }
    for (damage, verdict) in damages.iter().zip(&verdicts[2..]) {
        assert!(verdict.as_ref().is_err_and(|said| said.starts_with("line ")), "{damage}: {verdict:?}");
    }
    assert!(damages.len() >= rounds(50, 130));
}

/// The lines of the page, between those that it leaves out, and the step that the checker gives as an example.
#[test]
fn examples_are_in_the_proof_of_7x7() {
    let proof = format!("\n{}", proof("7x7"));
    let page = include_str!("../../src/hip/proof.md").split("```").nth(1).unwrap();
    let parts = page.strip_prefix("text\n").unwrap().split("…\n").collect_vec();
    assert!(parts.len() == 3 && proof.starts_with(&format!("\n{}", parts[0])) && proof.ends_with(parts[2]));
    assert!(parts[1].lines().count() > 4 && proof.contains(&format!("\n{}", parts[1])), "{}", parts[1]);
    let (_, message) = include_str!("../../scripts/verify-tie").split_once("expected a step such as ").unwrap();
    let step = message.split_once(',').unwrap().0;
    assert!(proof.split_whitespace().contains(&step), "{step}");
}

/// Its root has the B row and column and prefers O in all corners of the board: one square is X's, four are threatened.
fn small(leaf: &str) -> String {
    format!("quadrille hip tie proof 1\nboard 3x3\nat most 9\nroot cells B2 B1 C2 B3 A2\nroot XXXXX\n{leaf}\nend\n")
}

/// Leaves of small proofs; changes of one; and leaves of a board where A1 prefers O once, which each of two cores needs.
#[test]
fn faults_are_told_with_their_place() {
    let leaves = ".|. oA1C1|. oC3A3|. oA1C1 ; oC1C3|. oC1A1|. xA1C1|. oA1C1>B2|. oA1C1>B2 xA1C1|. oA1C1>A1 xA1C1|\
        . oA1C1>A1 xA1C1>A1|. oA1C1>A1 xA1C1>A1 oA1B1|. xA1B1|. oA1B1|. oA1D1|. |.oA1C1|? B2|? a1|é";
    let mut cases: Vec<(String, String)> = leaves.split('|').map(|leaf| (leaf.to_owned(), small(leaf))).collect();
    for (from, to) in [
        ("quadrille ", ""),
        ("most 9", "most -1"),
        (" A2", ""),
        (" A2", " B2"),
        ("XXXXX", "XXXX"),
        ("XXXXX", "XXXXx"),
        ("most 9", "most 0"),
        (".\n", ".\r\n"),
    ] {
        cases.push((format!("{from:?} => {to:?}"), small(".").replace(from, to)));
    }
    cases.push(("no text".to_owned(), String::new()));
    for size in ["0x3", "3x43", "3x3x3", "3x99999999999999999999", "1x128"] {
        let text = format!("quadrille hip tie proof 1\nboard {size}\nat most 0\nroot cells\nend\n");
        cases.push((size.to_owned(), text));
    }
    for leaf in [". oA1C1", ". oA1E1", ". oA1C1 ; oA1E1"] {
        let cells = "B1 D1 A2 B2 C2 D2 E2 B3 C3 D3 A4 B4 C4 D4 E4 B5 D5";
        let root = format!("root cells {cells}\nroot XXXOXXXXOXXXXXXXX");
        let text = format!("quadrille hip tie proof 1\nboard 5x5\nat most 99\n{root}\n{leaf}\nend\n");
        cases.push((format!("5x5: {leaf}"), text));
    }
    let (names, texts): (Vec<String>, Vec<String>) = cases.into_iter().unzip();
    let Some(verdicts) = verdicts(&texts) else { return };
    let faults = names.iter().zip(verdicts).map(|(name, verdict)| format!("{name}\n    {}\n", verdict.unwrap_err()));
    insta::assert_snapshot!("faults", faults.collect::<String>());
}

/// A position whose empty cells are some orbits of the symmetries, with cores that need not be right.
struct Sketch {
    board: Board,
    squares: Vec<[Cell; 4]>,
    counters: Vec<Cell>,
    empty: Vec<Cell>,
    /// Of the counters; and a guess for each empty cell. X is 0.
    colours: Vec<usize>,
    /// How often an empty cell may still get its colour because it prefers it.
    left: Vec<usize>,
}

impl Sketch {
    fn new(random: &mut SmallRng) -> Sketch {
        let board = *[Board(4, 4), Board(4, 5), Board(5, 4), Board(5, 5), Board(3, 8)].choose(random).unwrap();
        let orbit = |cell: Cell| board.maps().iter().map(|map| map(cell, board)).min().unwrap();
        let mut orbits =
            board.cells().into_iter().into_group_map_by(|&cell| orbit(cell)).into_iter().sorted().collect_vec();
        orbits.shuffle(random);
        let (mut empty, mut counters) = (Vec::new(), Vec::new());
        for (_, cells) in orbits {
            if empty.len() + cells.len() <= 12 { &mut empty } else { &mut counters }.extend(cells);
        }
        let mut colours = vec![0; board.area()];
        let share = random.random_range(0.1..0.5);
        colours.fill_with(|| usize::from(random.random_bool(share)));
        let mut sketch =
            Sketch { board, squares: board.squares(), counters, empty, colours, left: vec![0; board.area()] };
        for cell in sketch.empty.clone() {
            let [x, o] = [0, 1].map(|colour| sketch.threats(cell, colour));
            let at = sketch.number(cell);
            sketch.left[at] = x.abs_diff(o);
            if x != o {
                sketch.colours[at] = usize::from(x > o);
            }
        }
        sketch
    }

    fn number(&self, (row, column): Cell) -> usize {
        (row * self.board.1 + column) as usize
    }

    fn colour(&self, cell: Cell) -> usize {
        self.colours[self.number(cell)]
    }

    fn threats(&self, cell: Cell, colour: usize) -> usize {
        let is_own = |other: &Cell| self.counters.contains(other) && self.colour(*other) == colour;
        let rest = |square: &[Cell; 4]| square.iter().all(|other| *other == cell || is_own(other));
        self.squares.iter().filter(|square| square.contains(&cell) && rest(square)).count()
    }

    /// A square in which all corners, but perhaps this one, have this colour, or are guessed to have it.
    fn square(&self, colour: usize, but: Option<Cell>, random: &mut SmallRng) -> Option<[Cell; 4]> {
        let holds = |square: &&[Cell; 4]| {
            but.is_none_or(|cell| square.contains(&cell))
                && square.iter().filter(|cell| self.empty.contains(cell)).count() > 1
                && square.iter().all(|&cell| Some(cell) == but || self.colour(cell) == colour)
        };
        self.squares.iter().filter(holds).collect_vec().choose(random).map(|square| **square)
    }

    /// A conflict of the guesses, and a reason for each. It may use a reason twice, and reasons may need each other.
    fn core(&mut self, random: &mut SmallRng) -> Option<Vec<String>> {
        let is_careless = random.random_bool(0.3);
        let colour = random.random_range(0..2);
        let square = self.square(colour, None, random)?;
        let mut steps = vec![step(colour, &square, None)];
        let mut todo = square.to_vec();
        let mut seen = Vec::new();
        while let Some(cell) = todo.pop() {
            if seen.contains(&cell) || !self.empty.contains(&cell) {
                continue;
            }
            seen.push(cell);
            let at = self.number(cell);
            if self.left[at] > 0 {
                self.left[at] -= usize::from(!is_careless);
                continue;
            }
            let colour = 1 - self.colours[at];
            let square = self.square(colour, Some(cell), random)?;
            steps.push(step(colour, &square, Some(cell)));
            todo.extend(square);
        }
        steps.reverse();
        Some(steps)
    }

    /// Tries some guesses for the cells that have no preference left, which follow from each other where they can.
    fn any_core(&mut self, random: &mut SmallRng) -> Option<Vec<String>> {
        for _ in 0..50 {
            let left = self.left.clone();
            for _ in 0..20 {
                let cell = *self.empty.choose(random).unwrap();
                let (at, colour) = (self.number(cell), random.random_range(0..2));
                if left[at] == 0 && (self.square(colour, Some(cell), random).is_some() || random.random_bool(0.1)) {
                    self.colours[at] = 1 - colour;
                }
            }
            if let Some(core) = self.core(random) {
                return Some(core);
            }
            self.left = left;
        }
        None
    }

    fn text(&self, cores: &[Vec<String>]) -> String {
        let Board(rows, columns) = self.board;
        let names = self.counters.iter().map(|&cell| name(cell)).join(" ");
        let colours: String = self.counters.iter().map(|&cell| ['X', 'O'][self.colour(cell)]).collect();
        let leaf = cores.iter().map(|core| core.join(" ")).join(" ; ");
        let leaf = if cores.is_empty() { ".".to_owned() } else { format!(". {leaf}") };
        format!(
            "quadrille hip tie proof 1\nboard {rows}x{columns}\nat most 99\nroot cells {names}\nroot {colours}\n{leaf}\nend\n"
        )
    }

    /// The fewest monochromatic squares of all ways to fill the board.
    fn least(&self) -> usize {
        let squares = self.board.square_bits();
        let bits = |cells: &[Cell]| cells.iter().map(|&cell| self.board.bit(cell)).collect_vec();
        let os: Vec<Cell> = self.counters.iter().copied().filter(|&cell| self.colour(cell) == 1).collect();
        let counters: u32 = bits(&os).iter().sum();
        let fillings = bits(&self.empty).into_iter().powerset().map(|filling| counters + filling.iter().sum::<u32>());
        let count = |full: u32| squares.iter().filter(|&&square| full & square == 0 || full & square == square).count();
        fillings.map(count).min().unwrap()
    }
}

fn step(colour: usize, square: &[Cell; 4], named: Option<Cell>) -> String {
    let sides = square
        .iter()
        .permutations(2)
        .find(|side| others(*side[0], *side[1]).iter().all(|corner| square.contains(corner)));
    let corners: String = sides.unwrap().into_iter().map(|&corner| name(corner)).collect();
    format!("{}{corners}{}", ['x', 'o'][colour], named.map_or(String::new(), |cell| format!(">{}", name(cell))))
}

/// Of leaves with right and wrong cores, the checker accepts none whose bound is too large, and many with the best one.
#[test]
fn bounds_of_accepted_leaves_hold() {
    let mut texts = Vec::new();
    let mut least = Vec::new();
    random_cases(1500, 10_000, |random| {
        let mut sketch = Sketch::new(random);
        let cores = (0..random.random_range(1..4)).filter_map(|_| sketch.any_core(random)).collect_vec();
        if !cores.is_empty() {
            texts.push(sketch.text(&cores));
            least.push(sketch.least());
        }
    });
    let Some(verdicts) = verdicts(&texts) else { return };
    let (mut refused, mut accepted, mut exact) = (0, 0, 0);
    for ((verdict, least), text) in verdicts.iter().zip(least).zip(&texts) {
        let said = verdict.as_ref().unwrap_err();
        let Some(bound) = said.strip_prefix("line 6: this leaf has at least ") else {
            refused += 1;
            continue;
        };
        let bound: usize = bound.split_once(' ').unwrap().0.parse().unwrap();
        assert!(bound <= least, "{bound} > {least}\n{text}");
        accepted += 1;
        exact += usize::from(bound == least);
    }
    assert!(refused.min(accepted) > texts.len() / 10 && exact > texts.len() / 20, "{refused} {accepted} {exact}");
}
