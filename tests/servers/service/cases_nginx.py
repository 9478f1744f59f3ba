"""Behind nginx, set up as docs/service.md says: what is streamed stays so, uploads are not kept by it first, gRPC goes through, and names fit."""
import contextlib
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from cases_grpc import Client, grpc_service, messages
from ports import free_port, listens
from symserve import FRAME, MARKET, MARKET_ID, RESOLVED, ROOT, Skipped, expect, expect_true, filled_store, service

PROGRAM = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/sbin")
AROUND = """
daemon off;
master_process off;
pid {state}/pid;
error_log {state}/errors;
events {{}}
http {{
  access_log off;
  client_body_temp_path {state}/body;
  proxy_temp_path {state}/proxy;
  fastcgi_temp_path {state}/fastcgi;
  uwsgi_temp_path {state}/uwsgi;
  scgi_temp_path {state}/scgi;
  server {{
    listen 127.0.0.1:{plain};
{http}
  }}
  server {{
    listen 127.0.0.1:{second} http2;
{grpc}
  }}
}}
"""


def documented(title):
    """The blocks of nginx's settings that the page has: the one for HTTP, the one for gRPC."""
    page = (ROOT / "docs/service.md").read_text().split("## " + title)[1].split("\n## ")[0]
    blocks = [block for block in re.findall(r"(?:^    .*\n)+", page, re.M) if "location" in block]
    expect("blocks of settings", ["proxy_pass" in blocks[0], "grpc_pass" in blocks[1]], [True, True])
    return blocks


@contextlib.contextmanager
def nginx(http_port, grpc_port):
    """Ports of HTTP and gRPC before those of the service."""
    if not PROGRAM:
        raise Skipped("nginx is not here")
    http, grpc = documented("Behind a web server")
    with tempfile.TemporaryDirectory(prefix="symkit-nginx-") as folder:
        plain, second = free_port(), free_port()
        user = "user root;\n" if os.geteuid() == 0 else ""
        settings = Path(folder) / "nginx.conf"
        settings.write_text(user + AROUND.format(state=folder, plain=plain, second=second, http=http.replace("127.0.0.1:8790", f"127.0.0.1:{http_port}"),
                                                 grpc=grpc.replace("127.0.0.1:8791", f"127.0.0.1:{grpc_port}")))
        process = subprocess.Popen([PROGRAM, "-c", settings, "-e", f"{folder}/errors", "-p", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            expect_true("nginx listens", listens(process, plain) and listens(process, second))
            yield plain, second, Path(folder)
        finally:
            process.terminate()
            process.wait()


def through(port, path, *words, status="200", stdin=None):
    done = subprocess.run(["curl", "-sS", "-m", "60", "-w", "\n%{http_code}", *map(str, words), f"http://127.0.0.1:{port}/symbols{path}"],
                          input=stdin.encode() if stdin else None, capture_output=True, timeout=90)
    body, _, code = done.stdout.rpartition(b"\n")
    expect(f"{path}: {body[:200]!r} {done.stderr!r}", code.decode(), status)
    return body.decode()


def test_behind_nginx():
    with filled_store() as store, service("--uploads", Path(store).parent / "kept", store=store) as one, nginx(one.port, 1) as (port, _, folder):
        expect_true("answered", RESOLVED in through(port, "/log", "--data-binary", "@-", stdin=FRAME))
        expect("by its own name", through(port, "/healthz", "-H", "Host: 127.0.0.1"), "ok\n")
        # A log bit by bit: the first line is answered before there is a second.
        with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
            client.sendall(b"POST /symbols/log HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            answer = client.makefile("rb")
            line = FRAME.encode()
            for number in range(3):
                client.sendall(b"%x\r\n" % len(line) + line + b"\r\n")
                while RESOLVED.encode() not in (said := answer.readline()):
                    expect_true(f"line {number}", said)
            client.sendall(b"0\r\n\r\n")
        # A file that comes is not written down before it is passed on.
        expect_true("uploaded", MARKET_ID in through(port, "/symbols/libmarket.so", "-T", MARKET))
        expect("nothing lies with nginx", [path.name for path in (folder / "body").rglob("*") if path.is_file()], [])
        through(port, "/symbols/libmarket.so", "-X", "PATCH", status="405")


def test_grpc_behind_nginx():
    with filled_store() as store, grpc_service(store=store) as (one, _), nginx(one.port, one.grpc_port) as (_, port, _):
        messages()
        client = Client(f"127.0.0.1:{port}")
        v1, turn = client.logs, threading.Semaphore(1)

        def lines():
            for _ in range(3):
                turn.acquire(timeout=20)
                yield v1.AnswerLogRequest(text=FRAME.encode())
        seen = b""
        for answer in client.log(lines()):
            seen += answer.text
            turn.release()
        expect("each, as it comes", seen.count(RESOLVED.encode()), 3)
        expect("uploaded", client.upload(MARKET).prepared[0].id, MARKET_ID)
        client.refused("NOT_FOUND", lambda: client.about("Describe", id="ab" * 20))
