"""A copy of a core in which all registers that calls do not preserve have other contents: what gdb then prints
differently in an outer frame was never that frame's."""
import re
import struct

STATUS, FLOATS, EXTENDED = 1, 2, 0x202
# Of x86_64's registers in the note, in the kernel's order: r11, r10, r9, r8, rax, rcx, rdx, rsi, rdi.
CHANGED = (6, 7, 8, 9, 10, 11, 12, 13, 14)
REGISTERS_AT, VECTORS_AT, VECTORS_SIZE = 112, 160, 256
# What the kernel puts on the stack as it calls a signal's handler: flags, no link, then behind all registers the
# processor's flags and the segment of code. r8 to r11, rdi, rsi, rdx, rax, rcx begin so far behind.
RECORD = re.compile(rb"[\x00-\x0f]\0{15}.{160}.{3}\0{5}\x33\0", re.DOTALL)
IN_RECORD = (40, 48, 56, 64, 104, 112, 136, 144, 152)


def write_changed(core, path):
    data = bytearray(core.read_bytes())
    headers, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    for number in range(count):
        kind, _, offset, _, _, length = struct.unpack_from("<IIQQQQ", data, headers + number * size)
        if kind == 4:
            change_notes(data, offset, offset + length)
        elif length < 1 << 24:
            change_records(data, offset, offset + length)
    path.write_bytes(data)


def change_records(data, begin, end):
    for found in RECORD.finditer(data, begin, end):
        if (found.start() - begin) % 8 == 0:
            for offset in IN_RECORD:
                struct.pack_into("<Q", data, found.start() + offset, 0x0BAD0BAD0BAD0000 + offset)


def change_notes(data, at, end):
    while at + 12 <= end:
        name, length, kind = struct.unpack_from("<III", data, at)
        content = at + 12 + (name + 3) // 4 * 4
        if kind == STATUS:
            for register in CHANGED:
                struct.pack_into("<Q", data, content + REGISTERS_AT + register * 8, 0x0BAD0BAD0BAD0000 + register)
        if kind in (FLOATS, EXTENDED):
            data[content + VECTORS_AT : content + VECTORS_AT + VECTORS_SIZE] = b"\x5a" * VECTORS_SIZE
        at = content + (length + 3) // 4 * 4
