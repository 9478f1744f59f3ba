"""symserve on loopback with a store of its own, filled by symprep: started on a free port, stopped by its id."""
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))  # ports, for those cases that want them
DATA = ROOT / "test-data"
MARKET = DATA / "native/elf-x86_64/market-gcc-dwarf5.so"
MARKET_ID = "0d7fcda18b352c2a25e75cef1e2a7062268d686c"
FRAME = f"    #00 pc 0000000000002d28  /data/app/libmarket.so (BuildId: {MARKET_ID})\n"
RESOLVED = "market::raise_overflow(long) (in libmarket.so) (session.cpp:42)"  # as llvm-symbolizer has it
BIN = None
ASKED = set()  # (method, path, status) of all that was asked by curl
OWN_FOLDERS = tempfile.gettempdir() + "/symkit-"  # what all folders of these tests begin with
HOME = tempfile.TemporaryDirectory()  # where uploads lie if no other folder is said


class Unexpected(Exception):
    pass


class Skipped(Exception):
    """What the case needs is not here."""


def expect(what, happened, wanted):
    if happened != wanted:
        raise Unexpected(f"{what}: {happened!r}, not {wanted!r}")


def expect_true(what, condition):
    if not condition:
        raise Unexpected(what)


def environment():
    return {"PATH": os.environ["PATH"], "HOME": HOME.name, "LC_ALL": "C.UTF-8"}


def tool(name, *words, status=0, stdin=""):
    done = subprocess.run([BIN / name, *map(str, words)], input=stdin, capture_output=True, text=True, timeout=120, env=environment())
    if done.returncode != status:
        raise Unexpected(f"{name} {words} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done


def method_of(words):
    """Of a request that curl makes with these options."""
    if "-X" in words:
        return words[words.index("-X") + 1]
    return "PUT" if "-T" in words else "POST" if any(word.startswith(("--data", "-F")) for word in words) else "GET"


def without_lines(folder):
    """MARKET, with its symbol table and nothing else."""
    file = Path(folder) / "stripped.so"
    subprocess.run(["objcopy", "--strip-debug", MARKET, file], check=True)
    return file


class Service:
    def __init__(self, folder, options, before=()):
        self.folder = Path(folder)
        self.process = subprocess.Popen([*before, BIN / "symserve", "--listen", "127.0.0.1:0", *map(str, options)], text=True,
                                        stdout=subprocess.PIPE, stderr=open(self.folder / "said", "w"), env=environment())
        self.url = self.process.stdout.readline().strip()
        expect_true(f"it says where it is, not {self.url!r}: {self.said()}", self.url.startswith("http"))
        self.port = int(self.url.rsplit(":", 1)[1])

    def said(self):
        return (self.folder / "said").read_text()

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(30)

    def curl(self, path, *words, status=200, stdin=None, token=None):
        """The body of the answer; `status`: that it must have. What lies where on this machine is in none."""
        key = ["-H", f"Authorization: Bearer {token}"] if token else []
        done = subprocess.run(["curl", "-sS", "-m", "60", "-w", "\n%{http_code}", *map(str, words), *key, self.url + path],
                              input=stdin.encode() if isinstance(stdin, str) else stdin, capture_output=True, timeout=90)
        body, _, code = done.stdout.rpartition(b"\n")
        ASKED.add((method_of([str(word) for word in words]), path.split("?")[0], code.decode()))
        if done.returncode != 0 or code != str(status).encode():
            raise Unexpected(f"{path} {words}: {code!r} {body!r} {done.stderr.decode()}")
        expect_true(f"{path} tells no paths of the server: {body[:400]!r}", OWN_FOLDERS.encode() not in body)
        return body.decode()

    def code(self, path, token):
        done = subprocess.run(["curl", "-sS", "-m", "60", "-o", os.devnull, "-w", "%{http_code}", "-H", f"Authorization: Bearer {token}", self.url + path],
                              capture_output=True, timeout=90)
        return int(done.stdout)

    def log(self, text, path="/log", **more):
        return self.curl(path, "--data-binary", "@-", stdin=text, **more)

    def frames(self, text, path="/log?format=json"):
        return [json.loads(line) for line in self.log(text, path).splitlines()]

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


class Talk:
    """A log that is sent bit by bit, and its answer as it comes. (curl reads its own input only when it has sent what it had.)"""
    def __init__(self, one, path="/log", token=None):
        self.client = one.connect()
        key = f"Authorization: Bearer {token}\r\n" if token else ""
        self.client.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{key}Transfer-Encoding: chunked\r\n\r\n".encode())
        self.answer = self.client.makefile("rb")
        self.head, self.text, self.ended = None, b"", False

    def say(self, text):
        text = text.encode() if isinstance(text, str) else text
        self.client.sendall(b"%x\r\n" % len(text) + text + b"\r\n")

    def end(self):
        self.client.sendall(b"0\r\n\r\n")

    def read_chunk(self):
        if self.head is None:
            self.head = b""
            while (line := self.answer.readline()) not in (b"\r\n", b""):
                self.head += line
        size = int(self.answer.readline() or b"-1", 16)
        expect_true("it goes on", size >= 0)
        self.text += self.answer.read(size)
        self.answer.readline()
        self.ended = size == 0

    def line(self):
        while b"\n" not in self.text:
            self.read_chunk()
        line, _, self.text = self.text.partition(b"\n")
        return line.decode()

    def rest(self):
        while not self.ended:
            self.read_chunk()
        self.client.close()
        return self.text.decode()


@contextlib.contextmanager
def service(*options, store=None, before=()):
    with tempfile.TemporaryDirectory(prefix="symkit-service-") as here:
        one = Service(here, ["--store", store or Path(here) / "store", *options], before)
        try:
            yield one
        finally:
            one.process.kill()
            one.process.wait()


@contextlib.contextmanager
def prepared_by(script):
    """A service that is started meanwhile has this shell script in the place of symprep. Gives a folder."""
    global BIN
    real = BIN
    with tempfile.TemporaryDirectory(prefix="symkit-prepared-") as folder:
        folder = Path(folder)
        shutil.copy(real / "symserve", folder / "symserve")
        program = folder / "symprep"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        BIN = folder
        try:
            yield folder
        finally:
            BIN = real


def sent_cut_anywhere(requests, least, connect):
    """Of each request so many bytes, from `least` on, by a connection of its own: the half-open ones, which nobody has closed yet."""
    half_open = []
    for request in requests:
        for size in range(least, len(request)):
            client = connect()
            client.sendall(request[:size])
            if size % 8 == 0:
                client.shutdown(socket.SHUT_WR)
                half_open.append(client)
            else:
                client.close()
    return half_open


@contextlib.contextmanager
def filled_store():
    """With a native image, a mapping and a source map."""
    with tempfile.TemporaryDirectory(prefix="symkit-filled-") as here:
        store = Path(here) / "store"
        for one in (MARKET, DATA / "java/mapping.txt", DATA / "sourcemap/esbuild/app.js.map"):
            tool("symprep", "--store", store, one)
        yield store
