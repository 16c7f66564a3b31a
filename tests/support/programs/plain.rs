//! A plain solution that shares nothing with the program: Lee's algorithm (a breadth-first search) from the far side,
//! cell by cell, and a best case traced backwards, so that it prefers other cells. With the argument `square` it takes
//! the cells for squares.

use std::collections::VecDeque;
use std::io::Read;

type Cell = (usize, usize);

fn neighbours((row, column): Cell, size: usize) -> Vec<Cell> {
    let square = std::env::args().any(|argument| argument == "square");
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)];
    let near = steps.iter().take(if square { 4 } else { 6 });
    near.map(|&(down, right)| (row.wrapping_add_signed(down), column.wrapping_add_signed(right)))
        .filter(|&(row, column)| row < size && column < size)
        .collect()
}

/// The cells that the player still needs; `None` if the player cannot win.
fn best(board: &[Vec<char>], player: char) -> Option<Vec<Cell>> {
    let size = board.len();
    let along = |(row, column): Cell| if player == 'X' { column } else { row };
    let mut cost = vec![vec![usize::MAX; size]; size];
    let mut before = vec![vec![None; size]; size];
    let mut queue = VecDeque::new();
    let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let mut steps: Vec<(Option<Cell>, Cell)> =
        cells.clone().filter(|&cell| along(cell) == size - 1).map(|cell| (None, cell)).collect();
    loop {
        for (from, to) in steps.drain(..) {
            let owner = board[to.0][to.1];
            let price = from.map_or(0, |(row, column): Cell| cost[row][column]) + usize::from(owner == '-');
            if (owner == '-' || owner == player) && price < cost[to.0][to.1] {
                cost[to.0][to.1] = price;
                before[to.0][to.1] = from;
                if owner == '-' { queue.push_back(to) } else { queue.push_front(to) }
            }
        }
        let Some(cell) = queue.pop_front() else { break };
        steps.extend(neighbours(cell, size).into_iter().map(|next| (Some(cell), next)));
    }
    let first = cells.filter(|&cell| along(cell) == 0 && cost[cell.0][cell.1] < usize::MAX);
    let mut here = first.min_by_key(|&(row, column)| cost[row][column]);
    here?;
    let mut needed = Vec::new();
    while let Some((row, column)) = here {
        if board[row][column] == '-' {
            needed.push((row, column));
        }
        here = before[row][column];
    }
    Some(needed)
}

fn print(board: &[Vec<char>]) {
    for (row, cells) in board.iter().enumerate() {
        let cells: Vec<String> = cells.iter().map(char::to_string).collect();
        println!("{}{}", "  ".repeat(row), cells.join("   "));
    }
    println!();
}

fn number(word: Option<&str>) -> usize {
    word.unwrap().parse().unwrap()
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.trim_start_matches('\u{feff}').split_ascii_whitespace();
    let data_sets = number(words.next());
    println!("Analyzing {data_sets} data set(s)");
    for data_set in 1..=data_sets {
        let (size, x, o) = (number(words.next()), number(words.next()), number(words.next()));
        let mut board = vec![vec!['-'; size]; size];
        for stone in 0..x + o {
            let cell = words.next().unwrap().to_uppercase();
            let (letters, digits) = cell.split_at(cell.find(|c: char| c.is_ascii_digit()).unwrap());
            let column = letters.bytes().fold(0, |column, letter| column * 26 + usize::from(letter - b'A') + 1) - 1;
            board[digits.parse::<usize>().unwrap() - 1][column] = if stone < x { 'X' } else { 'O' };
        }
        println!("Data set {data_set}\nBoard Position:");
        print(&board);
        let best = ['X', 'O'].map(|player| (player, best(&board, player)));
        let winner = best.iter().find(|(_, needed)| needed.as_ref().is_some_and(Vec::is_empty));
        if let Some((winner, _)) = winner {
            println!("{winner} has won!\n");
            continue;
        }
        for (player, needed) in best {
            let needed = needed.unwrap_or_default();
            let mut shown = board.clone();
            needed.iter().for_each(|&(row, column)| shown[row][column] = player);
            println!("Best case for {player}:");
            print(&shown);
            println!("Number of moves: {}\n", needed.len());
        }
    }
}
