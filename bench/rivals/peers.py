"""Who takes part, and how each is asked: every tool at its best, with the options that make it do the same work."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from measure import Command

JOBS = 2
NO_STORE = "/dev/null/none"


class Peer:
    """A tool answers from an index that it prepares (prepare) or from the debug file itself (prepare is None)."""

    name = ""
    programs = ()  # by preference

    def __init__(self, folder=None):
        self.program = next(filter(None, (shutil.which(p, path=folder) for p in self.programs)), None)

    def prepare(self, file, index):
        return None

    def one(self, file, index, address):
        return None

    def many(self, file, index, addresses, folder):
        return None

    def mangled(self, file, index, addresses, folder):
        """As many, with names left as the file has them."""
        return None

    def first(self, file, addresses, folder):
        """As many, of a file that nothing was prepared of."""
        return None if self.prepare(file, Path(folder)) else self.many(file, None, addresses, folder)


class Symkit(Peer):
    name = "symkit"
    programs = ("symlookup",)

    def prepare(self, file, index):
        symprep = Path(self.program).with_name("symprep")
        return Command([symprep, f"-j{JOBS}", "-o", index, file], makes=index)

    def one(self, file, index, address):
        return Command([self.program, "-o", index, "-i", "--format=llvm", hex(address)])

    def many(self, file, index, addresses, folder):
        return Command([self.program, "-o", index, "-i", "--format=llvm"], stdin=listed(addresses, folder))

    def mangled(self, file, index, addresses, folder):
        words = [self.program, "-o", index, "-i", "--format=llvm", "--no-demangle"]
        return Command(words, stdin=listed(addresses, folder))

    def first(self, file, addresses, folder):
        """Without a store, so that no run knows of another."""
        return Command([self.program, "--store", NO_STORE, "-o", file, "-i", "--format=llvm", *map(hex, addresses)])


class PreparedFirst(Symkit):
    """What a thousand first answers are held against."""

    name = "symlookup --prepare=now"

    def first(self, file, addresses, folder):
        command = super().first(file, addresses, folder)
        return Command([*command.words[:1], "--prepare=now", *command.words[1:]])


class Gsymutil(Peer):
    name = "llvm-gsymutil"
    programs = ("llvm-gsymutil-19", "llvm-gsymutil")

    def prepare(self, file, index):
        words = [self.program, "--quiet", "--convert", file, "--out-file", index, f"--num-threads={JOBS}"]
        return Command(words, makes=index)

    def one(self, file, index, address):
        return Command([self.program, f"--address={address:#x}", index])

    def many(self, file, index, addresses, folder):
        # Each line names the file; it is opened once.
        return Command([self.program, "--addresses-from-stdin"], stdin=listed(addresses, folder, f" {index}"))

    mangled = many


class Symbolizer(Peer):
    name = "llvm-symbolizer"
    programs = ("llvm-symbolizer-19", "llvm-symbolizer")

    def one(self, file, index, address):
        return Command([self.program, "--obj", file, hex(address)])

    def many(self, file, index, addresses, folder):
        return Command([self.program, "--obj", file], stdin=listed(addresses, folder))

    def mangled(self, file, index, addresses, folder):
        return Command([self.program, "--no-demangle", "--obj", file], stdin=listed(addresses, folder))


class Addr2line(Peer):
    name = "addr2line"
    programs = ("addr2line",)

    def one(self, file, index, address):
        return Command([self.program, "-ifC", "-e", file, hex(address)])

    def many(self, file, index, addresses, folder):
        return Command([self.program, "-ifC", "-e", file], stdin=listed(addresses, folder))


class ElfutilsAddr2line(Addr2line):
    name = "eu-addr2line"
    programs = ("eu-addr2line",)


RIVALS = (Gsymutil, Symbolizer, Addr2line, ElfutilsAddr2line)


@dataclass
class Line:
    """Who is here and who is not."""

    symkit: Symkit
    rivals: list
    absent: dict  # {name: why not}

    def rival(self, name):
        return next((rival for rival in self.rivals if rival.name == name), None)


def line_up(folder):
    rivals = [rival() for rival in RIVALS]
    return Line(Symkit(folder), [r for r in rivals if r.program],
                {r.name: "not installed" for r in rivals if not r.program})


def listed(addresses, folder, suffix=""):
    path = Path(folder) / f"addresses-{len(addresses)}{'-with-file' if suffix else ''}"
    path.write_text("".join(f"{address:#x}{suffix}\n" for address in addresses))
    return path
