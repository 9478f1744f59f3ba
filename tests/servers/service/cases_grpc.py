"""symkit.v1 over gRPC, as python3-grpcio speaks it: messages made by protoc from proto/, calls by their names."""
import contextlib
import functools
import importlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from symserve import DATA, FRAME, MARKET, MARKET_ID, RESOLVED, ROOT, Service, Skipped, expect, expect_true, filled_store, prepared_by, sent_cut_anywhere, tool
import symserve

OFFSET = 0x2D28
FILES = tempfile.TemporaryDirectory(prefix="symkit-proto-")


@functools.cache
def messages():
    """(grpc, symbolication's messages, symbol_manager's)"""
    try:
        grpc = importlib.import_module("grpc")
    except ImportError:
        raise Skipped("python3-grpcio is not here") from None
    if not shutil.which("protoc"):
        raise Skipped("protoc is not here")
    names = [f"symkit/v1/{name}.proto" for name in ("symbolication", "symbol_manager")]
    subprocess.run(["protoc", "-I", ROOT / "proto", f"--python_out={FILES.name}", *names], check=True)
    sys.path.insert(0, FILES.name)
    return grpc, *(importlib.import_module(f"symkit.v1.{name}_pb2") for name in ("symbolication", "symbol_manager"))


class Client:
    def __init__(self, place, token=None):
        self.grpc, self.logs, self.symbols = messages()
        self.channel = self.grpc.insecure_channel(place, options=[("grpc.enable_http_proxy", 0)])
        self.metadata = [("authorization", f"Bearer {token}")] if token else []

    def call(self, kind, name, asked, answered, content, **more):
        method = getattr(self.channel, kind)(f"/symkit.v1.{name}", asked.SerializeToString, answered.FromString)
        return method(content, metadata=self.metadata, timeout=30, **more)

    def resolve(self, places, images=(), **options):
        v1 = self.logs
        request = v1.ResolveFramesRequest(images=[v1.Image(id=id_) for id_ in images], places=[v1.Place(**place) for place in places], **options)
        return self.call("unary_unary", "Symbolication/ResolveFrames", v1.ResolveFramesRequest, v1.ResolveFramesResponse, request).answers

    def log(self, requests):
        return self.call("stream_stream", "Symbolication/AnswerLog", self.logs.AnswerLogRequest, self.logs.AnswerLogResponse, requests)

    def upload(self, file, name=None, size=None, piece=50_000):
        content = Path(file).read_bytes()

        def pieces():
            for at in range(0, max(1, len(content)), piece):
                first = {"name": name if name is not None else Path(file).name, "size": len(content) if size is None else size} if at == 0 else {}
                yield self.symbols.UploadRequest(content=content[at:at + piece], **first)
        return self.call("stream_unary", "SymbolManager/Upload", self.symbols.UploadRequest, self.symbols.UploadResponse, pieces())

    def about(self, name, **fields):
        return self.call("unary_unary", f"SymbolManager/{name}", getattr(self.symbols, f"{name}Request"), getattr(self.symbols, f"{name}Response"),
                         getattr(self.symbols, f"{name}Request")(**fields))

    def refused_somehow(self, call):
        try:
            call()
        except self.grpc.RpcError:
            return True
        return False

    def refused(self, code, call):
        try:
            done = call()
            list(done) if hasattr(done, "__next__") else None
        except self.grpc.RpcError as error:
            expect("why it is refused", error.code().name, code)
            return error.details()
        raise symserve.Unexpected(f"it is not {code}")


@contextlib.contextmanager
def grpc_service(*options, store=None, token=None):
    messages()
    with tempfile.TemporaryDirectory(prefix="symkit-grpc-") as here:
        probe = subprocess.run([symserve.BIN / "symserve", "--grpc", "256.0.0.1:1", "--store", "", "--listen", "127.0.0.1:0", "--uploads", ""], capture_output=True, text=True)
        if "without gRPC" in probe.stderr:
            raise Skipped("this symserve was built without gRPC")
        one = Service(here, ["--grpc", "127.0.0.1:0", "--uploads", Path(here) / "kept", "--store", store or Path(here) / "store", *options])
        try:
            place = one.process.stdout.readline().strip()
            expect_true(f"it says where gRPC is: {place!r}", place.startswith("grpc://127.0.0.1:"))
            one.grpc_port = int(place.rsplit(":", 1)[1])
            yield one, Client(place.removeprefix("grpc://"), token)
        finally:
            one.process.kill()
            one.process.wait()


def test_grpc_frames():
    """The two ways in which places are known without a log: each answer as the tool of its kind has it."""
    with filled_store() as store, grpc_service(store=store) as (_, client):
        truth = json.loads(tool("symlookup", "-o", MARKET, "--format=json", "-offset", hex(OFFSET), "--store", store).stdout)["frames"]
        places = [{"native": {"image": 0, "offset": OFFSET}}, {"native": {"image": 1, "offset": OFFSET}}, {"native": {"image": 7, "offset": 1}}, {},
                  {"native": {"image": 0, "offset": OFFSET + 1, "is_return_address": True}}, {"native": {"image": 0, "offset": 1 << 60}}]
        found, other, beyond, none, back, outside = client.resolve(places, [MARKET_ID, "ab" * 20])
        expect("functions, innermost first", [(one.name, one.line) for one in found.functions], [(one["function"], one["line"]) for one in truth])
        expect_true("files", all(one.file.endswith(str(Path(known["file"]).name)) for one, known in zip(found.functions, truth, strict=True)))
        expect("a return address is of the call before it", back.functions[0].line, found.functions[0].line)
        for answer in (other, beyond, none, outside):
            expect_true(f"it says why not: {answer}", answer.reason and not answer.functions)
        expect_true(beyond.reason, "image 7" in beyond.reason)
        mangled = client.resolve(places[:1], [MARKET_ID], mangled_names=True)[0]
        expect_true(mangled.functions[-1].name, mangled.functions[-1].name.startswith("_Z"))
        assert client.resolve([]) is not None
        expect_true("not endlessly many", "100" in client.refused("INVALID_ARGUMENT", lambda: client.resolve([{}] * 100_001)))


# What R8's own retrace makes of test-data/java/stack.txt: innermost first.
KITCHEN = "com.example.kitchen."
JAVA = [[("Pot.lift", "Pot.java", 33), ("Kitchen.boil", "Kitchen.kt", 14)], [("Kitchen.serve", "Kitchen.kt", 22)]]


def test_grpc_java_and_javascript():
    with filled_store() as store, grpc_service(store=store) as (one, client):
        symbols = [json.loads(line) for line in one.curl("/symbols").splitlines()]
        mapping = next(symbol["id"] for symbol in symbols if symbol["kind"] == "mapping")
        map_id = next(line.split("pg_map_id")[1].strip(' ":}') for line in (DATA / "java/mapping.txt").read_text().splitlines() if "pg_map_id" in line)
        stack = [line.split("at ", 1)[1] for line in (DATA / "java/stack.txt").read_text().splitlines() if "at " in line and "r8-map-id" in line]
        places = []
        for frame in stack:
            name, place = frame.rstrip(")").split("(")
            class_name, method = name.rsplit(".", 1)
            places.append({"mapping_id": map_id, "class_name": class_name, "method": method, "line": int(place.rsplit(":", 1)[1])})
        expect_true(f"there are some: {mapping}", len(places) > 1)
        for answer, chain in zip(client.resolve([{"java": place} for place in places[:2]]), JAVA, strict=True):
            expect("a place of Java", [(one.name, one.file, one.line) for one in answer.functions], [(KITCHEN + name, file, line) for name, file, line in chain])
        unknown, no_class, no_method, no_id = client.resolve([
            {"java": {**places[0], "mapping_id": "0" * 64}}, {"java": {**places[0], "class_name": "no.such.Thing"}},
            {"java": {**places[0], "method": "nobody"}}, {"java": {**places[0], "mapping_id": ""}}])
        for answer in (unknown, no_class, no_method, no_id):
            expect_true(f"it says why not: {answer}", answer.reason and not answer.functions and not answer.alternatives)
        expect_true(no_class.reason, "class" in no_class.reason)

        script = [line for line in (DATA / "sourcemap/esbuild/stack.txt").read_text().splitlines() if ":" in line and "at " in line][0]
        url, line, column = script.strip().rstrip(")").split("(")[-1].split(" ")[-1].rsplit(":", 2)
        truth = json.loads(one.log(script + "\n", "/log?format=json").splitlines()[0])
        answer, none, nowhere = client.resolve([{"script": {"url": url, "line": int(line), "column": int(column)}},
                                                {"script": {"debug_id": "0" * 32, "line": 1, "column": 1}}, {"script": {"line": 1}}])
        (function,) = answer.functions
        known = truth["original"]
        expect("a place of JavaScript", (function.name, function.file, function.line, function.column),
               (known["function"], known["source"], known["line"], known["column"]))
        for failed in (none, nowhere):
            expect_true(f"it says why not: {failed}", failed.reason and not failed.functions)


def test_grpc_logs():
    """A log in chunks: each line is answered before the next is sent, and the whole as over HTTP."""
    with filled_store() as store, grpc_service(store=store) as (one, client):
        v1, turn = client.logs, threading.Semaphore(1)

        def lines():
            for number in range(5):
                turn.acquire(timeout=20)
                yield v1.AnswerLogRequest(text=f"line {number}\n{FRAME}".encode())
        text = b""
        for answer in client.log(lines()):
            text += answer.text
            if text.count(RESOLVED.encode()) > text.count(b"again"):
                text += b"again"
                turn.release()
        expect("each", text.count(RESOLVED.encode()), 5)
        whole = FRAME * 2000 + (DATA / "java/stack.txt").read_text() + (DATA / "sourcemap/esbuild/stack.txt").read_text()
        for options, path in (({}, "/log"), ({"format": 2}, "/log?format=json"), ({"no_inlines": True, "full_paths": True}, "/log?inlines=no&full-path=yes")):
            content = whole.encode()
            requests = [v1.AnswerLogRequest(options=v1.LogOptions(**options))] + [v1.AnswerLogRequest(text=content[at:at + 7001]) for at in range(0, len(content), 7001)]
            said = b"".join(answer.text for answer in client.log(iter(requests)))
            expect_true(f"as over HTTP: {options}", said.decode() == one.log(whole, path))
        expect("nothing", list(client.log(iter([]))), [])
        # Ended in the middle, by the client and by its own time.
        for _ in range(20):
            call = client.log(iter([v1.AnswerLogRequest(text=FRAME.encode() * 1000)] * 3))
            next(call)
            call.cancel()
        expect_true("well", RESOLVED in one.log(FRAME))


def test_grpc_symbols():
    """Uploaded, told, taken away; refused with a sentence, and what ended before its end is nothing."""
    with grpc_service() as (one, client):
        expect("none", list(client.about("List").symbols), [])
        prepared = client.upload(MARKET).prepared
        expect("what it became", [(made.kind, made.id, made.architecture) for made in prepared], [("native", MARKET_ID, "x86_64")])
        expect_true("answered at once", RESOLVED in one.log(FRAME))
        client.upload(DATA / "java/mapping.txt", size=0)
        (market,) = client.about("Describe", id=MARKET_ID).symbols
        known = json.loads(one.curl(f"/symbols/{MARKET_ID}"))
        expect("described as over HTTP", (market.kind, market.id, market.name, market.bytes, market.functions, market.with_lines),
               ("native", MARKET_ID, known["name"], known["bytes"], known["functions"], known["with_lines"]))
        expect("listed", sorted(symbol.kind for symbol in client.about("List").symbols), ["mapping", "native"])
        expect("found", [symbol.id for symbol in client.about("List", find=MARKET_ID[:6]).symbols], [MARKET_ID])
        client.refused("NOT_FOUND", lambda: client.about("Describe", id="ab" * 20))
        client.refused("NOT_FOUND", lambda: client.about("Describe", id="../../etc/passwd"))
        for name in ("", "../x.so", ".x", "a/b", "-x"):
            client.refused("INVALID_ARGUMENT", lambda name=name: client.upload(MARKET, name=name))
        client.refused("INVALID_ARGUMENT", lambda: client.upload(MARKET, size=12))
        said = client.refused("INVALID_ARGUMENT", lambda: client.upload(ROOT / "README.md"))
        expect_true(said, said and str(one.folder) not in said)
        expect("gone", client.about("Delete", id=MARKET_ID).count, 1)
        client.refused("NOT_FOUND", lambda: client.about("Delete", id=MARKET_ID))
        expect_true("not answered any more", RESOLVED not in one.log(FRAME))


def test_grpc_tokens():
    with filled_store() as store, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tokens"
        file.write_text("read readable-token\nwrite writable-token\n")
        place = [{"native": {"image": 0, "offset": OFFSET}}]
        with grpc_service("--token-file", file, store=store) as (_, client):
            client.refused("UNAUTHENTICATED", lambda: client.resolve(place, [MARKET_ID]))
            client.refused("UNAUTHENTICATED", lambda: client.log(iter([])))
            client.refused("UNAUTHENTICATED", lambda: client.about("List"))
            client.metadata = [("authorization", "Bearer readable-token")]
            expect_true("may read", client.resolve(place, [MARKET_ID])[0].functions)
            client.refused("UNAUTHENTICATED", lambda: client.upload(MARKET))
            client.refused("UNAUTHENTICATED", lambda: client.about("Delete", id=MARKET_ID))
            client.metadata = [("authorization", "Bearer writable-token")]
            expect("may write", client.upload(MARKET).prepared[0].id, MARKET_ID)


def test_grpc_stop_while_files_are_prepared():
    """Asked to stop, it waits ten seconds for whoever prepares, and then gives it up."""
    with prepared_by("exec sleep 100"), grpc_service() as (one, client):
        failed = []
        sender = threading.Thread(target=lambda: failed.append(client.refused_somehow(lambda: client.upload(MARKET))))
        sender.start()
        while not list((one.folder / "kept/incoming").glob("*/" + MARKET.name)):
            time.sleep(0.05)
        begun = time.time()
        os.kill(one.process.pid, signal.SIGTERM)
        expect("it ends well", one.process.wait(30), 0)
        expect_true(f"{time.time() - begun:.1f} s", time.time() - begun < 25)
        sender.join(30)
        expect("its sender hears of it", failed, [True])


def test_grpc_stop():
    """What is under way is answered when the service is asked to stop."""
    with filled_store() as store, grpc_service(store=store) as (one, client):
        v1, said = client.logs, threading.Event()

        def lines():
            yield v1.AnswerLogRequest(text=FRAME.encode())
            said.wait(20)
            yield v1.AnswerLogRequest(text=FRAME.encode())
        answers = client.log(lines())
        text = next(answers).text
        os.kill(one.process.pid, signal.SIGTERM)
        said.set()
        text += b"".join(answer.text for answer in answers)
        expect("both", text.count(RESOLVED.encode()), 2)
        expect("it ends well", one.process.wait(20), 0)


def http2(path, *messages):
    """A call as its bytes on a connection of its own."""
    def frame(kind, flags, stream, content):
        return len(content).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + content

    def text(value):
        return bytes([len(value)]) + value.encode()
    # Fields by their numbers in HPACK's table of names, none of them to be remembered.
    fields = b"\x83\x86" + b"\x04" + text(path) + b"\x01" + text("localhost") + b"\x0f\x10" + text("application/grpc") + b"\x00" + text("te") + text("trailers")
    sent = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0, b"") + frame(1, 4, 1, fields)
    for number, message in enumerate(messages, 1):
        content = message.SerializeToString()
        sent += frame(0, number == len(messages), 1, b"\0" + len(content).to_bytes(4, "big") + content)
    return sent


def test_grpc_cut_anywhere():
    """Behind each of its bytes a call is cut: closed, or left half open. The whole is answered."""
    with filled_store() as store, grpc_service(store=store) as (one, client):
        v1, symbols = client.logs, client.symbols
        calls = [http2("/symkit.v1.Symbolication/ResolveFrames", v1.ResolveFramesRequest(images=[v1.Image(id=MARKET_ID)], places=[v1.Place(native={"offset": OFFSET})])),
                 http2("/symkit.v1.Symbolication/AnswerLog", v1.AnswerLogRequest(text=FRAME.encode()), v1.AnswerLogRequest(text=FRAME.encode())),
                 http2("/symkit.v1.SymbolManager/Upload", symbols.UploadRequest(name="x.so", size=8, content=b"\x7fELF"), symbols.UploadRequest(content=b"more"))]
        place = ("127.0.0.1", one.grpc_port)
        with socket.create_connection(place, timeout=30) as whole:
            whole.sendall(calls[0])
            answer = b""
            while b"raise_overflow" not in answer:
                more = whole.recv(65536)
                expect_true("it is answered", more)
                answer += more
        half_open = sent_cut_anywhere(calls, 0, lambda: socket.create_connection(place, timeout=30))
        expect_true("well", client.resolve([{"native": {"image": 0, "offset": OFFSET}}], [MARKET_ID])[0].functions)
        for cut in half_open:
            cut.close()
        expect_true("nothing is kept of them", not list((one.folder / "kept/buildid").iterdir()))
        client.upload(MARKET)
