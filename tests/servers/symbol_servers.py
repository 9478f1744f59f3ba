"""What the tests of servers have in common: a small server over a folder, a real debuginfod, what a server of each kind has, the log
that asks for it, and symlookup run with a home of its own. Imported by tests/servers/kinds and its neighbours."""
import contextlib
import hashlib
import http.server
import os
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from ports import free_port, listens  # noqa: E402

# What a shell runs in the background ignores ^C, and so would all programs that are begun here.
signal.signal(signal.SIGINT, signal.default_int_handler)

DATA = ROOT / "test-data"
ELF = DATA / "native/elf-arch/market-aarch64-clang-dwarf4.so"
ELF_ID = "3f13127e23d679eb5d545a0ff00289360829c7c7"
ELF_NAMED = "market::raise_overflow(long) (in libmarket.so) (session.cpp:42)"
PDB = DATA / "windows/ledger-x86_64.pdb"
PDB_ID = "FFDE7DAC97B195934C4C44205044422E1"
PDB_NAMED = "ledger_close (in ledger-x86_64.dll) (ledger.cpp:63)"
DSYM = DATA / "native/macho/arm64/libmarket.dylib.dSYM/Contents/Resources/DWARF/libmarket.dylib"
DSYM_ID = "4c4c44a155553144a13fdb375e16597c"
SYM = DATA / "breakpad/market.so.sym"
SYM_ID = "65c6fe42e7aea8af98f965d27c8f52f7dda95511"


def elf_log(*ids):
    return "ABI: 'arm64'\n" + "".join(
        f"      #01 pc 00000000000118bc  /data/app/lib/arm64/libmarket.so (BuildId: {one})\n" for one in ids or [ELF_ID])


def pdb_log(debug_name="ledger-x86_64.pdb"):
    return ("OS|Windows NT|10.0.19041 1151\nCPU|amd64|family 6 model 158|8\n"
            f"Module|ledger-x86_64.dll|1.0|{debug_name}|{PDB_ID}|0x180000000|0x180005fff|1\n0|0|ledger-x86_64.dll||||0x1127\n")


def sym_log():
    return f"      #01 pc 00000000000023f0  /lib/market.so (BuildId: {SYM_ID})\n"


class Web(http.server.BaseHTTPRequestHandler):
    """Files of a folder, with ranges and ETags; or what self.server.fault(self) does, where that is not None."""
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        self.server.asked.append((self.path, dict(self.headers)))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError, ssl.SSLError):
            if self.server.fault is None or self.server.fault(self) is False:
                self.send_file()

    def body(self):
        path = Path(self.server.root) / urllib.parse.unquote(self.path).lstrip("/")
        return path.read_bytes() if path.is_file() else None

    def send_file(self, etag=True, ranges=True, most=None):
        """`most`: the connection is cut after so many bytes of this answer."""
        body = self.body()
        if body is None:
            return self.answer(404, b"no such file")
        tag = f'"{hashlib.sha1(body).hexdigest()}"'
        headers = {"ETag": tag} if etag else {}
        begin = 0
        asked = self.headers.get("Range", "")
        if ranges and asked.startswith("bytes=") and self.headers.get("If-Range", tag) == tag:
            begin = int(asked.removeprefix("bytes=").split("-")[0])
            if begin >= len(body):
                return self.answer(416, b"")
            headers["Content-Range"] = f"bytes {begin}-{len(body) - 1}/{len(body)}"
        part = body[begin:]
        headers["Content-Length"] = str(len(part))
        self.answer(206 if begin else 200, part if most is None else part[:most], headers)
        if most is not None and most < len(part):
            self.close_connection = True

    def answer(self, status, body, headers=None):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


@contextlib.contextmanager
def web(root, fault=None, certificate=None):
    server = Quiet(("127.0.0.1", 0), Web)
    server.root, server.fault, server.asked = root, fault, []
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server, f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def put(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def pack(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([ROOT / "tests/support/cabinet.py", "mszip", source, target], check=True)


@contextlib.contextmanager
def debuginfod(folder, ids, kind="-F"):
    """A real one over files (-F) or Debian's packages (-U), once it has what it was given."""
    port = free_port()
    process = subprocess.Popen(["debuginfod", "-p", str(port), "-d", ":memory:", kind, str(folder)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        if not listens(process, port):
            sys.exit("debuginfod does not start")
        for one in ids:
            for _ in range(300):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f"{url}/buildid/{one}/debuginfo", timeout=5).read()
                    break
                time.sleep(0.1)
            else:
                sys.exit("debuginfod does not serve what it was given")
        yield url
    finally:
        process.terminate()
        process.wait()


def self_signed(folder, name):
    """A certificate for the name, with its key and alone."""
    both = folder / f"{name}.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                    f"/CN={name}", "-addext", f"subjectAltName={'IP' if name[0].isdigit() else 'DNS'}:{name}", "-keyout", both, "-out",
                    folder / f"{name}.crt"], check=True, capture_output=True)
    both.write_bytes(both.read_bytes() + (folder / f"{name}.crt").read_bytes())
    return both, folder / f"{name}.crt"


class Case:
    def __init__(self, symlookup):
        self.symlookup, self.failed, self.took = symlookup, 0, 0.0

    def environment(self, folder, more):
        return {"PATH": os.environ["PATH"], "HOME": str(folder), "DEBUGINFOD_CACHE_PATH": str(folder / "cache"), **more}

    def run(self, arguments, text, folder, **environment):
        begun = time.monotonic()
        done = subprocess.run([self.symlookup, "--store", folder / "store", "--summary", *arguments], input=text,
                              capture_output=True, text=True, timeout=120, env=self.environment(folder, environment))
        self.took = time.monotonic() - begun
        return done

    def check(self, what, holds, *shown):
        if not holds:
            self.failed += 1
            print("FAILED", what, *shown, sep="\n  ")


@contextlib.contextmanager
def scratch():
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "served").mkdir()
        yield Path(folder), Path(folder) / "served"


def downloads(folder):
    return folder / ".cache/symkit/downloads"


def partials(folder):
    return [path for part in (folder / "cache", downloads(folder)) for path in (part / ".partial").glob("*")]


def kept_in(folder):
    """The files that came, in both caches."""
    return [path for part in (folder / "cache", downloads(folder)) for path in part.rglob("*")
            if path.is_file() and path.stat().st_size and path.name != ".servers"]


def store_of(kind, root):
    """What a server of the kind has; the log that asks for it, and what its frame is called."""
    key = f"ledger-x86_64.pdb/{PDB_ID}"
    match kind:
        case "symstore": put(PDB, root / key / "ledger-x86_64.pdb")
        case "symstore-shelves":
            put(PDB, root / "le" / key / "ledger-x86_64.pdb")
            (root / "index2.txt").write_text(".\r\n")
        case "symstore-cabinet": pack(PDB, root / key / "ledger-x86_64.pd_")
        case "symstore-pointer":
            put(PDB, root / "files/old/of-yesterday")
            (root / key).mkdir(parents=True)
            (root / key / "file.ptr").write_bytes(b"PATH:\\\\builds\\symbols\\files\\old\\of-yesterday\r\n")
        case "ssqp-pdb": put(PDB, root / key.lower() / "ledger-x86_64.pdb")
        case "ssqp-debug": put(ELF, root / f"_.debug/elf-buildid-sym-{ELF_ID}/_.debug")
        case "ssqp-code": put(ELF, root / f"libmarket.so/elf-buildid-{ELF_ID}/libmarket.so")
        case "ssqp-mach": put(DSYM, root / f"_.dwarf/mach-uuid-sym-{DSYM_ID}/_.dwarf")
        case "breakpad": put(SYM, root / "market.so/42FEC665AEE7AFA898F965D27C8F52F70/market.so.sym")
        case "unified": put(ELF, root / f"{ELF_ID[:2]}/{ELF_ID[2:]}/debuginfo")
        case "unified-code": put(ELF, root / f"{ELF_ID[:2]}/{ELF_ID[2:]}/executable")
        case "unified-breakpad": put(SYM, root / f"{SYM_ID[:2]}/{SYM_ID[2:]}/breakpad")
        case "debuginfod": put(ELF, root / f"buildid/{ELF_ID}/debuginfo")
    if kind == "ssqp-mach":
        return (DATA / "logs/Kitchen.crash").read_text(), "in libmarket.dylib) ("
    if "breakpad" in kind:
        return sym_log(), "(in market.so) ("
    return (pdb_log(), PDB_NAMED) if "symstore" in kind or kind == "ssqp-pdb" else (elf_log(), ELF_NAMED)


KINDS = ["symstore", "symstore-shelves", "symstore-cabinet", "symstore-pointer", "ssqp-pdb", "ssqp-debug", "ssqp-code", "ssqp-mach",
         "breakpad", "unified", "unified-code", "unified-breakpad", "debuginfod"]
