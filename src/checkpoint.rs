//! Values in the saved state of a computation.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes a value for [`read_value`]: the length of its encoding, 8 bytes, and the encoding by `postcard`.
///
/// # Errors
/// Those of `out`, and of the value's `Serialize`.
pub(crate) fn write_value(out: &mut dyn Write, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    let bytes = postcard::to_stdvec(value).map_err(io::Error::other)?;
    out.write_all(&(bytes.len() as u64).to_le_bytes())?;
    out.write_all(&bytes)
}

/// Reads a value that [`write_value`] has written. The memory that it takes is linear in the number of bytes that can
/// be read.
///
/// # Errors
/// Those of `from`, [`io::ErrorKind::UnexpectedEof`] if the bytes end too early, and [`io::ErrorKind::InvalidData`] if
/// they are no such value.
pub(crate) fn read_value<T: DeserializeOwned>(from: &mut dyn Read) -> io::Result<T> {
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    let mut bytes = Vec::new();
    from.take(length).read_to_end(&mut bytes)?;
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    if bytes.len() as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    match postcard::take_from_bytes(&bytes).map_err(|error| invalid(error.to_string()))? {
        (value, []) => Ok(value),
        _ => Err(invalid("more bytes than the value has".to_owned())),
    }
}
