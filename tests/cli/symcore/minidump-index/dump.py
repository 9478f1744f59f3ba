"""Writes a minidump of Windows on x86_64 or macOS on arm64: one thread in one image, with the given registers and stack."""
import struct
import sys

sys.path.insert(0, sys.argv[1] + "/../tests/differential/dumps")
from minidump_of import MODULES, SYSTEM, THREADS, Writer  # noqa: E402

BASE, STACK = 0x7F_4000_0000, 0x7000_0000


def amd64(pc):
    return (bytes(48) + struct.pack("<I", 0x10_000B) + bytes(68) + struct.pack("<17Q", *[0] * 4, STACK, *[0] * 11, BASE + pc)).ljust(1232, b"\0")


def arm64(pc, link, frame):
    registers = [0] * 29 + [frame, BASE + link, STACK, BASE + pc]
    return (struct.pack("<II", 0x40_0007, 0) + struct.pack("<33Q", *registers)).ljust(912, b"\0")


def write(path, image, context, stack):
    made, data = Writer(), open(image, "rb").read()
    is_windows = data[:2] == b"MZ"
    made.stream(SYSTEM, struct.pack("<H18xI32x", 9 if is_windows else 12, 2 if is_windows else 0x8101))
    memory = struct.pack(f"<{len(stack)}Q", *stack)
    made.stream(THREADS, struct.pack("<II20xQ", 1, 7, STACK) + made.put(memory) + made.put(context))
    if is_windows:
        id = data[data.index(b"RSDS") + 4:][:20]
    else:
        uuid = data[data.index(struct.pack("<II", 0x1B, 24)) + 8:][:16]
        id = uuid[3::-1] + uuid[5:3:-1] + uuid[7:5:-1] + uuid[8:] + bytes(4)
    row = struct.pack("<QIIII52x", BASE, 0x10000, 0, 0, made.text("/" + image.rsplit("/", 1)[-1]))
    made.stream(MODULES, struct.pack("<I", 1) + row + made.put(b"RSDS" + id + b"image\0") + bytes(24))
    with open(path, "wb") as out:
        out.write(made.finish())


dll, dylib = sys.argv[1] + "/windows/ledger-x86_64.dll", sys.argv[1] + "/native/macho/arm64/libmarket.dylib"
close, deletes = BASE + 0x1167, BASE + 0x131B  # behind calls
# A function without an entry, called by one that saves a register; that one about to take it back.
write("leaf", dll, amd64(0x1085), [close, *[0] * 9, deletes, *[0] * 5, 0])
write("epilogue", dll, amd64(0x116C), [0, deletes, *[0] * 5, 0])
# About to return, its own frame pointer taken back; and behind a call, with it.
write("mac-epilogue", dylib, arm64(0x6F0, 0x6C8, STACK + 0x60), [*[0] * 12, 0, 0])
write("mac-body", dylib, arm64(0x6C0, 0, STACK + 0x30), [*[0] * 6, STACK + 0x60, BASE + 0x6C8, *[0] * 4, 0, 0])
