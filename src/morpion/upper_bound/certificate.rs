//! Certificates: text files that prove an upper bound on the length of all games whose hull is in a box.
//!
//! # Hulls
//!
//! The hull of a position of 5T is six numbers. Let the smallest x and the smallest y of all dots be 0 (translate), and let `width` and
//! `height` be the largest x and y. The *run* of the diagonals x + y is the largest interval of consecutive diagonals, each with a dot,
//! that contains those of the cross; so is the run of the diagonals x − y. Each corner of the rectangle cuts off some diagonals, those
//! between the corner and the run, corner included:
//!
//! ```text
//!     corner          distance of (x, y) from it         cut
//!     0  (0, 0)                     x + y                the smallest x + y of the run
//!     1  (width, 0)                 width - x + y        width - the largest x - y of the run
//!     2  (width, height)            width - x + height - y
//!                                                        width + height - the largest x + y of the run
//!     3  (0, height)                x + height - y       height + the smallest x - y of the run
//! ```
//!
//! so that `cut` is the distance of the run's outermost diagonal from the corner. A *box* of hulls is six ranges of integers: of the
//! width, the height and the four cuts. (y grows downwards, so the corners go round the rectangle.)
//!
//! # The board of a box
//!
//! Write w₀..w₁ for the range of widths, h₀..h₁ for that of heights, and a₀..a₁ for that of the cuts of a corner. A hull in the box is
//! placed with its corner 0 at (0, 0), in the rectangle 0 <= x <= w₁, 0 <= y <= h₁. In this rectangle a corner has two limits, both
//! distances from the corner of *the rectangle of size w₁, h₁*:
//!
//! ```text
//!     outer = a₀                 inner = a₁ + slack      slack = 0, w₁ - w₀, (w₁ - w₀) + (h₁ - h₀), h₁ - h₀ for corners 0, 1, 2, 3
//! ```
//!
//! The run of every hull in the box ends at a distance in outer..=inner. The corner is *exact* if outer = inner.
//!
//! - **Points.** A point of the rectangle with distance d from a corner is *beyond* that corner by e = outer − d if e > 0. It belongs to
//!   the board if, for each of the four corners, e <= 0, or e <= 4 and the corner is not exact, or e is 2 or 4.
//! - **Edges**: the pairs of points of the board whose difference is (1, 0), (0, 1), (1, −1) or (1, 1).
//! - **Moves**: the sets of five points of the board that are consecutive on a line of one of these four directions.
//! - **Lines that must be hit**, that is, have a dot: the columns x = 0..=w₀; the rows y = 0..=h₀; the diagonals
//!   x + y = inner(0)..=w₁ + h₁ − inner(2); the diagonals x − y = inner(3) − h₁..=w₁ − inner(1).
//!
//! # Strips
//!
//! A strip is two neighbouring parallel lines, the first and the second, with a common coordinate t along them:
//!
//! ```text
//!     strips         first      second        t    in the order of          edges between first and second
//!     rows           y = k      y = k + 1     x    k = 0 .. h₁ - 1          (t, t), (t, t + 1), (t + 1, t)
//!     columns        x = k      x = k + 1     y    k = 0 .. w₁ - 1          (t, t), (t, t + 1), (t + 1, t)
//!     sums           x + y = k  x + y = k + 1 x    k = smallest .. largest - 1 of x + y over the points of the board
//!                                                                           (t, t), (t, t + 1)
//!     differences    x - y = k  x - y = k + 1 x    k = smallest .. largest - 1 of x - y over the points of the board
//!                                                                           (t, t), (t, t + 1)
//! ```
//!
//! where (t, u) is the edge between the point with coordinate t on the first line and the one with coordinate u on the second. So the
//! first and last line of a direction are in one strip, the others in two. Lines may have holes, or no point of the board at all. An edge
//! *belongs* to a strip if both its ends are on the strip's lines: an edge along one of the lines, or an edge between them.
//!
//! A *pattern* of a strip is a set of dots on its lines and a set of moves along its lines, of which no two share an edge and each has
//! five dots; each line that must be hit has a dot. With the weights of the strip, a pattern scores
//!
//! ```text
//!     sum of alpha over its dots + sum of beta over its moves + sum of nu over the edges of the strip whose two ends are dots
//! ```
//!
//! and the value of the strip is the largest score of a pattern.
//!
//! # The inequality
//!
//! Let the certificate have the common denominator Q and the integers U, alpha, beta, nu. For every game whose hull is in the box,
//!
//! ```text
//!     Q * moves <=   36 U
//!                  + sum over strips of the value of the strip
//!                  + sum over points v of the board of  max(0, -U - sum of alpha(v) over the strips that v is in)
//!                  + sum over moves m of the board of   max(0, Q + U - sum of beta(m) over the strips that m is in)
//!                  + sum over edges e of the board of   max(0, -sum of nu(e) over the strips that e belongs to)
//! ```
//!
//! whatever the integers are. The largest number of moves that it allows is the right side divided by Q, rounded down.
//!
//! # The file
//!
//! ```text
//!     quadrille morpion certificate 1
//!     variant 5T
//!     width 30..30
//!     height 30..30
//!     cuts 8..8 12..12 8..8 12..12
//!     bound 411
//!     denominator 64
//!     u -37
//!     strip 3 -1 0*5 12 …
//!     strip …
//! ```
//!
//! Lines end with a line feed; words are separated by one space. `bound` is what the file claims; the claim must not be less than what the
//! inequality proves. There is exactly one line `strip` for each strip, in the order of the table above: rows, columns, sums,
//! differences. It has the weights of the strip in this order, each list by ascending coordinate t, over what is on the board only:
//!
//! 1. alpha of the points of the first line, then of the second line;
//! 2. beta of the moves of the first line, by their smallest t, then of the second line;
//! 3. nu of the edges along the first line, by their smaller t, then along the second line; then of the edges (t, t), then (t, t + 1);
//!    of rows and columns then (t + 1, t), by t.
//!
//! A word `0*n` stands for n zeros, n >= 2; all other words are decimal integers without a plus sign or needless zeros. All integers are
//! less than 2^31 in absolute value, and Q >= 1. The ranges have 9 <= lower <= upper <= 107 for width and height and 0 <= lower <=
//! upper <= 107 for cuts.
