#!/usr/bin/env python3
"""Writes a cabinet (MSCF) of one file, as makecab does for symbol servers: app.pdb becomes app.pd_.

    cabinet.py none|mszip|lzx FILE CABINET

LZX is written in blocks that are not compressed, which its readers must know as any other.
"""
import struct
import sys
import zlib
from pathlib import Path

BLOCK = 32768
NONE, MSZIP, LZX = 0, 1, 3 | 21 << 8  # of LZX with the size of its window


def checksum(data, seed=0):
    for at in range(0, len(data) - 3, 4):
        seed ^= struct.unpack_from("<I", data, at)[0]
    rest = 0
    for byte in data[len(data) // 4 * 4 :]:
        rest = rest << 8 | byte
    return seed ^ rest


def mszip(data):
    for at in range(0, len(data), BLOCK):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=data[max(at - BLOCK, 0) : at]) if at else zlib.compressobj(
            9, zlib.DEFLATED, -15)
        block = data[at : at + BLOCK]
        yield b"CK" + packer.compress(block) + packer.flush(), len(block)


def lzx(data):
    # No translation of calls (1 bit), kind 3 (3 bits), the size (24 bits), to the next 16 bits; three old distances.
    bits = (3 << 24 | len(data)) << 4
    yield struct.pack("<HH", bits >> 16, bits & 0xFFFF) + struct.pack("<III", 1, 1, 1) + data[:BLOCK], len(data[:BLOCK])
    for at in range(BLOCK, len(data), BLOCK):
        block = data[at : at + BLOCK]
        yield block, len(block)


def plain(data):
    for at in range(0, len(data), BLOCK):
        yield data[at : at + BLOCK], len(data[at : at + BLOCK])


def main():
    kind, source, target = sys.argv[1:]
    data = Path(source).read_bytes()
    number, pack = {"none": (NONE, plain), "mszip": (MSZIP, mszip), "lzx": (LZX, lzx)}[kind]
    blocks = list(pack(data))
    name = Path(source).name.encode() + b"\0"
    files_at = 36 + 8
    blocks_at = files_at + 16 + len(name)
    body = b"".join(
        struct.pack("<IHH", checksum(struct.pack("<HH", len(packed), size), checksum(packed)), len(packed), size) + packed
        for packed, size in blocks)
    header = struct.pack("<4sIIIIIBBHHHHH", b"MSCF", 0, blocks_at + len(body), 0, files_at, 0, 3, 1, 1, 1, 0, 0, 0)
    folder = struct.pack("<IHH", blocks_at, len(blocks), number)
    file = struct.pack("<IIHHHH", len(data), 0, 0, 0x5000, 0, 0x20) + name
    Path(target).write_bytes(header + folder + file + body)


if __name__ == "__main__":
    main()
