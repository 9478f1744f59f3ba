"""Executes the function `start` of a Mach-O or Windows image in an emulator, and notes at each instruction, when it is first reached, what a dump would have:
registers, the used stack, and the truth about the calls that have not returned."""
import struct
from dataclasses import dataclass

import unicorn
from unicorn import arm64_const, x86_const

STACK, STACK_SIZE = 0x7000_0000_0000, 0x10_0000
X86_64 = [getattr(x86_const, "UC_X86_REG_" + name) for name in "RAX RCX RDX RBX RSP RBP RSI RDI R8 R9 R10 R11 R12 R13 R14 R15 RIP".split()]
ARM64 = [getattr(arm64_const, "UC_ARM64_REG_" + name) for name in [f"X{i}" for i in range(29)] + ["FP", "LR", "SP", "PC"]]


@dataclass
class Loaded:
    """An image in memory."""
    begin: int
    size: int
    start: int
    is_arm64: bool
    pieces: list  # (address, bytes)


@dataclass
class Moment:
    registers: list
    top: int  # the stack from there on
    stack: bytes
    frames: list  # the address that executes, and where each caller goes on


def load_macho(data, symbol):
    processor, count = struct.unpack_from("<I", data, 4)[0], struct.unpack_from("<I", data, 16)[0]
    at, segments, start = 32, [], None
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, at)
        if command == 0x19:
            address, in_memory, offset, in_file = struct.unpack_from("<QQQQ", data, at + 24)
            segments.append((address, in_memory, data[offset:offset + in_file]))
        if command == 0x2:
            symbols, symbol_count, strings = struct.unpack_from("<III", data, at + 8)
            for i in range(symbol_count):
                name, _, _, _, value = struct.unpack_from("<IBBHQ", data, symbols + 16 * i)
                if data[strings + name:].split(b"\0", 1)[0] == symbol:
                    start = value
        at += size
    slide = 0x1_0000_0000
    end = max(address + size for address, size, _ in segments)
    return Loaded(slide, end, start + slide, processor == 0x100000c, [(address + slide, piece) for address, _, piece in segments])


def load_windows(data):
    at = struct.unpack_from("<I", data, 0x3c)[0]
    machine, count = struct.unpack_from("<HH", data, at + 4)
    optional, optional_size = at + 24, struct.unpack_from("<H", data, at + 20)[0]
    base, size = struct.unpack_from("<Q", data, optional + 24)[0], struct.unpack_from("<I", data, optional + 56)[0]
    pieces, exports = [], struct.unpack_from("<I", data, optional + 112)[0]
    for i in range(count):
        _, address, in_file, offset = struct.unpack_from("<IIII", data, optional + optional_size + 40 * i + 8)
        pieces.append((address, data[offset:offset + in_file]))

    def at_rva(rva):
        address, piece = next(one for one in pieces if one[0] <= rva < one[0] + len(one[1]))
        return struct.unpack_from("<I", piece, rva - address)[0]
    start = at_rva(at_rva(exports + 28))  # the only function that is exported
    return Loaded(base, size, base + start, machine == 0xaa64, [(base + address, piece) for address, piece in pieces])


class Execution:
    def __init__(self, image):
        self.image = image
        self.machine = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM) if image.is_arm64 else unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_64)
        if image.is_arm64:
            self.machine.ctl_set_cpu_model(arm64_const.UC_CPU_ARM64_MAX)
        self.machine.mem_map(image.begin, (image.size + 0xffff) & ~0xffff)
        for address, piece in image.pieces:
            self.machine.mem_write(address, bytes(piece))
        self.machine.mem_map(STACK, STACK_SIZE)
        self.numbers = ARM64 if image.is_arm64 else X86_64
        self.stack_at = 31 if image.is_arm64 else 4
        self.returns = []  # where the callers go on, the last first
        self.before = None  # the last instruction: its address and its bytes
        self.moments = {}

    def run(self):
        top = STACK + STACK_SIZE - 0x1000
        if not self.image.is_arm64:
            top -= 8  # a return address: 0
        for number, register in enumerate(self.numbers[:-1]):
            self.machine.reg_write(register, 0x1000 + number)
        self.machine.reg_write(self.numbers[self.stack_at], top)
        if self.image.is_arm64:
            self.machine.reg_write(arm64_const.UC_ARM64_REG_LR, 0)
        self.machine.hook_add(unicorn.UC_HOOK_CODE, self.each)
        self.machine.emu_start(self.image.start, 0, count=8_000_000)
        assert self.machine.reg_read(self.numbers[-1]) == 0, "it has not returned"
        return list(self.moments.values())

    def is_call(self, code):
        if self.image.is_arm64:
            word = int.from_bytes(code, "little")
            return word >> 26 == 0x25 or word & 0xfffffc1f == 0xd63f0000
        code = code[1:] if code[0] >> 4 == 4 else code
        return code[0] == 0xe8 or (code[0] == 0xff and code[1] >> 3 & 7 == 2)

    def is_return(self, code):
        return int.from_bytes(code, "little") & 0xfffffc1f in (0xd65f0000, 0xd65f081f) if self.image.is_arm64 else code[0] == 0xc3

    def each(self, machine, address, size, _):
        if self.before is not None:
            last, code = self.before
            if self.is_call(code):
                self.returns.insert(0, last + len(code))
            elif self.is_return(code):
                self.returns.pop(0)
        self.before = address, bytes(machine.mem_read(address, size))
        if address not in self.moments:
            registers = [machine.reg_read(one) for one in self.numbers]
            registers[-1] = address
            top = registers[self.stack_at]
            self.moments[address] = Moment(registers, top, bytes(machine.mem_read(top, STACK + STACK_SIZE - top)), [address, *self.returns])


def minidump_of(image, moment, system, module):
    """`module`: its path, and the GUID and age of its record."""
    def text(value):
        encoded = value.encode("utf-16-le")
        return struct.pack("<I", len(encoded)) + encoded + b"\0\0"
    registers = struct.pack(f"<{len(moment.registers)}Q", *moment.registers)
    if image.is_arm64:
        context = (struct.pack("<II", 0x40_0007, 0) + registers).ljust(912, b"\0")
    else:
        context = (bytes(48) + struct.pack("<II", 0x10_000b, 0) + bytes(64) + registers).ljust(1232, b"\0")
    path, identity, time = module
    record = struct.pack("<I", 0x53445352) + identity + b"image\0"
    blocks = [("context", context), ("stack", moment.stack), ("name", text(path)), ("record", record)]
    place, at = {}, 32 + 3 * 12
    head = b""
    for name, block in blocks:
        place[name] = (len(block), at + len(head))
        head += block + bytes(-len(block) % 8)
    base = at + len(head)
    processor = 12 if image.is_arm64 else 9
    system_record = struct.pack("<HHHBBIIIII", processor, 0, 0, 1, 1, 10, 0, 0, 0x8101 if system == "macos" else 2, 0).ljust(56, b"\0")
    threads = struct.pack("<I", 1) + struct.pack("<IIIIQ", 1, 0, 0, 0, 0) + struct.pack("<QII", moment.top, *place["stack"]) + struct.pack("<II", *place["context"])
    modules = struct.pack("<I", 1) + struct.pack("<QIIII", image.begin, image.size, 0, time, place["name"][1]) + bytes(52) + struct.pack("<II", *place["record"]) + bytes(24)
    streams, body = [], b""
    for kind, data in ((7, system_record), (3, threads), (4, modules)):
        streams.append((kind, len(data), base + len(body)))
        body += data + bytes(-len(data) % 8)
    header = struct.pack("<4sIIIIIQ", b"MDMP", 0xa793, len(streams), 32, 0, 0, 0)
    return header + b"".join(struct.pack("<III", *one) for one in streams) + head + body
