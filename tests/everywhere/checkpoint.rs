//! Checkpoint files that are saved, damaged, of another task or version, or behind a link.

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use quadrille::checkpoint::{Checkpoint, CheckpointError, read_value, write_value};

/// The saved bytes, and whether they are those of the older file.
fn state(checkpoint: &mut Checkpoint) -> Result<Option<(Vec<u8>, bool)>, CheckpointError> {
    let Some(mut saved) = checkpoint.open()? else { return Ok(None) };
    let mut state = Vec::new();
    saved.state.read_to_end(&mut state).map_err(|error| CheckpointError::Io(PathBuf::new(), error))?;
    Ok(Some((state, saved.is_older)))
}

#[test]
fn values_are_read_as_they_were_written_and_nothing_else_is() -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    write_value(&mut bytes, &(7_u8, "seven", vec![u64::MAX; 3]))?;
    write_value(&mut bytes, &[1.5_f32])?;
    let mut from = &bytes[..];
    assert_eq!(read_value::<(u8, String, Vec<u64>)>(&mut from)?, (7, "seven".to_owned(), vec![u64::MAX; 3]));
    assert_eq!(read_value::<[f32; 1]>(&mut from)?, [1.5]);
    assert!(read_value::<u8>(&mut from).is_err(), "there is no third value");
    assert!(read_value::<(u8, String)>(&mut &bytes[..]).is_err(), "the value has more");
    assert!(read_value::<(u8, String, Vec<u64>, u8)>(&mut &bytes[..]).is_err(), "the value has less");
    assert!(read_value::<Vec<u8>>(&mut &[255; 8][..]).is_err(), "a length beyond all memory");
    Ok(())
}

#[test]
fn the_last_saved_state_is_read() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("saved");
    let mut checkpoint = Checkpoint::new(&path, "count to a million");
    assert_eq!(state(&mut checkpoint)?, None);
    for text in [&b"12"[..], b"", &vec![7; 200_000]] {
        checkpoint.save(|out| out.write_all(text))?;
        assert_eq!(state(&mut checkpoint)?, Some((text.to_vec(), false)));
    }
    let mut other = Checkpoint::new(&path, "count to ten");
    assert!(matches!(state(&mut other), Err(CheckpointError::OtherTask { of, .. }) if of == "count to a million"));
    assert!(checkpoint.save(|_| Err(io::Error::other("full"))).is_err());
    assert_eq!(state(&mut checkpoint)?, Some((vec![7; 200_000], false)));
    Ok(())
}

#[test]
fn each_damage_is_seen_and_the_older_one_used() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("saved");
    let mut checkpoint = Checkpoint::new(&path, "count");
    checkpoint.save(|out| out.write_all(b"first"))?;
    let first = fs::read(&path)?;
    for at in 0..first.len() {
        let mut damaged = first.clone();
        damaged[at] ^= 0x20;
        fs::write(&path, &damaged)?;
        assert!(state(&mut checkpoint).is_err(), "byte {at} changed");
        fs::write(&path, &first[..at])?;
        assert!(matches!(state(&mut checkpoint), Err(CheckpointError::Damaged(_))), "cut at {at}");
    }
    fs::write(&path, [&first[..], b"!"].concat())?;
    assert!(state(&mut checkpoint).is_err());
    fs::write(&path, &first)?;
    assert_eq!(state(&mut checkpoint)?, Some((b"first".to_vec(), false)));
    checkpoint.save(|out| out.write_all(b"second"))?;
    assert_eq!(state(&mut checkpoint)?, Some((b"second".to_vec(), false)));
    fs::write(&path, &first[..20])?;
    assert_eq!(state(&mut checkpoint)?, Some((b"first".to_vec(), true)));
    fs::remove_file(&path)?;
    assert_eq!(state(&mut checkpoint)?, Some((b"first".to_vec(), true)));
    Ok(())
}

#[test]
fn a_damaged_file_does_not_take_the_place_of_a_whole_one() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("saved");
    let mut checkpoint = Checkpoint::new(&path, "count");
    checkpoint.save(|out| out.write_all(b"first"))?;
    checkpoint.save(|out| out.write_all(b"second"))?;
    fs::write(&path, b"")?;
    assert_eq!(state(&mut checkpoint)?, Some((b"first".to_vec(), true)));
    checkpoint.save(|out| out.write_all(b"third"))?;
    assert_eq!(state(&mut checkpoint)?, Some((b"third".to_vec(), false)));
    fs::remove_file(&path)?;
    assert_eq!(state(&mut checkpoint)?, Some((b"first".to_vec(), true)));
    Ok(())
}

#[test]
fn other_files_are_not_overwritten() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("saved");
    for name in ["saved", "saved.old"] {
        let precious = folder.path().join(name);
        fs::write(&precious, b"precious")?;
        let mut checkpoint = Checkpoint::new(&path, "count");
        assert!(
            matches!(state(&mut checkpoint), Err(CheckpointError::NotACheckpoint(path)) if path == precious),
            "{name}"
        );
        fs::remove_file(&precious)?;
        fs::create_dir(&precious)?;
        assert!(matches!(state(&mut checkpoint), Err(CheckpointError::Io(path, _)) if path == precious), "{name}");
        fs::remove_dir(&precious)?;
    }
    fs::write(&path, b"quadrille checkpoint 2\nof long ago")?;
    let refused = state(&mut Checkpoint::new(&path, "count"));
    assert!(matches!(refused, Err(CheckpointError::OtherVersion(there)) if there == path));
    fs::remove_file(&path)?;
    // Of another task, only the older one is left.
    Checkpoint::new(&folder.path().join("saved.old"), "count to ten").save(|out| out.write_all(b"10"))?;
    assert!(matches!(state(&mut Checkpoint::new(&path, "count")), Err(CheckpointError::OtherTask { .. })));
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let [path, link] = ["saved", "link"].map(|name| folder.path().join(name));
    Checkpoint::new(&path, "count").save(|out| out.write_all(b"first"))?;
    std::os::unix::fs::symlink(&path, &link)?;
    let mut linked = Checkpoint::new(&link, "count");
    linked.save(|out| out.write_all(b"second"))?;
    assert!(fs::symlink_metadata(&link)?.is_symlink());
    assert_eq!(state(&mut Checkpoint::new(&path, "count"))?, Some((b"second".to_vec(), false)));
    // Also if it leads to nothing yet, by several steps.
    let [new, dangling, first] = ["new", "dangling", "first"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink("new", &dangling)?;
    std::os::unix::fs::symlink(&dangling, &first)?;
    Checkpoint::new(&first, "count").save(|out| out.write_all(b"third"))?;
    assert!([&dangling, &first].iter().all(|link| link.is_symlink()) && new.is_file());
    assert_eq!(state(&mut Checkpoint::new(&new, "count"))?, Some((b"third".to_vec(), false)));
    Ok(())
}

/// The file that the process of a test saves states in again and again.
const SAVED: &str = "QUADRILLE_TEST_SAVED";

/// For [`several_processes`]; a process of the tests themselves does nothing here.
#[test]
fn states_are_saved_until_the_process_is_killed() -> Result<(), Box<dyn Error>> {
    let Some(path) = std::env::var_os(SAVED).map(PathBuf::from) else { return Ok(()) };
    let mut checkpoint = Checkpoint::new(&path, "count");
    checkpoint.open()?;
    for number in 0_u32.. {
        checkpoint.save(|out| write_value(out, &vec![(std::process::id(), number); 10_000]))?;
    }
    Ok(())
}

/// Processes that save states in the same file, without a lock, and are killed at random moments. At each moment there is a
/// complete state.
fn several_processes(rounds: u32) -> Result<(), Box<dyn Error>> {
    let mut moments = ChaCha8Rng::seed_from_u64(5);
    for processes in [2, 3] {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("saved");
        Checkpoint::new(&path, "count").save(|out| write_value(out, &vec![(0_u32, 0_u32); 10_000]))?;
        let mut states = HashSet::new();
        for _ in 0..rounds {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["--exact", "checkpoint::states_are_saved_until_the_process_is_killed", "--test-threads=1"]);
            command.env(SAVED, &path).stdout(Stdio::null());
            let children: Vec<Child> = (0..processes).map(|_| command.spawn()).collect::<Result<_, _>>()?;
            let begun = Instant::now();
            let moment = Duration::from_millis(moments.random_range(5..80));
            let mut check = || -> Result<(), Box<dyn Error>> {
                let saved = Checkpoint::new(&path, "count").open()?;
                let numbers: Vec<(u32, u32)> = read_value(&mut saved.ok_or("no state")?.state)?;
                assert!(numbers.len() == 10_000 && numbers.iter().all(|number| *number == numbers[0]));
                states.insert(numbers[0]);
                Ok(())
            };
            while begun.elapsed() < moment {
                check()?;
            }
            for mut child in children {
                if moments.random() {
                    child.kill()?;
                } else {
                    Command::new("kill").args(["-TERM", &child.id().to_string()]).status()?;
                }
                assert_eq!(child.wait()?.code(), None, "it has not ended before");
            }
            check()?;
        }
        assert!(states.len() as u32 > rounds, "{} states", states.len());
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn several_processes_leave_a_complete_state() -> Result<(), Box<dyn Error>> {
    several_processes(15)
}

#[cfg(unix)]
#[test]
#[ignore = "exhaustive: 11 s"]
fn many_processes_leave_a_complete_state() -> Result<(), Box<dyn Error>> {
    several_processes(100)
}
