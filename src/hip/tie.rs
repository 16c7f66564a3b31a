//! tie
mod grid;
mod partial;
mod refuter;
mod starts;
use super::Size;
use grid::Grid;
use refuter::Refuter;
/// x
pub fn probe(size: Size, balanced: bool, limit: u32, sample: usize, cells: usize) -> (usize, usize, u64) {
    let grid = Grid::new(size);
    let n = size.area() as u32;
    let starts = starts::starts(&grid, !balanced || n % 2 == 0);
    let mut r = Refuter::new(&grid, if balanced { [n.div_ceil(2), n / 2] } else { [n, n] });
    let mut found = 0;let mut pos=0;
    for s in starts.iter().step_by(sample) {
        let (f,p)=r.search(s, limit, &mut |_| false); found+=usize::from(f.is_some()); pos+=p;
    }
    (starts.len(), found, pos)
}
