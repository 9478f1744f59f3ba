"""The house as lib/CMakeLists.txt and the wings' own say it: wings, rooms, their purposes, and what each may use."""
import re
from pathlib import Path


class Part:
    """A wing or a room."""

    def __init__(self, name, purpose, uses, wing=None):
        self.name, self.purpose, self.uses, self.wing = name, purpose, uses, wing


def parts(file, kind, wing=None):
    text = re.sub(r"(?m)^ *#.*", "", file.read_text()) if file.exists() else ""
    found = {}
    for name, purpose, rest in re.findall(kind + r'\((\w+)\s+"([^"]*)"([^)]*)\)', text):
        uses = re.search(r"USES([^A-Z]*)", rest)
        found[name] = Part(name, purpose, uses.group(1).split() if uses else [], wing)
    return found


def wings(root):
    """{name: Part}, in the order of the file: none uses one that comes after it."""
    return parts(Path(root) / "lib/CMakeLists.txt", "symkit_wing")


def rooms(root):
    """{name: Part}, wing by wing."""
    found = {}
    for wing in wings(root):
        found |= parts(Path(root) / "lib" / wing / "CMakeLists.txt", "symkit_room", wing)
    return found
