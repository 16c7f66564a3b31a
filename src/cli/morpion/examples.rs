//! The examples that end the help of the tasks; a test compares their output.

pub(super) const CROSS: &str = "\
Example:
  $ morpion cross 4D
  cross 4D
  Points: 24
  Moves left: 40
   .    .    o    o    o    .    .
   :
   .    .    o    .    o    .    .
   :
   o    o    o    .    o    o    o
   :
   o    .    .    .    .    .    o
   :
   o    o    o    .    o    o    o
   :
   .    .    o    .    o    .    .
   :
   .    .    o    o    o    .    .";

pub(super) const CHECK: &str = "\
Example:
  $ morpion check rosin82
  check rosin82
  Variant: 5D
  Score: 82
  Status: legal
  Finished: yes
  Potential: 288";

pub(super) const SHOW: &str = "\
Example:
  $ morpion random 4D --moves 2 | morpion show
   .    .    .    +    .    +    .    .    .
   :
   .    .    .    o----o----o----2    .    .
   :
   .    +    .    o    .    o    .    +    .
   :
   +    o    o    o    +    o    o    o    +
   :
   .    o    .    +    .    +    .    o    .
   :
   +    o    o    o    +    o    o    o    +
   :
   .    +    .    o    .    o    .    +    .
   :
   .    .    1----o----o----o    .    .    .
   :
   .    .    .    +    .    +    .    .    .";

pub(super) const CONVERT: &str = "\
Example:
  $ morpion random 5D --moves 3 | morpion convert --to pentasol --variant 5D
  (28,28)
  (27,27) / 0
  (32,34) - -2
  (34,32) | -2";

pub(super) const RECORDS: &str = "\
Example:
  $ morpion records 5D
  records 5D
  rosin82  5D   82  legal, finished  Christopher D. Rosin";

pub(super) const MOVES: &str = "\
Example:
  $ morpion random 4D --moves 20 | morpion moves
  moves
  1 8 1 8 4 5
  3 -2 3 -2 6 1
  7 0 4 3 7 0
  7 0 5 -2 8 1
  7 4 4 4 7 4
  8 3 5 0 8 3";

pub(super) const RANDOM: &str = "\
Example:
  $ morpion random 4D --moves 3
  4D
  1 6 1 6 4 6
  5 0 2 0 5 0
  7 2 4 2 7 2";

pub(super) const BOUNDS: &str = "\
Example:
  $ morpion bounds | head -5
  bounds
  First bound: 741
  (b, beta, a, sigma) = (31, 0, 10, 0)
  Real optimum: 741.0714
  Moves: 705";

pub(super) const COUNT: &str = "\
Example:
  $ morpion count 5T 5
  count 5T 5
  0 1
  1 4
  2 56
  3 428
  4 2741
  5 13247";

pub(super) const MERGE: &str = "\
Example:
  $ morpion count 5D 3 --part 1/1 | morpion merge -
  merge -
  0 1
  1 4
  2 55
  3 404";

pub(super) const SEARCH: &str = "\
Example:
  $ morpion search 4D --seed 3 --threads 1 --target 35 | head -2
  search 4D --seed 3 --target 35
  Best: 35";

pub(super) const PROVE: &str = "\
Example:
  $ morpion prove 5T --hull 6,3,6,3,6,3,6,3 | head -2
  prove 5T --hull 6,3,6,3,6,3,6,3
  Bound: 114";

pub(super) const VERIFY: &str = "\
Example:
  $ morpion verify testdata/certificates/octagon.certificate
  verify testdata/certificates/octagon.certificate
  410 for 30..30 x 30..30, cuts 12..12 8..8 12..12 8..8: testdata/certificates/octagon.certificate";

pub(super) const BEST: &str = "\
Example:
  $ morpion best rosin82 rosin178
  best rosin82 rosin178
  Variant: 5T
  Score: 178
  File: rosin178
  Variant: 5D
  Score: 82
  File: rosin82";
