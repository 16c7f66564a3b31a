//! Checkpoints that are kept, damaged, in the way of others, or behind a link.

use std::error::Error;

use super::*;

fn findings(checkpoint: &mut Checkpoint) -> Result<Option<(Vec<u8>, bool)>, CheckpointError> {
    let Some(mut kept) = checkpoint.open()? else { return Ok(None) };
    let mut findings = Vec::new();
    kept.findings.read_to_end(&mut findings).map_err(|error| CheckpointError::Io(PathBuf::new(), error))?;
    Ok(Some((findings, kept.is_older)))
}

#[test]
fn what_is_kept_is_read() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("kept");
    let mut checkpoint = Checkpoint::new(&path, "count to a million");
    assert_eq!(findings(&mut checkpoint)?, None);
    for text in [&b"12"[..], b"", &vec![7; 200_000]] {
        checkpoint.save(|out| out.write_all(text))?;
        assert_eq!(findings(&mut checkpoint)?, Some((text.to_vec(), false)));
    }
    let mut other = Checkpoint::new(&path, "count to ten");
    assert!(matches!(findings(&mut other), Err(CheckpointError::Other(_, task)) if task == "count to a million"));
    assert!(checkpoint.save(|_| Err(io::Error::other("full"))).is_err());
    assert_eq!(findings(&mut checkpoint)?, Some((vec![7; 200_000], false)));
    Ok(())
}

#[test]
fn each_damage_is_seen_and_the_older_one_used() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("kept");
    let mut checkpoint = Checkpoint::new(&path, "count");
    checkpoint.save(|out| out.write_all(b"first"))?;
    let first = fs::read(&path)?;
    for at in 0..first.len() {
        let mut damaged = first.clone();
        damaged[at] ^= 0x20;
        fs::write(&path, &damaged)?;
        assert!(findings(&mut checkpoint).is_err(), "byte {at} changed");
        fs::write(&path, &first[..at])?;
        assert!(matches!(findings(&mut checkpoint), Err(CheckpointError::Damaged(_))), "cut at {at}");
    }
    fs::write(&path, [&first[..], b"!"].concat())?;
    assert!(findings(&mut checkpoint).is_err());
    fs::write(&path, &first)?;
    assert_eq!(findings(&mut checkpoint)?, Some((b"first".to_vec(), false)));
    checkpoint.save(|out| out.write_all(b"second"))?;
    assert_eq!(findings(&mut checkpoint)?, Some((b"second".to_vec(), false)));
    fs::write(&path, &first[..20])?;
    assert_eq!(findings(&mut checkpoint)?, Some((b"first".to_vec(), true)));
    fs::remove_file(&path)?;
    assert_eq!(findings(&mut checkpoint)?, Some((b"first".to_vec(), true)));
    Ok(())
}

#[test]
fn a_damaged_file_does_not_take_the_place_of_a_whole_one() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("kept");
    let mut checkpoint = Checkpoint::new(&path, "count");
    checkpoint.save(|out| out.write_all(b"first"))?;
    checkpoint.save(|out| out.write_all(b"second"))?;
    fs::write(&path, b"")?;
    assert_eq!(findings(&mut checkpoint)?, Some((b"first".to_vec(), true)));
    checkpoint.save(|out| out.write_all(b"third"))?;
    assert_eq!(findings(&mut checkpoint)?, Some((b"third".to_vec(), false)));
    fs::remove_file(&path)?;
    assert_eq!(findings(&mut checkpoint)?, Some((b"first".to_vec(), true)));
    Ok(())
}

#[test]
fn other_files_are_not_overwritten() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("kept");
    for name in ["kept", "kept.old", "kept.part"] {
        let precious = folder.path().join(name);
        fs::write(&precious, b"precious")?;
        let mut checkpoint = Checkpoint::new(&path, "count");
        assert!(matches!(findings(&mut checkpoint), Err(CheckpointError::Foreign(path)) if path == precious), "{name}");
        fs::remove_file(&precious)?;
        fs::create_dir(&precious)?;
        let refused = matches!(findings(&mut checkpoint), Err(CheckpointError::Io(path, _)) if path == precious);
        assert!(refused || name == "kept.part", "{name}");
        fs::remove_dir(&precious)?;
    }
    // Of another task, only the older one is left.
    Checkpoint::new(&folder.path().join("kept.old"), "count to ten").save(|out| out.write_all(b"10"))?;
    assert!(matches!(findings(&mut Checkpoint::new(&path, "count")), Err(CheckpointError::Other(..))));
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let [path, link] = ["kept", "link"].map(|name| folder.path().join(name));
    Checkpoint::new(&path, "count").save(|out| out.write_all(b"first"))?;
    std::os::unix::fs::symlink(&path, &link)?;
    let mut linked = Checkpoint::new(&link, "count");
    linked.save(|out| out.write_all(b"second"))?;
    assert!(fs::symlink_metadata(&link)?.is_symlink());
    assert_eq!(findings(&mut Checkpoint::new(&path, "count"))?, Some((b"second".to_vec(), false)));
    Ok(())
}
