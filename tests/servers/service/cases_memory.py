"""What logs cost in memory, measured at the process: packed ones that unpack to gigabytes, many at a time, bodies that are only
announced, and a limit that the system sets."""
import gzip
import os
import socket
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from symserve import FRAME, RESOLVED, expect, expect_true, filled_store, service

MEGABYTE = 1 << 20


def memory_of(one, name="VmRSS"):
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{one.process.pid}/status").read_text().splitlines())
    return int(fields[name].split()[0]) << 10


def most_of(one):
    return memory_of(one, "VmHWM")


def packed(folder, name, piece, times):
    """A file of gzip's members, each of them the piece."""
    file = Path(folder) / name
    file.write_bytes(gzip.compress(piece, 9) * times)
    return file


def sent(one, file, *words, where=os.devnull):
    """(status, whether curl had it whole, bytes); a gigabyte takes a busy machine its time"""
    done = subprocess.run(["curl", "-sS", "-m", "900", "-o", where, "-w", "%{http_code} %{size_download}", *words, "--data-binary", f"@{file}", one.url + "/log"],
                          capture_output=True, text=True, timeout=920)
    code, size = done.stdout.split()
    return int(code), done.returncode == 0, int(size)


LIVE = ("-H", "Transfer-Encoding: chunked")


def test_packed_logs_are_bounded():
    """A megabyte that unpacks to more than a log may have is refused; what unpacks to less has an answer from a file."""
    with tempfile.TemporaryDirectory(prefix="symkit-packed-") as folder, filled_store() as store, service("--log-time", "0", store=store) as one:
        line = b"x" * (MEGABYTE - 1) + b"\n"
        one.log(FRAME)
        begun = most_of(one)
        expect("all of it", sent(one, packed(folder, "less", line, 100)), (200, True, 100 * len(line)))
        bomb = packed(folder, "more", line, 1100)
        expect_true(f"a small file: {bomb.stat().st_size}", bomb.stat().st_size < 3 * MEGABYTE)
        code, _, size = sent(one, bomb)
        expect_true(f"refused with a line: {code}, {size}", code == 413 and size < 200)
        code, is_whole, _ = sent(one, bomb, *LIVE)
        expect("live it has no end", (code, is_whole), (200, False))
        grown = most_of(one) - begun
        expect_true(f"{grown >> 20} MB", grown < 250 * MEGABYTE)
        answer = Path(folder) / "answer"
        text = (f"one line, and {'y' * 100}\n" * 10 + FRAME).encode() * 3000
        (Path(folder) / "plain").write_bytes(text)
        code, is_whole, _ = sent(one, Path(folder) / "plain", where=str(answer))
        expect("more than a megabyte, as it is", (code, is_whole, answer.read_text().count(RESOLVED)), (200, True, 3000))


def test_logs_share_one_budget():
    """Clients that have sent much, and read nothing: what has no room in memory waits in files."""
    with filled_store() as store, service(store=store) as one:
        one.log(FRAME)
        begun = most_of(one)
        text = b"a line of no interest, but of some length\n" * 24_000  # a little less than what goes into a file by itself
        clients = []
        for number in range(300):
            client = one.connect()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            # Half of them lack their last byte.
            announced = len(text) + number % 2
            client.sendall(b"POST /log HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % announced + text)
            clients.append(client)
        expect_true("others are answered", RESOLVED in one.log(FRAME))
        grown = most_of(one) - begun
        expect_true(f"{grown >> 20} MB for {len(clients) * len(text) >> 20} MB", grown < 250 * MEGABYTE)
        # What waited is all there.
        for number in (1, 298):
            clients[number].sendall(b"z")
            answer = clients[number].makefile("rb").read(len(text))
            expect_true("its answer", answer.startswith(b"HTTP/1.1 200") and b"a line of no interest" in answer)
        for client in clients:
            client.close()


def test_bodies_that_are_announced():
    """A thousand clients announce much and send a byte."""
    for length in (MEGABYTE, 100_000, 2_000_000_000, None):
        for path in ("/log", "/symbolicate/v5"):
            if path != "/log" and (length or 0) > 16 * MEGABYTE:
                continue
            with service() as one:
                one.log(FRAME)
                before = memory_of(one)
                how = f"Content-Length: {length}" if length else "Transfer-Encoding: chunked"
                body = b"x" if length else b"1\r\nx\r\n"
                # Of logs in chunks a client has 64.
                clients = [one.connect() for _ in range(1000 if length or path != "/log" else 30)]
                for client in clients:
                    client.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{how}\r\n\r\n".encode() + body)
                one.log(FRAME)
                each = (memory_of(one) - before) / len(clients)
                limit = 30_000 if len(clients) == 1000 else 500_000
                expect_true(f"{path}, {how}: {each:.0f} bytes each", each < limit)
                for client in clients:
                    client.close()


def test_without_memory():
    """Where the system gives no more (RLIMIT_AS), a request is refused, or its connection closed (0), and the service goes on."""
    with tempfile.TemporaryDirectory(prefix="symkit-without-") as folder, filled_store() as store:
        frames = Path(folder) / "frames"
        frames.write_bytes(gzip.compress(FRAME.encode() * 20_000, 1))
        files = [packed(folder, "lines", b"a line\n" * 100_000, 20), packed(folder, "one", b"x" * MEGABYTE, 60),
                 packed(folder, "objects", b'{"threads":[' + b'{"frames":[{"imageOffset":1}]},' * 300_000, 1), frames]
        for limit in (300, 500):
            before = ("prlimit", f"--as={limit * MEGABYTE}")
            with service("-j", 4, "--keep-reports", store=store, before=before) as one:
                asked = [(file, ()) for file in files] * 4
                with ThreadPoolExecutor(16) as pool:
                    codes = list(pool.map(lambda request: sent(one, request[0], *request[1])[0], asked))
                expect_true(f"{limit} MB: {codes}", set(codes) <= {0, 200, 413, 422, 503})
                expect(f"{limit} MB: it is there", one.process.poll(), None)
                expect_true(f"{limit} MB: and answers", RESOLVED in one.log(FRAME))
