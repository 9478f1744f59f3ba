"""What is measured on: debug files out of Debian packages, fetched once and kept unpacked in a cache.

Nothing of a package but the one file is kept. Debian compresses most debug sections; where it did, there is an
unpacked copy too, so that unpacking and reading can be told apart.
"""

import os
import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/differential"))
import images  # noqa: E402

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "symkit-bench"


class Missing(Exception):
    """A corpus cannot be had."""


@dataclass
class Corpus:
    name: str
    title: str
    package: str  # a regular expression: the newest package that it fits
    wanted: str  # which of its files; of several the largest

    def file(self):
        """As it is packaged."""
        target = CACHE / f"{self.name}.debug"
        if not target.exists():
            self._fetch(target)
        return target

    def unpacked(self):
        """With its debug sections unpacked; None where they are not packed."""
        packaged, target = self.file(), CACHE / f"{self.name}-unpacked.debug"
        if not _has_packed_sections(packaged):
            return None
        if not target.exists():
            tool = shutil.which("llvm-objcopy-19") or shutil.which("objcopy")
            partial = target.with_suffix(".partial")
            _run(tool, "--decompress-debug-sections", packaged, partial)
            partial.rename(target)
        return target

    def doubled(self):
        """With twice the debug information, as doubled/main.cpp makes it of the unpacked file: the file, how far its
        second copy lies behind the first, and how many bytes of entries, lines and ranges one copy has."""
        target, said = CACHE / f"{self.name}-doubled.debug", CACHE / f"{self.name}-doubled.txt"
        if not target.exists() or not said.exists():
            source = Path(__file__).with_name("doubled") / "main.cpp"
            maker, partial = CACHE / "doubled", target.with_suffix(".partial")
            _run(shutil.which("g++") or "g++", "-std=c++20", "-O2", "-o", maker, source)
            numbers = _run(maker, self.unpacked() or self.file(), partial)
            partial.rename(target)
            said.write_text(numbers)
        distance, size = map(int, said.read_text().split())
        return target, distance, size

    def addresses(self, count, seed=1):
        """Random addresses of code, the same ones every time."""
        (image,) = images.images(self.file())
        return images.random_addresses(image, count, random.Random(seed))

    def _fetch(self, target):
        folder = CACHE / f"{self.name}.download"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        package = _newest_package(self.package)
        print(f"fetching {package}", file=sys.stderr, flush=True)
        _run("apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", package, folder=folder)
        (archive,) = folder.glob("*.deb")
        _run("dpkg-deb", "-x", archive, folder)
        found = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()
                 and re.search(self.wanted, str(path.relative_to(folder)))]
        if not found:
            raise Missing(f"{package} holds no file like {self.wanted}")
        max(found, key=lambda path: path.stat().st_size).rename(target)
        shutil.rmtree(folder)


CORPORA = {
    corpus.name: corpus
    for corpus in (
        Corpus("libc", "libc6 (C)", "libc6-dbg", r"\.debug$"),
        Corpus("vmlinux", "Linux 6.1 kernel (C)", r"linux-image-6\.1\..*-cloud-amd64-dbg", r"boot/vmlinux"),
        Corpus("ceph", "ceph-osd 16.2 (C++)", "ceph-osd-dbg", r"\.debug$"),
    )
}


def _newest_package(pattern):
    names = _run("apt-cache", "search", "--names-only", f"^{pattern}$").split("\n")
    names = [line.split(" ")[0] for line in names if line]
    if not names:
        raise Missing(f"apt knows no package {pattern}: try apt-get update")
    return max(names, key=lambda name: [int(number) for number in re.findall(r"\d+", name)])


def _has_packed_sections(path):
    sections = _run("readelf", "--section-headers", "--wide", path)
    return re.search(r"\.debug_info.*\s\w*C\w*\s+\d+\s+\d+\s+\d+$", sections, re.MULTILINE) is not None


def _run(*command, folder=None):
    try:
        done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    except FileNotFoundError:
        raise Missing(f"{command[0]} is not installed") from None
    if done.returncode != 0:
        raise Missing(f"{command[0]}: {(done.stderr or done.stdout).strip().splitlines()[-1:] or 'failed'}")
    return done.stdout
