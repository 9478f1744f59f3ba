"""The images inside a file and the addresses of their code, read from section headers alone.

Independent of symkit's own readers on purpose: what these tests ask must not depend on what they judge.
"""

import struct
from dataclasses import dataclass, field


@dataclass
class Image:
    path: str
    arch: str | None  # set for the slices of a fat file
    sections: list[tuple[int, int]] = field(default_factory=list)  # of code: start, end
    relocatable: bool = False
    of_apple: bool = False
    offsets: dict[int, int] = field(default_factory=dict)  # in the file, of PE's and 64-bit Mach-O's sections, by their start

    def bytes_at(self, address, size):
        """None where it is not known where they lie."""
        section = self.section_of(address)
        if section is None or section[0] not in self.offsets:
            return b""
        with open(self.path, "rb") as file:
            file.seek(self.offsets[section[0]] + address - section[0])
            return file.read(size)

    @property
    def ranges(self):
        """The sections, those that touch or overlap made one (in relocatable files all begin at 0)."""
        return merged(self.sections)

    def section_of(self, address):
        return next((s for s in self.sections if s[0] <= address < s[1]), None)

    @property
    def label(self):
        return f"{self.path}:{self.arch}" if self.arch else self.path


class NotAnImage(Exception):
    pass


ELF_TYPE_RELOCATABLE = 1
ELF_SECTION_EXECUTABLE = 4
ELF_SECTION_ALLOCATED = 2

PE_WIDE = 0x20B
PE_EXECUTABLE = 0x20000000
WASM_CODE = 10

MACHO_SEGMENT, MACHO_SEGMENT_64 = 0x1, 0x19
MACHO_INSTRUCTIONS = 0x80000400  # S_ATTR_PURE_INSTRUCTIONS | S_ATTR_SOME_INSTRUCTIONS
MACHO_OBJECT = 1
MACHO_ARCHITECTURES = {
    (0x01000007, 3): "x86_64",
    (0x0100000C, 0): "arm64",
    (0x0100000C, 2): "arm64e",
    (0x0200000C, 1): "arm64_32",
    (0x7, 3): "i386",
    (0xC, 9): "armv7",
    (0xC, 11): "armv7s",
}


def images(path):
    """Every image of the file at path."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"\x7fELF":
        return [_elf(path, data)]
    magic = data[:4]
    if magic in (b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbf"):
        return _fat(path, data, wide=magic[3] == 0xBF)
    if magic in (b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"):
        return [_macho(path, data, None)]
    if data[:2] == b"MZ":
        return [_pe(path, data)]
    if data[:8] == b"\0asm\1\0\0\0":
        return [_wasm(path, data)]
    raise NotAnImage(f"{path}: neither ELF nor Mach-O nor PE nor WebAssembly")


def _elf(path, data):
    wide = data[4] == 2
    order = ">" if data[5] == 2 else "<"
    kind = struct.unpack_from(order + "H", data, 16)[0]
    if wide:
        table, entry, count = (
            struct.unpack_from(order + "Q", data, 40)[0],
            *struct.unpack_from(order + "HH", data, 58),
        )
        layout = order + "IIQQQQ"
    else:
        table, entry, count = (
            struct.unpack_from(order + "I", data, 32)[0],
            *struct.unpack_from(order + "HH", data, 46),
        )
        layout = order + "IIIIII"
    image = Image(path, None, relocatable=kind == ELF_TYPE_RELOCATABLE)
    for i in range(count):
        _, _, flags, address, _, size = struct.unpack_from(layout, data, table + i * entry)
        if flags & ELF_SECTION_EXECUTABLE and flags & ELF_SECTION_ALLOCATED and size:
            image.sections.append((address, address + size))
    return image


def _uleb(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def _wasm(path, data):
    """Each function is one; addresses count from the code section's content, as DWARF's do."""
    image, at = Image(path, None), 8
    while at < len(data):
        kind = data[at]
        size, begin = _uleb(data, at + 1)
        at = begin + size
        if kind != WASM_CODE:
            continue
        count, inner = _uleb(data, begin)
        for _ in range(count):
            length, inner = _uleb(data, inner)
            image.sections.append((inner - begin, inner - begin + length))
            inner += length
    return image


def _fat(path, data, wide):
    count = struct.unpack_from(">I", data, 4)[0]
    result = []
    for i in range(count):
        if wide:
            offset, size = struct.unpack_from(">QQ", data, 8 + i * 32 + 8)
        else:
            offset, size = struct.unpack_from(">II", data, 8 + i * 20 + 8)
        kind = struct.unpack_from(">II", data, 8 + i * (32 if wide else 20))
        arch = MACHO_ARCHITECTURES.get((kind[0], kind[1] & 0xFFFFFF), f"cpu{kind[0]:#x}")
        result.append(_macho(path, data[offset : offset + size], arch))
    return result


def _macho(path, data, arch):
    wide = data[0] == 0xCF
    kind, count = struct.unpack_from("<II", data, 12)
    image = Image(path, arch, relocatable=kind == MACHO_OBJECT, of_apple=True)
    at = 32 if wide else 28
    for _ in range(count):
        command, length = struct.unpack_from("<II", data, at)
        if command == MACHO_SEGMENT_64:
            sections = struct.unpack_from("<I", data, at + 64)[0]
            for s in range(sections):
                base = at + 72 + s * 80
                address, size = struct.unpack_from("<QQ", data, base + 32)
                flags = struct.unpack_from("<I", data, base + 64)[0]
                if flags & MACHO_INSTRUCTIONS and size:
                    if arch is None:
                        image.offsets[address] = struct.unpack_from("<I", data, base + 48)[0]
                    image.sections.append((address, address + size))
        elif command == MACHO_SEGMENT:
            sections = struct.unpack_from("<I", data, at + 48)[0]
            for s in range(sections):
                base = at + 56 + s * 68
                address, size = struct.unpack_from("<II", data, base + 32)
                flags = struct.unpack_from("<I", data, base + 56)[0]
                if flags & MACHO_INSTRUCTIONS and size:
                    image.sections.append((address, address + size))
        at += length
    return image


def _pe(path, data):
    header = struct.unpack_from("<I", data, 0x3C)[0] + 4
    count, optional = struct.unpack_from("<H", data, header + 2)[0], struct.unpack_from("<H", data, header + 16)[0]
    wide = struct.unpack_from("<H", data, header + 20)[0] == PE_WIDE
    base = struct.unpack_from("<Q" if wide else "<I", data, header + 20 + (24 if wide else 28))[0]
    image = Image(path, None)
    for i in range(count):
        size, address = struct.unpack_from("<II", data, header + 20 + optional + i * 40 + 8)
        if struct.unpack_from("<I", data, header + 20 + optional + i * 40 + 36)[0] & PE_EXECUTABLE:
            image.sections.append((base + address, base + address + size))
            image.offsets[base + address] = struct.unpack_from("<I", data, header + 20 + optional + i * 40 + 20)[0]
    return image


def merged(ranges):
    result = []
    for start, end in sorted(ranges):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


MARGIN = 4


def every_address(image):
    """Each byte of code, and a few bytes before and after each stretch of it."""
    addresses = set()
    for start, end in image.ranges:
        addresses.update(range(max(start - MARGIN, 0), end + MARGIN))
    return sorted(addresses)


def random_addresses(image, count, random):
    """Addresses drawn from all code alike, in random order."""
    ranges = image.ranges
    total = sum(end - start for start, end in ranges)
    result = []
    for _ in range(count if total else 0):
        position = random.randrange(total)
        for start, end in ranges:
            if position < end - start:
                result.append(start + position)
                break
            position -= end - start
    return result
