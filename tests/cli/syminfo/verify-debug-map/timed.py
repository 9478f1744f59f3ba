"""Writes the time of an object file into a program's debug map: timed.py PROGRAM OBJECT SECONDS"""
import struct
import sys

path, name, seconds = sys.argv[1], sys.argv[2].encode(), int(sys.argv[3])
data = bytearray(open(path, "rb").read())
at = 32
while struct.unpack_from("<I", data, at)[0] != 2:
    at += struct.unpack_from("<I", data, at + 4)[0]
table, count, texts = struct.unpack_from("<III", data, at + 8)
for record in range(table, table + count * 16, 16):
    begin = texts + struct.unpack_from("<I", data, record)[0]
    if data[record + 4] == 0x66 and data[begin : data.index(0, begin)] == name:
        struct.pack_into("<Q", data, record + 8, seconds)
open(path, "wb").write(data)
