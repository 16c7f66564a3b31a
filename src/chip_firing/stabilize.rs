//! Firing until nothing can fire, in any order.
//!
//! ```text
//!     K4    4 2 1 0    fire 0    1 3 2 1    fire 1    2 0 3 2    fire 2    3 1 0 3  ...  every vertex fires: never
//!     K4    3 1 1 0    fire 0    0 2 2 1                         stable
//! ```
//!
//! The end and how often each vertex fires do not depend on the order, and neither does whether there is an end (A. Björner,
//! L. Lovász, P. Shor, *Chip-firing games on graphs*, 1991). So whoever can fire waits in a queue, and whose turn it is fires as
//! often at once as its chips allow: that is a legal play, since while it fires nobody takes chips from it, and others only
//! get more. There is no counter to say that it is taking too long, but two theorems:
//!
//! - With more than 2m-n chips some vertex always has as many as neighbours, so there is no end (same paper).
//! - In a play that ends some vertex never fires (G. Tardos, *Polynomial bound for a chip firing game on graphs*, 1988); and
//!   in one without end every vertex fires again and again, for the chips would pile up beside one that does not. So the play
//!   is without end as soon as every vertex has fired.
//!
//! Nothing overflows. At most N = 2m-n+1 <= 2^25 chips are on the graph, so no vertex ever has more. As long as some vertex has
//! not fired, none has fired more than N(n-1) < 2^41 times: take the vertices that fired t times or more, if these are some but
//! not all. They have given at most N chips more to the others than they got back, so over an edge that leaves them the two ends
//! differ by at most N; hence the firing counts, in order, from 0, have no gap above N. All together fire less than 2^57 times.

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;

use super::configuration::Configuration;
use crate::graph::{Graph, Vertex};
use crate::progress::Progress;

/// What becomes of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stabilization {
    /// No vertex can fire any more.
    Stable {
        /// The chips at the end.
        configuration: Configuration,
        /// How often each vertex has fired.
        firings: Vec<u64>,
    },
    /// Some vertex can always fire.
    Never(Never),
}

/// Why a configuration never stabilizes.
///
/// ```
/// use quadrille::chip_firing::{Never, Stabilization, stabilize};
/// use quadrille::graph::Named;
/// use std::ops::ControlFlow;
///
/// let triangle: Named = "K3".parse()?;
/// for (chips, why) in [("2,1,0", Never::AllFired), ("4,0,0", Never::TooMany { chips: 4, most: 3 })] {
///     let end = stabilize(triangle.graph(), &chips.parse()?, &mut |_| ControlFlow::Continue(()));
///     assert_eq!(end, ControlFlow::Continue(Stabilization::Never(why)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    /// There are more than 2m-n chips, so that some vertex can always fire.
    TooMany {
        /// How many there are.
        chips: u128,
        /// How many there may be: 2m-n.
        most: u64,
    },
    /// Every vertex has fired; in an avalanche that ends at least one vertex never fires.
    AllFired,
}

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Never::TooMany { chips, most } => {
                let (are, s) = if *chips == 1 { ("is", "") } else { ("are", "s") };
                write!(
                    f,
                    "never stabilizes: there {are} {chips} chip{s}, and with more than 2m-n = {most} (m edges, n vertices) \
                     some vertex can always fire"
                )
            }
            Never::AllFired => {
                f.write_str("never stabilizes: every vertex has fired, which happens only in an endless avalanche")
            }
        }
    }
}

/// After so many neighbours that were given chips the progress is asked.
const BETWEEN_WATCHES: usize = 1 << 20;

/// Fires as long as something can fire. The progress is told how many firings there were.
///
/// ```
/// use quadrille::chip_firing::{Stabilization, stabilize};
/// use quadrille::graph::Named;
/// use std::ops::ControlFlow;
///
/// let named: Named = "K4".parse()?;
/// let end = stabilize(named.graph(), &"4,2,0,0".parse()?, &mut |_| ControlFlow::Continue(()));
/// let ControlFlow::Continue(Stabilization::Stable { configuration, firings }) = end else { panic!("never") };
/// assert_eq!((configuration.to_string().as_str(), firings), ("2,0,2,2", vec![1, 1, 0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there are not as many chip counts as vertices, or if the graph is not connected with at least two vertices.
///
/// # Complexity
/// Linear memory. At most 2nmD firings (Tardos 1988), D the diameter, of which those of a vertex one after the other are one
/// step.
#[doc(alias = "topple")]
#[doc(alias = "sandpile")]
pub fn stabilize(
    graph: &Graph,
    configuration: &Configuration,
    progress: &mut Progress<'_>,
) -> ControlFlow<(), Stabilization> {
    let n = graph.order();
    assert_eq!(configuration.chips().len(), n, "a number of chips for each vertex");
    assert!(n > 1 && graph.is_connected(), "a connected graph with an edge");
    // A connected graph has at least n - 1 edges.
    let most = (2 * graph.size() - n) as u64;
    let chips = configuration.total();
    if chips > u128::from(most) {
        return ControlFlow::Continue(Stabilization::Never(Never::TooMany { chips, most }));
    }
    fire(graph, configuration.chips().to_vec(), progress)
}

/// The same for at most 2m-n+1 chips on a graph that is known to be connected, with an edge.
pub(super) fn fire(graph: &Graph, mut chips: Vec<u64>, progress: &mut Progress<'_>) -> ControlFlow<(), Stabilization> {
    let n = graph.order();
    let mut firings = vec![0_u64; n];
    let (mut unfired, mut fired, mut given) = (n, 0, 0);
    // All that can fire, and nothing else, each once.
    let can_fire = |chips: &[u64], vertex: Vertex| chips[vertex.index()] >= graph.degree(vertex) as u64;
    let mut open: VecDeque<Vertex> = graph.vertices().filter(|&vertex| can_fire(&chips, vertex)).collect();
    while let Some(vertex) = open.pop_front() {
        let degree = graph.degree(vertex) as u64;
        let times = chips[vertex.index()] / degree;
        chips[vertex.index()] -= times * degree;
        for &next in graph.neighbours(vertex) {
            let could = can_fire(&chips, next);
            chips[next.index()] += times;
            if !could && can_fire(&chips, next) {
                open.push_back(next);
            }
        }
        if firings[vertex.index()] == 0 {
            unfired -= 1;
            if unfired == 0 {
                return ControlFlow::Continue(Stabilization::Never(Never::AllFired));
            }
        }
        firings[vertex.index()] += times;
        fired += times;
        given += graph.degree(vertex);
        if given >= BETWEEN_WATCHES {
            given = 0;
            progress(fired)?;
        }
    }
    ControlFlow::Continue(Stabilization::Stable { configuration: Configuration::new(chips), firings })
}
