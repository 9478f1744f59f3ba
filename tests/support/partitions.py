#!/usr/bin/env python3
"""R8's archives of a mapping's parts for tests: other forms of one that R8 made, and such as nobody should make.

usage: partitions.py KIND IN OUT
  version      METADATA has only the version, as R8 8.0 wrote it
  bare         the same without the two bytes in front that say what it is
  none         without METADATA
  truncated    METADATA lacks its second half
  strategy     METADATA names a way to divide the mapping that nobody knows
  lacking      the first part is missing
  cut          the bytes of the first part are no deflated stream
  twice        the first part is there twice
  bomb         the first part claims to unpack to a gigabyte
  stray        the first part is no mapping's"""
import struct
import sys
import warnings
import zipfile

kind, source, target = sys.argv[1:]
warnings.simplefilter("ignore")  # of names given twice
with zipfile.ZipFile(source) as archive:
    entries = [(name, archive.read(name)) for name in archive.namelist()]
metadata = dict(entries)["METADATA"]
size = struct.unpack_from(">H", metadata, 4)[0]
version = metadata[6 : 6 + size]
instead = {
    "version": b"\xaa\xa8\0\0" + version,
    "bare": b"\0\0" + version,
    "truncated": metadata[: len(metadata) // 2],
    "strategy": b"\xaa\xa8\0\x07" + version,
}
if kind in instead:
    entries[-1] = ("METADATA", instead[kind])
elif kind == "none":
    entries.pop()
elif kind == "lacking":
    entries.pop(0)
elif kind == "twice":
    entries.append(entries[0])
elif kind == "stray":
    entries[0] = (entries[0][0], b"\x7fELF\2\1\1\0 -> \n")
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, content in entries:
        archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
if kind in ("cut", "bomb"):
    with zipfile.ZipFile(target) as archive:
        first, begin = archive.infolist()[0], archive.start_dir
    raw = bytearray(open(target, "rb").read())
    data = first.header_offset + 30 + len(first.filename)
    if kind == "cut":
        raw[data : data + first.compress_size] = b"\xff" * first.compress_size
    else:
        struct.pack_into("<I", raw, begin + 24, 1 << 30)
    open(target, "wb").write(raw)
