"""Web servers over a folder on loopback: one of Python's that counts and can do all kinds of wrong, and nginx."""
import contextlib
import http.server
import os
import shutil
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "redis"))
from engines import Unexpected  # noqa: E402
from ports import free_port, listens  # noqa: E402


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def setup(self):
        super().setup()
        self.server.connections += 1

    def do_GET(self):
        self.server.asked.append(self.path)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError, ssl.SSLError):
            if self.server.fault is None or self.server.fault(self) is False:
                self.send_file()

    def body(self):
        path = Path(self.server.root) / self.path.partition("?")[0].removeprefix(self.server.below).lstrip("/")
        return path.read_bytes() if path.is_file() else None

    def send_file(self):
        body = self.body()
        self.answer(404 if body is None else 200, b"no such file" if body is None else body)

    def answer(self, status, body, headers=None):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.server.sent += len(body)


class Web(http.server.ThreadingHTTPServer):
    """`fault(handler)` answers instead of the file, or gives False."""
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, root, fault, below, port):
        super().__init__(("127.0.0.1", port), Handler)
        self.root, self.fault, self.below = root, fault, below
        self.reset()

    def reset(self):
        self.asked, self.sent, self.connections = [], 0, 0

    def handle_error(self, *_):
        pass


@contextlib.contextmanager
def web(root, fault=None, certificate=None, below="", port=0):
    server = Web(root, fault, below, port)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.url = f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_address[1]}{below}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def authority(where):
    """An authority of our own, and a server's certificate for 127.0.0.1 with its key in one file."""
    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", 2, "-subj", "/CN=test", "-keyout", where / "ca.key",
            "-out", where / "ca.pem")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-keyout", where / "server.key",
            "-out", where / "server.csr")
    (where / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", where / "server.csr", "-CA", where / "ca.pem", "-CAkey", where / "ca.key",
            "-CAcreateserial", "-days", 2, "-extfile", where / "names", "-out", where / "server.crt")
    both = where / "server.pem"
    both.write_text((where / "server.crt").read_text() + (where / "server.key").read_text())
    return where / "ca.pem", both


class Nginx:
    """nginx over a folder, as docs/store.md sets it up; over TLS with HTTP/2, where a certificate is given."""

    def __init__(self, root, folder, certificate=None):
        self.folder, self.port = Path(folder), free_port()
        self.log = self.folder / "access.log"
        tls = f" ssl http2; ssl_certificate {certificate}; ssl_certificate_key {certificate}" if certificate else ""
        (self.folder / "nginx.conf").write_text(f"""
daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log; worker_processes 1;
events {{ }}
http {{
  log_format counted '$connection $status $bytes_sent $request_uri $server_protocol';
  access_log {self.log} counted;
  client_body_temp_path {self.folder}/a; proxy_temp_path {self.folder}/b; fastcgi_temp_path {self.folder}/c;
  uwsgi_temp_path {self.folder}/d; scgi_temp_path {self.folder}/e;
  server {{ listen 127.0.0.1:{self.port}{tls}; location /symbols/ {{ alias {root}/; }} }}
}}
""")
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}/symbols"

    def __enter__(self):
        # nginx's workers are of another user, where it is started by root: they read the store, not the test's folder.
        self.process = subprocess.Popen([nginx(), "-p", self.folder, "-c", self.folder / "nginx.conf", "-g",
                                         "user root;" if os.getuid() == 0 else ""],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not listens(self.process, self.port):
            raise Unexpected("nginx did not start: " + (self.folder / "error.log").read_text())
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def lines(self, at_least=0):
        """Of each answer: the connection, its status, its bytes with headers, what was asked for, the protocol. nginx notes an
        answer after it was sent."""
        for _ in range(400):
            lines = [line.split(" ") for line in self.log.read_text().splitlines()]
            if len(lines) >= at_least:
                break
            time.sleep(0.025)
        return lines


def nginx():
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
