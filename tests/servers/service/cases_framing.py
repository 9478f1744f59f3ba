"""Where a request ends and whom it asks, by RFC 9112: what two readers of the same bytes may read differently is refused, and
the connection closed, so that nothing that stands in one request is answered as another. Raw sockets: no client sends these."""
import re
import resource
import socket
import subprocess
import tempfile
from pathlib import Path

from symserve import FRAME, RESOLVED, expect, expect_true, filled_store, service

SECOND = b"GET /second HTTP/1.1\r\nHost: localhost\r\n\r\n"
HOST = b"Host: localhost\r\n"
CHUNKS = b"5\r\nhello\r\n0\r\n\r\n"


def said(one, request):
    """All that comes back until the service closes, or has nothing more to say."""
    with one.connect() as client:
        client.sendall(request)
        client.settimeout(1)
        answer = b""
        try:
            while some := client.recv(1 << 16):
                answer += some
        except TimeoutError:
            return answer, False
        return answer, True


def statuses(answer):
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", answer)]


def refused(one, name, request, status):
    """With this status, and nothing behind it is answered."""
    answer, is_closed = said(one, request + SECOND)
    expect(name, (statuses(answer), is_closed), ([status], True))


def taken(one, name, request, status=200):
    """And the request behind it, too."""
    answer, is_closed = said(one, request + SECOND)
    expect(name, (statuses(answer), is_closed), ([status, 404], False))


def test_transfer_encodings():
    with service() as one:
        def coded(*values):
            fields = b"".join(b"Transfer-Encoding:" + value + b"\r\n" for value in values)
            return b"POST /log HTTP/1.1\r\n" + HOST + fields + b"\r\n" + CHUNKS
        for value in (b"chunked", b" chunked", b" Chunked ", b"\tCHUNKED\t"):
            taken(one, value, coded(value))
        for value in (b"", b" ", b"chunked, gzip", b"xchunked", b"chunkedx", b"chunk ed", b"identity", b"gzip", b"chunked;q=1", b"chunked,",
                      b"\"chunked\"", b"\x0bchunked", b"\r\n chunked", b"\r\n\tchunked"):
            refused(one, value, coded(value), 400)
        for value in (b"gzip, chunked", b"identity,chunked", b"chunked, chunked", b",chunked"):
            refused(one, value, coded(value), 501)
        for values in ((b"chunked", b"chunked"), (b"chunked", b"identity"), (b"identity", b"chunked"), (b"gzip", b"chunked")):
            refused(one, values, coded(*values), 400)
        for version in (b"1.0\r\nConnection: keep-alive", b"1.0"):
            refused(one, version, b"POST /log HTTP/" + version + b"\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKS, 400)


def test_lengths():
    with service() as one:
        def long(*fields):
            return b"POST /log HTTP/1.1\r\n" + HOST + b"".join(field + b"\r\n" for field in fields) + b"\r\nhello"
        for value in (b"5", b" 5 ", b"05"):
            taken(one, value, long(b"Content-Length:" + value))
        for value in (b"", b"+5", b"-5", b"0x5", b"5;", b"5.0", b"5, 5", b"5,5", b"5, 6", b"5,", b"1 2", b"99999999999999999999999", b"18446744073709551621",
                      b"\r\n 5"):
            refused(one, value, long(b"Content-Length:" + value), 400)
        for other in (b"Content-Length: 5", b"Content-Length: 6", b"Transfer-Encoding: chunked", b"Transfer-Encoding: xchunked"):
            refused(one, other, long(b"Content-Length: 5", other), 400)
            refused(one, other, long(other, b"Content-Length: 5"), 400)


def test_heads():
    with service() as one:
        def head(*lines, first=b"GET /healthz HTTP/1.1"):
            return b"\r\n".join((first, *lines)) + b"\r\n\r\n"
        taken(one, "plain", head(b"Host: localhost", b"X: a b\tc \xff"))
        taken(one, "a host that says nothing", head(b"Host:"))
        taken(one, "an address", head(b"Host: [::1]:80"))
        taken(one, "all of the address", head(b"Host: evil.example", first=b"GET http://localhost/healthz HTTP/1.1"))
        taken(one, "without a path", head(b"Host: localhost", first=b"GET HTTP://localhost?x HTTP/1.1"))
        taken(one, "whose host counts", head(b"Host: localhost", first=b"GET http://evil.example/healthz HTTP/1.1"), 403)
        expect("HTTP/1.0", statuses(said(one, b"GET /healthz HTTP/1.0\r\n\r\n")[0]), [200])
        for lines in ((), (b"Host: localhost", b"Host: localhost"), (b"Host: localhost", b"Host: evil.example"), (b"Host: a b",), (b"Host: a/b",),
                      (b"Host: you@localhost",), (b"Host : localhost",), (b"Host\t: localhost",), (b" Host: localhost",), (b"Host: localhost", b"X: a", b" b"),
                      (b"Host: localhost", b"X: a", b"\tb"), (b"Host: localhost", b"X: a\nY: b"), (b"Host: localhost", b"X: a\rY: b"),
                      (b"Host: localhost", b"X: a\0b"), (b"Host: localhost", b"X\0: a"), (b"Host: localhost", b"X: \x7f"), (b"Host: localhost", b": a"),
                      (b"Host: localhost", b"X"), (b"Host: localhost", b"Authorization: Bearer a", b"Authorization: Bearer b"),
                      (b"Host: localhost", b"Origin: http://localhost", b"Origin: http://evil.example")):
            refused(one, lines, head(*lines), 400)
        for first in (b"GET /healthz HTTP/1.2", b"GET /healthz HTTP/2.0", b"GET /healthz http/1.1", b"GET /healthz", b"GET  /healthz HTTP/1.1",
                      b"GET /healthz HTTP/1.1 ", b"GET /hea lthz HTTP/1.1", b"GET /hea\0lthz HTTP/1.1", b"GET /healthz HTTP/1.1\nX: a"):
            refused(one, first, head(b"Host: localhost", first=first), 400)
        refused(one, "lines that end without CR", b"GET /healthz HTTP/1.1\nHost: localhost\n\n", 400)
        # However it is cut into packets.
        for size in (1, 7):
            with one.connect() as client:
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                request = head(b"Host: localhost", b"X: a", b" b")
                for at in range(0, len(request), size):
                    client.sendall(request[at:at + size])
                expect_true("folded, bit by bit", client.recv(1000).startswith(b"HTTP/1.1 400"))


def test_chunks():
    with service() as one:
        begins = b"POST /symbolicate/v5 HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
        question = b'{"jobs":[]}'
        good = b"b\r\n" + question + b"\r\n"
        for rest in (good + b"0\r\n\r\n", b"000B\r\n" + question + b"\r\n000\r\n\r\n", b'b;a=b;c="d e"\r\n' + question + b"\r\n0;x\r\n\r\n",
                     good + b"0\r\nX: a\r\nAuthorization: b\r\n\r\n"):
            taken(one, rest, begins + rest)
        for size in (b"", b"+b", b"-b", b"0xb", b" b", b"b ", b"b_", b"bg", b"1000000000000000b", b"b;=", b"b;a\nb", b"b;a\rb", b"b;a\0b", b'b;a="\n"',
                     b'b;a="\x01"', b"b;" + b"a" * 200_000):
            refused(one, size[:20], begins + size + b"\r\n" + question + b"\r\n0\r\n\r\n", 400)
        for rest in (b"b\n" + question + b"\r\n0\r\n\r\n", b"b\r\n" + question + b"0\r\n\r\n", b"b\r\n" + question + b"\n0\r\n\r\n",
                     b"b\r\n" + question + b"X\r\n0\r\n\r\n", good + b"0\n\n", good + b"0\r\nX\r\n\r\n", good + b"0\r\nX: a\n\r\n",
                     good + b"0\r\nContent-Length: 1\r\n\r\n", good + b"0\r\nTransfer-Encoding: chunked\r\n\r\n", good + b"0\r\nX: " + b"a" * 200_000 + b"\r\n\r\n"):
            refused(one, rest[:40], begins + rest, 400)


def test_log_that_is_cut():
    """Of a log whose chunks break off, or break a rule, what was answered has no end: nobody takes it for all of it."""
    with filled_store() as store, service(store=store) as one:
        begins = b"POST /log HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
        frame = b"%x\r\n" % len(FRAME) + FRAME.encode() + b"\r\n"
        for rest in (b"", b"5", b"5\r\nhel", b"-1\r\n", b"5\r\nhelloX\r\n0\r\n\r\n", b"0\r\nX\r\n\r\n", b"0\r\n"):
            with one.connect() as client:
                client.sendall(begins + frame + rest)
                client.shutdown(socket.SHUT_WR)
                answer = client.makefile("rb").read()
            expect_true(f"{rest}: what was there is answered", answer.startswith(b"HTTP/1.1 200") and RESOLVED.encode() in answer)
            expect_true(f"{rest}: and it has no end: {answer[-20:]}", not answer.endswith(b"0\r\n\r\n"))
        refused(one, "nothing but a fault", begins + b"-1\r\n", 400)


def test_file_that_may_not_grow():
    """RLIMIT_FSIZE, which sends a signal that ends programs: the service refuses the body, and goes on."""
    soft = resource.getrlimit(resource.RLIMIT_FSIZE)
    with tempfile.TemporaryDirectory(prefix="symkit-grow-") as folder:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, soft[1]))
        try:
            with filled_store() as store, service("--uploads", Path(folder) / "kept", store=store) as one:
                for path, words in (("/symbols/x.so", ("-T", "-", "-H", "Transfer-Encoding:", "-H", f"Content-Length: {5 << 20}")), ("/log", ("--data-binary", "@-"))):
                    done = subprocess.run(["curl", "-sS", "-m", "30", "-o", "/dev/null", "-w", "%{http_code}", *words, one.url + path], input=b"x\n" * (5 << 19),
                                          capture_output=True)
                    expect(path, done.stdout, b"503")
                expect_true("and goes on", RESOLVED in one.log(FRAME))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, soft)
