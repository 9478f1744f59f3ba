"""Rules that recognise differences explained in docs/differences.md.

A rule counts only if the document names it, in a line `Rule: name` under its explanation. Each is as narrow as it can
be: what it does not exactly recognise stays a difference.
"""

import re

UNKNOWN = ("??", "??", "0")


class OutsideCode:
    """The address lies in no section of code; the judge names the data there, or the symbol before."""

    name = "outside-code"

    def explains(self, image, address, ours, truth):
        return ours == (UNKNOWN,) and image.section_of(address) is None and len(truth) == 1 and truth[0].line == "0"


class FileSymbol:
    """The judge knows no line and takes the source file's bare name from an STT_FILE symbol; we have none."""

    name = "file-symbol"

    def explains(self, image, address, ours, truth):
        last = truth[-1]
        return last.line == "0" and "/" not in last.file and (*truth[:-1], last._replace(file="??")) == ours


class SplitDwarf:
    """A skeleton, whose functions are in files that we do not read: ours is the function alone. The judge was asked about
    the same code with all of its debug information, so the function's name is held against the truth."""

    name = "split-dwarf"

    def explains(self, image, address, ours, truth):
        if not image.path.endswith("-split.so") or len(ours) != 1:
            return False
        (frame,) = ours
        return frame.function == truth[-1].function and frame.line == "0" and "/" not in frame.file


def has_pdb(image):
    return image.path.endswith(".dll") and "mingw" not in image.path


class PdbPadding:
    """What lies behind a function, before the next one. The judge names the public symbol before it, without a line."""

    name = "pdb-padding"

    def explains(self, image, address, ours, truth):
        return has_pdb(image) and ours == (UNKNOWN,) and len(truth) == 1 and truth[0][1:] == UNKNOWN[1:]


class PdbFirstRow:
    """Where two rows begin at one address, the judge takes the first if it is asked for that very address, and the last
    for all those behind it. Ours is the last."""

    name = "pdb-first-row"

    def explains(self, image, address, ours, truth):
        outer, judged = ours[-1], truth[-1]
        is_same_but_line = ours[:-1] == truth[:-1] and outer._replace(line=judged.line) == judged
        return has_pdb(image) and is_same_but_line and 0 < int(judged.line) < int(outer.line)


class PdbNextRow:
    """Within a row of an inlined call the judge counts one row too far: functions and files are the same, and the
    outermost frame, but for lines of inlined calls."""

    name = "pdb-next-row"

    def explains(self, image, address, ours, truth):
        if not has_pdb(image) or len(ours) != len(truth) or len(ours) < 2 or ours[-1] != truth[-1]:
            return False
        return all(a._replace(line="") == b._replace(line="") for a, b in zip(ours, truth))


RULES = [OutsideCode(), FileSymbol(), SplitDwarf(), PdbPadding(), PdbFirstRow(), PdbNextRow()]


def rules(document):
    """The rules that the document names."""
    with open(document) as file:
        named = set(re.findall(r"^Rule: `([a-z-]+)`", file.read(), re.MULTILINE))
    unknown = named - {rule.name for rule in RULES}
    if unknown:
        raise SystemExit(f"compare: {document}: no rule named {', '.join(sorted(unknown))}")
    return [rule for rule in RULES if rule.name in named]
