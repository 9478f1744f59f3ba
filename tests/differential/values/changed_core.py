"""A copy of a core in which all registers that calls do not preserve have other contents: what gdb then prints
differently in an outer frame was never that frame's."""
import struct

STATUS, FLOATS, EXTENDED = 1, 2, 0x202
# Of x86_64's registers in the note, in the kernel's order: r11, r10, r9, r8, rax, rcx, rdx, rsi, rdi.
CHANGED = (6, 7, 8, 9, 10, 11, 12, 13, 14)
REGISTERS_AT, VECTORS_AT, VECTORS_SIZE = 112, 160, 256


def write_changed(core, path):
    data = bytearray(core.read_bytes())
    headers, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    for number in range(count):
        kind, _, offset, _, _, length = struct.unpack_from("<IIQQQQ", data, headers + number * size)
        if kind == 4:
            change_notes(data, offset, offset + length)
    path.write_bytes(data)


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
