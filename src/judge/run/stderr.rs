//! The line of stderr that says why a program failed.
//!
//! ```text
//!     Python     Traceback (most recent call last):        the first line after the last such line that is not indented
//!                  File "a.py", line 1, in <module>
//!                ValueError: too many
//!     Java       Exception in thread "main" java.lang...   this line
//!     Rust       thread 'main' panicked at a.rs:2:5:       this line and the next one
//!                too many
//!     C++        terminate called after throwing an        this line and the next one
//!                instance of 'std::out_of_range'
//!                  what():  array::at
//!     others     error: unexpected argument '-x' found     the first line that is not indented
//! ```

use super::printable;

/// The longest line that is shown, in characters.
const LONGEST: usize = 240;

/// Returns the line that says why the program failed, in printable characters; `None` if all are blank.
pub(super) fn telling_line(stderr: &[u8]) -> Option<String> {
    let line = printable(&choose(&String::from_utf8_lossy(stderr))?);
    Some(match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    })
}

fn choose(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let not_indented = |line: &&&str| !line.starts_with([' ', '\t']);
    if let Some(traceback) = lines.iter().rposition(|&line| line == "Traceback (most recent call last):")
        && let Some(error) = lines[traceback + 1..].iter().find(not_indented)
    {
        return Some((*error).to_owned());
    }
    let is_panic = |line: &str| line.starts_with("thread '") && line.contains(" panicked at ");
    let is_exception = |line: &str| line.starts_with("terminate called after throwing");
    let is_known = |line: &&str| is_panic(line) || is_exception(line) || line.starts_with("Exception in thread ");
    let Some(index) = lines.iter().position(is_known) else {
        return lines.iter().find(not_indented).or(lines.first()).map(|line| line.trim().to_owned());
    };
    // A panic without a message has nothing after the colon but a note; older compilers put the message on the first
    // line.
    let goes_on = is_exception(lines[index]) || lines[index].ends_with(':');
    let next = lines.get(index + 1).filter(|_| goes_on);
    Some([lines[index], next.map_or("", |line| line.trim())].join(" ").trim_end().to_owned())
}
