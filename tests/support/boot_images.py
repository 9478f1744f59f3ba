#!/usr/bin/env python3
"""Writes boot images with a small kernel, packed in each way that Linux has: what the fuzz target boot_image begins with.

usage: tests/support/boot_images.py FOLDER"""
import bz2
import ctypes
import ctypes.util
import gzip
import lzma
import struct
import subprocess
import sys
from pathlib import Path


def by(*words):
    return lambda data: subprocess.run(words, input=data, stdout=subprocess.PIPE, check=True).stdout


def lzop(data, flags=0):
    """The format of lzop, which is no library's: one block, and the end."""
    lzo = ctypes.CDLL(ctypes.util.find_library("lzo2"))
    packed, size = ctypes.create_string_buffer(len(data) * 2 + 64), ctypes.c_size_t()
    if lzo.lzo1x_1_compress(data, ctypes.c_size_t(len(data)), packed, ctypes.byref(size), ctypes.create_string_buffer(1 << 20)):
        sys.exit("lzo1x_1_compress fails")
    block = packed.raw[:size.value]
    head = struct.pack(">HHHBBIIIIB", 0x1030, 0x20a0, 0x0940, 1, 5, flags, 0o100644, 0, 0, 0) + bytes(4)
    return b"\x89LZO\x00\r\n\x1a\n" + head + struct.pack(">II", len(data), len(block)) + block + bytes(4)


def flat(magic):
    """A kernel as it lies in memory."""
    return bytes(0x38) + magic + bytes(64) + b"Linux version 6.1.0 (nobody@nowhere) #1 " + bytes(range(256)) * 8


def bzimage(packed):
    """Behind a boot sector and one of setup, with its size behind it as Linux's build writes it."""
    payload = packed + struct.pack("<I", 4096)
    head = bytearray(1024)
    head[0x1f1] = 1
    head[0x202:0x208] = b"HdrS" + struct.pack("<H", 0x20f)
    head[0x248:0x250] = struct.pack("<II", 0, len(payload))
    return bytes(head) + payload


def zboot(packed):
    head = b"MZ\0\0zimg" + struct.pack("<II", 64, len(packed)) + bytes(8) + b"zstd".ljust(32, b"\0")
    return head.ljust(64, b"\0") + packed


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    kernel = flat(b"ARM\x64")
    packers = {
        "gzip": lambda data: gzip.compress(data, mtime=0), "bzip2": bz2.compress, "xz": lambda data: lzma.compress(data, check=lzma.CHECK_CRC32),
        "lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE, preset=0), "zstd": by("zstd", "-q", "-c"), "lz4": by("lz4", "-l", "-q", "-c"),
        "lzo": lzop}
    for name, pack in packers.items():
        (folder / f"bzimage-{name}").write_bytes(bzimage(pack(kernel)))
    (folder / "zboot-zstd").write_bytes(zboot(packers["zstd"](kernel)))
    (folder / "zboot-gzip").write_bytes(zboot(packers["gzip"](flat(b"RSC\x05"))))
    (folder / "flat-riscv").write_bytes(flat(b"RSC\x05"))


main()
