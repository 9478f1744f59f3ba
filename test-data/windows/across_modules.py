#!/usr/bin/env python3
"""A PDB as Microsoft's linker writes it where it generates the code (/LTCG): the modules know the functions that are
inlined in them by what other modules export. No linker that runs here does; so one that LLD wrote is changed.

    across_modules.py IN.pdb OUT.pdb

Of each module the functions that are inlined come in turn from the next module and the one after it, of which one is
named in capital letters. What is said of them stays the same. The layout is that of microsoft-pdb's cvinfo.h
(CrossScopeReferences, LocalIdAndGlobalIdPair, CrossScopeId); the judge of it is `llvm-pdbutil-19 dump --xmi --xme`.
"""
import struct
import sys

BLOCK = 512
MAGIC = b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0"
DEBUG_INFORMATION, INFORMATION = 3, 1
INLINE_SITES = (0x114D, 0x115D)
FUNCTION = CROSS = 1 << 31


def u32(data, at=0):
    return struct.unpack_from("<I", data, at)[0]


def words(*numbers):
    return struct.pack(f"<{len(numbers)}I", *numbers)


def padded(data, to=4):
    return data + b"\0" * (-len(data) % to)


def read_streams(file):
    block, _, _, size, _, where = struct.unpack_from("<6I", file, 32)
    gather = lambda blocks, length: b"".join(file[b * block:(b + 1) * block] for b in blocks)[:length]
    pointers = struct.unpack_from(f"<{-(-size // block)}I", file, where * block)
    directory = gather(pointers, size)
    count, at, streams = u32(directory), 4, []
    sizes = [0 if s == 0xFFFFFFFF else s for s in struct.unpack_from(f"<{count}I", directory, at)]
    at += 4 * count
    for length in sizes:
        blocks = struct.unpack_from(f"<{-(-length // block)}I", directory, at)
        at += 4 * len(blocks)
        streams.append(gather(blocks, length))
    return streams


def write_streams(streams):
    file = [b"\0" * BLOCK] * 3  # the header, and the two maps of free blocks

    def add(data):
        first = len(file)
        for begin in range(0, len(data), BLOCK):
            if len(file) % BLOCK in (1, 2):
                raise SystemExit("too large for this script")
            file.append(padded(data[begin:begin + BLOCK], BLOCK))
        return range(first, len(file))

    places = [add(stream) for stream in streams]
    directory = words(len(streams), *map(len, streams), *(b for blocks in places for b in blocks))
    where = add(words(*add(directory)))[0]
    file[0] = padded(MAGIC + words(BLOCK, 1, len(file), len(directory), 0, where), BLOCK)
    file[1] = bytes(len(file) // 8 + 1).ljust(BLOCK, b"\xff")  # none is free
    return b"".join(file)


def named_stream(information, wanted):
    texts = information[32:32 + u32(information, 28)]
    at = 32 + len(texts)
    count = u32(information, at)
    at += 8
    for _ in range(2):
        at += 4 + 4 * u32(information, at)
    for _ in range(count):
        name, stream = struct.unpack_from("<2I", information, at)
        if texts[name:texts.index(b"\0", name)] == wanted:
            return stream
        at += 8
    raise SystemExit("it has no " + wanted.decode())


class Module:
    """An entry in the list of modules: where it stands there, its name, its stream's number and parts' sizes."""

    def __init__(self, entries, at):
        self.at = at
        self.stream, self.symbols, self.old_lines, self.lines = struct.unpack_from("<HIII", entries, at + 34)
        end = entries.index(b"\0", at + 64)
        self.name = entries[at + 64:end]
        end = entries.index(b"\0", end + 1) + 1
        self.end = end + -end % 4


def modules_in(debug_information):
    begin, size = 64, u32(debug_information, 24)
    modules, at = [], begin
    while at < begin + size:
        modules.append(Module(debug_information, at))
        at = modules[-1].end
    return [module for module in modules if module.stream != 0xFFFF and module.lines]


def site_places(symbols):
    at = 4
    while at < len(symbols):
        size, kind = struct.unpack_from("<2H", symbols, at)
        if kind in INLINE_SITES:
            yield at + 12
        at += 2 + size


def subsections(lines):
    at = 0
    while at < len(lines):
        kind, size = struct.unpack_from("<2I", lines, at)
        yield kind, at + 8, size
        at += 8 + size + -size % 4


def main(source, target):
    streams = [bytearray(stream) for stream in read_streams(open(source, "rb").read())]
    modules = modules_in(streams[DEBUG_INFORMATION])
    names = streams[named_stream(streams[INFORMATION], b"/names")]

    def place_of_name(text):  # among all names; the table of hashes behind them does not list it
        size = u32(names, 8)
        names[12 + size:12 + size] = text + b"\0"
        names[8:12] = words(size + len(text) + 1)
        return size

    imports = [[[], []] for _ in modules]
    exports = [{} for _ in modules]  # in the whole PDB → in the module
    for number, module in enumerate(modules):
        stream = streams[module.stream]
        numbered = {}

        def imported(everywhere):
            if everywhere not in numbered:
                turn = len(numbered) % 2
                exporter = exports[(number + 1 + turn) % len(modules)]
                local = exporter.setdefault(everywhere, FUNCTION | 0x1000 + 7 * len(exporter))
                imports[number][turn].append(local)
                numbered[everywhere] = CROSS | turn << 20 | len(imports[number][turn]) - 1
            return numbered[everywhere]

        for at in site_places(stream[:module.symbols]):
            stream[at:at + 4] = words(imported(u32(stream, at)))
        begin = module.symbols + module.old_lines
        for kind, at, size in subsections(stream[begin:begin + module.lines]):
            if kind == 0xF6:
                for entry in range(begin + at + 4, begin + at + size, 12):
                    stream[entry:entry + 4] = words(imported(u32(stream, entry)))

    for number, module in enumerate(modules):
        stream = streams[module.stream]
        scopes = b""
        for turn, ids in enumerate(imports[number]):
            name = modules[(number + 1 + turn) % len(modules)].name
            scopes += words(place_of_name(name.upper() if turn else name), len(ids), *ids)
        pairs = b"".join(words(local, everywhere) for everywhere, local in exports[number].items())
        added = words(0xF7, len(scopes)) + scopes + words(0xF8, len(pairs)) + pairs
        end = module.symbols + module.old_lines + module.lines
        stream[end:end] = added
        struct.pack_into("<I", streams[DEBUG_INFORMATION], module.at + 44, module.lines + len(added))
    open(target, "wb").write(write_streams(streams))


main(*sys.argv[1:])
