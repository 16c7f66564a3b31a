//! What the tree searches begin with: the colourings of the middle of the board, one of each class under its symmetries.

use super::grid::Grid;

/// The fewest cells that are coloured at the beginning.
const CELLS: usize = 9;

/// Each colouring of the first cells of the grid that is the first of its images under the symmetries of the board, with
/// the colours exchanged or not.
pub(super) fn starts(grid: &Grid) -> Vec<Vec<usize>> {
    let cells = grid.orbit_ends.iter().copied().find(|&end| end >= CELLS.min(grid.cells.len())).unwrap_or(0);
    let all = (1_u32 << cells) - 1;
    (0..=all)
        .filter(|&colouring| {
            grid.symmetries.iter().all(|images| {
                let image: u32 = (0..cells).map(|cell| (colouring >> cell & 1) << images[cell]).sum();
                colouring <= image.min(all ^ image)
            })
        })
        .map(|colouring| (0..cells).map(|cell| (colouring >> cell & 1) as usize).collect())
        .collect()
}
