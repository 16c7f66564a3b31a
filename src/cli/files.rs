//! Files of the command line: those that are read, and those that are written, which are checked before the work.
//!
//! A file is written to a temporary one beside it, `.NAME.XXXXXX.part`, which takes its name when it is complete. What is
//! not a regular file, such as a pipe or a device, is written in place.

use std::any::TypeId;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Arg, ArgMatches, Command};
use tempfile::NamedTempFile;

use super::screen::Flushing;
use super::{Ctx, usage};

/// The name of a file to read; `-` is stdin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input(PathBuf);

impl From<OsString> for Input {
    fn from(name: OsString) -> Input {
        Input(name.into())
    }
}

impl Input {
    /// Returns stdin.
    #[must_use]
    pub fn stdin() -> Input {
        Input("-".into())
    }

    /// Returns the path of the file; `None` for stdin.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        Some(&*self.0).filter(|path| *path != Path::new("-"))
    }

    /// Returns its name in messages.
    #[must_use]
    pub fn name(&self) -> String {
        self.path().map_or_else(|| "stdin".to_owned(), |path| path.to_string_lossy().into_owned())
    }

    /// Opens the file; `what` is said to be read if it is stdin, and that is a terminal.
    ///
    /// # Errors
    /// If it cannot be opened, or is stdin, and that is the list of tasks.
    pub fn open(&self, what: &str, ctx: &Ctx) -> Result<Box<dyn Read + Send>> {
        match self.path() {
            None => Ok(Box::new(ctx.stdin(what)?)),
            Some(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(Flushing::new(ctx.screen, file))),
                Err(error) => Err(self.unreadable(&error)),
            },
        }
    }

    /// Returns the error that the file cannot be read.
    #[must_use]
    pub fn unreadable(&self, error: &io::Error) -> Error {
        anyhow!("cannot read {}: {error}", self.name())
    }
}

/// A file or folder that an option writes. The names of tasks leave such options out.
#[derive(Clone, Debug)]
pub struct Output {
    path: PathBuf,
    kind: Kind,
}

/// How an option writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It replaces a file.
    File,
    /// It replaces a file that it may have read.
    Update,
    /// It creates files in a folder, which it [creates](Output::create_folder).
    Folder,
}

impl Deref for Output {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl Output {
    /// Returns a parser for the name of a file to write.
    #[must_use]
    pub fn file() -> impl TypedValueParser<Value = Output> {
        Output::parser(Kind::File)
    }

    /// Returns a parser for the name of a file to write, which may be an input too.
    #[must_use]
    pub fn update() -> impl TypedValueParser<Value = Output> {
        Output::parser(Kind::Update)
    }

    /// Returns a parser for the name of a folder to write files into.
    #[must_use]
    pub fn folder() -> impl TypedValueParser<Value = Output> {
        Output::parser(Kind::Folder)
    }

    fn parser(kind: Kind) -> impl TypedValueParser<Value = Output> {
        OsStringValueParser::new().map(move |name| Output { path: name.into(), kind })
    }

    /// Creates the folder, unless it is there.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn create_folder(&self) -> Result<()> {
        fs::create_dir_all(&self.path).with_context(|| format!("cannot create {}", self.path.display()))
    }

    /// Checks that it can be written. Nothing changes.
    fn check(&self) -> io::Result<()> {
        let there = match fs::metadata(&self.path) {
            Ok(there) => Some(there),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        match (self.kind, there) {
            _ if self.path == Path::new("-") => Err(io::Error::other("expected the name of a file, not stdout")),
            (Kind::Folder, Some(_)) => temporary(&self.path.join("file")).map(drop),
            (_, Some(there)) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            (_, Some(there)) if !there.is_file() => Ok(()),
            (_, Some(_)) => {
                File::options().append(true).open(&self.path).and_then(|_| temporary(&target(&self.path))).map(drop)
            }
            (_, None) => temporary(&target(&self.path)).map(drop),
        }
    }
}

/// Returns whether the value of an option is a file or folder to write.
pub(super) fn is_output(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<Output>()
}

/// Returns the values of a type that were given to a program or its task.
fn values<'a, T: Clone + Send + Sync + 'static>(command: &Command, matches: &'a ArgMatches) -> Vec<&'a T> {
    let of_type = |arg: &&Arg| arg.get_value_parser().type_id() == TypeId::of::<T>();
    let ids = command.get_arguments().filter(of_type).map(|arg| arg.get_id().as_str());
    ids.filter_map(|id| matches.get_many::<T>(id)).flatten().collect()
}

/// Checks, before the work, that each output of a task can be written, and that none is an input or another output.
///
/// # Errors
/// Such a [`usage`].
pub(super) fn check(program: &Command, matches: &ArgMatches) -> Result<()> {
    let task = matches.subcommand().and_then(|(name, matches)| Some((program.find_subcommand(name)?, matches)));
    let (command, matches) = task.unwrap_or((program, matches));
    let inputs = values::<Input>(command, matches).into_iter().filter_map(|input| input.path()?.canonicalize().ok());
    let inputs: Vec<PathBuf> = inputs.collect();
    let mut written = Vec::new();
    for output in values::<Output>(command, matches) {
        let place = target(&output.path);
        // Devices and pipes may be written twice.
        let is_replaced = fs::metadata(&place).map_or(true, |there| there.is_file());
        let problem = match output.check() {
            Err(error) => error.to_string(),
            Ok(()) if output.kind != Kind::Update && inputs.contains(&place) => "it is an input".to_owned(),
            Ok(()) if is_replaced && written.contains(&place) => "another option writes it too".to_owned(),
            Ok(()) => {
                written.push(place);
                continue;
            }
        };
        return Err(usage(format_args!("cannot write {}: {problem}", output.display())));
    }
    Ok(())
}

/// Replaces a file by what `write` writes, completely or not at all.
///
/// # Errors
/// Those of the file system and of `write`.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    replace_by(path, Box::new(write)).with_context(|| format!("cannot write {}", path.display()))
}

/// What writes a file. The functions below are compiled once for all of them.
type Writing<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a>;

fn replace_by(path: &Path, write: Writing<'_>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let mut out = BufWriter::new(File::options().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    let path = target(path);
    let file = written(&path, write)?;
    file.as_file().sync_all()?;
    Ok(file.persist(&path).map(drop)?)
}

/// Replaces a regular file as [`replace`] does, but without waiting for the disk: after a power failure the file may be
/// empty.
///
/// # Errors
/// Those of the file system and of `write`.
pub fn replace_unsynced(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    Ok(written(path, Box::new(write))?.persist(path).map(drop)?)
}

/// Returns a temporary file beside a path, with what `write` writes; when it takes the path's name, that keeps its mode.
///
/// # Errors
/// Those of the file system and of `write`.
pub(super) fn written(path: &Path, write: Writing<'_>) -> io::Result<NamedTempFile> {
    let mut out = BufWriter::with_capacity(1 << 16, temporary(path)?);
    write(&mut out)?;
    let file = out.into_inner()?;
    if let Ok(there) = fs::metadata(path) {
        file.as_file().set_permissions(there.permissions())?;
    }
    Ok(file)
}

/// Creates a temporary file beside a path, with the permissions of a new file.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or(OsStr::new("")));
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part").make_in(folder_of(path), |path| File::create_new(path)).map_err(|error| {
        // Without the random name, which follows.
        let (folder, problem) = (folder_of(path).display(), error.to_string());
        let problem = problem.split(" at path").next().unwrap_or_default();
        io::Error::new(error.kind(), format!("cannot create a file in {folder}: {problem}"))
    })
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns the file that a path leads to, which need not be there.
pub(super) fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // As many links as Linux follows.
    for _ in 0..40 {
        let Ok(to) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(to);
    }
    let folder = folder_of(&path).canonicalize();
    fs::canonicalize(&path).ok().or_else(|| Some(folder.ok()?.join(path.file_name()?))).unwrap_or(path)
}
