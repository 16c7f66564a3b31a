//! Places that cannot be written are found before any work, by all options that write, also where the tests run as root.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::support::{CHIP_FIRING, GUARD, HEX, HEX_JUDGE, HIP, MORPION, Program, wait};

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
    (HEX_JUDGE, "run --tests TESTS --junit"),
    (HEX, "--solve --checkpoint"),
    (HEX, "--solve --to-move X --proof"),
];

/// An option that appends to a file.
const LOG: (Program, &str) = (MORPION, "search 5T --level 9 --log");

/// Options that write into a folder.
const FOLDERS: [(Program, &str); 3] =
    [(HEX, "--svg"), (HEX_JUDGE, "run --tests TESTS --keep"), (MORPION, "prove 5T --at-most 484 --save")];

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
        for program in [MORPION, CHIP_FIRING, HIP, HEX, HEX_JUDGE] {
            fs::copy(program.path, places.path(program.name)).unwrap();
        }
        fs::copy("testdata/sample1.txt", places.path("test.txt")).unwrap();
        for (name, mode) in [("open", 0o777), ("shut", 0o755)] {
            fs::create_dir(places.path(name)).unwrap();
            fs::set_permissions(places.path(name), Permissions::from_mode(mode)).unwrap();
        }
        fs::set_permissions(places.folder.path(), Permissions::from_mode(0o755)).unwrap();
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
    fn contents(&self) -> Vec<(PathBuf, Option<String>)> {
        let folders = ["open", "shut"].map(|name| fs::read_dir(self.path(name)).unwrap());
        let entries = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
        let mut contents: Vec<_> = entries.map(|path| (path.clone(), fs::read_to_string(path).ok())).collect();
        contents.sort();
        contents
    }

    /// A run by a user who is not root, with the given shell commands before it.
    fn run(&self, before: &str, (program, arguments): (Program, &str), path: &Path) -> Output {
        let mut command = Command::new("timeout");
        command.arg(GUARD.as_secs().to_string()).args(["sh", "-c", &format!("{before} exec \"$@\""), "sh"]);
        command.arg(self.path(program.name));
        let tests = self.path("test.txt").display().to_string();
        command.args(arguments.replace("TESTS", &tests).split(' ')).arg(path);
        if program.name == HEX_JUDGE.name {
            command.args(["--", "sleep", "1000"]);
        } else if program.name == HEX.name {
            command.arg(tests);
        }
        if self.is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.stdin(Stdio::null()).current_dir(self.folder.path()).output().unwrap()
    }

    /// Asserts that a run ends with status 2 before any answer, says in one line why, and changes nothing.
    fn refuses(&self, before: &str, run: (Program, &str), path: &Path, why: &str) {
        let contents = self.contents();
        let output = self.run(before, run, path);
        let said = String::from_utf8(output.stderr).unwrap();
        let asked = format!("{} {} {}: {said}", run.0.name, run.1, path.display());
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{asked}");
        assert!(said.starts_with(&format!("{}: cannot ", run.0.name)) && said.lines().count() == 1, "{asked}");
        assert!(said.contains(why) && said.contains(path.to_str().unwrap()), "{asked}");
        assert!(!said.contains(".part"), "a temporary file is named: {asked}");
        assert_eq!(self.contents(), contents, "{asked}");
    }
}

#[test]
fn folders_without_permission_are_refused_by_all_options() {
    let places = Places::new();
    let shut = places.path("shut");
    let there = places.file("shut/there", 0o666);
    fs::set_permissions(&shut, Permissions::from_mode(0o555)).unwrap();
    for run in FILES {
        // Also a file that may be written itself: the new one could not take its name.
        for path in [shut.join("new"), there.clone()] {
            places.refuses("", run, &path, "Permission denied");
        }
    }
    places.refuses("", LOG, &shut.join("new"), "Permission denied");
    for run in FOLDERS {
        for path in [shut.clone(), shut.join("new"), shut.join("new/newer")] {
            places.refuses("", run, &path, "Permission denied");
        }
    }
    // A log needs nothing but its file. Its incomplete last line is ended.
    let task = (MORPION, "search 4D --seed 1 --level 1 --threads 1 --quiet --log");
    let output = places.run("", task, &there);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    assert!(fs::read_to_string(there).unwrap().starts_with("precious\n{"));
}

#[test]
fn read_only_files_are_refused_by_all_options() {
    let places = Places::new();
    let file = places.file("open/there", 0o444);
    let link = places.path("open/link");
    symlink(&file, &link).unwrap();
    for run in FILES.into_iter().chain([LOG]) {
        for path in [&file, &link] {
            places.refuses("", run, path, "Permission denied");
        }
    }
    let picture = places.file("open/data-set-1.svg", 0o444);
    let output = places.run("", (HEX, "--svg"), &places.path("open"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{said}");
    assert!(said.contains("open/data-set-1.svg: Permission denied"), "{said}");
    assert_eq!(fs::read_to_string(picture).unwrap(), "precious");
}

#[test]
fn links_are_followed_and_refused_if_their_folder_is_missing() {
    let places = Places::new();
    let link = places.path("open/link");
    symlink("missing/file", &link).unwrap();
    for run in FILES.into_iter().chain([LOG]) {
        places.refuses("", run, &link, "missing/file: No such file or directory");
    }
    for run in FOLDERS {
        let output = places.run("", run, &link);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{output:?}");
    }
    fs::remove_file(&link).unwrap();
    symlink("file", &link).unwrap();
    for (number, (program, task)) in [
        (MORPION, "search 4D --seed 1 --level 1 --threads 1 --checkpoint"),
        (MORPION, "search 4D --seed 1 --level 1 --threads 1 --save"),
        (MORPION, "search 4D --seed 1 --level 1 --threads 1 --svg"),
        (MORPION, "search 4D --seed 1 --level 1 --threads 1 --log"),
        (CHIP_FIRING, "number K14 --nodes 100 --threads 1 --checkpoint"),
        (HIP, "tie 4x4 --svg"),
    ]
    .into_iter()
    .enumerate()
    {
        // The file does not exist, and then it does.
        for _ in 0..2 {
            let output = places.run("", (program, task), &link);
            assert!(matches!(output.status.code(), Some(0 | 3)) && output.stderr.is_empty(), "{task}: {output:?}");
            assert!(link.is_symlink() && places.path("open/file").is_file(), "{number}: {task}");
        }
        ["open/file", "open/file.old"].iter().for_each(|name| drop(fs::remove_file(places.path(name))));
    }
}

/// No option writes to stdout, which has the answer; nor to a file that is called `-`.
#[test]
fn a_dash_is_refused_by_all_options() {
    let places = Places::new();
    for (program, arguments) in FILES.into_iter().chain([LOG]).chain(FOLDERS) {
        let output = places.run("", (program, arguments), Path::new("-"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{arguments}: {said}");
        assert!(
            said.contains(": expected the name of a file or folder to write") && said.lines().count() == 1,
            "{arguments}: {said}"
        );
    }
}

#[test]
fn a_folder_in_the_place_of_the_older_checkpoint_is_refused() {
    let places = Places::new();
    fs::create_dir(places.path("open/file.old")).unwrap();
    for run in FILES.into_iter().filter(|(_, arguments)| arguments.ends_with(" --checkpoint")) {
        places.refuses("", run, &places.path("open/file"), "open/file.old is a folder");
    }
}

/// A limit on the size of files stands for the disk.
#[test]
fn a_full_disk_is_known_before_the_work() {
    let places = Places::new();
    let full = "ulimit -f 0;";
    let there = places.file("open/there", 0o666);
    for run in FILES.into_iter().chain([LOG]) {
        for path in [&places.path("open/new"), &there] {
            places.refuses(full, run, path, "File too large");
        }
    }
    for run in FOLDERS {
        places.refuses(full, run, &places.path("open"), "File too large");
    }
}

/// What is written in the end is larger than the block that is tried before.
#[test]
fn a_disk_that_becomes_full_keeps_no_half_of_a_file() {
    let places = Places::new();
    let full = "ulimit -f 16;";
    let path = places.path("open/file");
    let task = (MORPION, "search 5D --seed 1 --level 2 --threads 2 --nodes 4000 --checkpoint");
    let output = places.run(full, task, &path);
    let said = String::from_utf8(output.stderr).unwrap();
    let path = path.display();
    let expected = format!("morpion: cannot write the checkpoint {path}: File too large (os error 27); ");
    assert!(output.status.code() == Some(3) && said.starts_with(&expected), "{said}");
    assert!(said.ends_with("what was done since the last one is not saved\n"), "{said}");
    assert_eq!(places.contents(), []);
    // The answer is complete without the checkpoint.
    let task = (MORPION, "count 5D 12 --checkpoint");
    let output = places.run("ulimit -f 10;", task, &places.path("open/file"));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(0) && said.ends_with("is not saved\n"), "{said}");
    let output = places.run(full, (HIP, "tie 14x14 --time 0s --svg"), &places.path("open/file"));
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().contains("open/file: File too large"));
    assert!(output.stdout.starts_with(b"tie 14x14\n"));
    let answers = places.path("open/answers");
    let output = places.run(
        &format!("{full} exec > {};", answers.display()),
        (HIP, "draws 4x4 --list-all --time"),
        Path::new("60s"),
    );
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(3) && said.starts_with("hip: cannot write the answers: File too large"),
        "{said}"
    );
    fs::remove_file(answers).unwrap();
    assert_eq!(places.contents(), []);
}

/// The file cannot be written in the end, since its folder is gone.
#[test]
fn a_file_that_cannot_be_written_is_reported_after_a_signal() {
    for (program, task, file) in [
        (MORPION, "search 5T --level 9 --threads 1 --svg", "picture.svg"),
        (MORPION, "search 5T --level 9 --threads 1 --save", "best.msr"),
        (HIP, "tie 11x11 --svg", "picture.svg"),
        (HEX, "--solve --svg", "pictures"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file);
        let mut child = program.spawn(&format!("{task} {}", path.display()));
        child.stdin.take().unwrap().write_all(b"1\n11\n0 0\n\n\n").unwrap();
        thread::sleep(Duration::from_millis(500));
        drop(folder);
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        let (status, said) = wait(child);
        let expected = format!("{}: cannot write {}", program.name, path.display());
        assert!(status == Some(3) && said.contains(&expected) && said.contains(": interrupted"), "{task}: {said}");
    }
}

#[test]
fn devices_are_written_in_place() {
    // The pipe of stdout belongs to the user who runs the tests.
    let places = Places { is_root: false, ..Places::new() };
    for path in ["/dev/stdout", "/dev/null", "/dev/fd/1"] {
        let output = places.run("", (HIP, "tie 4x4 --svg"), Path::new(path));
        assert!(output.status.success() && output.stderr.is_empty(), "{path}: {output:?}");
        assert_eq!(output.stdout.ends_with(b"</svg>\n"), path != "/dev/null", "{path}");
        let output = places.run("", (CHIP_FIRING, "number K21 --checkpoint"), Path::new(path));
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
    let search = (MORPION, "search 4D --seed 1 --level 1 --threads 1 --quiet --save");
    for path in ["/dev/stdout", "/dev/null"] {
        let output = places.run("", search, Path::new(path));
        assert!(output.status.success() && output.stderr.is_empty(), "{path}: {output:?}");
    }
    // The answer and the other file would be written over each other.
    for (program, task) in
        [search, (MORPION, "search 4D --level 1 --log"), (HIP, "tie 4x4 --svg"), (HEX, "--solve --to-move X --proof")]
    {
        let file = places.path("open/answer");
        let output = places.run(&format!("exec > {};", file.display()), (program, task), Path::new("/dev/stdout"));
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = "cannot write /dev/stdout: it leads to an open file, which cannot be replaced";
        assert!(output.status.code() == Some(2) && said.contains(expected), "{task}: {said}");
        assert_eq!(fs::read(file).unwrap(), b"");
    }
}
