#!/usr/bin/env python3
"""Zip archives for tests: as Android's tools lay them out, and such as nobody should make.

usage: archives.py KIND OUT NAME=FILE...
  android      entries ending in .so stored at multiples of 4096 (zipalign -p 4), others deflated, and a
               block between the entries and the directory, as a signed APK has it
  plain        all deflated, by Python's zipfile
  stored       all stored, by Python's zipfile
  streamed     deflated with sizes behind the data (data descriptors), as a writer to a pipe does
  zip64        all stored, every number of the directory in its 64-bit form
  zstd         by method 93
  prefixed     as plain, with a shell script in front
  encrypted    as stored, and marked as encrypted
  overlapping  as stored; the directory says that all entries begin where the first does
  lying        as stored; the local headers have other names than the directory
  bzip2        all by method 12, which is not read
NAME may be anything, given twice as well."""
import struct
import subprocess
import sys
import zipfile
import zlib

LOCAL, CENTRAL, END = 0x04034B50, 0x02014B50, 0x06054B50
STORED, DEFLATED, BZIP2, ZSTD = 0, 8, 12, 93


class Archive:
    def __init__(self):
        self.bytes = bytearray()
        self.entries = []

    def add(self, name, data, method=STORED, align=1, flags=0, local_name=None, wide=False):
        if method == DEFLATED:
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = packer.compress(data) + packer.flush()
        elif method == ZSTD:
            packed = subprocess.run(["zstd", "-c"], input=data, capture_output=True, check=True).stdout
        else:
            packed = data
        name, crc, begin = name.encode(), zlib.crc32(data), len(self.bytes)
        written = (local_name or name.decode()).encode()
        streamed = flags & 8
        sizes = (0, 0, 0) if streamed else (crc, len(packed), len(data))
        padding = -(begin + 30 + len(written)) % align
        self.bytes += struct.pack("<IHHHHHIIIHH", LOCAL, 20, flags, method, 0, 0x21, *sizes, len(written), padding)
        self.bytes += written + bytes(padding) + packed
        if streamed:
            self.bytes += struct.pack("<IIII", 0x08074B50, crc, len(packed), len(data))
        self.entries.append([name, flags, method, crc, len(packed), len(data), begin, wide])

    def finish(self, signing_block=b""):
        self.bytes += signing_block
        begin = len(self.bytes)
        for name, flags, method, crc, stored, size, at, wide in self.entries:
            extra = struct.pack("<HHQQQ", 1, 24, size, stored, at) if wide else b""
            numbers = (0xFFFFFFFF,) * 3 if wide else (stored, size, at)
            self.bytes += struct.pack("<IHHHHHHIIIHHHHHII", CENTRAL, 20, 20, flags, method, 0, 0x21, crc, *numbers[:2],
                                      len(name), len(extra), 0, 0, 0, 0, numbers[2])
            self.bytes += name + extra
        size, count = len(self.bytes) - begin, len(self.entries)
        if any(entry[7] for entry in self.entries):
            record = len(self.bytes)
            self.bytes += struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, count, count, size, begin)
            self.bytes += struct.pack("<IIQI", 0x07064B50, 0, record, 1)
            size = begin = 0xFFFFFFFF
            count = 0xFFFF
        self.bytes += struct.pack("<IHHHHIIH", END, 0, 0, count, count, size, begin, 0)
        return bytes(self.bytes)


def android(files):
    archive = Archive()
    for name, data in files:
        in_place = name.endswith(".so")
        archive.add(name, data, STORED if in_place else DEFLATED, 4096 if in_place else 4)
    return archive.finish(signing_block=b"APK Sig Block 42" * 64)


def by_zipfile(files, method, out):
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name), data, method)


def made(files, **how):
    archive = Archive()
    for name, data in files:
        archive.add(name, data, **how)
    return archive


def overlapping(files):
    archive = made(files)
    for entry in archive.entries:
        entry[6] = 0
    return archive.finish()


def lying(files):
    archive = Archive()
    for name, data in files:
        archive.add(name, data, local_name=name[::-1])
    return archive.finish()


def main():
    kind, out, *pairs = sys.argv[1:]
    files = []
    for pair in pairs:
        name, _, path = pair.partition("=")
        with open(path, "rb") as file:
            files.append((name, file.read()))
    if kind in ("plain", "stored"):
        return by_zipfile(files, zipfile.ZIP_DEFLATED if kind == "plain" else zipfile.ZIP_STORED, out)
    content = {
        "android": lambda: android(files),
        "streamed": lambda: made(files, method=DEFLATED, flags=8).finish(),
        "zip64": lambda: made(files, wide=True).finish(),
        "zstd": lambda: made(files, method=ZSTD).finish(),
        "prefixed": lambda: b"PK\3\4 is how a zip archive begins\n" + made(files, method=DEFLATED).finish(),
        "encrypted": lambda: made(files, flags=1).finish(),
        "overlapping": lambda: overlapping(files),
        "bzip2": lambda: made(files, method=BZIP2).finish(),
        "lying": lambda: lying(files),
    }[kind]()
    with open(out, "wb") as file:
        file.write(content)


if __name__ == "__main__":
    main()
