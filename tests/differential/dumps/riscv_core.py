"""Run within gdb, on a static program of RISC-V that an emulator has stopped: writes the core that the kernel would write, as the emulator writes none, and gdb's own
has no registers. `$path`: its name."""
import struct

import gdb

PRSTATUS, AUXV = 1, 6
PAGE, MOST = 4096, 1 << 20
SEGMENT, HEADER = struct.Struct("<IIQQQQQQ"), 64
LOAD, NOTE, WRITABLE = 1, 4, 2
EXECFN = 31
memory = gdb.selected_inferior()


def note(kind, data):
    return struct.pack("<III", 5, len(data), kind) + b"CORE\0\0\0\0" + data


def number(name):
    return int(gdb.parse_and_eval(f"(unsigned long){name}")) & (1 << 64) - 1


def auxiliary():
    rows = {}
    for line in gdb.execute("info auxv", to_string=True).splitlines():
        words = line.split()
        rows[int(words[0])] = next((int(word, 0) for word in reversed(words) if word[0].isdigit()), 0)
    return rows


def pages(begin, end):
    """What can be read."""
    found = b""
    for at in range(begin & -PAGE, end, PAGE):
        try:
            found += memory.read_memory(at, PAGE).tobytes()
        except gdb.MemoryError:
            break
    return found


def segments_of(program):
    """Flags, address, size, and what the kernel writes of it: of code, the first page."""
    content = open(program, "rb").read()
    first, count = struct.unpack_from("<Q", content, 32)[0], struct.unpack_from("<H", content, 56)[0]
    for i in range(count):
        kind, flags, _, address, _, _, size, _ = SEGMENT.unpack_from(content, first + i * SEGMENT.size)
        if kind == LOAD:
            begin, end = address & -PAGE, address + size
            data = pages(begin, end + MOST if flags & WRITABLE else begin + PAGE)
            yield flags, begin, max(end - begin + PAGE - 1 & -PAGE, len(data)), data


rows = auxiliary()
stack_end = (rows[EXECFN] & -PAGE) + PAGE
loads = list(segments_of(memory.progspace.filename))
for begin, end in (stack_end - MOST, stack_end), (stack_end, stack_end + PAGE):
    loads.append((6, begin, end - begin, pages(begin, end)))
registers = struct.pack("<32Q", *map(number, ["$pc"] + [f"$x{i}" for i in range(1, 32)]))
notes = note(PRSTATUS, struct.pack("<12xH18xI76x", 11, 1) + registers + bytes(8))
notes += note(AUXV, b"".join(struct.pack("<QQ", *row) for row in sorted(rows.items()) if row[0]) + bytes(16))
at = HEADER + SEGMENT.size * (1 + len(loads))
headers = SEGMENT.pack(NOTE, 4, at, 0, 0, len(notes), 0, 1)
at += len(notes)
for flags, address, size, data in loads:
    headers += SEGMENT.pack(LOAD, flags, at, address, 0, len(data), size, PAGE)
    at += len(data)
header = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 4, 243, 1, 0, HEADER, 0, 0, HEADER, SEGMENT.size, 1 + len(loads), 0, 0, 0)
with open(gdb.parse_and_eval("$path").string(), "wb") as core:
    core.write(header + headers + notes + b"".join(data for *_, data in loads))
