//! Values of arguments: numbers, and names of files.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::cli::messages::{ascii, escaped, shortened};

/// The variants, as help and completions list them.
pub(super) const VARIANTS: [&str; 4] = ["5T", "5D", "4T", "4D"];

/// Parses the name of a file to write.
pub(super) fn output_file(text: &str) -> Result<PathBuf, String> {
    match text {
        "" | "-" => Err("expected the name of a file to write".to_owned()),
        _ => Ok(PathBuf::from(text)),
    }
}

/// Longer names of files are shortened in messages.
const LONGEST_SHOWN: usize = 250;

/// The name of a file to read; `-` is stdin. `Display` writes it as a word of a list, in quotes where it needs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InputFile(String);

impl InputFile {
    /// Standard input.
    pub(super) const STDIN: &'static str = "-";

    /// The name as it was given.
    pub(super) fn name(&self) -> &str {
        &self.0
    }

    /// The file; `None` for stdin.
    pub(super) fn path(&self) -> Option<&Path> {
        (self.0 != Self::STDIN).then(|| Path::new(&self.0))
    }
}

/// The name of a file in a message: shortened, in ASCII.
pub(super) fn in_message(file: &str) -> String {
    ascii(&shortened(file, LONGEST_SHOWN))
}

impl FromStr for InputFile {
    type Err = String;

    fn from_str(text: &str) -> Result<InputFile, String> {
        match text {
            "" => Err("expected the name of a file".to_owned()),
            _ if text.starts_with('-') && text != Self::STDIN => {
                Err(format!("expected the name of a file; write ./{text} for one that begins with a dash"))
            }
            _ => Ok(InputFile(text.to_owned())),
        }
    }
}

impl fmt::Display for InputFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = escaped(&self.0).to_string();
        if !name.contains(|char: char| char.is_whitespace() || matches!(char, '\'' | '"')) && !name.starts_with('#') {
            return f.write_str(&name);
        }
        if name.contains('\'') && !name.contains('"') {
            return write!(f, "\"{name}\"");
        }
        // Between two parts in single quotes a single quote stands in double ones.
        write!(f, "'{}'", name.replace('\'', "'\"'\"'"))
    }
}
