//! The records of the literature: Rosin's 178 moves in 5T and 82 in 5D, Hyyrö and Poranen's 62 in 4T and 35 in 4D, and
//! others, as the crate `morpion-solitaire-records` carries them.

use morpion_solitaire_records::RECORDS;

/// The known records: the name to show, a short name without blanks, and the record as MSR in JSON. Nothing of what
/// they say has been checked.
///
/// ```
/// use quadrille::morpion::record::{known, read};
/// let (name, id, json) = known().next().ok_or("there are none")?;
/// assert_eq!((name, id), ("Rosin 178", "rosin178"));
/// let record = read(json.as_bytes(), None)?;
/// assert_eq!((record.moves().len(), record.about().author()), (178, Some("Christopher D. Rosin")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn known() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    RECORDS.iter().copied()
}
