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
    names = b"\0.text\0.debug_info\0.debug_line\0.debug_abbrev\0.shstrtab\0"
    sections = [bytes(64)]
    lines = [_lines(number, rows) for number in range(2)]
    line_bytes = len(lines[0])
    contents = ((b".text", 8, 6, ()), (b".debug_info", 1, 0, (_unit(number, variables, number * line_bytes) for number in range(units))),
                (b".debug_line", 1, 0, (_lines(number, rows) for number in range(units))), (b".debug_abbrev", 1, 0, (ABBREVIATIONS,)),
                (b".shstrtab", 3, 0, (names,)))
    with open(path, "wb") as file:
        file.seek(64)
        for name, kind, flags, parts in contents:
            begin = file.tell()
            file.writelines(parts)
            size = units * FUNCTION if kind == 8 else file.tell() - begin
            sections.append(struct.pack("<IIQQQQIIQQ", names.index(name + b"\0"), kind, flags, TEXT if kind == 8 else 0, begin, size, 0, 0, 1, 0))
        table = file.tell()
        file.write(b"".join(sections))
        file.seek(0)
        file.write(struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01" + bytes(9), 3, 62, 1, 0, 0, table, 0, 64, 56, 0, 64,
                               len(sections), len(sections) - 1))


def _unit(number, variables, lines):
    begin = TEXT + number * FUNCTION
    body = struct.pack("<HIB", 4, 0, 8)
    body += b"\x01unit%04d.c\0" % number + struct.pack("<QII", begin, FUNCTION, lines)
    body += b"\x02function%04d\0" % number + struct.pack("<QI", begin, FUNCTION)
    body += struct.pack("<BI", 3, number) * variables + b"\0"
    return struct.pack("<I", len(body)) + body


def _lines(number, rows):
    """Lines that step forwards by 1 and back by 1, an address each: no two rows say the same."""
    header = bytes([1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]) + b"\0" + b"unit%04d.c\0\0\0\0\0" % number
    forwards, backwards = 13 + 14 + 6, 13 + 14 + 4
    program = b"\0\x09\x02" + struct.pack("<Q", TEXT + number * FUNCTION) + bytes([forwards, backwards]) * (rows // 2)
    program += b"\x02\x7f\0\x01\x01"
    body = struct.pack("<HI", 4, len(header)) + header + program
    return struct.pack("<I", len(body)) + body


def run(command, **how):
    """(exit status, bytes of memory at the peak with the pages of files in it, what it says on stderr)."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **how) as process:
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss * 1024, said
