"""The core of a stopped process as the kernel writes it into a pipe, for x86_64: its notes first, then all memory. A test cannot let
the kernel do it, as core_pattern is the machine's."""
import ctypes
import os
import struct
from pathlib import Path

SEIZE, INTERRUPT, DETACH, GETREGSET = 0x4206, 0x4207, 17, 0x4204
PRSTATUS, PRPSINFO, AUXV, SIGINFO, FILE = 1, 3, 6, 0x53494749, 0x46494C45
LOAD, NOTE = 1, 4
REGISTERS = 27 * 8
WALL = 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]


def registers_of(thread):
    """Asked of a thread that stands still, and goes on standing."""
    if libc.ptrace(SEIZE, thread, None, None) != 0:
        raise PermissionError(ctypes.get_errno(), "processes may not be traced here")
    libc.ptrace(INTERRUPT, thread, None, None)
    os.waitpid(thread, WALL)
    content = ctypes.create_string_buffer(REGISTERS)
    where = Vector(ctypes.cast(content, ctypes.c_void_p), REGISTERS)
    libc.ptrace(GETREGSET, thread, ctypes.c_void_p(PRSTATUS), ctypes.byref(where))
    libc.ptrace(DETACH, thread, None, None)
    return content.raw


def note(kind, content, name=b"CORE"):
    def padded(part):
        return part + bytes(-len(part) % 4)

    return struct.pack("<III", len(name) + 1, len(content), kind) + padded(name + b"\0") + padded(content)


def status_of(thread, signal, registers):
    return struct.pack("<12xH18xI76x", signal, thread) + registers + bytes(8)


def mappings_of(process):
    """(begin, end, permissions, offset, path)"""
    for line in Path(f"/proc/{process}/maps").read_text().splitlines():
        where, permissions, offset, _, _, *path = line.split(None, 5)
        begin, end = (int(one, 16) for one in where.split("-"))
        if path != ["[vsyscall]"]:
            yield begin, end, permissions, int(offset, 16), path[0] if path else ""


def files_of(mappings):
    files = [one for one in mappings if one[4].startswith("/")]
    rows = b"".join(struct.pack("<QQQ", begin, end, offset // 4096) for begin, end, _, offset, _ in files)
    return struct.pack("<QQ", len(files), 4096) + rows + b"".join(one[4].encode() + b"\0" for one in files)


def is_dumped(permissions, into, path):
    """As coredump_filter is by default, but for the first pages of files; and a little more, as it is not known here of what a page of
    a file was changed."""
    is_file = path.startswith("/")
    return permissions[0] == "r" and not path.startswith("[vvar") and (permissions[2] != "x" or not is_file) \
        and (permissions[1] == "w" or not is_file or into != 0)


class KernelsCore:
    def __init__(self, process, signal=11, thread=None):
        """`thread`: the one that crashed."""
        threads = sorted((int(one.name) for one in Path(f"/proc/{process}/task").iterdir()), key=lambda one: one != (thread or process))
        self.process = process
        mappings = list(mappings_of(process))
        program = struct.pack("<24xI12x", process) + Path(f"/proc/{process}/comm").read_bytes().strip()[:15].ljust(16, b"\0") + bytes(80)
        first, *others = (note(PRSTATUS, status_of(one, signal, registers_of(one))) for one in threads)
        self.notes = first + note(PRPSINFO, program) + note(SIGINFO, struct.pack("<III", signal, 0, 1) + bytes(116)) \
            + note(AUXV, Path(f"/proc/{process}/auxv").read_bytes()) + note(FILE, files_of(mappings)) + b"".join(others)
        self.rows, self.pieces = [], []
        offset = 64 + 56 * (len(mappings) + 1)
        self.add_row(NOTE, 4, offset, 0, len(self.notes), 0)
        offset += len(self.notes)
        self.padding = -offset % 4096
        offset += self.padding
        for begin, end, permissions, into, path in mappings:
            size = end - begin if is_dumped(permissions, into, path) else 4096 if path.startswith("/") and into == 0 else 0
            flags = sum(bit for bit, letter in ((4, "r"), (2, "w"), (1, "x")) if letter in permissions)
            self.add_row(LOAD, flags, offset, begin, size, end - begin)
            self.pieces.append((begin, size))
            offset += size

    def add_row(self, kind, flags, offset, address, in_file, in_memory):
        self.rows.append(struct.pack("<IIQQQQQQ", kind, flags, offset, address, 0, in_file, in_memory, 4 if kind == NOTE else 4096))

    def beginning(self):
        header = b"\x7fELF\2\1\1".ljust(16, b"\0") + struct.pack("<HHIQQQIHHHHHH", 4, 62, 1, 0, 64, 0, 0, 64, 56, len(self.rows), 0, 0, 0)
        return header + b"".join(self.rows) + self.notes + bytes(self.padding)

    def memory(self):
        """In pieces, as they are read."""
        with open(f"/proc/{self.process}/mem", "rb", 0) as memory:
            for begin, size in self.pieces:
                for at in range(0, size, 1 << 20):
                    memory.seek(begin + at)
                    try:
                        yield memory.read(min(size - at, 1 << 20))
                    except OSError:  # behind the end of a file
                        yield bytes(min(size - at, 1 << 20))

    def write(self, path):
        with open(path, "wb") as out:
            out.write(self.beginning())
            for piece in self.memory():
                out.write(piece)
