"""A rival that is a Rust crate: the program beside, which speaks for it, built by cargo into the cache."""
import shutil
import subprocess
from pathlib import Path

from corpora import CACHE


def build(folder, program):
    """The program of the crate in that folder, or None and why there is none."""
    if shutil.which("cargo") is None:
        return None, "there is no cargo"
    target = CACHE / folder
    words = ["cargo", "build", "--release", "--quiet", "--locked", "--jobs", "2", "--target-dir", target,
             "--manifest-path", Path(__file__).with_name(folder) / "Cargo.toml"]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode != 0:
        return None, f"cargo says {(done.stderr.strip().splitlines() or ['nothing'])[-1]}"
    return target / "release" / program, None
