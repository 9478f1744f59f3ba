"""pprof's profile.proto, taken apart and put together field by field: so much of it as tests need."""
import gzip
import os
import subprocess
from pathlib import Path

GOOGLE = "github.com/google/pprof@v0.0.0-20261016150608-1facf8f91b50"
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "symkit-test"


class NotInstalled(Exception):
    pass


def google():
    """Google's pprof, installed once: Go's own `go tool pprof` is the same, but asks Go's reader of DWARF alone, never a symbolizer."""
    folder = CACHE / "pprof" / GOOGLE.rsplit("-", 1)[1]
    if not (folder / "pprof").exists():
        got = subprocess.run(["go", "install", GOOGLE], env={**os.environ, "GOBIN": str(folder)}, capture_output=True, text=True, check=False)
        if got.returncode != 0:
            raise NotInstalled(f"no {GOOGLE} to be had: {got.stderr.strip().splitlines()[-1]}")
    return folder / "pprof"


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """(number, wire type, value, bytes of the whole field): what follows length is bytes, the rest a number."""
    at = 0
    while at < len(data):
        begin = at
        key, at = varint(data, at)
        wire = key & 7
        if wire == 0:
            value, at = varint(data, at)
        elif wire == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            size = {1: 8, 5: 4}[wire]
            value, at = data[at:at + size], at + size
        yield key >> 3, wire, value, data[begin:at]


def numbers(value, wire):
    if wire == 0:
        return [value]
    found, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        found.append(number)
    return found


def number(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def field(tag, value):
    if isinstance(value, int):
        return number(tag << 3) + number(value & (1 << 64) - 1)
    if isinstance(value, str):
        value = value.encode()
    return number(tag << 3 | 2) + number(len(value)) + value


def packed(tag, values):
    return field(tag, b"".join(number(value & (1 << 64) - 1) for value in values))


def unpacked(data):
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


class Profile:
    """strings; mappings, functions and locations by id, each a dict of its fields; samples as (locations, values)."""

    def __init__(self, data):
        self.strings, self.mappings, self.functions, self.locations, self.samples, self.types = [], {}, {}, {}, [], []
        for tag, _, value, _ in fields(unpacked(data)):
            if tag == 6:
                self.strings.append(value.decode(errors="replace"))
            elif tag == 1:
                self.types.append(dict((t, v) for t, _, v, _ in fields(value)))
            elif tag == 2:
                parts = {1: [], 2: []}
                for t, wire, v, _ in fields(value):
                    if t in parts:
                        parts[t] += numbers(v, wire)
                self.samples.append((parts[1], parts[2]))
            elif tag in (3, 5):
                one = dict((t, v) for t, _, v, _ in fields(value))
                (self.mappings if tag == 3 else self.functions)[one[1]] = one
            elif tag == 4:
                one = {"lines": []}
                for t, _, v, _ in fields(value):
                    if t == 4:
                        one["lines"].append(dict((a, b) for a, _, b, _ in fields(v)))
                    else:
                        one[t] = v
                self.locations[one[1]] = one

    def text(self, index):
        return self.strings[index or 0]

    def frames(self, location):
        """(name, system name, file, line) of a location, innermost first."""
        found = []
        for line in self.locations[location]["lines"]:
            function = self.functions.get(line.get(1), {})
            found.append((self.text(function.get(2)), self.text(function.get(3)), self.text(function.get(4)), line.get(2, 0)))
        return found


def without_names(data):
    """The same profile as it was before anybody knew the names of functions: no functions, no lines, no flags."""
    out = b""
    for tag, _, value, whole in fields(unpacked(data)):
        if tag == 5:
            continue
        drop = {3: (7, 8, 9, 10), 4: (4, 5)}.get(tag)
        out += whole if drop is None else field(tag, b"".join(part for t, _, _, part in fields(value) if t not in drop))
    return out
