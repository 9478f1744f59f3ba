"""What sentry-cli asks: the real one, as npm has it, and questions of its shape that it would not ask."""
import gzip
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import symserve
from ports import free_port
from symserve import DATA, FRAME, MARKET, MARKET_ID, RESOLVED, Skipped, environment, expect, expect_true, service

sys.path.insert(0, str(symserve.ROOT / "tests/differential"))
import npm_packages  # noqa: E402

OPTIONS = "/api/0/organizations/kitchen/chunk-upload/"
ASSEMBLE = "/api/0/projects/kitchen/market/files/difs/assemble/"
TOKEN = "a-token-that-writes"


def sha1(content):
    return hashlib.sha1(content).hexdigest()


def sentry_cli():
    try:
        folder = npm_packages.install(Path(__file__).resolve().parent / "sentry", "sentry-cli", "--ignore-scripts")
    except npm_packages.NotInstalled as why:
        raise Skipped(str(why)) from why
    found = sorted(folder.glob("node_modules/@sentry/cli-linux-*/bin/sentry-cli"))
    if not found:
        raise Skipped("npm has no sentry-cli for this machine")
    return found[0]


def upload(one, *words, status=0, command=("debug-files", "upload")):
    """What sentry-cli says, unmodified, with nothing but its documented options."""
    done = subprocess.run([sentry_cli(), "--url", one.url, "--auth-token", TOKEN, *command, "-o", "kitchen", "-p", "market", *map(str, words)],
                          capture_output=True, text=True, timeout=120, cwd=one.folder,
                          env={**environment(), "HOME": str(one.folder), "SENTRY_DISABLE_UPDATE_CHECK": "1"})
    expect(f"{words}: {done.stdout}{done.stderr}", done.returncode, status)
    return done.stdout + done.stderr


def with_uploads(test):
    def run():
        with tempfile.TemporaryDirectory(prefix="symkit-sentry-") as folder, service("--uploads", Path(folder) / "kept") as one:
            test(one, Path(folder) / "kept")
    return run


def form(parts, boundary="----a-boundary"):
    body = b""
    for field, name, content in parts:
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'.encode()
        body += b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n"
    return body + f"--{boundary}--\r\n".encode()


def send(one, body, boundary="----a-boundary", status=200, kind="multipart/form-data"):
    answer = one.curl(OPTIONS, "--data-binary", "@-", "-H", f"Content-Type: {kind}; boundary={boundary}", stdin=body, status=status)
    return json.loads(answer)


def assemble(one, *files, status=200):
    question = {sum_: {"name": name, "debug_id": "a1cd7f0d-358b-2a2c-25e7-5cef1e2a7062", "chunks": chunks} for sum_, name, chunks in files}
    return json.loads(one.curl(ASSEMBLE, "--data-binary", "@-", stdin=json.dumps(question), status=status))


def soon(condition):
    """Whether it comes true within a minute."""
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.1)
    return False


def until_done(one, *file):
    states = []

    def is_done():
        states.append(assemble(one, file)[file[0]])
        return states[-1]["state"] not in ("created", "assembling")
    expect_true(f"it ends: {states[-1:]}", soon(is_done))
    return states[-1]


@with_uploads
def test_sentry_cli(one, kept):
    """An ELF file and a dSYM: uploaded, answered from, known the second time, and given to debuginfod's clients."""
    said = upload(one, "--wait", MARKET, DATA / "native/macho/arm64/Kitchen.dSYM")
    expect_true(said, "Uploaded 2 missing" in said and said.count("  OK ") == 2)
    expect_true("at once", RESOLVED in one.log(FRAME))
    said = upload(one, "--wait", MARKET)
    expect_true(said, "Nothing to upload" in said)
    got = subprocess.run(["curl", "-sS", "-m", "20", f"{one.url}/buildid/{MARKET_ID}/debuginfo"], capture_output=True)
    expect_true("byte for byte", got.stdout == MARKET.read_bytes())
    expect("nothing is left over", [*(kept / "incoming").iterdir(), *(kept / "waiting").iterdir()], [])
    # Somebody removes the index: what sentry-cli is told must not be what was true once.
    shutil.rmtree(one.folder / "store")
    upload(one, MARKET)
    expect_true("again", soon(lambda: RESOLVED in one.log(FRAME)))


@with_uploads
def test_sentry_cli_without_waiting(one, kept):
    """It goes when the last chunk is here; the files are prepared all the same."""
    files = sorted((DATA / "native/elf-arch").glob("*.so"))
    expect_true("several", len(files) > 10)
    upload(one, *files)
    soon(lambda: len(list((kept / "assembled").iterdir())) == len(files))
    expect("all of them", sorted(path.name for path in (kept / "assembled").iterdir()), sorted(sha1(file.read_bytes()) for file in files))


@with_uploads
def test_sentry_cli_sends_chunks_once(one, kept):
    """Of two large files that begin alike only what differs is sent."""
    some = random.Random(1)
    first = MARKET.read_bytes() + some.randbytes(20 << 20)
    (one.folder / "first.so").write_bytes(first)
    (one.folder / "second.so").write_bytes(first + some.randbytes(100_000))
    expect_true("first", "  OK " in upload(one, "--wait", one.folder / "first.so"))
    before = set(kept.glob("chunks/*"))
    expect("three chunks", len(before), 3)
    expect_true("second", "  OK " in upload(one, "--wait", one.folder / "second.so"))
    expect("one more", len(set(kept.glob("chunks/*")) - before), 1)
    expect("each is what it is called", [sha1(path.read_bytes()) for path in kept.glob("chunks/*")], [path.name for path in kept.glob("chunks/*")])


@with_uploads
def test_sentry_cli_mapping(one, kept):
    upload(one, DATA / "java/mapping.txt", command=("proguard", "upload"))
    expect_true("answered from", soon(lambda: "Pot.lift" in one.log((DATA / "java/stack.txt").read_text())))


@with_uploads
def test_sentry_cli_hears_what_failed(one, kept):
    said = upload(one, "--wait", DATA / "native/elf-container/market-no-build-id.so", status=1)
    expect_true(said, "carries no build id" in said and str(kept) not in said)


def test_sentry_cli_token():
    with tempfile.TemporaryDirectory(prefix="symkit-sentry-") as folder:
        tokens = Path(folder) / "tokens"
        tokens.write_text(f"write {TOKEN}\n")
        with service("--uploads", Path(folder) / "kept", "--token-file", tokens) as one:
            expect_true("with the token", "  OK " in upload(one, "--wait", MARKET))
            for path, words in ((OPTIONS, ()), (OPTIONS, ("-X", "POST")), (ASSEMBLE, ("--data", "{}"))):
                one.curl(path, *words, status=401)
        tokens.write_text(f"read {TOKEN}\n")
        with service("--uploads", Path(folder) / "kept", "--token-file", tokens) as one:
            said = upload(one, "--wait", MARKET, status=1)
            expect_true(said, "401" in said)
    with service("--uploads", "") as one:
        one.curl(OPTIONS, status=403)
        one.curl(ASSEMBLE, "--data", "{}", status=403)


def test_sentry_uploads_go_on():
    """Killed while files are prepared: what was taken on is done by the next, though nobody asks for it again."""
    files = sorted((DATA / "native/elf-arch").glob("*.so"))
    with tempfile.TemporaryDirectory(prefix="symkit-sentry-") as folder:
        kept, store = Path(folder) / "kept", Path(folder) / "store"
        with service("--uploads", kept, store=store) as one:
            upload(one, *files)
            one.process.kill()
            one.process.wait()
        done = len(list((kept / "assembled").iterdir()))
        left = len(list((kept / "waiting").iterdir()))
        expect_true(f"each is done or waits: {done} and {left}", done + left >= len(files) and left > 0)
        with service("--uploads", kept, store=store) as one:
            soon(lambda: len(list((kept / "assembled").iterdir())) == len(files))
            expect("all are done", len(list((kept / "assembled").iterdir())), len(files))
            expect_true("and none is left", soon(lambda: not [*(kept / "waiting").iterdir(), *(kept / "incoming").iterdir()]))


def test_sentry_cli_while_killed():
    """Killed in the middle of its chunks, and there again at once: sentry-cli tries again by itself, or the next time sends what is missing."""
    some = random.Random(2)
    with tempfile.TemporaryDirectory(prefix="symkit-sentry-") as folder:
        folder = Path(folder)
        for file in (DATA / "native/elf-arch").glob("*.so"):
            (folder / file.name).write_bytes(file.read_bytes() + some.randbytes(3 << 20))
        kept, store, listens = folder / "kept", folder / "store", ("--listen", f"127.0.0.1:{free_port()}")
        for kill in (True, False):
            with service("--uploads", kept, *listens, store=store) as one:
                before = len(list(kept.glob("chunks/*")))
                sender = subprocess.Popen([sentry_cli(), "--url", one.url, "--auth-token", TOKEN, "debug-files", "upload", "-o", "kitchen", "-p", "market",
                                           "--wait", *folder.glob("*.so")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                          env={**environment(), "HOME": str(folder), "SENTRY_DISABLE_UPDATE_CHECK": "1"})
                if kill:
                    expect_true("chunks come", soon(lambda: len(list(kept.glob("chunks/*"))) > before + 3 or sender.poll() is not None))
                    one.process.kill()
                    one.process.wait()
                    with service("--uploads", kept, *listens, store=store):
                        said = sender.communicate(timeout=120)[0]
                else:
                    said = sender.communicate(timeout=120)[0]
            for chunk in kept.glob("chunks/*"):
                expect("each chunk is whole", sha1(chunk.read_bytes()), chunk.name)
        expect(f"it ends well: {said}", sender.returncode, 0)
        expect("all are here", {path.name for path in (kept / "assembled").iterdir()}, {sha1(path.read_bytes()) for path in folder.glob("*.so")})


@with_uploads
def test_sentry_chunks(one, kept):
    options = json.loads(one.curl(OPTIONS))
    expect("where, as seen from the client", options["url"], "organizations/kitchen/chunk-upload/")
    expect("how", (options["hashAlgorithm"], options["compression"], options["chunkSize"]), ("sha1", ["gzip"], 8 << 20))
    whole = MARKET.read_bytes()
    pieces = [whole[:10_000], whole[10_000:]]
    file = (sha1(whole), "libmarket.so", [sha1(piece) for piece in pieces])
    expect("nothing is here", assemble(one, file)[file[0]],
           {"state": "not_found", "missingChunks": file[2], "detail": None, "dif": None})
    send(one, form([("file", file[2][0], pieces[0])]))
    expect("one is", assemble(one, file)[file[0]]["missingChunks"], [file[2][1]])
    send(one, form([("file_gzip", file[2][1], gzip.compress(pieces[1]))]))
    state = until_done(one, *file)
    expect("done", (state["state"], state["dif"]["sha1"], state["dif"]["cpuName"]), ("ok", file[0], "x86_64"))
    expect_true("answered", RESOLVED in one.log(FRAME))
    # One that is gzip itself is kept as it is; one that was packed in two members is one.
    packed = gzip.compress(b"a chunk that was packed before")
    send(one, form([("file", sha1(packed), packed), ("file_gzip", sha1(b"onetwo"), gzip.compress(b"one") + gzip.compress(b"two"))]))
    expect("as it came", (kept / "chunks" / sha1(packed)).read_bytes(), packed)
    expect("both members", (kept / "chunks" / sha1(b"onetwo")).read_bytes(), b"onetwo")


@with_uploads
def test_sentry_bad_chunks(one, kept):
    good = sha1(b"x")
    bomb = gzip.compress(bytes(9 << 20))
    for what, body in (("another name", form([("file", sha1(b"y"), b"x")])), ("a path", form([("file", "../../../x", b"x")])),
                       ("no name", form([("file", "", b"x")])), ("capitals", form([("file", good.upper(), b"x")])),
                       ("another field", form([("stuff", good, b"x")])), ("no gzip", form([("file_gzip", good, b"x")])),
                       ("cut gzip", form([("file_gzip", good, gzip.compress(os.urandom(5000))[:3000])])),
                       ("a bomb", form([("file_gzip", sha1(bytes(9 << 20)), bomb)])),
                       ("too long", form([("file", sha1(bytes(9 << 20)), bytes(9 << 20))])),
                       ("cut", form([("file", good, b"x")])[:-30]), ("empty", b""), ("a text", b"hello"),
                       ("too many", form([("file", good, b"x")] * 1001))):
        expect_true(what, send(one, body, status=400)["detail"])
    send(one, form([("file", good, b"x")]), kind="text/plain", status=400)
    send(one, form([("file", good, b"x")]), boundary="", status=400)
    one.curl(OPTIONS, "--data-binary", "@-", stdin=bytes(34 << 20), status=413)
    expect("nothing is kept of them", sorted(path.name for path in (kept / "chunks").iterdir()), [])
    for path in ("/api/0/organizations//chunk-upload/", "/api/0/organizations/a/b/chunk-upload/", "/api/0/organizations/a/chunk-upload/x", "/api/0/"):
        one.curl(path, status=404)
    one.curl(ASSEMBLE, status=405)


@with_uploads
def test_sentry_bad_files(one, kept):
    a = "a" * 40
    for question in ("", "[]", "1", '{"a":{"chunks":[]}}', f'{{"{a}":[]}}', f'{{"{a}":{{}}}}', f'{{"{a}":{{"chunks":[]}}}}',
                     f'{{"{a}":{{"chunks":["../x"]}}}}', f'{{"{a}":{{"chunks":[1]}}}}', f'{{"../x":{{"chunks":["{a}"]}}}}',
                     f'{{"{a.upper()}":{{"chunks":["{a}"]}}}}', '{"x":' * 100_000):
        answer = json.loads(one.curl(ASSEMBLE, "--data-binary", "@-", stdin=question, status=400))
        expect_true(question[:50], answer["detail"])
    # Chunks that are here, of which the file is not made.
    send(one, form([("file", sha1(b"x"), b"x")]))
    state = until_done(one, a, "other.so", [sha1(b"x")])
    expect_true(state, state["state"] == "error" and "SHA-1" in state["detail"])
    # Whatever it is called, it lies where the service wants it.
    for name in ("../../../../tmp/x", "/etc/passwd", "", ".", "..", "-rf", "a\x00b", "a\nb", "x" * 300, "C:\\x\\y.so"):
        whole = name.encode() + b" is no debug file\n"
        send(one, form([("file", sha1(whole), whole)]))
        state = until_done(one, sha1(whole), name, [sha1(whole)])
        expect_true(state, state["state"] == "error" and str(kept) not in state["detail"])
    expect("nothing is kept of them", [*(kept / "buildid").iterdir(), *(kept / "incoming").iterdir(), *(kept / "waiting").iterdir(),
                                       *(kept / "assembled").iterdir()], [])
