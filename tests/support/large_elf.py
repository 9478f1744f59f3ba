"""ELF files with much DWARF 4, unit by unit, for tests of what preparing holds in memory.

The kernel counts what a process ever held into what its child holds at first: so files are written piece by piece."""
import os
import struct
import subprocess

TEXT, FUNCTION = 0x1000, 1 << 14
# A unit with name, range and lines; a function with name and range; a variable of one number.
ABBREVIATIONS = bytes([1, 0x11, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0x10, 0x17, 0, 0,
                       2, 0x2e, 0, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0,
                       3, 0x34, 0, 0x0b, 0x06, 0, 0, 0])


def write(path, units, variables, rows):
    """So many units, each with one function, that many variables beside it and rows of lines in it."""
    line_bytes = len(lines(0, rows))
    write_sections(path, units * FUNCTION, (
        (b".debug_info", (unit(number, variables, number * line_bytes) for number in range(units))),
        (b".debug_line", (lines(number, rows) for number in range(units))), (b".debug_abbrev", (ABBREVIATIONS,))))


def write_sections(path, code, sections):
    """A file with so many bytes of code, which are not there, and these sections: (name, parts); a part is bytes, or how long a hole is."""
    names = b"\0.text\0" + b"".join(name + b"\0" for name, _ in sections) + b".shstrtab\0"
    contents = ((b".text", 8, 6, ()), *((name, 1, 0, parts) for name, parts in sections), (b".shstrtab", 3, 0, (names,)))
    headers = [bytes(64)]
    with open(path, "wb") as file:
        file.seek(64)
        for name, kind, flags, parts in contents:
            begin = file.tell()
            for part in parts:
                file.seek(part, 1) if isinstance(part, int) else file.write(part)
            size = code if kind == 8 else file.tell() - begin
            headers.append(struct.pack("<IIQQQQIIQQ", names.index(name + b"\0"), kind, flags, TEXT if kind == 8 else 0, begin, size, 0, 0, 1, 0))
        table = file.tell()
        file.write(b"".join(headers))
        file.seek(0)
        file.write(struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01" + bytes(9), 3, 62, 1, 0, 0, table, 0, 64, 56, 0, 64,
                               len(headers), len(headers) - 1))


def unit(number, variables, lines_at, size=FUNCTION, wide=False):
    """Wide: of 64-bit DWARF."""
    begin = TEXT + number * size
    offset = "Q" if wide else "I"
    body = struct.pack(f"<H{offset}B", 4, 0, 8)
    body += b"\x01unit%04d.c\0" % number + struct.pack(f"<QI{offset}", begin, size, lines_at)
    body += b"\x02function%04d\0" % number + struct.pack("<QI", begin, size)
    body += struct.pack("<BI", 3, number) * variables + b"\0"
    return (b"\xff\xff\xff\xff" if wide else b"") + struct.pack(f"<{offset}", len(body)) + body


def line_header(number, program=0):
    """Before a program of so many bytes."""
    header = bytes([1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]) + b"\0" + b"unit%04d.c\0\0\0\0\0" % number
    return struct.pack("<IHI", 6 + len(header) + program, 4, len(header)) + header


def lines(number, rows):
    """Lines that step forwards by 1 and back by 1, an address each: no two rows say the same."""
    forwards, backwards = 13 + 14 + 6, 13 + 14 + 4
    program = b"\0\x09\x02" + struct.pack("<Q", TEXT + number * FUNCTION) + bytes([forwards, backwards]) * (rows // 2)
    program += b"\x02\x7f\0\x01\x01"
    return line_header(number, len(program)) + program


def run(command, **how):
    """(exit status, bytes of memory at the peak with the pages of files in it, what it says on stderr)."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **how) as process:
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss * 1024, said
