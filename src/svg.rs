//! SVG pictures: a document with a title and style rules, and elements that are written as they come.
//!
//! Pictures are written straight to their file, since a board can have millions of cells.
//!
//! ```text
//!     Path(&[(0.0, 0.0), (2.5, 1.0)])      M0 0L2.5 1      a line through points, as path data
//!     Fixed(20.0 / 3.0)                    6.67            a number with at most two decimals
//! ```

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

/// An SVG document that is being written. All methods return the errors of the writer.
pub(crate) struct Svg<'a> {
    out: &'a mut dyn Write,
    width: Fixed,
    height: Fixed,
}

impl<'a> Svg<'a> {
    /// Begins a document of this size in pixels. Viewers show the title and screen readers read it; `style` is CSS.
    pub(crate) fn begin(
        out: &'a mut dyn Write,
        width: f64,
        height: f64,
        title: &str,
        style: &str,
    ) -> io::Result<Svg<'a>> {
        let (width, height) = (Fixed(width), Fixed(height));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<style>\n{style}</style>",
            Escaped(title)
        )?;
        Ok(Svg { out, width, height })
    }

    /// Writes a rectangle of the class `paper` that fills the picture.
    pub(crate) fn paper(&mut self) -> io::Result<()> {
        let (width, height) = (self.width, self.height);
        self.element(format_args!("rect class=\"paper\" width=\"{width}\" height=\"{height}\""))
    }

    /// Writes a description of the picture for those who do not see it.
    pub(crate) fn description(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "<desc>{}</desc>", Escaped(&text.to_string()))
    }

    /// Writes data about the picture, which is not shown.
    pub(crate) fn metadata(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "<metadata>{}</metadata>", Escaped(text))
    }

    /// Writes an element without content, given its name and attributes as in the file.
    pub(crate) fn element(&mut self, name_and_attributes: impl Display) -> io::Result<()> {
        writeln!(self.out, "<{name_and_attributes}/>")
    }

    /// Writes a circle around a point.
    pub(crate) fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) -> io::Result<()> {
        let (cx, cy) = (Fixed(x), Fixed(y));
        self.element(format_args!("circle class=\"{class}\" cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\""))
    }

    /// Writes a path, given its data.
    pub(crate) fn path(&mut self, class: &str, data: impl Display) -> io::Result<()> {
        self.element(format_args!("path class=\"{class}\" d=\"{data}\""))
    }

    /// Writes a text at a point; the style says how it is anchored there.
    pub(crate) fn text(&mut self, class: &str, (x, y): (f64, f64), text: impl Display) -> io::Result<()> {
        let text = text.to_string();
        writeln!(self.out, "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>", Fixed(x), Fixed(y), Escaped(&text))
    }

    /// Ends the document and flushes the writer.
    pub(crate) fn end(self) -> io::Result<()> {
        writeln!(self.out, "</svg>")?;
        self.out.flush()
    }
}

/// A number rounded to two decimals, written without trailing zeros.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed(pub f64);

impl Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (self.0 * 100.0).round() / 100.0)
    }
}

/// A line through points, as path data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path<'a>(pub &'a [(f64, f64)]);

impl Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .enumerate()
            .try_for_each(|(i, &(x, y))| write!(f, "{}{} {}", if i == 0 { "M" } else { "L" }, Fixed(x), Fixed(y)))
    }
}

/// Text as the content or, in double quotes, an attribute of an XML element: characters with a meaning in XML become
/// entities, and those that XML 1.0 does not allow become U+FFFD.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}'),
            _ => f.write_char(c),
        })
    }
}
