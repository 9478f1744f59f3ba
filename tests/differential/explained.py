"""Rules that recognise differences explained in docs/differences.md.

A rule counts only if the document names it, in a line `Rule: name` under its explanation. Each is as narrow as it can
be: what it does not exactly recognise stays a difference.
"""

import bisect
import functools
import re
import subprocess


class SymbolVersion:
    """Same places, same chain; of two names at one address the judge takes the one with a version, we the one without."""

    name = "symbol-version"

    def explains(self, image, address, ours, truth):
        if len(ours) != len(truth) or ours[:-1] != truth[:-1] or ours[-1][1:] != truth[-1][1:]:
            return False
        _, names = symbols_over(image.label, address)
        here, there = ours[-1].function, truth[-1].function
        return "@" in there and "@" not in here and {here, there} <= names


class FileSymbol:
    """The judge knows no line and takes the source file's bare name from an STT_FILE symbol; we have none."""

    name = "file-symbol"

    def explains(self, image, address, ours, truth):
        last = truth[-1]
        return (
            last.line == "0" and "/" not in last.file and (*truth[:-1], last._replace(file="??")) == tuple(ours)
        )


class FarSymbol:
    """The judge knows a symbol only, of which the address is no part: the symbol is data, or ends in a section before."""

    name = "far-symbol"

    def explains(self, image, address, ours, truth):
        unknown = len(ours) == 1 and ours[0] == ("??", "??", "0")
        if not unknown or len(truth) != 1 or truth[0].line != "0" or truth[0].function == "??":
            return False
        section = image.section_of(address)
        start, names = symbols_over(image.label, address)
        return section is None or not (truth[0].function in names and section[0] <= start)


class PaddingLine:
    """We know a line and no function, the judge nothing: filling between functions that the line table runs over."""

    name = "padding-line"

    def explains(self, image, address, ours, truth):
        return len(ours) == 1 and ours[0].function == "??" and truth == (("??", "??", "0"),)


@functools.cache
def symbols(label):
    """Addresses of code symbols in order, and the demangled names at each."""
    path, _, arch = label.partition(":")
    command = ["llvm-nm-19", "--defined-only", "--demangle", path]
    if arch:
        command.append(f"--arch={arch}")
    by_address = {}
    for line in subprocess.run(command, capture_output=True, text=True).stdout.split("\n"):
        if match := re.match(r"([0-9a-f]+) [TtWwVvi] (.+)", line):
            by_address.setdefault(int(match[1], 16), set()).add(match[2])
    return sorted(by_address), by_address


def symbols_over(label, address):
    """The last address at or before this one that has symbols, and their names."""
    starts, by_address = symbols(label)
    i = bisect.bisect_right(starts, address)
    return (starts[i - 1], by_address[starts[i - 1]]) if i else (0, set())


RULES = [SymbolVersion(), FileSymbol(), FarSymbol(), PaddingLine()]


def rules(document):
    """The rules that the document names."""
    with open(document) as file:
        named = set(re.findall(r"^Rule: `([a-z-]+)`", file.read(), re.MULTILINE))
    unknown = named - {rule.name for rule in RULES}
    if unknown:
        raise SystemExit(f"compare: {document}: no rule named {', '.join(sorted(unknown))}")
    return [rule for rule in RULES if rule.name in named]
