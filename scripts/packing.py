"""What the scripts that make and pack proofs share. Needs Python 3.8."""

import hashlib
import pathlib
import resource
import shutil
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def program(name):
    """The path of a program: on the search path, or in target/release."""
    return shutil.which(name) or str(ROOT / "target/release" / name)


def sha256(path):
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def pack(folder, inside, names, preset):
    """Packs files into FOLDER.tar.xz, in a folder `inside`. The bytes depend only on the names and contents of the files."""
    path = folder.with_name(folder.name + ".tar.xz")
    with tarfile.open(path, "w:xz", format=tarfile.GNU_FORMAT, preset=preset) as archive:
        for name in names:
            member = tarfile.TarInfo(f"{inside}/{name}")
            member.size = (folder / name).stat().st_size
            with (folder / name).open("rb") as file:
                archive.addfile(member, file)
    print(f"{path.name}: {path.stat().st_size} bytes, SHA-256 {sha256(path)}")
    print(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime:.1f} CPU seconds with both checkers", file=sys.stderr)
