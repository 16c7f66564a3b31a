//! Places that cannot be written are found before any work, by all options that write, also where the tests run as
//! root; a disk that is full in the end is no success.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::{CHIP_FIRING, Ended, GUARD, HEX, HEX_JUDGE, HIP, MORPION, PROGRAMS, Program};
use crate::table::TABLE;

/// The user who owns nothing.
const NOBODY: u32 = 65534;

/// Options that write a file, after tasks that would not end before the time limit of the tests.
const FILES: [(Program, &str); 12] = [
    (MORPION, "search 5T --level 9 --save"),
    (MORPION, "search 5T --level 9 --checkpoint"),
    (MORPION, "search 5T --level 9 --svg"),
    (MORPION, "count 5D 40 --checkpoint"),
    (MORPION, "check rosin82 --svg"),
    (CHIP_FIRING, "number K21 --checkpoint"),
    (CHIP_FIRING, "table 2..21 --checkpoint"),
    (HIP, "tie 11x11 --svg"),
    (HIP, "draws 6x6 --list --svg"),
    (HEX_JUDGE, "run --tests test.txt --junit"),
    (HEX, "--solve test.txt --checkpoint"),
    (HEX, "--solve --to-move X test.txt --proof"),
];

/// An option that appends to a file.
const LOG: (Program, &str) = (MORPION, "search 5T --level 9 --log");

/// Options that write into a folder.
const FOLDERS: [(Program, &str); 3] =
    [(HEX, "test.txt --svg"), (HEX_JUDGE, "run --tests test.txt --keep"), (MORPION, "prove 5T --at-most 484 --save")];

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
        let copied = Command::new("cp").args(PROGRAMS.map(|program| program.path)).arg(places.path("")).status();
        assert!(copied.unwrap().success());
        fs::copy("testdata/sample1.txt", places.path("test.txt")).unwrap();
        for (name, mode) in [("open", 0o777), ("shut", 0o755), ("", 0o755)] {
            fs::create_dir_all(places.path(name)).unwrap();
            fs::set_permissions(places.path(name), Permissions::from_mode(mode)).unwrap();
        }
        places
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file with a text.
    fn file(&self, name: &str, mode: u32) -> PathBuf {
        fs::write(self.path(name), "precious").unwrap();
        fs::set_permissions(self.path(name), Permissions::from_mode(mode)).unwrap();
        self.path(name)
    }

    /// All files and links in the folders, with their texts.
    fn contents(&self) -> BTreeMap<PathBuf, Option<String>> {
        let entries = ["open", "shut"].into_iter().flat_map(|name| fs::read_dir(self.path(name)).unwrap());
        entries.map(|entry| entry.unwrap().path()).map(|path| (path.clone(), fs::read_to_string(path).ok())).collect()
    }

    /// A run by a user who is not root, with the given shell commands before it.
    fn run(&self, before: &str, (program, arguments): (Program, &str), path: &Path) -> Ended {
        let mut command = Command::new("timeout");
        command.arg(GUARD.as_secs().to_string()).args(["sh", "-c", &format!("{before} exec \"$@\""), "sh"]);
        command.arg(self.path(program.name)).args(arguments.split(' ')).arg(path);
        if program.name == HEX_JUDGE.name {
            command.args(["--", "sleep", "1000"]);
        }
        if self.is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.stdin(Stdio::null()).current_dir(self.folder.path()).output().unwrap().into()
    }

    /// Asserts that a run ends with status 2 before any answer, says in one line why, and changes nothing.
    fn refuses(&self, run: (Program, &str), path: &Path, why: &str) {
        let contents = self.contents();
        let ended = self.run("", run, path);
        ended.is_refused(2, why);
        assert!(!ended.stderr.contains(".part"), "{ended:?}");
        assert_eq!(self.contents(), contents, "{run:?}");
    }
}

#[test]
fn places_that_cannot_be_written_are_refused_by_all_options() {
    let places = Places::new();
    let [shut, link, open] = ["shut", "open/link", "open"].map(|name| places.path(name));
    // Also a file that may be written itself: the new one could not take its name.
    let there = places.file("shut/there", 0o666);
    fs::set_permissions(&shut, Permissions::from_mode(0o555)).unwrap();
    let [file, to_file] = [places.file("open/file", 0o444), places.path("open/to-file")];
    symlink(&file, &to_file).unwrap();
    symlink("missing/file", &link).unwrap();
    let denied = "Permission denied";
    for run in FILES.into_iter().chain([LOG]) {
        for path in [&shut.join("new"), &file, &to_file] {
            places.refuses(run, path, denied);
        }
        if run != LOG {
            places.refuses(run, &there, denied);
        }
        places.refuses(run, &link, "No such file or directory");
        places.refuses(run, &open, "");
        places.refuses(run, &open.join("k".repeat(300)), "");
    }
    for run in FOLDERS {
        for (path, why) in [("shut", denied), ("shut/new", denied), ("shut/new/newer", "No such file or directory")] {
            places.refuses(run, &places.path(path), why);
        }
        places.refuses(run, &file, "");
    }
    // Only a picture can be written to stdout, which else has the answer; none is written to a file that is called `-`.
    for run in FILES.into_iter().filter(|(_, task)| !task.ends_with("--svg")).chain([LOG]) {
        places.refuses(run, Path::new("-"), ": expected the name of a file to write, not stdout");
    }
    for run in FOLDERS {
        places.refuses(run, Path::new("-"), ": expected the name of a folder: stdout cannot take several files");
    }
}

const QUICK: (Program, &str) = (MORPION, "search 4D --seed 1 --level 1 --threads 1 --quiet --save");

#[test]
fn links_are_followed_and_devices_are_written_in_place() {
    // The pipe of stdout belongs to the user who runs the tests.
    let places = Places { is_root: false, ..Places::new() };
    let link = places.path("open/link");
    symlink("file", &link).unwrap();
    for run in [
        QUICK,
        (MORPION, "search 4D --level 1 --threads 1 --checkpoint"),
        (MORPION, "search 4D --level 1 --threads 1 --log"),
        (CHIP_FIRING, "number K14 --nodes 100 --threads 1 --quiet --checkpoint"),
        (HIP, "tie 4x4 --svg"),
    ] {
        // The file does not exist, and then it does.
        for _ in 0..2 {
            let output = places.run("", run, &link);
            assert!(matches!(output.status, Some(0 | 3)) && output.stderr.is_empty(), "{run:?}: {output:?}");
            assert!(link.is_symlink() && places.path("open/file").is_file(), "{run:?}");
        }
        ["open/file", "open/file.old"].iter().for_each(|name| drop(fs::remove_file(places.path(name))));
    }
    for path in ["/dev/stdout", "/dev/null", "/dev/fd/1"] {
        let output = places.run("", (HIP, "tie 4x4 --svg"), Path::new(path));
        assert!(output.status == Some(0) && output.stderr.is_empty(), "{path}: {output:?}");
        assert_eq!(output.stdout.ends_with("</svg>\n"), path != "/dev/null", "{path}");
        let output = places.run("", (CHIP_FIRING, "number K21 --checkpoint"), Path::new(path));
        assert_eq!(output.status, Some(2), "{output:?}");
    }
    // The answer and the other file would be written over each other.
    let [file, link] = [places.path("open/answer"), places.path("open/to-answer")];
    symlink("answer", &link).unwrap();
    for run in [QUICK, (MORPION, "search 4D --level 1 --log"), (HIP, "tie 4x4 --svg")] {
        for path in [Path::new("/dev/stdout"), &file, &link] {
            let output = places.run(&format!("exec > {};", file.display()), run, path);
            assert!(output.status == Some(2) && fs::read(&file).unwrap().is_empty(), "{run:?}: {output:?}");
        }
    }
}

/// What is called a device by its folder alone is an ordinary file.
#[cfg(target_os = "linux")]
#[test]
fn files_in_memory_are_files() {
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
        return crate::support::skip("files below /dev: there is no /dev/shm");
    };
    let file = folder.path().join("file");
    for (program, task) in [(HIP, "tie 4x4 --svg"), (MORPION, "count 5D 3 --checkpoint"), QUICK] {
        for _ in 0..2 {
            let output = program.run(&format!("{task} {}", file.display()), "");
            assert!(output.status == Some(0) && output.stderr.is_empty(), "{task}: {output:?}");
            assert!(
                !fs::read(&file).unwrap().is_empty() && fs::read_dir(folder.path()).unwrap().count() == 1,
                "{task}"
            );
        }
        fs::remove_file(&file).unwrap();
    }
}

/// Also by other names, and before any work.
#[test]
fn two_outputs_are_two_files() {
    let places = Places::new();
    symlink("file", places.path("open/link")).unwrap();
    let file = places.path("open/file").display().to_string();
    for run in [
        format!("search 5T --level 9 --save {file} --checkpoint"),
        format!("search 5T --level 9 --svg {file} --log"),
        format!("search 5T --level 9 --checkpoint {file} --svg"),
    ] {
        for name in ["open/file", "open/link", "open/../open/file"] {
            places.refuses((MORPION, &run), &places.path(name), "another option writes it too");
        }
    }
    let twice = format!("--solve --to-move X test.txt --checkpoint {file} --proof");
    places.refuses((HEX, &twice), &places.path("open/link"), "another option writes it too");
}

#[test]
fn file_that_is_replaced_keeps_its_mode() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let mode = || file.metadata().unwrap().permissions().mode() & 0o777;
    for (program, task) in [(HIP, "tie 4x4 --svg"), (MORPION, "count 5D 3 --checkpoint"), QUICK] {
        program.answer(&format!("{task} {}", file.display()), "");
        for kept in [0o600, 0o664, 0o640] {
            fs::set_permissions(&file, Permissions::from_mode(kept)).unwrap();
            let before = file.metadata().unwrap().ino();
            program.answer(&format!("{task} {}", file.display()), "");
            assert_eq!(mode(), kept, "{task}");
            assert!(file.metadata().unwrap().ino() != before || task == QUICK.1, "{task}");
        }
        fs::remove_file(&file).unwrap();
    }
}

/// What is rejected leaves no file and no folder.
#[test]
fn rejected_input_and_wrong_usage_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    for (program, task, status) in [
        (HEX, "--svg NEW missing.txt", 1),
        (HEX, "--svg NEW Cargo.toml", 1),
        (HEX, "--solve --checkpoint NEW missing.txt", 1),
        (HEX_JUDGE, "run --keep NEW --tests missing -- true", 2),
        (HEX_JUDGE, "run --keep NEW --tests testdata/sample1.txt --junit /missing/file -- true", 2),
        (MORPION, "search 5T --log NEW --svg /missing/file", 2),
        (MORPION, "search 5T --log NEW --start missing", 1),
        (MORPION, "prove 5T --at-most 484 --save NEW --checkpoint /missing/file", 2),
        (MORPION, "check --svg NEW missing", 1),
    ] {
        let output = program.run(&task.replace("NEW", new.to_str().unwrap()), "");
        assert_eq!((output.status, output.stdout.len()), (Some(status), 0), "{task}: {output:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{task}");
    }
}

#[test]
fn inputs_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let [game, board] = ["game", "board"].map(|name| folder.path().join(name));
    let game_text = MORPION.answer("convert --to plain demaine31", "");
    let texts = [(&game, &*game_text), (&board, "1\n3\n1 0\nB2\n\n")];
    texts.iter().for_each(|(file, text)| fs::write(file, text).unwrap());
    symlink(&game, folder.path().join("link")).unwrap();
    symlink(&board, folder.path().join("to-board")).unwrap();
    fs::create_dir(folder.path().join("input")).unwrap();
    fs::copy(&board, folder.path().join("input/input.txt")).unwrap();
    for (program, task) in [
        (MORPION, "check DIR/game --svg DIR/./game"),
        (MORPION, "check DIR/game --svg DIR/link"),
        (MORPION, "search 4D --level 9 --start DIR/game --svg DIR/game"),
        (MORPION, "search 4D --level 9 --start DIR/game --log DIR/./game"),
        (MORPION, "search 4D --level 9 --start DIR/game --checkpoint DIR/game"),
        (HEX, "--solve --to-move O --proof DIR/board DIR/board"),
        (HEX, "--solve --checkpoint DIR/board DIR/board"),
        (HEX_JUDGE, "run --tests DIR/board --junit DIR/board -- true"),
        (HEX_JUDGE, "run --tests DIR/board --junit DIR/to-board -- true"),
        (HEX_JUDGE, "run --tests DIR/input/input.txt --keep DIR -- true"),
    ] {
        let ended = program.run(&task.replace("DIR", folder.path().to_str().unwrap()), "");
        ended.is_refused(2, ": it is an input; name another file");
        texts.iter().for_each(|(file, text)| assert_eq!(fs::read_to_string(file).unwrap(), *text, "{task}"));
    }
}

/// A limit on the size of files stands for the disk. What is there stays, and nothing half written is left.
#[test]
fn disk_that_becomes_full_keeps_no_half_of_a_file() {
    let places = Places::new();
    let path = places.path("open/file");
    for (run, status) in [
        ((MORPION, "search 5D --seed 1 --level 2 --threads 2 --nodes 4000 --checkpoint"), 3),
        // The answer is complete without the checkpoint.
        ((MORPION, "count 5D 12 --checkpoint"), 0),
        ((HIP, "tie 14x14 --time 0s --svg"), 3),
    ] {
        let ended = places.run("ulimit -f 10;", run, &path);
        assert_eq!((ended.status, ended.stdout.is_empty()), (Some(status), false), "{ended:?}");
        assert!(
            ended.stderr.contains(": cannot write ") && ended.stderr.contains("open/file: File too large"),
            "{ended:?}"
        );
        assert!(places.contents().is_empty(), "{run:?}");
    }
}

/// Help, version, manual page and completions are answers too.
const ABOUT: [(&str, &str); 4] = [("--help", ""), ("--version", ""), ("--man", ""), ("--completions bash", "")];

#[test]
fn full_disk_or_closed_stdout_is_no_success() {
    for row in &TABLE {
        // A verdict is a status.
        let printing = row.all().filter(|(arguments, _)| !arguments.starts_with("check test"));
        for (arguments, input) in printing.chain(ABOUT) {
            #[cfg(target_os = "linux")]
            row.program.cannot_answer("> /dev/full", arguments, input);
        }
        let (arguments, input) = row.answered[0];
        for (arguments, input) in
            ABOUT.into_iter().chain([(arguments, input), (&*format!("--json {arguments}"), input)])
        {
            row.program.cannot_answer("1< /dev/null", arguments, input);
        }
        // Python's `subprocess.DEVNULL` is open for reading too.
        for open in ["> /dev/null", "1<> /dev/null"] {
            assert!(row.program.redirected(open).arg("--help").status().unwrap().success(), "{open}");
        }
        // Wrong usage stays that.
        let wrong = row.program.redirected("1< /dev/null").arg("--no-such-option").output().unwrap();
        assert_eq!(wrong.status.code(), Some(2));
    }
}

/// Answers that come one after the other, each written when it is complete.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_noticed_by_answers_in_order() {
    let sets = format!("2000\n{}", "2\n0 0\n\n\n".repeat(2000));
    for (program, arguments, input) in [
        (HEX, "--list", &*sets),
        (HEX, "--ways --threads 1", &sets),
        (HEX, "--list --threads 2", crate::table::DATA_SETS),
        (HEX, "--solve --json --threads 2", crate::table::DATA_SETS),
        (HEX, "--list=1", "1\n1\n0 0\n"),
        (CHIP_FIRING, "grundy - --threads 2", "A_\n"),
        (HIP, "draws 4x4 --list-all", ""),
        (HIP, "draws 4x4 --list-all --json", ""),
    ] {
        program.cannot_answer("> /dev/full", arguments, input);
    }
    for (program, task) in [
        (MORPION, "search 5D --seed 1 --level 1 --threads 1 --save /dev/full"),
        (MORPION, "search 5D --seed 1 --level 1 --threads 1 --log /dev/full"),
        (HIP, "tie 4x4 --svg /dev/full"),
        (HEX, "--solve --to-move O --proof /dev/full testdata/results/hex-empty-3.txt"),
    ] {
        let ended = program.run(task, "");
        // The answer is not lost.
        assert!(ended.status == Some(3) && !ended.stdout.is_empty(), "{task}: {ended:?}");
        let expected = format!("{}: cannot write /dev/full: No space left on device", program.name);
        assert!(ended.stderr.contains(&expected), "{task}: {ended:?}");
    }
}
