//! A small exact solver of 0-1 programs, without any knowledge of Hip.
//!
//! It raises the bound on the objective from the least possible value until there is a solution. For each bound it tries
//! both values of each variable in turn, and follows what the rows force:
//!
//! ```text
//!     row        a + b + c - v <= 2
//!     a = b = 1  the left side is at least 1 + 1 + 0 - 1 = 1: with c = 1 at least 2, with v = 0 at least 2
//!     c = 1      now it is at least 2, and v = 0 would make it 3: so v = 1
//! ```

/// How the left side of a row compares with the right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    AtMost,
    AtLeast,
    Equal,
}

/// A sum of variables, each with a factor, that must not exceed a bound.
struct Row {
    terms: Vec<(usize, i64)>,
    bound: i64,
}

/// A program in variables that are 0 or 1.
pub(crate) struct Program {
    /// The first is the objective.
    rows: Vec<Row>,
    /// The rows in which each variable occurs.
    rows_of: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
    /// The variables that have a value, in the order in which they got it.
    trail: Vec<usize>,
}

impl Program {
    pub(crate) fn new(variables: usize, objective: Vec<(usize, i64)>) -> Program {
        let rows_of = vec![Vec::new(); variables];
        let mut program = Program { rows: Vec::new(), rows_of, values: vec![None; variables], trail: Vec::new() };
        program.at_most(objective, i64::MAX);
        program
    }

    /// Adds a row.
    pub(crate) fn require(&mut self, terms: Vec<(usize, i64)>, comparison: Comparison, right: i64) {
        if comparison != Comparison::AtLeast {
            self.at_most(terms.clone(), right);
        }
        if comparison != Comparison::AtMost {
            self.at_most(terms.into_iter().map(|(variable, factor)| (variable, -factor)).collect(), -right);
        }
    }

    fn at_most(&mut self, terms: Vec<(usize, i64)>, bound: i64) {
        terms.iter().for_each(|&(variable, _)| self.rows_of[variable].push(self.rows.len()));
        self.rows.push(Row { terms, bound });
    }

    /// The least value of the objective, and the variables that are 1 there.
    pub(crate) fn minimum(mut self) -> (i64, Vec<bool>) {
        let [least, most]: [i64; 2] =
            [i64::min, i64::max].map(|choose| self.rows[0].terms.iter().map(|&(_, factor)| choose(factor, 0)).sum());
        for bound in least..=most {
            self.rows[0].bound = bound;
            if (0..self.rows.len()).all(|row| self.follow(row)) && self.propagate(0) && self.search(0) {
                return (bound, self.values.into_iter().map(|value| value == Some(true)).collect());
            }
            self.undo(0);
        }
        panic!("no values satisfy all rows");
    }

    /// Finds values for the variables from this one on.
    fn search(&mut self, from: usize) -> bool {
        let Some(variable) = (from..self.values.len()).find(|&variable| self.values[variable].is_none()) else {
            return true;
        };
        let before = self.trail.len();
        for value in [false, true] {
            self.put(variable, value);
            if self.propagate(before) && self.search(variable + 1) {
                return true;
            }
            self.undo(before);
        }
        false
    }

    /// Propagates the values on the trail from an index on; false if a row can no longer be satisfied.
    fn propagate(&mut self, mut next: usize) -> bool {
        while let Some(&variable) = self.trail.get(next) {
            for i in 0..self.rows_of[variable].len() {
                if !self.follow(self.rows_of[variable][i]) {
                    return false;
                }
            }
            next += 1;
        }
        true
    }

    /// Sets the variables to which a row leaves one value; false if it can no longer be satisfied.
    fn follow(&mut self, row: usize) -> bool {
        let Row { terms, bound } = &self.rows[row];
        let least: i64 = terms
            .iter()
            .map(|&(variable, factor)| self.values[variable].map_or(factor.min(0), |value| factor * i64::from(value)))
            .sum();
        if least > *bound {
            return false;
        }
        let forced =
            |&&(variable, factor): &&(usize, i64)| self.values[variable].is_none() && least + factor.abs() > *bound;
        let forced: Vec<(usize, i64)> = terms.iter().filter(forced).copied().collect();
        forced.into_iter().for_each(|(variable, factor)| self.put(variable, factor < 0));
        true
    }

    fn put(&mut self, variable: usize, value: bool) {
        self.values[variable] = Some(value);
        self.trail.push(variable);
    }

    fn undo(&mut self, length: usize) {
        for variable in self.trail.drain(length..) {
            self.values[variable] = None;
        }
    }
}
