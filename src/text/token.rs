//! Words of a text.

use std::fmt;

/// How many bytes of a token are kept; nothing that is understood here is longer.
const TOKEN_BYTES: usize = 32;

/// A word of the text: its first bytes, and whether there were more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Token {
    bytes: [u8; TOKEN_BYTES],
    kept: u8,
    cut: bool,
}

impl Token {
    /// The token's bytes, or `None` if it was too long to keep.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        if self.cut { None } else { Some(self.kept()) }
    }

    /// Adds a byte; false if there is no place for it.
    pub fn push(&mut self, byte: u8) -> bool {
        match self.bytes.get_mut(usize::from(self.kept)) {
            Some(place) => {
                *place = byte;
                self.kept += 1;
            }
            None => self.cut = true,
        }
        !self.cut
    }

    /// Whether it has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept == 0
    }

    fn kept(&self) -> &[u8] {
        &self.bytes[..usize::from(self.kept)]
    }

    /// The token as a number, in plain decimal digits.
    ///
    /// # Errors
    /// [`NotANumber`] says whether it is no number or one beyond 64 bits.
    pub fn number(&self) -> Result<u64, NotANumber> {
        if !self.kept().iter().all(u8::is_ascii_digit) {
            return Err(NotANumber::Malformed);
        }
        let digits = self.bytes().ok_or(NotANumber::TooLarge)?;
        digits
            .iter()
            .try_fold(0_u64, |number, digit| number.checked_mul(10)?.checked_add(u64::from(digit - b'0')))
            .ok_or(NotANumber::TooLarge)
    }
}

/// The token in quotes, with bytes that are not printable ASCII escaped: safe to show on any terminal.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}{}'", self.kept().escape_ascii(), if self.cut { "…" } else { "" })
    }
}

/// Why a token is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANumber {
    /// Something other than decimal digits.
    Malformed,
    /// Digits, but for a number of more than 64 bits.
    TooLarge,
}
