"""Ports for servers that have to be told theirs: below those that the system gives to whoever connects, and each lent to one test at a time, on the
whole machine, until the test ends."""
import contextlib
import fcntl
import os
import random
import socket
import tempfile
import time
from pathlib import Path

FIRST, LAST = 12_000, 20_000  # a cluster's nodes have another port each, 10,000 above their own
LENT = []  # files whose locks are those of ports


def is_free(port):
    for one in (port, port + 10_000):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", one))
            except OSError:
                return False
    return True


def free_port():
    folder = Path(tempfile.gettempdir()) / f"symkit-ports-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    while True:
        port = random.SystemRandom().randrange(FIRST, LAST)
        file = open(folder / str(port), "w")  # noqa: SIM115  its lock goes with this process
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if is_free(port):
                LENT.append(file)
                return port
        file.close()


def is_of(port, process):
    """Whether it is this process, or a child of it, that listens there."""
    sockets = {f"socket:[{words[9]}]" for table in ("/proc/net/tcp", "/proc/net/tcp6") for words in lines_of(table)
               if words[3] == "0A" and int(words[1].rsplit(":", 1)[1], 16) == port}
    return any(link in sockets for one in family_of(process) for link in links_of(one))


def listens(process, port, seconds=10):
    """Whether the process comes to listen there; False where it has ended, or somebody else is there."""
    until = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < until:
        if is_of(port, process.pid):
            return True
        time.sleep(0.02)
    return False


def lines_of(table):
    with contextlib.suppress(OSError):
        return [line.split() for line in Path(table).read_text().splitlines()[1:]]
    return []


def family_of(process):
    yield process
    with contextlib.suppress(OSError):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            yield from family_of(int(child))


def links_of(process):
    """What its descriptors are, which come and go meanwhile."""
    found = []
    with contextlib.suppress(OSError):
        for link in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                found.append(os.readlink(link))
    return found
