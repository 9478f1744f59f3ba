"""Crates from crates.io that answer from debug files, each in a small program of ours (the folder crates).

They are built with cargo into the cache. Who cannot be built, or answers something else, is left out by name.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import agree
from corpora import CACHE
from measure import Command, Failed
from peers import Peer, listed

SOURCES = Path(__file__).with_name("crates")
BUILT = CACHE / "crates"
ENOUGH = 50  # per cent of answers with the same files and lines: who has fewer does other work


class Crate(Peer):
    package = ""  # of SOURCES
    has_index = False

    def __init__(self, program=None):
        self.program = program

    def one(self, file, index, address):
        return self._look_up(file, index, [address], index.parent)

    def many(self, file, index, addresses, folder):
        return self._look_up(file, index, addresses, folder)

    def mangled(self, file, index, addresses, folder):
        return self._look_up(file, index, addresses, folder, "--mangled")

    def _look_up(self, file, index, addresses, folder, *options):
        subject = index if self.has_index else file
        return Command([self.program, "lookup", *options, subject], stdin=listed(addresses, folder))


class SymCache(Crate):
    name = "symbolic-symcache"
    package = "bench-symcache"
    has_index = True

    def prepare(self, file, index):
        return Command([self.program, "prepare", file, index], makes=index)


class Gimli(Crate):
    name = "gimli-addr2line"
    package = "bench-gimli"


class Blazesym(Crate):
    name = "blazesym"
    package = "bench-blazesym"


CRATES = (SymCache, Gimli, Blazesym)


def line_up(say):
    """Those that could be built, and {name: why not} for the others."""
    here, absent = [], {}
    cargo = shutil.which("cargo")
    for crate in CRATES:
        program = BUILT / "release" / crate.package
        if cargo is None:
            absent[crate.name] = "cargo is not installed"
            continue
        say(f"building {crate.name}")
        words = [cargo, "build", "--quiet", "--release", "--locked", "--jobs", "2", "--package", crate.package]
        built = subprocess.run(words, cwd=SOURCES, env={**os.environ, "CARGO_TARGET_DIR": str(BUILT)},
                               stdout=sys.stderr, stderr=subprocess.PIPE, text=True)
        if built.returncode == 0 and program.exists():
            here.append(crate(program))
        else:
            said = [line for line in built.stderr.splitlines() if line.startswith("error")] or ["it does not build"]
            absent[crate.name] = said[0]
    return here, absent


def compare(bench, corpus, file, judge, addresses):
    """Notes how alike each crate's answers are to llvm-symbolizer's; gives the names of those that do other work."""
    rivals = [rival for rival in bench.line.rivals if isinstance(rival, Crate) and rival.name not in bench.left_out]
    if not rivals:
        return []
    judged = bench.stopwatch.output(judge.name, judge.mangled(file, None, addresses, bench.folder))
    others = []
    for rival in rivals:
        try:
            text = bench.stopwatch.output(rival.name, rival.mangled(file, bench.index(rival), addresses, bench.folder))
            same, places = agree.likeness(text, judged)
        except (Failed, ValueError) as failure:
            others.append(rival.name)
            bench.notes.append(f"{corpus.title}: {rival.name} is left out: {failure}")
            continue
        left_out = places * 100 < ENOUGH * len(addresses)
        others += [rival.name] if left_out else []
        bench.notes.append(
            f"{corpus.title}: {rival.name} has llvm-symbolizer's files and lines at {places:,} of {len(addresses):,} "
            f"addresses, functions too at {same:,}" + ("; it is left out" if left_out else ""))
    return others
