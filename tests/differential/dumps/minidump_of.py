"""A minidump as Breakpad writes it on Linux, made of a core file on x86_64: threads with their stacks, images with build ids, and the signal, but none of the
programs' own tables."""
import struct

PRSTATUS, SIGINFO, FILES = 1, 0x53494749, 0x46494C45
SYSTEM, THREADS, MODULES, EXCEPTION, STATUS, MAPS = 7, 3, 4, 6, 0x47670004, 0x47670009
# Where a core's registers are in a context: rax is the core's eleventh.
IN_CONTEXT = [10, 11, 12, 5, 19, 4, 13, 14, 9, 8, 7, 6, 3, 2, 1, 0, 16]
LARGEST_STACK = 1 << 20


class Core:
    def __init__(self, path):
        self.bytes = path.read_bytes()
        table, = struct.unpack_from("<Q", self.bytes, 32)
        count, = struct.unpack_from("<H", self.bytes, 56)
        headers = [struct.unpack_from("<IIQQQQQQ", self.bytes, table + 56 * i) for i in range(count)]
        self.loads = [(address, size, in_file, offset, flags) for kind, flags, offset, address, _, in_file, size, _ in headers if kind == 1]
        self.threads, self.files, self.signal = [], [], (0, 0, 0)
        for kind, _, offset, _, _, size, _, _ in headers:
            if kind == 4:
                self.take_notes(self.bytes[offset:offset + size])

    def take_notes(self, notes):
        at = 0
        while at + 12 <= len(notes):
            name, size, kind = struct.unpack_from("<III", notes, at)
            begin = at + 12 + (name + 3) // 4 * 4
            content = notes[begin:begin + size]
            at = begin + (size + 3) // 4 * 4
            if kind == PRSTATUS:
                self.threads.append((struct.unpack_from("<i", content, 32)[0], struct.unpack_from("<27Q", content, 112)))
            elif kind == SIGINFO:
                number, _, code = struct.unpack_from("<iii", content)
                self.signal = number, code, struct.unpack_from("<Q", content, 16)[0]
            elif kind == FILES:
                self.take_files(content)

    def take_files(self, content):
        count, page = struct.unpack_from("<QQ", content)
        names = content[16 + 24 * count:].split(b"\0")
        for i in range(count):
            begin, end, offset = struct.unpack_from("<QQQ", content, 16 + 24 * i)
            self.files.append((begin, end, offset * page, names[i].decode()))

    def memory(self, address, size):
        for begin, _, in_file, offset, _ in self.loads:
            if begin <= address < begin + in_file:
                return self.bytes[offset + address - begin:offset + min(in_file, address - begin + size)]
        return b""

    def images(self):
        """(path, begin, end, build id) of each file that has one."""
        for i, (begin, end, offset, path) in enumerate(self.files):
            if offset != 0:
                continue
            for next_begin, next_end, next_offset, next_path in self.files[i + 1:]:
                if next_path != path or next_offset == 0:
                    break
                end = next_end
            if id := build_id_in(self.memory(begin, 4096)):
                yield path, begin, end, id


def build_id_in(page):
    at = page.find(struct.pack("<III", 4, 20, 3) + b"GNU\0")
    return page[at + 16:at + 36] if page.startswith(b"\x7fELF") and at >= 0 else b""


class Writer:
    def __init__(self):
        self.bytes, self.streams = bytearray(32), []

    def put(self, content):
        self.bytes += content
        return struct.pack("<II", len(content), len(self.bytes) - len(content))

    def text(self, text):
        encoded = text.encode("utf-16-le")
        return struct.unpack("<II", self.put(struct.pack("<I", len(encoded)) + encoded + b"\0\0"))[1]

    def stream(self, kind, content):
        self.streams.append(struct.pack("<I", kind) + self.put(content))

    def finish(self):
        place = self.put(b"".join(self.streams))
        self.bytes[:32] = struct.pack("<4sIII16x", b"MDMP", 0xA793, len(self.streams), struct.unpack("<II", place)[1])
        return bytes(self.bytes)


def context_of(registers):
    made = bytearray(1232)
    struct.pack_into("<I", made, 48, 0x10000F)
    struct.pack_into("<17Q", made, 120, *(registers[i] for i in IN_CONTEXT))
    return bytes(made)


def maps_of(core):
    lines = []
    for begin, size, _, _, flags in core.loads:
        path = next((path for first, end, _, path in core.files if first <= begin < end), "")
        rights = ("r" if flags & 4 else "-") + ("w" if flags & 2 else "-") + ("x" if flags & 1 else "-")
        lines.append(f"{begin:x}-{begin + size:x} {rights}p 00000000 00:00 0 {path}\n")
    return "".join(lines).encode()


def minidump_of(core_path):
    core, made = Core(core_path), Writer()
    made.stream(SYSTEM, struct.pack("<H18xI32x", 9, 0x8201))
    rows = b""
    for id, registers in core.threads:
        top = registers[19] & ~15
        stack = core.memory(top, LARGEST_STACK)
        rows += struct.pack("<I20xQ", id, top) + made.put(stack) + made.put(context_of(registers))
    made.stream(THREADS, struct.pack("<I", len(core.threads)) + rows)
    images = list(core.images())
    rows = b""
    for path, begin, end, id in images:
        identity = made.put(b"LEpB" + id)
        rows += struct.pack("<QIIII52x", begin, end - begin, 0, 0, made.text(path)) + identity + bytes(24)
    made.stream(MODULES, struct.pack("<I", len(images)) + rows)
    number, code, address = core.signal
    first, registers = core.threads[0]
    made.stream(EXCEPTION, struct.pack("<IIIIQQ128x", first, 0, number, code & 0xFFFFFFFF, 0, address) + made.put(context_of(registers)))
    made.stream(STATUS, f"Name:\t{images[0][0].rsplit('/', 1)[-1]}\nPid:\t{first}\n".encode())
    made.stream(MAPS, maps_of(core))
    return made.finish(), images
