//! Answers about Morpion Solitaire as JSON, one object a line; src/morpion/README.md has the fields.

use std::io::{self, Write};

use serde_json::{Value as Json, json};

use super::best::Longest;
use super::count::Known;
use super::game::Game;
use super::known::Answer;
use super::search::Outcome;
use super::task::{Check, Convert, Search, Task};
use crate::cli::json::Object;
use crate::morpion::bounds::{self, Claim, Optimum, Start};
use crate::morpion::count::Sums;
use crate::morpion::report::Listed;
use crate::morpion::{Move, Point, Potential};

/// Writes an answer as one line; `document` is the document that the task asks for, if it does.
pub(super) fn write(out: &mut impl Write, task: &Task, answer: &Answer, document: Option<&[u8]>) -> io::Result<()> {
    let mut object = Object::begin(out, schema(task))?;
    object.field("task", &task.to_string())?;
    match answer {
        Answer::Cross(position) => {
            let variant = position.variant();
            object.field("variant", &variant.to_string())?;
            object.field("points", &variant.cross().map(|Point { x, y }| [x, y]).collect::<Vec<_>>())?;
            object.field("moves_left", &position.mobility())?;
        }
        Answer::Game(game) => game_fields(&mut object, task, game)?,
        Answer::Records(listed) => object.field("records", &listed.iter().map(of_record).collect::<Vec<_>>())?,
        Answer::Bounds(start) => bounds_fields(&mut object, *start)?,
        Answer::Count(known) => count_fields(&mut object, known)?,
        Answer::Search(outcome) => search_fields(&mut object, task, outcome)?,
        Answer::Best(longest) => {
            let best = longest.iter().map(|Longest { variant, score, file }| {
                json!({ "variant": variant.to_string(), "score": score, "file": file })
            });
            object.field("best", &best.collect::<Vec<_>>())?;
        }
    }
    if let Some(document) = document {
        object.field("document", &String::from_utf8_lossy(document))?;
    }
    object.end()
}

fn schema(task: &Task) -> &'static str {
    match task {
        Task::Cross(_) => "quadrille/morpion-cross/1",
        Task::Check(_) => "quadrille/morpion-check/1",
        Task::Show(_) => "quadrille/morpion-show/1",
        Task::Convert(_) => "quadrille/morpion-convert/1",
        Task::Records(_) => "quadrille/morpion-records/1",
        Task::Moves(_) => "quadrille/morpion-moves/1",
        Task::Random(_) => "quadrille/morpion-random/1",
        Task::Bounds(_) => "quadrille/morpion-bounds/1",
        Task::Count(_) => "quadrille/morpion-count/1",
        Task::Merge(_) => "quadrille/morpion-merge/1",
        Task::Search(_) => "quadrille/morpion-search/1",
        Task::Best(_) => "quadrille/morpion-best/1",
    }
}

fn game_fields(object: &mut Object<'_, impl Write>, task: &Task, game: &Game) -> io::Result<()> {
    let position = &game.position;
    object.field("variant", &position.variant().to_string())?;
    object.field("score", &position.score())?;
    object.field("moves_left", &position.mobility())?;
    match task {
        Task::Check(Check { map, .. }) => {
            let potential = Potential::after(position.variant(), position.moves());
            object.field("potential", &potential.sum())?;
            if *map {
                let points = potential.points().map(|(Point { x, y }, f)| json!({ "x": x, "y": y, "f": f }));
                object.field("map", &points.collect::<Vec<_>>())?;
            }
            Ok(())
        }
        Task::Convert(Convert { to, .. }) => object.field("form", &to.to_string()),
        Task::Moves(_) => object.field("moves", &numbers(&game.next())),
        _ => Ok(()),
    }
}

/// Moves as in the plain form, six numbers each.
fn numbers(moves: &[Move]) -> Vec<[i64; 6]> {
    moves.iter().map(Move::numbers).collect()
}

fn search_fields(object: &mut Object<'_, impl Write>, task: &Task, outcome: &Outcome) -> io::Result<()> {
    let Outcome { game, found, workers, is_done, .. } = outcome;
    object.field("variant", &game.record.variant().to_string())?;
    object.field("best", &game.position.score())?;
    object.field("moves_left", &game.position.mobility())?;
    object.field("done", is_done)?;
    if let Task::Search(Search { searched, .. }) = task {
        object.field("seed", &searched.seed)?;
        object.field("level", &searched.level)?;
        object.field("target", &searched.target)?;
    }
    object.field("threads", workers)?;
    object.field("thread", &(found.worker + 1))?;
    object.field("playouts", &found.playouts)?;
    object.field("moves", &numbers(game.record.moves()))
}

fn of_record(listed: &Listed) -> Json {
    json!({
        "name": listed.id, "variant": listed.variant.to_string(), "score": listed.score, "moves_left": listed.moves_left,
        "author": listed.author, "source": listed.source,
    })
}

fn bounds_fields(object: &mut Object<'_, impl Write>, start: Start) -> io::Result<()> {
    object.field("points", &start.points())?;
    object.field("first", &bound(Claim::First, start, &bounds::first(start), bounds::Octagon::NAMES))?;
    object.field("second", &bound(Claim::Second, start, &bounds::second(start), bounds::Aligned::NAMES))?;
    object.field("rough", &bound(Claim::Rough, start, &bounds::rough(start), bounds::Regular::NAMES))?;
    let known = bounds::known().map(|known| {
        json!({
            "variant": known.variant.to_string(), "bound": known.bound, "by": known.by,
            "record": known.record, "record_by": known.record_by,
        })
    });
    object.field("known", &known)
}

/// Numbers that may not fit into the 53 bits of some JSON parsers are digits in a string.
fn bound<P: ToString>(claim: Claim, start: Start, optimum: &Optimum<P>, names: &str) -> Json {
    json!({
        "bound": optimum.points.to_string(),
        "moves": optimum.moves(start).to_string(),
        "real": optimum.real.to_string(),
        "parameters": names,
        "optimal": optimum.parameters.iter().map(P::to_string).collect::<Vec<_>>(),
        "standing": claim.standing().to_string(),
        "remarks": claim.remarks(start),
    })
}

fn count_fields(object: &mut Object<'_, impl Write>, known: &Known) -> io::Result<()> {
    let counted = &known.counted;
    object.field("variant", &counted.variant.to_string())?;
    object.field("depth", &counted.depth)?;
    object.field("whole", &known.is_whole())?;
    object.field("part", &counted.part.map(|part| [part.number, part.of]))?;
    let part = |moves: usize, sums: &Sums| {
        json!({
            "moves": moves, "labelled": sums.labelled.to_string(), "symmetric": sums.symmetric.to_string(),
            "labelled_finished": sums.labelled_finished.to_string(),
            "symmetric_finished": sums.symmetric_finished.to_string(),
        })
    };
    let whole = |moves: usize, sums: &Sums| {
        let finished = |count: u128| counted.finished.then(|| count.to_string());
        json!({
            "moves": moves, "grids": sums.grids().to_string(), "labelled": sums.labelled.to_string(),
            "finished": finished(sums.finished()), "labelled_finished": finished(sums.labelled_finished),
        })
    };
    let counts = known.sums.iter().enumerate();
    let counts =
        counts.map(|(moves, sums)| if counted.part.is_some() { part(moves, sums) } else { whole(moves, sums) });
    object.field("counts", &counts.collect::<Vec<_>>())?;
    object.field("longest_game", &known.longest())?;
    object.field("shortest_finished_game", &known.shortest_finished())
}
