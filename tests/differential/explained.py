"""Rules that recognise differences explained in docs/differences.md.

A rule counts only if the document names it, in a line `Rule: name` under its explanation. Each is as narrow as it can
be: what it does not exactly recognise stays a difference.
"""

import bisect
import functools
import re
import subprocess


class Alias:
    """Same place, same chain; the outermost names differ and are both symbols at one address."""

    name = "alias"

    def explains(self, image, address, ours, truth):
        if len(ours) != len(truth) or ours[:-1] != truth[:-1] or ours[-1][1:] != truth[-1][1:]:
            return False
        names = symbols_over(image.label, address)
        return ours[-1].function in names and truth[-1].function in names


@functools.cache
def symbols(label):
    """Addresses of code symbols, and the demangled names at each."""
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
    starts, by_address = symbols(label)
    i = bisect.bisect_right(starts, address)
    return by_address[starts[i - 1]] if i else set()


RULES = [Alias()]


def rules(document):
    """The rules that the document names."""
    with open(document) as file:
        named = set(re.findall(r"^Rule: `([a-z-]+)`", file.read(), re.MULTILINE))
    unknown = named - {rule.name for rule in RULES}
    if unknown:
        raise SystemExit(f"compare: {document}: no rule named {', '.join(sorted(unknown))}")
    return [rule for rule in RULES if rule.name in named]
