//! Answers about Morpion Solitaire as JSON, one object a line; src/morpion/README.md has the fields.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::answer::Answer;
use super::count::CountAnswer;
use super::game::Game;
use super::prove::{ProofAnswer, VerifiedAnswer};
use super::search::SearchAnswer;
use super::task::Task;
use crate::cli::json::{display, display_each, write_answer};
use crate::morpion::bounds::{self, Aligned, Balanced, Claim, Optimum, Real, Regular, Standing, Start};
use crate::morpion::{Point, Potential};

/// Writes an answer as one line; `document` is the document that the task asks for, if it does.
pub(super) fn write(out: &mut impl Write, task: &Task, answer: &Answer, document: Option<&[u8]>) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        task: &'a str,
        #[serde(flatten)]
        answer: Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        document: Option<String>,
    }
    let task_text = task.to_string();
    let name = task_text.split(' ').next().unwrap_or_default();
    let document = document.map(|document| String::from_utf8_lossy(document).into_owned());
    let line = Line { task: &task_text, answer: fields(task, answer), document };
    write_answer(out, &format!("quadrille/morpion-{name}/1"), &line)
}

fn fields(task: &Task, answer: &Answer) -> Value {
    match answer {
        Answer::Cross(position) => {
            let variant = position.variant();
            let points: Vec<[i64; 2]> = variant.cross().map(|Point { x, y }| [x, y]).collect();
            json!({ "variant": variant, "points": points, "moves_left": position.mobility() })
        }
        Answer::Game(game) => game_fields(task, game),
        Answer::Records(records) => json!({ "records": records }),
        Answer::Bounds(start) => json!({
            "points": start.points(),
            "first": BoundFields::new(Claim::First, *start, &bounds::first(*start), Balanced::NAMES),
            "second": BoundFields::new(Claim::Second, *start, &bounds::second(*start), Aligned::NAMES),
            "rough": BoundFields::new(Claim::Rough, *start, &bounds::rough(*start), Regular::NAMES),
            "known": bounds::known(),
        }),
        Answer::Count(count) => count_fields(count),
        Answer::Search(search) => search_fields(search),
        Answer::Best(longest) => json!({ "best": longest }),
        Answer::Proof(proof) => proof_fields(proof),
        Answer::Verified(verified) => {
            let VerifiedAnswer { files, is_complete, left } = verified;
            json!({ "bound": verified.bound(), "complete": is_complete, "left": left, "certificates": files })
        }
    }
}

fn game_fields(task: &Task, game: &Game) -> Value {
    let position = &game.position;
    let (variant, score, moves_left) = (position.variant(), position.score(), position.mobility());
    let mut fields = json!({ "variant": variant, "score": score, "moves_left": moves_left });
    match task {
        Task::Check { map, .. } => {
            let potential = Potential::after(variant, position.moves());
            fields["potential"] = json!(potential.sum());
            if *map {
                let points = potential.points().map(|(Point { x, y }, f)| json!({ "x": x, "y": y, "f": f }));
                fields["map"] = points.collect();
            }
        }
        Task::Convert { to, .. } => fields["form"] = json!(to.to_string()),
        Task::Moves { .. } => fields["moves"] = json!(game.next()),
        _ => {}
    }
    fields
}

/// The fields of a bound. Numbers that may not fit into 53 bits are strings.
#[derive(Serialize)]
struct BoundFields<'a, P> {
    #[serde(serialize_with = "display")]
    bound: u128,
    #[serde(serialize_with = "display")]
    moves: u128,
    #[serde(serialize_with = "display")]
    real: Real,
    parameters: &'a str,
    #[serde(serialize_with = "display_each", bound(serialize = "P: std::fmt::Display"))]
    optimal: &'a [P],
    #[serde(serialize_with = "display")]
    standing: Standing,
    remarks: &'a [&'a str],
}

impl<'a, P> BoundFields<'a, P> {
    fn new(claim: Claim, start: Start, optimum: &'a Optimum<P>, parameters: &'a str) -> BoundFields<'a, P> {
        BoundFields {
            bound: optimum.points,
            moves: optimum.moves(start),
            real: optimum.real,
            parameters,
            optimal: &optimum.parameters,
            standing: claim.standing(),
            remarks: claim.remarks(start),
        }
    }
}

fn count_fields(count: &CountAnswer) -> Value {
    let counted = &count.counted;
    let counts = count.sums.iter().enumerate().map(|(moves, sums)| {
        if counted.part.is_some() {
            return json!({
                "moves": moves, "labelled": sums.labelled.to_string(), "symmetric": sums.symmetric.to_string(),
                "labelled_finished": sums.labelled_finished.to_string(),
                "symmetric_finished": sums.symmetric_finished.to_string(),
            });
        }
        let if_counted = |count: u128| counted.finished.then(|| count.to_string());
        json!({
            "moves": moves, "grids": sums.grids().to_string(), "labelled": sums.labelled.to_string(),
            "finished": if_counted(sums.finished()), "labelled_finished": if_counted(sums.labelled_finished),
        })
    });
    json!({
        "variant": counted.variant, "depth": counted.depth, "whole": count.is_complete(),
        "part": counted.part.map(|part| [part.number, part.of]), "counts": counts.collect::<Value>(),
        "longest_game": count.longest(), "shortest_finished_game": count.shortest_finished(),
    })
}

fn search_fields(search: &SearchAnswer) -> Value {
    let SearchAnswer { game, best, seed, level, target, threads, is_done, .. } = search;
    json!({
        "variant": game.record.variant(), "best": game.position.score(), "moves_left": game.position.mobility(),
        "done": is_done, "seed": seed, "level": level, "target": target, "threads": threads,
        "thread": best.worker + 1, "playouts": best.playouts, "moves": game.record.moves(),
    })
}

fn proof_fields(proof: &ProofAnswer) -> Value {
    match proof {
        ProofAnswer::Tree { at_most, part, tally, left } => json!({
            "bound": at_most, "boxes": tally.boxes, "boxes_left": left, "open_hulls": tally.open,
            "worst": tally.worst.map(|worst| json!({ "proved": worst.proved, "box": worst.hull.to_string() })),
            "part": part.map(|part| [part.number, part.of]), "standing": proof.standing(),
        }),
        ProofAnswer::Hull { least, .. } => json!({
            "bound": least.certificate.as_ref().map(|certificate| certificate.bound), "value": least.value,
            "standing": proof.standing(),
        }),
    }
}
