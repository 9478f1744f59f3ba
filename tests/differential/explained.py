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


RULES = [OutsideCode(), FileSymbol()]


def rules(document):
    """The rules that the document names."""
    with open(document) as file:
        named = set(re.findall(r"^Rule: `([a-z-]+)`", file.read(), re.MULTILINE))
    unknown = named - {rule.name for rule in RULES}
    if unknown:
        raise SystemExit(f"compare: {document}: no rule named {', '.join(sorted(unknown))}")
    return [rule for rule in RULES if rule.name in named]
