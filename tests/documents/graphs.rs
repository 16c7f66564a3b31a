//! `testdata/results/connected-graphs.tsv.xz` has what the page of results says of all small graphs, and what the program
//! prints.

use std::collections::BTreeMap;
use std::fs;

use itertools::Itertools;

use crate::commands::{run, scratch};
use crate::support::result_table;

#[test]
fn small_graphs_are_those_of_the_page() {
    let folder = scratch();
    let Some(rows) = run("the graphs", &["xz -dc testdata/results/connected-graphs.tsv.xz"], folder.path()) else {
        return;
    };
    // For each number of vertices: the columns of the first table, and the numbers with Max first, by edges.
    let (mut counts, mut numbers) = (BTreeMap::<u8, [usize; 5]>::new(), BTreeMap::<_, Vec<u8>>::new());
    let mut sample = String::new();
    for (at, row) in rows[0].lines().enumerate() {
        let (graph, answers) = row.split_once('\t').unwrap();
        let [winner, max, min] =
            answers.split('\t').map(|answer| answer.parse::<u8>().unwrap()).collect_array().unwrap();
        let vertices = graph.as_bytes()[0] - b'?';
        let edges: u32 = graph.bytes().skip(1).map(|six| (six - b'?').count_ones()).sum();
        let is_tree = edges + 1 == u32::from(vertices);
        assert_eq!((max == min, max % 2 == 0 && min % 2 == 1 && max.abs_diff(min) == 1), (is_tree, !is_tree), "{row}");
        let cells = [true, winner == 1, is_tree, max > min, min > max];
        counts.entry(vertices).or_default().iter_mut().zip(cells).for_each(|(count, cell)| *count += usize::from(cell));
        numbers.entry((vertices, edges)).or_default().push(max);
        // Dense graphs take seconds.
        if at % 997 == 0 && edges < 18 {
            sample += &format!("{row}\n");
        }
    }
    let page = result_table("geng -cq N | chip-firing table - --threads 1");
    let expected = page[1..].iter().map(|row| {
        let row = row[..6].iter().map(|cell| cell.replace(',', "").parse().unwrap()).collect_vec();
        (row[0] as u8, <[usize; 5]>::try_from(&row[1..]).unwrap())
    });
    assert_eq!(counts, expected.collect());
    for vertices in [8, 9] {
        let page = result_table(&format!("the same, {vertices} vertices"));
        let number = |row: usize, column: usize| page[row][column].parse::<u8>().unwrap();
        let shown = (1..page[0].len()).map(|column| [0, 1, 2].map(|row| number(row, column)));
        let computed = numbers.iter().filter(|((n, _), _)| *n == vertices).map(|((_, edges), numbers)| {
            let (least, greatest) = numbers.iter().minmax().into_option().unwrap();
            [*edges as u8, *least, *greatest]
        });
        assert_eq!(shown.collect_vec(), computed.collect_vec(), "{vertices} vertices");
    }
    fs::write(folder.path().join("sample"), &sample).unwrap();
    assert_eq!(run("a sample", &["chip-firing table - < sample"], folder.path()).unwrap()[0], sample);
}
