#!/usr/bin/env python3
"""Runs a command and says what it took together with all that it started, also what outlives it: symbolizers often do.

    tests/support/watched.py FILE COMMAND [ARGUMENT...]

FILE gets three numbers: seconds until the command ended, processor seconds of all, and the most kB that any one of them had."""

import ctypes
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36


def main():
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    begun = time.perf_counter()
    status = subprocess.run(sys.argv[2:], check=False).returncode
    seconds = time.perf_counter() - begun
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    Path(sys.argv[1]).write_text(f"{seconds} {used.ru_utime + used.ru_stime} {used.ru_maxrss}\n")
    return status if status >= 0 else 128 - status


sys.exit(main())
