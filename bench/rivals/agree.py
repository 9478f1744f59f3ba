"""Speed is worth nothing where the answers differ, so they are compared before anything is timed: at random
addresses with llvm-symbolizer's, and what the two kinds of index hold with each other."""

import re
import subprocess
from collections import Counter
from dataclasses import dataclass

ENOUGH = 99.0  # per cent of equal answers; the rest is explained in docs/differences.md


@dataclass
class Agreement:
    asked: int
    equal: int
    typical: int  # of the equal answers with inlined calls the one whose chain is of median length,
    deepest: int  # and the one whose chain is the longest
    placed: list  # all that have a file and a line: crashes are in such code

    @property
    def percent(self):
        return 100 * self.equal / self.asked


def answers(text):
    """Blocks of line pairs with a blank line after each → lists of (function, file, line); columns are dropped."""
    blocks = text.split("\n\n")
    return [_frames(block.strip("\n").split("\n")) for block in blocks if block.strip()]


def _frames(lines):
    return [(function, place.rsplit(":", 1)[0]) for function, place in zip(lines[::2], lines[1::2])]


def compare(addresses, ours, theirs):
    """Of the texts that both printed for the addresses."""
    ours, theirs = answers(ours), answers(theirs)
    if not len(ours) == len(theirs) == len(addresses):
        raise ValueError(f"{len(addresses)} addresses, {len(ours)} answers here and {len(theirs)} there")
    same = [(len(a), address) for address, a, b in zip(addresses, ours, theirs) if a == b]
    placed = [address for address, a, b in zip(addresses, ours, theirs) if a == b and not a[0][1].startswith("??")]
    by_depth = sorted(pair for pair in same if pair[0] > 1) or sorted(same) or [(0, addresses[0])]
    return Agreement(len(addresses), len(same), by_depth[len(by_depth) // 2][1], by_depth[-1][1],
                     placed or addresses)


def likeness(theirs, judges):
    """Of two texts: in how many answers functions, files and lines are all the same, and in how many files and lines.

    Crates spell paths in their own way, so of a path its last part counts; of a function what stands before ".cold" and
    the like, as only some take the outermost function's name from the symbol table."""
    pairs = list(zip(answers(theirs), answers(judges), strict=True))
    same = sum(_plain(a) == _plain(b) for a, b in pairs)
    places = sum([place for _, place in _plain(a)] == [place for _, place in _plain(b)] for a, b in pairs)
    return same, places


def _plain(frames):
    return [(function[:1] + function[1:].split(".")[0], place.rsplit("/", 1)[-1]) for function, place in frames]


# A row of a function's line table, as gsymutil dumps it: its address, then file:line.
_LINE = re.compile(r"\s+0x[0-9a-f]+ \S")


def contents_of_gsym(gsymutil, index):
    """How much a GSYM file holds, counted from its dump; what has no lines is left out, as it may be a symbol."""
    counts = Counter()
    dump = subprocess.Popen([gsymutil, index], stdout=subprocess.PIPE, text=True, errors="replace")
    for line in dump.stdout:
        if line.startswith("LineTable:"):
            counts["functions with lines"] += 1
        elif " called from " in line:
            counts["inlined calls"] += 1
        elif _LINE.match(line):
            counts["lines"] += 1
    dump.wait()
    return counts


def contents_of_ours(census, index):
    """How much an index of ours holds: census prints a number and what it counts, one a line. Of the lines at one
    address it keeps the one that is the answer, of inlined calls those that have code: there are fewer of both."""
    text = subprocess.run([census, index], capture_output=True, text=True, check=True).stdout
    return Counter({what: int(number) for number, what in (line.split(" ", 1) for line in text.splitlines())})
