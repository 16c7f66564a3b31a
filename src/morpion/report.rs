//! Answers about Morpion Solitaire: each as text, by `Display`, and as JSON, by `Serialize`.

use std::fmt::{self, Display};

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::bounds::{self, Bound, Known, Start};
use super::count::{Scope, Sums};
use super::record::Record;
use super::search::{BestGame, Plan};
use super::upper_bound::certificate::{Case, Certificate};
use super::upper_bound::hulls::HullBox;
use super::upper_bound::{LeastBound, Tally};
use super::{Game, Move, Point, Position, Potential, Variant, picture};
use crate::json::{display, display_some};
use crate::part::Part;

/// A start position: its number of points, its number of legal moves, and a picture.
#[derive(Clone, Debug, Serialize)]
pub struct Cross {
    variant: Variant,
    points: Vec<Point>,
    moves_left: usize,
    #[serde(skip)]
    position: Position,
}

impl Cross {
    /// Returns the start position of a variant.
    #[must_use]
    pub fn new(variant: Variant) -> Cross {
        let position = Position::new(variant);
        Cross { variant, points: variant.cross().collect(), moves_left: position.mobility(), position }
    }

    /// Draws it as SVG.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn draw(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        let next: Vec<Move> = self.position.legal_moves().collect();
        let title = format!("Morpion Solitaire {}", self.variant);
        picture::svg(out, &title, self.position.pattern(), &[], &next, None)
    }
}

impl Display for Cross {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        picture::text(&mut text, self.position.pattern(), &[], &[], None).map_err(|_| fmt::Error)?;
        writeln!(f, "Points: {}\nMoves left: {}", self.points.len(), self.moves_left)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

/// The numbers of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    variant: Variant,
    /// The number of start points, if they are not those of the cross.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_points: Option<usize>,
    score: usize,
    /// The number of legal moves.
    moves_left: usize,
}

impl Summary {
    fn new(game: &Game) -> Summary {
        let Game { record, position } = game;
        let start_points = record.pattern().other_points();
        Summary { variant: record.variant(), start_points, score: position.score(), moves_left: position.mobility() }
    }
}

/// A legal record.
///
/// ```
/// use quadrille::morpion::Game;
/// use quadrille::morpion::report::Checked;
/// let checked = Checked::new(&Game::read(b"5T\n3 -1 3 -1 3 3\n", None)?, false);
/// assert_eq!(checked.to_string(), "Variant: 5T\nScore: 1\nStatus: legal\nMoves left: 27\nPotential: 288\n");
/// # Ok::<(), quadrille::morpion::GameError>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    #[serde(flatten)]
    game: Summary,
    /// Whether it is its own half-turn.
    symmetric: bool,
    /// The sum of the potential.
    potential: i64,
    /// The potential of each point, if it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<Potential>,
}

impl Checked {
    /// Returns the answer about a game, with the potential of each point if there is to be a `map`.
    #[must_use]
    pub fn new(game: &Game, map: bool) -> Checked {
        let potential = Potential::after(game.record.pattern(), game.position.moves());
        let symmetric = game.position.is_symmetric();
        Checked { game: Summary::new(game), symmetric, potential: potential.sum(), map: map.then_some(potential) }
    }
}

impl Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { variant, start_points, score, moves_left } = self.game;
        writeln!(f, "Variant: {variant}")?;
        if let Some(points) = start_points {
            writeln!(f, "Start points: {points}")?;
        }
        writeln!(f, "Score: {score}\nStatus: legal")?;
        match moves_left {
            0 => writeln!(f, "Finished: yes")?,
            _ => writeln!(f, "Moves left: {moves_left}")?,
        }
        if self.symmetric {
            writeln!(f, "Symmetric: yes")?;
        }
        writeln!(f, "Potential: {}", self.potential)?;
        self.map.as_ref().map_or(Ok(()), |potential| write_map(f, potential))
    }
}

/// Writes the corners of the map, then the potential of every point, row by row, with `.` for points that are not
/// marked.
fn write_map(f: &mut fmt::Formatter<'_>, potential: &Potential) -> fmt::Result {
    let range =
        |coordinate: fn(Point) -> i64| potential.points().map(|(point, _)| coordinate(point)).minmax().into_option();
    let (Some((left, right)), Some((top, bottom))) = (range(|point| point.x), range(|point| point.y)) else {
        return Ok(());
    };
    writeln!(f, "Map from ({left}, {top}) to ({right}, {bottom}):")?;
    (top..=bottom).try_for_each(|y| {
        let at = |x| potential.at(Point { x, y }).map_or_else(|| ".".to_owned(), |potential| potential.to_string());
        writeln!(f, "{}", (left..=right).map(at).format(" "))
    })
}

/// Moves after or in a game.
#[derive(Clone, Debug, Serialize)]
pub struct MoveList {
    #[serde(flatten)]
    game: Summary,
    moves: Vec<Move>,
    #[serde(skip)]
    text: String,
}

impl MoveList {
    /// Returns the legal moves after a game: as text a line `x y x1 y1 x2 y2` each, as in the plain form of records.
    #[must_use]
    pub fn next(game: &Game) -> MoveList {
        let moves = game.next_moves();
        let text = moves.iter().map(|mv| mv.numbers().iter().join(" ") + "\n").collect();
        MoveList { game: Summary::new(game), moves, text }
    }

    /// Returns the moves of a game: as text its record in the plain form.
    #[must_use]
    pub fn played(game: &Game) -> MoveList {
        MoveList { game: Summary::new(game), moves: game.record.moves().to_vec(), text: game.record.to_string() }
    }
}

impl Display for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Known records.
#[derive(Clone, Debug, Serialize)]
pub struct Records {
    /// The records.
    pub records: Vec<RecordSummary>,
}

/// A known record, after its moves have been replayed.
#[derive(Clone, Debug, Serialize)]
pub struct RecordSummary {
    name: &'static str,
    #[serde(flatten)]
    game: Summary,
    /// Who found the game.
    author: Option<String>,
    /// Where the game was published.
    source: Option<String>,
}

impl RecordSummary {
    /// Returns the summary of the record with a name.
    #[must_use]
    pub fn new(name: &'static str, game: &Game) -> RecordSummary {
        let metadata = game.record.metadata();
        let [author, source] = [metadata.author(), metadata.source()].map(|text| text.map(str::to_owned));
        RecordSummary { name, game: Summary::new(game), author, source }
    }
}

impl Display for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.records.iter().map(|record| record.name.len()).max().unwrap_or_default();
        self.records.iter().try_for_each(|RecordSummary { name, game, author, .. }| {
            let Summary { variant, score, moves_left, .. } = game;
            let finished = if *moves_left == 0 { "finished" } else { "unfinished" };
            let author = author.as_deref().unwrap_or("unknown");
            writeln!(f, "{name:width$}  {variant}  {score:3}  legal, {finished}  {author}")
        })
    }
}

/// Flammenkamp's bounds with their optima and standings, and the best bounds known:
///
/// ```text
///     First bound: 741                          the most points, with those of the start
///     (b, beta, a, sigma) = (31, 0, 10, 0)      one line for each optimum
///     Real optimum: 741.0714                    at most four decimals
///     Moves: 705                                the points without those of the start
///     Standing: stands                          or `refuted`
///     Proved by ...                             the sources and reasons: one line or more
/// ```
///
/// The same follows for the second and the rough bound, then `Best bounds known:` and one line for each of the four
/// games. There is no blank line.
#[derive(Clone, Debug, Serialize)]
pub struct Bounds {
    points: u64,
    first: Bound,
    second: Bound,
    rough: Bound,
    known: [Known; 4],
}

impl Bounds {
    /// Returns the bounds for a number of starting points.
    #[must_use]
    pub fn new(start: Start) -> Bounds {
        let [first, second, rough] = [bounds::first(start), bounds::second(start), bounds::rough(start)];
        Bounds { points: start.points(), first, second, rough, known: bounds::known() }
    }
}

impl Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for bound in [&self.first, &self.second, &self.rough] {
            let Bound { name, points, moves, real, real_parameters, names, parameters, standing, remarks } = bound;
            writeln!(f, "{name} bound: {points}")?;
            parameters.iter().try_for_each(|parameters| writeln!(f, "{names} = {parameters}"))?;
            writeln!(f, "Real optimum: {real}")?;
            if !real_parameters.is_empty() {
                writeln!(f, "Real parameters: {names} = ({})", real_parameters.iter().format(", "))?;
            }
            writeln!(f, "Moves: {moves}\nStanding: {standing}")?;
            remarks.iter().try_for_each(|remark| writeln!(f, "{remark}"))?;
        }
        writeln!(f, "Best bounds known:")?;
        self.known.iter().try_for_each(|known| writeln!(f, "{known}"))
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// The variant.
    pub variant: Variant,
    /// What grids are counted.
    #[serde(flatten)]
    pub scope: Scope,
    /// Whether the numbers of grids with images counted separately are printed too.
    pub labelled: bool,
}

/// The numbers of grids with 0 moves, 1, and so on. If the count was stopped early, the last ones are missing.
#[derive(Clone, Debug, Serialize)]
pub struct NumbersOfGrids {
    #[serde(flatten)]
    counted: Counted,
    /// Whether the count was not stopped early.
    pub whole: bool,
    counts: Vec<Row>,
    longest_game: Option<usize>,
    shortest_finished_game: Option<usize>,
}

/// The numbers of grids with a number of moves. They may not fit into 53 bits.
#[derive(Clone, Copy, Debug, Serialize)]
struct Row {
    moves: usize,
    #[serde(serialize_with = "display")]
    grids: u128,
    #[serde(serialize_with = "display")]
    labelled: u128,
    #[serde(serialize_with = "display_some")]
    finished: Option<u128>,
    #[serde(serialize_with = "display_some")]
    labelled_finished: Option<u128>,
}

impl NumbersOfGrids {
    /// Returns the whole count with these sums of all its parts.
    #[must_use]
    pub fn new(counted: Counted, sums: &[Sums]) -> NumbersOfGrids {
        let Scope { depth, finished } = counted.scope;
        let whole = sums.len() == depth + 1;
        let grids = |(moves, sums): (usize, &Sums)| Row {
            moves,
            grids: sums.grids(),
            labelled: sums.labelled,
            finished: finished.then(|| sums.finished()),
            labelled_finished: finished.then_some(sums.labelled_finished),
        };
        let empty = sums.iter().position(|sums| sums.grids() == 0).filter(|_| whole);
        NumbersOfGrids {
            counted,
            whole,
            counts: sums.iter().enumerate().map(grids).collect(),
            longest_game: empty.and_then(|moves| moves.checked_sub(1)),
            shortest_finished_game: sums.iter().position(|sums| sums.finished() > 0).filter(|_| finished),
        }
    }
}

impl Display for NumbersOfGrids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &Row { moves, grids, labelled, finished, labelled_finished } in &self.counts {
            let columns = [Some(grids), Some(labelled), finished, labelled_finished];
            let shown = columns.into_iter().step_by(if self.counted.labelled { 1 } else { 2 });
            writeln!(f, "{moves} {}", shown.flatten().format(" "))?;
        }
        if !self.whole {
            writeln!(f, "Unknown")?;
        }
        let ends = [("Longest", self.longest_game), ("Shortest finished", self.shortest_finished_game)];
        ends.iter()
            .filter_map(|(name, moves)| Some((name, (*moves)?)))
            .try_for_each(|(name, moves)| writeln!(f, "{name} game: {moves}"))
    }
}

/// A part of a count: for each number of moves the terms of Burnside's lemma, the labelled grids, the symmetric ones, and
/// the finished ones of both. There are none if it was stopped early.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PartOfCount {
    /// What is counted.
    #[serde(flatten)]
    pub counted: Counted,
    /// The number of the part, and of all parts.
    pub part: [u64; 2],
    /// Whether it was not stopped early.
    pub whole: bool,
    /// The sums for 0 moves, 1, and so on.
    pub sums: Vec<Sums>,
}

impl PartOfCount {
    /// Returns a part with its sums.
    #[must_use]
    pub fn new(counted: Counted, Part { number, parts }: Part, sums: Vec<Sums>) -> PartOfCount {
        PartOfCount { counted, part: [number, parts], whole: sums.len() == counted.scope.depth + 1, sums }
    }
}

impl Display for PartOfCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (moves, sums) in self.sums.iter().enumerate() {
            let columns = [sums.labelled, sums.symmetric, sums.labelled_finished, sums.symmetric_finished];
            let shown = if self.counted.scope.finished { 4 } else { 2 };
            writeln!(f, "{moves} {}", columns[..shown].iter().format(" "))?;
        }
        if self.whole { Ok(()) } else { writeln!(f, "Unknown") }
    }
}

/// What is known about a bound, or what a part of its proof has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProofOfBound {
    /// The variant.
    pub variant: Variant,
    /// The number of moves that no game exceeds, if that is proved.
    pub bound: u32,
    /// The number of the part, and of all parts.
    pub part: Option<[u64; 2]>,
    /// What is done.
    #[serde(flatten)]
    pub tally: Tally,
    /// The number of boxes that are left.
    pub boxes_left: u64,
    /// The number of parts that were not added up.
    pub parts_left: u64,
    /// Whether nothing is left.
    pub whole: bool,
}

impl ProofOfBound {
    /// Returns whether the bound is proved, or the part.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.whole && self.tally.open == 0
    }
}

/// Displays whether something is proved.
fn standing(is_proved: bool) -> &'static str {
    if is_proved { "proved" } else { "open" }
}

impl Display for ProofOfBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProofOfBound { bound, ref tally, boxes_left, parts_left, .. } = *self;
        if self.is_proved() && self.part.is_none() {
            writeln!(f, "Bound: {bound}")?;
        }
        writeln!(f, "Boxes: {}", tally.boxes)?;
        for (what, left) in [("Boxes", boxes_left), ("Parts", parts_left)].iter().filter(|(_, left)| *left > 0) {
            writeln!(f, "{what} left: {left}")?;
        }
        if let Some(worst) = &tally.worst {
            writeln!(f, "Open hulls: {}\nWorst: {worst}", tally.open)?;
        }
        writeln!(f, "Standing: {}", standing(self.is_proved()))
    }
}

impl Display for LeastBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Bound: {}\nValue: {:.2}\nStanding: {}", self.bound, self.value, standing(true))
    }
}

/// What certificates prove.
#[derive(Clone, Debug, Serialize)]
pub struct Verification {
    /// What they prove together: the largest of their bounds.
    pub bound: Option<i64>,
    /// Whether they are to be for all hulls.
    #[serde(skip)]
    pub is_proof: bool,
    /// Whether they are.
    pub complete: bool,
    /// The first hull that none is for.
    #[serde(serialize_with = "display_some")]
    pub missing: Option<HullBox>,
    /// The number of certificates that were not verified before a limit.
    pub left: usize,
    /// The others.
    pub certificates: Vec<Verified>,
}

/// A certificate that holds.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    file: String,
    /// The variant.
    pub variant: Variant,
    /// The bound that it proves.
    pub bound: i64,
    /// The box.
    #[serde(rename = "box", serialize_with = "display")]
    pub hulls: HullBox,
    /// The points with and without a dot that its games have.
    pub case: Case,
}

impl Verified {
    /// Returns a certificate in a file, with the bound that it proves.
    #[must_use]
    pub fn new(file: String, certificate: Certificate, bound: i64) -> Verified {
        let Certificate { variant, hulls, case, .. } = certificate;
        Verified { file, variant, bound, hulls, case }
    }
}

impl Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verification { bound, is_proof, complete, missing, left, certificates } = self;
        if *is_proof && *left == 0 {
            if let Some(bound) = bound.filter(|_| *complete) {
                writeln!(f, "Bound: {bound}")?;
            }
            writeln!(f, "Boxes: {}", certificates.len())?;
            missing.iter().try_for_each(|hull| writeln!(f, "Not covered: {hull}"))?;
            return writeln!(f, "Standing: {}", standing(*complete));
        }
        for Verified { file, variant, bound, hulls, case } in certificates {
            let variant = if *variant == Variant::T5 { String::new() } else { format!("{variant}, ") };
            writeln!(f, "{bound} for {variant}{hulls}{case}: {file}")?;
        }
        if *left > 0 { writeln!(f, "Certificates left: {left}") } else { Ok(()) }
    }
}

/// The best game of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    #[serde(flatten)]
    plan: Plan,
    threads: usize,
    #[serde(flatten)]
    best: BestGame,
    score: usize,
    moves_left: usize,
    /// Whether the target was reached, or all runs were made if there is no target.
    whole: bool,
    #[serde(skip)]
    record: Record,
}

impl Found {
    /// Returns the game that a search on some threads has found as the best one, after its record was replayed. `whole` is
    /// false if the search was stopped early.
    #[must_use]
    pub fn new(plan: Plan, threads: usize, best: &BestGame, game: &Game, whole: bool) -> Found {
        let Game { record, position } = game;
        // The pairs of a symmetric search may be in another order than those of the record that it started from.
        let best = BestGame { moves: record.moves().to_vec(), ..*best };
        let (score, moves_left) = (position.score(), position.mobility());
        Found { plan, threads, best, score, moves_left, whole, record: record.clone() }
    }
}

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Best: {}\n{}", self.score, self.record)
    }
}
