#!/usr/bin/env python3
"""Writes lines of logcat (threadtime, in UTC, of 2026) as the entries that `adb logcat -B` has of them.

usage: logcat.py VERSION < LINES > ENTRIES     VERSION is that of logger_entry, 1 to 4"""
import calendar
import re
import struct
import sys

LINE = re.compile(r"(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3}) +(\d+) +(\d+) ([VDIWEF]) (.*?) *: (.*)")
HEADERS = {1: 0, 2: 24, 3: 24, 4: 28}

version = int(sys.argv[1])
for line in sys.stdin:
    month, day, hour, minute, second, milliseconds, pid, tid, priority, tag, message = LINE.fullmatch(line.rstrip("\n")).groups()
    payload = bytes([" ?VDIWEF".index(priority)]) + tag.encode() + b"\0" + message.encode() + b"\0"
    seconds = calendar.timegm((2026, int(month), int(day), int(hour), int(minute), int(second)))
    entry = struct.pack("<HHiIII", len(payload), HEADERS[version], int(pid), int(tid), seconds, int(milliseconds) * 1000000)
    entry += {1: b"", 2: struct.pack("<I", 10234), 3: struct.pack("<I", 0), 4: struct.pack("<II", 0, 10234)}[version]
    sys.stdout.buffer.write(entry + payload)
