//! Firing until nothing can fire, in any order.

use std::fmt;
use std::ops::ControlFlow;

use super::configuration::Configuration;
use crate::graph::Graph;
use crate::search::Watch;

/// What becomes of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stabilization {
    /// It comes to rest.
    Stable {
        /// The chips then.
        configuration: Configuration,
        /// How often each vertex has fired.
        firings: Vec<u64>,
    },
    /// It never does.
    Never(Never),
}

/// Why a configuration never stabilizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    /// There are more than 2m-n chips, and such configurations never do.
    TooMany {
        /// How many there are.
        chips: u128,
        /// How many there may be: 2m-n.
        most: u64,
    },
    /// Every vertex has fired, and in a play that ends there is one that never does.
    AllFired,
}

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Never::TooMany { chips, most } => {
                write!(f, "never stabilizes: with {chips} chips there are more than 2m-n = {most}")
            }
            Never::AllFired => f.write_str("never stabilizes: every vertex has fired"),
        }
    }
}

/// Fires as long as something can fire. The watch is told how many firings there were.
///
/// # Panics
/// If there are not as many chip counts as vertices, or if the graph is not connected with at least two vertices.
pub fn stabilize(
    graph: &Graph,
    configuration: &Configuration,
    watch: &mut Watch<'_>,
) -> ControlFlow<(), Stabilization> {
    let n = graph.order();
    assert_eq!(configuration.chips().len(), n, "a number of chips for each vertex");
    let most = (2 * graph.size() - n) as u64;
    let chips = configuration.total();
    if chips > u128::from(most) {
        return ControlFlow::Continue(Stabilization::Never(Never::TooMany { chips, most }));
    }
    let mut now = configuration.chips().to_vec();
    let mut firings = vec![0_u64; n];
    let mut unfired = n;
    let mut work = 0;
    loop {
        let mut rest = true;
        for vertex in graph.vertices() {
            let degree = graph.degree(vertex) as u64;
            let times = now[vertex.index()] / degree;
            if times == 0 {
                continue;
            }
            rest = false;
            now[vertex.index()] -= times * degree;
            graph.neighbours(vertex).iter().for_each(|next| now[next.index()] += times);
            unfired -= usize::from(firings[vertex.index()] == 0);
            firings[vertex.index()] += times;
            work += 1;
        }
        if unfired == 0 {
            return ControlFlow::Continue(Stabilization::Never(Never::AllFired));
        }
        if rest {
            let configuration = Configuration::new(now);
            return ControlFlow::Continue(Stabilization::Stable { configuration, firings });
        }
        watch(work)?;
    }
}
