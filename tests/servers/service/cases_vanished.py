"""Clients whose line is cut: no packet of theirs comes any more, so nobody says that they are gone. In network namespaces of its own, where a
link is set down; that wants root."""
import contextlib
import ctypes
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from cases_grpc import http2, messages
from cases_operations import has_grpc
from symserve import FRAME, RESOLVED, Service, Skipped, expect, expect_true, filled_store

HERE, THERE = "10.99.7.1", "10.99.7.2"
TOKEN = "a-token-that-writes"
KEY = f"Host: localhost\r\nAuthorization: Bearer {TOKEN}\r\n"
LATEST = 100  # seconds until the last of them is given up


def within(namespace, work):
    """What `work` gives, in the namespace of that process: a socket stays in the one that it was made in."""
    given = []

    def run():
        with open(f"/proc/{namespace}/ns/net") as file:
            if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), 0) == 0:
                given.append(work())
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    expect("it is in that namespace", len(given), 1)
    return given[0]


@contextlib.contextmanager
def namespaces():
    """Two, with a line between them; by the ids of processes that keep them."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        raise Skipped("a namespace for the network needs root, unshare, nsenter and ip")
    with contextlib.ExitStack() as stack:
        kept = []
        for _ in range(2):
            one = subprocess.Popen(["unshare", "--net", "sh", "-c", "echo; exec sleep 600"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            stack.callback(one.wait)
            stack.callback(one.kill)
            if not one.stdout.readline():
                raise Skipped("no namespace for the network can be made here")
            kept.append(one.pid)
        near, far = kept
        try:
            ip(near, "link", "add", "near", "type", "veth", "peer", "name", "far", "netns", far)
        except subprocess.CalledProcessError:
            raise Skipped("no line between namespaces can be made here") from None
        ip(near, "link", "set", "lo", "up")
        for one, name, address in ((near, "near", HERE), (far, "far", THERE)):
            ip(one, "addr", "add", f"{address}/30", "dev", name)
            ip(one, "link", "set", name, "up")
        yield near, far


def ip(namespace, *words):
    subprocess.run(["nsenter", "-t", str(namespace), "-n", "ip", *map(str, words)], check=True, capture_output=True)


def connections(process):
    """How many sockets of the service are connected to somebody."""
    lines = [line.split() for table in ("tcp", "tcp6") for line in Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]]
    inodes = {words[9] for words in lines if words[3] != "0A"}
    count = 0
    for link in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(OSError):
            count += os.readlink(link).removeprefix("socket:[").removesuffix("]") in inodes
    return count


def wait_until(condition, seconds):
    until = time.time() + seconds
    while not condition() and time.time() < until:
        time.sleep(0.5)


def request(method, path, body, length=None):
    size = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    return f"{method} {path} HTTP/1.1\r\n{KEY}{size}\r\n\r\n".encode() + body


def expect_answer(client):
    heard = b""
    while RESOLVED.encode() not in heard:
        more = client.recv(65536)
        expect_true(f"it goes on: {heard}", more)
        heard += more


def test_clients_that_vanish():
    """Idle, in the middle of a head, an upload, a log, a log as it comes, an answer that nobody reads; over gRPC idle, in a log and in an upload:
    all of them are given up, and what they held is free."""
    line = FRAME.encode()
    log = line * 60_000
    asked = [("idle", b""), ("a head", b"POST /log HTTP/1.1\r\nHo"), ("an upload", request("PUT", "/symbols/x.so", b"\x7fELF" * 500_000, 10_000_000)),
             ("a log", request("POST", "/log", line, 10_000)), ("a log as it comes", request("POST", "/log", b"%x\r\n%s\r\n" % (len(line), line))),
             ("an answer", request("POST", "/log", log, len(log)))]
    calls = []
    if has_grpc():
        with contextlib.suppress(Skipped):
            _, logs, symbols = messages()
            whole = [http2("/symkit.v1.Symbolication/AnswerLog", *[logs.AnswerLogRequest(text=line)] * 2),
                     http2("/symkit.v1.SymbolManager/Upload", *[symbols.UploadRequest(name="x.so", size=8, content=b"\x7fELF")] * 2)]
            calls = [("gRPC", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"), *(("a call", call[:-20]) for call in whole)]
    with namespaces() as (near, far), filled_store() as store, tempfile.TemporaryDirectory(prefix="symkit-service-") as folder:
        tokens = Path(folder) / "tokens"
        tokens.write_text(f"write {TOKEN}\n")
        options = ["--listen", f"{HERE}:0", "--store", store, "--token-file", tokens, "--uploads", f"{folder}/kept", *(["--grpc", f"{HERE}:0"] if calls else [])]
        one = Service(folder, options, before=["nsenter", "-t", str(near), "-n"])
        try:
            grpc_port = int(one.process.stdout.readline().strip().rsplit(":", 1)[1]) if calls else 0

            def connect(port, address=HERE):
                return socket.create_connection((address, port), timeout=20)

            def metrics():
                with within(near, lambda: connect(one.port)) as client:
                    client.sendall(f"GET /metrics HTTP/1.1\r\nConnection: close\r\n{KEY}\r\n".encode())
                    return client.makefile("rb").read().decode()
            clients = []
            for port, (_, sent) in [*((one.port, each) for each in asked), *((grpc_port, each) for each in calls)]:
                clients.append(within(far, lambda port=port: connect(port)))
                if clients[-1].getpeername()[1] == one.port and sent.endswith(log):
                    clients[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                clients[-1].sendall(sent)
            expect_answer(clients[4])
            wait_until(lambda: connections(one.process.pid) == len(clients), 20)
            expect("all are there", connections(one.process.pid), len(clients))
            expect_true("logs come", "symserve_streams 0\n" not in metrics())
            ip(far, "link", "set", "far", "down")
            begun = time.time()
            wait_until(lambda: not connections(one.process.pid), LATEST)
            expect(f"connections, after {time.time() - begun:.0f} s", connections(one.process.pid), 0)
            expect_true("nothing is held for them", "symserve_streams 0\n" in metrics() and "symserve_working 0\n" in metrics())
            expect("no file of theirs", list(Path(folder, "kept/incoming").iterdir()), [])
            ip(far, "link", "set", "far", "up")
            with within(far, lambda: connect(one.port)) as client:
                client.sendall(request("POST", "/log", line, len(line)))
                expect_answer(client)
            for client in clients:
                client.close()
        finally:
            one.process.kill()
            one.process.wait()
