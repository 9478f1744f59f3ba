"""The rows of the table: what is done to a corpus, and what is noted of it.

Like is held against like: whole processes against whole processes, with the files in the page cache for all.
"""

from dataclasses import dataclass
from pathlib import Path

import agree
import harnesses
import peers
from measure import Failed, Taken

TIME, MEMORY, SIZE = "wall", "peak", "size"

PREPARE = (("prepare: time", TIME), ("prepare: memory", MEMORY), ("prepare: index size", SIZE))
ONE = "one address"
DEEPEST = "one address, deepest chain"
THOUSAND = "1,000 addresses"
THOUSAND_MEMORY = "1,000 addresses: memory"
HUNDRED_THOUSAND = "100,000 addresses"
HUNDRED_THOUSAND_MANGLED = "100,000 addresses, mangled"
FIRST = "first answer"
FIRST_MEMORY = "first answer: memory"
FIRST_TWENTY = "first answers, 20 addresses"
FIRST_THOUSAND = "first answers, 1,000 addresses"
FIRSTS = {FIRST: 1, FIRST_TWENTY: 20, FIRST_THOUSAND: 1000}
ALL = [what for what, _ in PREPARE] + [ONE, DEEPEST, THOUSAND, THOUSAND_MEMORY, HUNDRED_THOUSAND,
                                         HUNDRED_THOUSAND_MANGLED, *FIRSTS, FIRST_MEMORY]
PATIENCE = 20  # seconds for a run of 100,000 addresses; who needs more is left out


@dataclass
class Row:
    what: str
    measure: str
    corpus: str  # its name, for goals
    title: str
    peer: str
    ours: Taken
    theirs: Taken

    @property
    def ratio(self):
        return self.theirs.median(self.measure) / self.ours.median(self.measure)


class Bench:
    """`wanted(what)` chooses rows and `against(name)` peers; `say(text)` tells how far it is."""

    def __init__(self, line, stopwatch, runs, wanted, against, say):
        self.line, self.stopwatch, self.runs, self.wanted, self.say = line, stopwatch, runs, wanted, say
        self.unasked = [rival.name for rival in line.rivals if not against(rival.name)]
        self.folder = stopwatch.folder
        self.notes = []
        self.placed = []  # addresses of the corpus at hand that have files and lines
        self.left_out = self.unasked  # with those that answer something else on the corpus at hand

    def corpus(self, corpus, census):
        self.left_out = self.unasked
        packaged, unpacked = corpus.file(), corpus.unpacked()
        if unpacked is not None and any(self.wanted(what) for what, _ in PREPARE):
            yield from self._prepare(corpus, unpacked, f"{corpus.title}, unpacked")
        yield from self._prepare(corpus, packaged, corpus.title)
        if census is not None:
            self._compare_contents(corpus, census)
        addresses = self._compare_answers(corpus, packaged)
        yield from self._look_up_one(corpus, packaged, addresses)
        yield from self._look_up_many(corpus, packaged)
        yield from self._ask_first(corpus, packaged)

    def index(self, peer):
        return self.folder / f"{peer.name}.index"

    def _prepare(self, corpus, file, title):
        """Races to prepare; makes the indexes that lookups need, also where no such row is wanted."""
        self.say(f"preparing {title}")
        commands = self._commands(lambda peer: peer.prepare(file, self.index(peer)))
        rows = [row for row in PREPARE if self.wanted(row[0])]
        taken = self.stopwatch.race(commands, self.runs if rows else 0)
        for what, measure in rows:
            yield from self._rows(what, measure, corpus.name, title, taken)

    def _compare_answers(self, corpus, file):
        """{row: the address that it asks}"""
        addresses = corpus.addresses(1000)
        judge = self.line.rival("llvm-symbolizer")
        if judge is None:
            self.notes.append(f"{corpus.title}: answers not compared, llvm-symbolizer is not installed")
            self.placed = addresses
            return {ONE: addresses[0]}
        ours, theirs = (
            self.stopwatch.output(peer.name, peer.many(file, self.index(peer), addresses, self.folder))
            for peer in (self.line.symkit, judge)
        )
        found = agree.compare(addresses, ours, theirs)
        self.notes.append(f"{corpus.title}: {found.equal:,} of {found.asked:,} random addresses have exactly "
                          "llvm-symbolizer's answer: functions, files and lines of the whole chain")
        if found.percent < agree.ENOUGH:
            raise Failed(f"{corpus.title}: only {found.percent:.1f} % of the answers are llvm-symbolizer's; "
                         "tests/differential/compare shows where they differ")
        self.placed = found.placed
        self.left_out = self.unasked + harnesses.compare(self, corpus, file, judge, addresses)
        return {ONE: found.typical, DEEPEST: found.deepest}

    def _compare_contents(self, corpus, census):
        gsymutil = self.line.rival("llvm-gsymutil")
        if gsymutil is None or gsymutil.name in self.left_out:
            return
        theirs = agree.contents_of_gsym(gsymutil.program, self.index(gsymutil))
        ours = agree.contents_of_ours(census, self.index(self.line.symkit))
        self.notes.append(f"{corpus.title}: the index holds " + ", ".join(
            f"{ours[what]:,} {what} (GSYM {theirs[what]:,})" for what in sorted(theirs)))

    def _look_up_one(self, corpus, file, addresses):
        for what, address in addresses.items():
            if self.wanted(what):
                self.say(f"{what} of {corpus.title}")
                commands = self._commands(lambda peer: peer.one(file, self.index(peer), address))
                yield from self._rows(what, TIME, corpus.name, corpus.title, self.stopwatch.race(commands, self.runs))

    def _look_up_many(self, corpus, file):
        if self.wanted(THOUSAND) or self.wanted(THOUSAND_MEMORY):
            self.say(f"1,000 addresses of {corpus.title}")
            taken = self.stopwatch.race(self._many(corpus, file, 1000), self.runs)
            for what, measure in ((THOUSAND, TIME), (THOUSAND_MEMORY, MEMORY)):
                if self.wanted(what):
                    yield from self._rows(what, measure, corpus.name, corpus.title, taken)
        for what in (HUNDRED_THOUSAND, HUNDRED_THOUSAND_MANGLED):
            if self.wanted(what):
                yield from self._look_up_hundred_thousand(what, corpus, file)

    def _ask_first(self, corpus, file):
        """A file of which nothing was prepared; the first of the addresses have files and lines."""
        for what, count in FIRSTS.items():
            with_memory = what == FIRST and self.wanted(FIRST_MEMORY)
            if not self.wanted(what) and not with_memory:
                continue
            self.say(f"{what} of {corpus.title}")
            addresses = (self.placed + corpus.addresses(1000))[:count]
            commands = self._commands(lambda peer: peer.first(file, addresses, self.folder))
            if what == FIRST_THOUSAND:
                now = peers.PreparedFirst(Path(self.line.symkit.program).parent)
                commands[now.name] = now.first(file, addresses, self.folder)
            taken = self.stopwatch.race(commands, self.runs)
            if self.wanted(what):
                yield from self._rows(what, TIME, corpus.name, corpus.title, taken)
            if with_memory:
                yield from self._rows(FIRST_MEMORY, MEMORY, corpus.name, corpus.title, taken)

    def _look_up_hundred_thousand(self, what, corpus, file):
        """gsymutil prints mangled names only; the others print them readable, and once more as gsymutil does."""
        self.say(f"{what} of {corpus.title}")
        addresses = corpus.addresses(100_000)
        commands = self._commands(
            lambda peer: (peer.mangled if what == HUNDRED_THOUSAND_MANGLED else peer.many)(
                file, self.index(peer), addresses, self.folder))
        taken = self.stopwatch.race(commands, self.runs, PATIENCE)
        slow = [name for name in commands if name not in taken]
        if slow:
            self.notes.append(f"{corpus.title}: {what} take more than {PATIENCE} s: {', '.join(slow)}")
        yield from self._rows(what, TIME, corpus.name, corpus.title, taken)

    def _many(self, corpus, file, count):
        addresses = corpus.addresses(count)
        return self._commands(lambda peer: peer.many(file, self.index(peer), addresses, self.folder))

    def _commands(self, command_of):
        rivals = [rival for rival in self.line.rivals if rival.name not in self.left_out]
        commands = {peer.name: command_of(peer) for peer in (self.line.symkit, *rivals)}
        return {name: command for name, command in commands.items() if command is not None}

    @staticmethod
    def _rows(what, measure, name, title, taken):
        for peer, theirs in taken.items():
            if peer != "symkit":
                yield Row(what, measure, name, title, peer, taken["symkit"], theirs)
