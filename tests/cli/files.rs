//! Places that cannot be written are found before any work, by all options that write, also where the tests run as
//! root; a disk that is full in the end is no success.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::TABLE;
use crate::support::{CHIP_FIRING, Ended, GUARD, HEX, HEX_JUDGE, HIP, MORPION, Program};

/// The user who owns nothing.
const NOBODY: u32 = 65534;

/// Options that write a file, after tasks that would not end before the time limit of the tests.
#[rustfmt::skip]
const FILES: [(Program, &str); 12] = [
    (HIP, "tie 11x11 --svg"), (HIP, "tie 11x11 --proof"), (HIP, "tie 11x11 --checkpoint"), (HIP, "solve 5x6 --svg"),
    (HIP, "draws 3x30 --list --svg"), (CHIP_FIRING, "number K21 --checkpoint"), (CHIP_FIRING, "table 2..21 --checkpoint"),
    (HEX, "--solve input.txt --checkpoint"), (HEX, "--solve --to-move X input.txt --proof"),
    (HEX, "--review game.sgf --time 5m --to-sgf"), (MORPION, "search 5T --level 9 --save"),
    (MORPION, "count 5D 40 --checkpoint"),
];

/// Options that write into a folder.
const FOLDERS: [(Program, &str); 2] = [(HEX, "input.txt --solve --svg"), (MORPION, "prove 5T --at-most 484 --save")];

/// Folders that every user can reach, and copies of the programs.
struct Places {
    folder: TempDir,
    is_root: bool,
}

impl Places {
    fn new() -> Places {
        let folder = tempfile::tempdir().unwrap();
        let is_root = folder.path().metadata().unwrap().uid() == 0;
        let places = Places { folder, is_root };
        // By another process: if this one had a program open for writing while a test on another thread starts a
        // process, that process would have it open too, and the program could not be run.
        let programs = [HIP, CHIP_FIRING, HEX, MORPION].map(|program| program.path);
        assert!(Command::new("cp").args(programs).arg(places.path("")).status().unwrap().success());
        for (from, to) in [("results/hex-empty-11.txt", "input.txt"), ("collection.sgf", "game.sgf")] {
            fs::copy(format!("testdata/{from}"), places.path(to)).unwrap();
        }
        for (name, mode) in [("open", 0o777), ("shut", 0o755), ("", 0o755)] {
            fs::create_dir_all(places.path(name)).unwrap();
            fs::set_permissions(places.path(name), Permissions::from_mode(mode)).unwrap();
        }
        places
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes a file with a text.
    fn file(&self, name: &str, mode: u32) {
        fs::write(self.path(name), "precious").unwrap();
        fs::set_permissions(self.path(name), Permissions::from_mode(mode)).unwrap();
    }

    /// All files and links in the folders, with their texts.
    fn contents(&self) -> BTreeMap<PathBuf, Option<String>> {
        let entries = ["open", "shut"].into_iter().flat_map(|name| fs::read_dir(self.path(name)).unwrap());
        entries.map(|entry| entry.unwrap().path()).map(|path| (path.clone(), fs::read_to_string(path).ok())).collect()
    }

    /// A run by a user who is not root, in the folder.
    fn run(&self, program: Program, arguments: &str) -> Ended {
        let mut command = Command::new("timeout");
        command.arg(GUARD.as_secs().to_string()).arg(self.path(program.name)).args(arguments.split(' '));
        if self.is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.stdin(Stdio::null()).current_dir(self.folder.path()).output().unwrap().into()
    }

    /// Asserts that a run ends with status 2 before any answer, says why, and changes nothing.
    fn refuses(&self, program: Program, arguments: &str, why: &str) {
        let contents = self.contents();
        let ended = self.run(program, arguments);
        ended.is_refused(2, why);
        assert!(!ended.stderr.contains(".part"), "{ended:?}");
        assert_eq!(self.contents(), contents, "{arguments}");
    }
}

#[test]
fn places_that_cannot_be_written_are_refused_by_all_options() {
    let places = Places::new();
    let (denied, missing) = ("Permission denied", "No such file or directory");
    // Also a file that may be written itself: the new one could not take its name.
    places.file("shut/there", 0o666);
    places.file("open/file", 0o444);
    fs::set_permissions(places.path("shut"), Permissions::from_mode(0o555)).unwrap();
    symlink("file", places.path("open/to-file")).unwrap();
    symlink("missing/file", places.path("open/lost")).unwrap();
    for (path, why) in [
        ("shut/new", denied),
        ("open/file", denied),
        ("open/to-file", denied),
        ("shut/there", denied),
        ("open/lost", missing),
        ("open", ""),
        ("-", "expected the name of a file, not stdout"),
    ] {
        for (program, task) in FILES {
            places.refuses(program, &format!("{task} {path}"), why);
        }
    }
    for (path, why) in
        [("shut", denied), ("shut/new", denied), ("shut/new/newer", missing), ("open/file", ""), ("-", "")]
    {
        for (program, task) in FOLDERS {
            places.refuses(program, &format!("{task} {path}"), why);
        }
    }
}

/// Also by other names, and before any work.
#[test]
fn outputs_are_no_inputs_and_two_outputs_are_two_files() {
    let places = Places::new();
    for name in ["open/board", "open/game"] {
        places.file(name, 0o666);
    }
    symlink("file", places.path("open/link")).unwrap();
    symlink("board", places.path("open/to-board")).unwrap();
    let (input, twice) = ("it is an input", "another option writes it too");
    for (program, task, why) in [
        (HEX, "--solve --to-move O open/board --proof open/board", input),
        (HEX, "--solve --to-move O open/board --proof open/./to-board", input),
        (HEX, "--solve open/to-board --checkpoint open/board", input),
        (HEX, "--solve --to-move X open/board --checkpoint open/file --proof open/link", twice),
        (HIP, "tie 11x11 --checkpoint open/file --svg open/file", twice),
        (HIP, "tie 11x11 --proof open/link --svg open/../open/file", twice),
        (MORPION, "check open/game --svg open/./game", input),
        (MORPION, "search 5T --level 9 --start open/game --checkpoint open/game", input),
        (MORPION, "search 5T --level 9 --save open/file --checkpoint open/link", twice),
    ] {
        places.refuses(program, task, why);
    }
}

/// Tasks that are answered soon, and write a file.
const QUICK: [(Program, &str, i32); 6] = [
    (HIP, "tie 4x4 --svg", 0),
    (HIP, "tie 7x7 --proof", 0),
    (HIP, "draws 6x6 --list-all --svg", 0),
    (HEX, "--solve --to-move O testdata/results/hex-empty-3.txt --proof", 0),
    (CHIP_FIRING, "number K14 --nodes 100 --threads 1 --checkpoint", 3),
    (MORPION, "search 4D --seed 1 --level 1 --threads 1 --save", 0),
];

/// A dangling link too: its target is created. A file that is replaced keeps its mode. Devices are written in place.
#[test]
fn links_are_followed_and_nothing_else_changes() {
    for (program, task, status) in QUICK {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        symlink("file", &link).unwrap();
        let write = |path: &Path, status: i32| {
            let ended = program.run(&format!("{task} {}", path.display()), "");
            assert!(ended.status == Some(status) && ended.stderr.is_empty(), "{task}: {ended:?}");
        };
        write(&link, status);
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        write(&link, status);
        let written = file.metadata().unwrap();
        assert_eq!(written.permissions().mode() & 0o777, 0o640, "{task}");
        assert!(link.is_symlink() && written.len() > 0, "{task}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "{task}");
        // A search writes its best game again and again.
        if !task.ends_with("--checkpoint") && program != MORPION {
            write(Path::new("/dev/null"), status);
            // What is written into a pipe is what is written into a file.
            let pipe = folder.path().join("pipe");
            assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            let reading = std::thread::spawn({
                let pipe = pipe.clone();
                move || fs::read(pipe).unwrap()
            });
            write(&pipe, status);
            assert!(reading.join().unwrap() == fs::read(&file).unwrap(), "{task}");
        }
    }
}

/// The answer is printed, and it is no success.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_or_a_pipe_without_reader_is_reported() {
    for (program, task, _) in QUICK.into_iter().filter(|(_, task, _)| !task.ends_with("--checkpoint")) {
        let ended = program.run(&format!("{task} /dev/full"), "");
        let expected = format!("{}: cannot write /dev/full: No space left on device (os error 28)\n", program.name);
        assert_eq!((ended.status, &*ended.stderr), (Some(1), &*expected), "{task}");
        assert!(!ended.stdout.is_empty(), "{task}");
    }
    // More than a pipe holds.
    let folder = tempfile::tempdir().unwrap();
    let script = "mkfifo pipe; \"$0\" draws 6x6 --list-all --svg pipe & head -c 1 pipe > /dev/null; wait $!";
    let mut shell = Command::new("sh");
    let ended = Ended::from(shell.args(["-c", script, HIP.path]).current_dir(folder.path()).output().unwrap());
    assert!(ended.status == Some(1) && ended.stdout.starts_with("draws 6x6"), "{ended:?}");
    assert_eq!(ended.stderr, "hip: cannot write pipe: Broken pipe (os error 32)\n");
}

/// Help, version, manual page and completions are answers too.
const ABOUT: [(&str, &str); 4] = [("--help", ""), ("--version", ""), ("--man", ""), ("--completions bash", "")];

#[cfg(target_os = "linux")]
#[test]
fn full_stdout_is_no_success() {
    let sets = format!("2000\n{}", "2\n0 0\n\n\n".repeat(2000));
    let more: [(Program, &str, &str); 6] = [
        (HEX, "--list", &sets),
        (HEX, "--ways --threads 1", &sets),
        (HEX, "--solve --json --threads 2", crate::DATA_SETS),
        (CHIP_FIRING, "grundy - --threads 2", "A_\n"),
        (HIP, "draws 4x4 --list-all", ""),
        (HIP, "draws 4x4 --list-all --json", ""),
    ];
    // A verdict is a status.
    let row = |row: &crate::Row| {
        let (program, printing) =
            (row.program, row.all().filter(|(arguments, _)| !arguments.starts_with("check test")));
        printing.chain(ABOUT).map(move |(arguments, input)| (program, arguments, input)).collect::<Vec<_>>()
    };
    for (program, arguments, input) in TABLE.iter().flat_map(row).chain(more) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), input).unwrap();
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(program.path);
        command.args(arguments.split_whitespace()).stdin(fs::File::open(file.path()).unwrap()).stdout(full);
        let status = if program == HEX_JUDGE { 2 } else { 1 };
        let ended = Ended::from(command.output().unwrap());
        let expected = format!("{}: cannot write the answers: No space left on device (os error 28)\n", program.name);
        assert_eq!((ended.status, &*ended.stderr), (Some(status), &*expected), "{} {arguments}", program.name);
    }
}
