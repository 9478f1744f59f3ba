"""Cost against size: what preparing costs for a corpus, and for an image with twice its debug information.

Time must grow no faster than the debug information. Both are unpacked, so that zlib is no part of it.
"""

from dataclasses import asdict, dataclass

import agree
from measure import Failed, Taken

WHAT = "cost against size"
TOLERANCE = 1.05  # two medians of the same work differ by as much


@dataclass
class Growth:
    corpus: str
    title: str
    size: int  # bytes of entries, lines and ranges; strings and abbreviations are not doubled, and not counted
    once: Taken
    twice: Taken

    @property
    def points(self):
        """(bytes, seconds) of the two."""
        return [(self.size, self.once.median("wall")), (2 * self.size, self.twice.median("wall"))]

    @property
    def times(self):
        return self.twice.median("wall") / self.once.median("wall")

    @property
    def missed(self):
        return self.times > 2 * TOLERANCE

    def shortfall(self):
        return f"{WHAT}, {self.title}: twice the debug information takes {self.times:.2f}× the time; the goal is 2×"

    def plain(self):
        return {"corpus": self.corpus, "title": self.title, "size": self.size, "times": self.times,
                "once": asdict(self.once), "twice": asdict(self.twice)}


def measure_growth(bench, corpus):
    file = corpus.unpacked() or corpus.file()
    doubled, distance, size = corpus.doubled()
    bench.say(f"{WHAT}: {corpus.title}")
    symkit, index = bench.line.symkit, {name: bench.folder / f"{name}.index" for name in ("once", "twice")}
    commands = {"once": symkit.prepare(file, index["once"]), "twice": symkit.prepare(doubled, index["twice"])}
    taken = bench.stopwatch.race(commands, bench.runs)
    _compare(bench, corpus, file, (doubled, index["twice"]), distance)
    return Growth(corpus.name, corpus.title, size, taken["once"], taken["twice"])


def _compare(bench, corpus, file, doubled, distance):
    """Of the doubled image symkit must say at both places what llvm-symbolizer says of the single one."""
    judge = bench.line.rival("llvm-symbolizer")
    if judge is None:
        return
    addresses = corpus.addresses(1000)
    truth = bench.stopwatch.output(judge.name, judge.many(file, None, addresses, bench.folder))
    equal = []
    for moved in (0, distance):
        there = [(address + moved) % 2**64 for address in addresses]
        ours = bench.stopwatch.output("symkit", bench.line.symkit.many(*doubled, there, bench.folder))
        equal.append(agree.compare(addresses, ours, truth).equal)
    bench.notes.append(
        f"{corpus.title}, doubled: {equal[0]:,} and {equal[1]:,} of {len(addresses):,} addresses have in the first and "
        "in the second copy exactly llvm-symbolizer's answer to the single image")
    if min(equal) * 100 < agree.ENOUGH * len(addresses):
        raise Failed(f"{corpus.title}, doubled: only {min(equal)} of {len(addresses)} answers are right")
