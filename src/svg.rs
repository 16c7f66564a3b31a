//! The little of SVG that pictures here need: a document with a title and styles, and elements written as they come.
//!
//! Pictures are written straight to their file, since a board can have millions of cells. Colours are given for light
//! and for dark viewers, in style rules that a picture adds to those for text.

use std::fmt::Display;
use std::io::{self, Write};

/// A picture that is being written.
///
/// ```
/// use quadrille::svg::{Fixed, Svg};
/// let mut picture = Vec::new();
/// let mut svg = Svg::begin(&mut picture, 20.0, 20.0, "X & O", "circle { fill: none }\n")?;
/// svg.element(format_args!("circle cx=\"10\" cy=\"10\" r=\"{}\"", Fixed(20.0 / 3.0)))?;
/// svg.end()?;
/// let picture = String::from_utf8(picture)?;
/// assert!(picture.contains("<title>X &amp; O</title>"));
/// assert!(picture.ends_with("<circle cx=\"10\" cy=\"10\" r=\"6.67\"/>\n</svg>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Svg<W: Write> {
    out: W,
}

impl<W: Write> Svg<W> {
    /// Begins a picture of this size, in units that viewers take for pixels. `title` is what viewers show, and what
    /// screen readers read; `style` is CSS.
    ///
    /// # Errors
    /// Those of `out`; likewise for all that is written.
    pub fn begin(mut out: W, width: f64, height: f64, title: &str, style: &str) -> io::Result<Svg<W>> {
        let (width, height) = (Fixed(width), Fixed(height));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<style>\n{style}</style>",
            Escaped(title)
        )?;
        Ok(Svg { out })
    }

    /// Says in words what the picture shows, for those who do not see it.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn description(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "<desc>{}</desc>", Escaped(&text.to_string()))
    }

    /// Writes an element without content: its name and attributes as they stand in the file.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn element(&mut self, name_and_attributes: impl Display) -> io::Result<()> {
        writeln!(self.out, "<{name_and_attributes}/>")
    }

    /// Writes a text, centred at a place.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn text(&mut self, class: &str, (x, y): (f64, f64), text: impl Display) -> io::Result<()> {
        let text = text.to_string();
        writeln!(self.out, "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>", Fixed(x), Fixed(y), Escaped(&text))
    }

    /// Ends the picture.
    ///
    /// # Errors
    /// See [`begin`](Self::begin).
    pub fn end(mut self) -> io::Result<()> {
        writeln!(self.out, "</svg>")?;
        self.out.flush()
    }
}

/// A number with at most two decimals, and none that are 0.
#[derive(Clone, Copy, Debug)]
pub struct Fixed(pub f64);

impl Display for Fixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", (self.0 * 100.0).round() / 100.0)
    }
}

/// Text as the content or, in double quotes, an attribute of an XML element: characters with a meaning in XML become entities,
/// and those that XML 1.0 does not allow become U+FFFD.
///
/// ```
/// use quadrille::svg::Escaped;
/// assert_eq!(Escaped("2 < \"3\" & \u{1b}").to_string(), "2 &lt; &quot;3&quot; &amp; \u{fffd}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let special = |c: char| matches!(c, '&' | '<' | '>' | '"') || is_forbidden(c);
        for part in self.0.split_inclusive(special) {
            let Some(last) = part.chars().next_back().filter(|&last| special(last)) else {
                f.write_str(part)?;
                continue;
            };
            let instead = match last {
                '&' => "&amp;",
                '<' => "&lt;",
                '>' => "&gt;",
                '"' => "&quot;",
                _ => "\u{fffd}",
            };
            write!(f, "{}{instead}", &part[..part.len() - last.len_utf8()])?;
        }
        Ok(())
    }
}

/// Whether XML 1.0 has no way to write a character, not even as an entity.
fn is_forbidden(c: char) -> bool {
    matches!(c, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}')
}
