"""Engines to test with: redis-server on loopback, each in a folder of its own, stopped by its id at the end."""
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))
from ports import free_port, listens  # noqa: E402

# What a shell runs in the background ignores ^C, and so would all programs that are begun here.
signal.signal(signal.SIGINT, signal.default_int_handler)

CLIENT = None  # the path of engine_client


class Unexpected(Exception):
    pass


def expect(what, happened, wanted):
    if happened != wanted:
        raise Unexpected(f"{what}: {happened!r}, not {wanted!r}")


def expect_true(what, condition):
    if not condition:
        raise Unexpected(what)


def ask(url, *words, env=None, status=None):
    """What engine_client prints; `status`: what it must end with."""
    done = subprocess.run([CLIENT, url, *map(str, words)], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **(env or {})})
    if done.returncode < 0 or (status is not None and done.returncode != status):
        raise Unexpected(f"{words} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout.strip()


class Engine:
    def __init__(self, folder, *options, port=None):
        self.folder, self.options = Path(folder), options
        self.chosen, self.process = port, None
        self.use(port or free_port())

    def use(self, port):
        self.port, self.url = port, f"redis://127.0.0.1:{port}"

    def start(self):
        """On the port that it had before, if there was one: whoever asks it finds it there again."""
        for _ in range(3):
            is_first = self.process is None
            self.begin()
            if listens(self.process, self.port):
                return self
            if self.chosen or not is_first:
                break
            # Somebody who borrows no ports was there before it.
            self.stop()
            self.process = None
            self.use(free_port())
        raise Unexpected(f"redis-server did not start on port {self.port}")

    def begin(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", "",
             "--daemonize", "no", "--loglevel", "warning", *map(str, self.options)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def cli(self, *words):
        return subprocess.run(["redis-cli", "-p", str(self.port), *map(str, words)], capture_output=True, text=True,
                              timeout=60).stdout.strip()

    def signal(self, number):
        os.kill(self.process.pid, number)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        if self.process:
            self.process.wait()


@contextlib.contextmanager
def engine(*options):
    with tempfile.TemporaryDirectory(prefix="symkit-redis-") as folder:
        one = Engine(folder, *options)
        try:
            yield one.start()
        finally:
            one.stop()


class SlowLine:
    """A proxy that lets so many bytes a second through, each after so long."""

    def __init__(self, port, bytes_a_second=0, delay=0.0):
        self.target, self.rate, self.delay = port, bytes_a_second, delay
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.ends = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):
            while not self.ends.is_set():
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self.pump, args=(one, other), daemon=True).start()

    def pump(self, one, other):
        chunk = max(1, self.rate // 50) if self.rate else 65536
        with contextlib.suppress(OSError):
            while data := one.recv(chunk):
                time.sleep(self.delay + (len(data) / self.rate if self.rate else 0))
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.listener.close()


class Counting(SlowLine):
    """A proxy that counts how often a client has asked, and then waited for answers, and what it was sent."""

    def __init__(self, port):
        self.round_trips, self.received, self.connections = 0, 0, 0
        self.asking = False  # of one client at a time
        super().__init__(port)

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    def serve(self):
        with contextlib.suppress(OSError):
            while not self.ends.is_set():
                near, _ = self.listener.accept()
                self.connections += 1
                far = socket.create_connection(("127.0.0.1", self.target))
                threading.Thread(target=self.pump_counted, args=(near, far, True), daemon=True).start()
                threading.Thread(target=self.pump_counted, args=(far, near, False), daemon=True).start()

    def pump_counted(self, one, other, asks):
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 20):
                self.round_trips += asks and not self.asking
                self.received += 0 if asks else len(data)
                self.asking = asks
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Scripted:
    """A server that says the same bytes to everybody who connects, whatever is asked, and then closes or stays silent."""

    def __init__(self, says, silent=False, drip=0.0):
        self.says, self.silent, self.drip = says, silent, drip
        self.heard = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.talk, args=(connection,), daemon=True).start()

    def talk(self, connection):
        with contextlib.suppress(OSError):
            self.heard.append(connection.recv(65536))
            if self.drip:
                for at in range(len(self.says)):
                    connection.sendall(self.says[at:at + 1])
                    time.sleep(self.drip)
            else:
                connection.sendall(self.says)
            while self.silent and connection.recv(65536):
                pass
            connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
