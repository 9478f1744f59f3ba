"""Runs commands and takes their times and memory, several of them in turn, so that what else the machine does
meanwhile falls on all alike."""

import os
import shutil
import signal
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

SHORT = 0.05  # seconds; a shorter command is run REPEATS times and the mean counts as one run
REPEATS = 20
LONG = 15.0  # a longer command is run at most three times


@dataclass
class Command:
    words: list
    stdin: Path = Path(os.devnull)
    makes: Path | None = None  # a file that must not be there before


@dataclass
class Taken:
    """What the runs of one command took: lists, a number a run."""

    wall: list = field(default_factory=list)  # seconds
    user: list = field(default_factory=list)
    sys: list = field(default_factory=list)
    peak: list = field(default_factory=list)  # bytes
    size: int = 0  # of the file that it makes

    def median(self, what):
        return float(self.size) if what == "size" else statistics.median(getattr(self, what))

    def spread(self, what):
        values = [float(self.size)] if what == "size" else getattr(self, what)
        return min(values), max(values)


class Failed(Exception):
    pass


class TooSlow(Failed):
    """Was still running when its time was over."""


class Stopwatch:
    """`folder` is for the helper and for what the commands print."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.helper = self.folder / "measured"
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang-19")
        if compiler is None:
            raise Failed("no C compiler: install gcc")
        source = Path(__file__).with_name("measured.c")
        subprocess.run([compiler, "-O2", "-static", "-o", self.helper, source], check=True)

    def race(self, commands, runs, limit=0):
        """{name: Command} → {name: Taken}: one untimed run each, then `runs` rounds of one run each.

        Who needs more than `limit` seconds is not among those given back (0: no limit)."""
        repeats, rounds = {}, {}
        for name, command in list(commands.items()):
            try:
                first = self._once(name, command, 1, limit)[0]
            except TooSlow:
                commands = {other: commands[other] for other in commands if other != name}
                continue
            repeats[name] = REPEATS if first < SHORT and command.makes is None else 1
            rounds[name] = min(runs, 3) if first > LONG else runs
        taken = {name: Taken() for name in commands}
        for round_ in range(runs):
            for name, command in commands.items():
                if round_ < rounds[name]:
                    self._note(taken[name], self._once(name, command, repeats[name]), repeats[name])
                    taken[name].size = command.makes.stat().st_size if command.makes else 0
        return taken

    def output(self, name, command):
        self._once(name, command, 1)
        return (self.folder / "stdout").read_text(errors="replace")

    @staticmethod
    def _note(taken, numbers, repeats):
        wall, user, system, peak = numbers
        taken.wall.append(wall / repeats)
        taken.user.append(user / repeats)
        taken.sys.append(system / repeats)
        taken.peak.append(peak)

    def _once(self, name, command, repeats, limit=0):
        if command.makes:
            command.makes.unlink(missing_ok=True)
        out, err = self.folder / "stdout", self.folder / "stderr"
        words = [self.helper, repeats, limit, command.stdin, out, err, *command.words]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        wall, user, system, peak, status = (int(number) for number in done.stdout.split() or [0, 0, 0, 0, 127])
        if limit and status == 128 + signal.SIGALRM:
            raise TooSlow(f"{name} takes more than {limit} s")
        if status != 0:
            said = err.read_text(errors="replace").strip().splitlines()
            raise Failed(f"{name} exits {status}: {said[-1] if said else ' '.join(map(str, command.words))}")
        return wall / 1e9, user / 1e9, system / 1e9, peak * 1024
