"""PUT /symbols/NAME, and what debuginfod's clients get back of it."""
import hashlib
import os
import random
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cases_sentry import form, send, until_done
from symserve import DATA, FRAME, MARKET, MARKET_ID, RESOLVED, Service, Skipped, environment, expect, expect_true, filled_store, prepared_by, service


def with_uploads(test):
    """The service keeps uploads beside its store, which goes with it."""
    def run():
        with tempfile.TemporaryDirectory(prefix="symkit-uploads-") as folder, \
                service("--uploads", Path(folder) / "kept") as one:
            test(one, Path(folder) / "kept")
    return run


@with_uploads
def test_upload(one, kept):
    expect("not known yet", one.log(FRAME), FRAME)
    answer = one.curl("/symbols/libmarket.so", "-T", MARKET)
    expect_true(answer, f'"id":"{MARKET_ID}"' in answer and '"name":"libmarket.so"' in answer)
    expect_true("at once", RESOLVED in one.log(FRAME))
    one.curl("/symbols/mapping.txt", "-T", DATA / "java/mapping.txt")
    expect_true("a mapping", "Pot.lift" in one.log((DATA / "java/stack.txt").read_text()))
    one.curl("/symbols/app.js.map", "-T", DATA / "sourcemap/esbuild/app.js.map")
    expect_true("a source map", "Basket.total" in one.log((DATA / "sourcemap/esbuild/stack.txt").read_text()))
    expect("nothing is left of what came in", list((kept / "incoming").iterdir()), [])


@with_uploads
def test_debuginfod_clients(one, kept):
    one.curl("/symbols/libmarket.so", "-T", MARKET)
    fetched = subprocess.run(["curl", "-sS", "-m", "20", f"{one.url}/buildid/{MARKET_ID}/debuginfo"], capture_output=True)
    expect_true("byte for byte", fetched.stdout == MARKET.read_bytes())
    one.curl(f"/buildid/{'ab' * 20}/debuginfo", status=404)
    one.curl(f"/buildid/{MARKET_ID}/source/etc/passwd", status=404)
    one.curl(f"/buildid/{MARKET_ID}", status=404)
    if not shutil.which("debuginfod-find"):
        raise Skipped("debuginfod-find is not here")
    for kind in ("debuginfo", "executable"):
        found = subprocess.run(["debuginfod-find", kind, MARKET_ID], capture_output=True, text=True, timeout=60,
                               env={**environment(), "DEBUGINFOD_URLS": one.url, "DEBUGINFOD_CACHE_PATH": str(one.folder / "cache")})
        expect(f"debuginfod-find {kind}: {found.stderr}", found.returncode, 0)
        expect_true("byte for byte", Path(found.stdout.strip()).read_bytes() == MARKET.read_bytes())


PROGRAM = """int boil(int water) {
  return water * 2;
}
int main(int count, char** words) {
  (void)words;
  return boil(count) - 2;
}
"""


@with_uploads
def test_gdb(one, kept):
    """A stripped program: gdb asks for the rest of it and stops at a line."""
    if not shutil.which("gdb") or not shutil.which("gcc"):
        raise Skipped("gdb or gcc is not here")
    (one.folder / "boil.c").write_text(PROGRAM)
    program = one.folder / "boil"
    subprocess.run(["gcc", "-g", "-O0", "-Wl,--build-id", "-o", program, one.folder / "boil.c"], check=True)
    one.curl("/symbols/boil", "-T", program)
    subprocess.run(["strip", "--strip-all", program], check=True)

    def gdb(url):
        return subprocess.run(["gdb", "-nx", "-batch", "-iex", "set debuginfod enabled on", "-ex", "break boil", "-ex", "run", "-ex", "backtrace", program],
                              capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
                              env={**environment(), "HOME": str(one.folder), "DEBUGINFOD_URLS": url,
                                   "DEBUGINFOD_CACHE_PATH": str(one.folder / f"cache-{len(url)}")}).stdout
    if "Breakpoint 1" in gdb("http://127.0.0.1:9"):
        raise Skipped("gdb needs no server for this program")
    said = gdb(one.url)
    expect_true(said, "#0  boil (water=1)" in said and "boil.c:2" in said and "#1 " in said and "boil.c:6" in said)


@with_uploads
def test_stripped_and_its_debug_file(one, kept):
    """Both are of one image: what has debug information answers, whichever came last, and each is given back as what it is."""
    stripped, debug = one.folder / "stripped.so", one.folder / "full.debug"
    subprocess.run(["objcopy", "--only-keep-debug", MARKET, debug], check=True)
    subprocess.run(["objcopy", "--strip-all", MARKET, stripped], check=True)
    one.curl("/symbols/libmarket.so.debug", "-T", debug)
    one.curl("/symbols/libmarket.so", "-T", stripped)
    expect_true("the richer one answers", "session.cpp:42" in one.log(FRAME))
    for kind, file in (("debuginfo", debug), ("executable", stripped)):
        got = subprocess.run(["curl", "-sS", "-m", "20", f"{one.url}/buildid/{MARKET_ID}/{kind}"], capture_output=True)
        expect_true(f"the {kind}", got.stdout == file.read_bytes())


def of_one_id(folder, name, *words):
    """A library whose id is that of all others made here, in which `name` is all that runs, twice as richly described as in the one before."""
    source, library = folder / f"{name}.c", folder / f"{name}.so"
    more = "".join(f"int more_{number}(int x) {{\n  return x + {number};\n}}\n" for number in range(len(name)))
    source.write_text(f"int {name}(int x) {{\n  return x * 7;\n}}\n{more}")
    subprocess.run(["gcc", "-g", "-O1", "-shared", "-fPIC", "-Wl,--build-id=0x" + "c0" * 20, *words, "-o", library, source], check=True)
    address = next(line.split()[0] for line in subprocess.run(["nm", library], check=True, capture_output=True, text=True).stdout.splitlines()
                   if line.endswith(f" T {name}"))
    return library, f"    #00 pc {address}  /data/app/libone.so (BuildId: {'c0' * 20})\n"


def kept_of(one, kind):
    return subprocess.run(["curl", "-sS", "-m", "20", f"{one.url}/buildid/{'c0' * 20}/{kind}"], capture_output=True).stdout


@with_uploads
def test_another_file_of_the_same_id(one, kept):
    """What has come first stays, however much the other one says, until somebody takes it away; only what lacks lines gives way to what has some."""
    if not shutil.which("gcc"):
        raise Skipped("gcc is not here")
    first, frame = of_one_id(one.folder, "first")
    other, _ = of_one_id(one.folder, "other_and_richer")
    poor = one.folder / "poor.so"
    subprocess.run(["objcopy", "--strip-debug", first, poor], check=True)
    one.curl("/symbols/one.so", "-T", poor)
    expect_true("by its symbols", "first" in one.log(frame) and "first.c" not in one.log(frame))
    one.curl("/symbols/one.so", "-T", first)
    expect_true("completed", "first.c:" in one.log(frame))
    said = one.curl("/symbols/one.so", "-T", other)
    expect_true(said, '"prepared":false' in said and "DELETE" in said)
    expect_true(f"stays: {one.log(frame)}", "first.c:" in one.log(frame))
    for kind, file in (("debuginfo", first), ("executable", poor)):
        expect_true(f"also as a file, the {kind}", kept_of(one, kind) == file.read_bytes())
    said = one.curl("/symbols/one.so", "-T", first)
    expect_true(said, '"prepared":false' in said and "reason" not in said)
    # In sentry-cli's way it is not otherwise.
    content = other.read_bytes()
    file = (hashlib.sha1(content).hexdigest(), "one.so", [hashlib.sha1(content).hexdigest()])
    send(one, form([("file", file[0], content)]))
    state = until_done(one, *file)
    expect_true(f"it is said why: {state}", "DELETE" in state["detail"] and "first.c:" in one.log(frame))
    one.curl(f"/symbols/{'c0' * 20}", "-X", "DELETE")
    one.curl("/symbols/one.so", "-T", other)
    expect_true("now it is that", "other_and_richer.c:" in one.log(frame) and kept_of(one, "debuginfo") == other.read_bytes())


@with_uploads
def test_another_mapping_of_the_same_id(one, kept):
    text, stack = (DATA / "java/mapping.txt").read_text(), (DATA / "java/stack.txt").read_text()
    one.curl("/symbols/mapping.txt", "-T", DATA / "java/mapping.txt")
    expect_true(text[:200], text.count("Pot") > 0)
    said = one.curl("/symbols/mapping.txt", "--data-binary", "@-", "-X", "PUT", stdin=text.replace("Pot", "Pan"))
    expect_true(said, "DELETE" in said)
    expect_true("the first", "Pot.lift" in one.log(stack) and "Pan.lift" not in one.log(stack))


@with_uploads
def test_names_that_are_paths(one, kept):
    before = sorted(kept.rglob("*"))
    for name in ("../x", "..%2fx", "%2e%2e%2fx", "a/b", "a%2fb", ".hidden", "-rf", "a%00b", "a%0ab", "x" * 201, "%2fetc%2fpasswd"):
        one.curl(f"/symbols/{name}", "--path-as-is", "-T", MARKET, status=400)
    for path in ("/buildid/../incoming/debuginfo", "/buildid/%2e%2e/debuginfo", f"/buildid/{MARKET_ID}/..%2f..%2fx"):
        one.curl(path, "--path-as-is", status=404)
    expect("nothing was written", sorted(kept.rglob("*")), before)


@with_uploads
def test_bad_files(one, kept):
    cut = MARKET.read_bytes()[:5000]
    for name, content in (("empty", b""), ("text.txt", b"hello\n"), ("cut.so", cut), ("zeros", bytes(100_000)),
                          ("other.zip", b"PK\x03\x04" + os.urandom(2000))):
        said = one.curl(f"/symbols/{name}", "--data-binary", "@-", "-X", "PUT", stdin=content, status=422)
        expect_true(f"{name}: {said}", name in said and str(kept) not in said)
    expect("nothing is kept of them", [*(kept / "buildid").iterdir(), *(kept / "incoming").iterdir()], [])
    expect("well", one.curl("/healthz"), "ok\n")


@with_uploads
def test_many_at_once(one, kept):
    """While uploads are prepared logs are answered, and each upload is whole."""
    files = sorted((DATA / "native/elf-x86_64").glob("*.so"))
    with ThreadPoolExecutor(16) as pool:
        done = [pool.submit(one.curl, f"/symbols/{file.name}", "-T", file) for file in files * 3]
        for _ in range(10):
            one.log(FRAME)
        expect_true("all", all('"id":' in each.result() for each in done))
    expect_true("answered", RESOLVED in one.log(FRAME))


SAYS_THE_SUM = """for path; do :; done
printf '{"kind":"native","id":"%s","arch":"any","name":"x","prepared":true}\\n' "$(sha1sum "$path" | cut -c1-40)\""""


def test_large_files_at_once():
    """Those that are sent fast come in turns, each whole, and nobody waits for one that is sent slowly, or not to its end."""
    some = random.Random(3)
    with filled_store() as store, prepared_by(SAYS_THE_SUM) as folder, service("--uploads", folder / "kept", store=store) as one:
        slow = []
        for sent in (1 << 20, 3 << 20, 5_000_001):
            slow.append(one.connect())
            slow[-1].sendall(b"PUT /symbols/slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n" + bytes(sent))
        contents = [some.randbytes(size) for size in (20 << 20, 1 << 20, (1 << 20) + 1, (2 << 20) - 1, 40_000_000, 5_000_000, 5_000_001, 17 << 20, 16 << 20)]

        def send(number):
            # In chunks, too, whose end is known when it comes.
            words = ("-H", "Transfer-Encoding: chunked") if number % 2 else ()
            return one.curl(f"/symbols/{number}", "--data-binary", "@-", "-X", "PUT", *words, stdin=contents[number])
        with ThreadPoolExecutor(len(contents)) as pool:
            answers = pool.map(send, range(len(contents)))
            expect_true("logs are answered meanwhile", RESOLVED in one.log(FRAME))
            for content, answer in zip(contents, answers, strict=True):
                expect_true(f"{len(content)} bytes: {answer}", f'"id":"{hashlib.sha1(content).hexdigest()}"' in answer)
        one.curl("/symbols/late", "-T", MARKET)
        for client, left in zip(slow, (8_000_000 - 48_576, 9_000_000 - (3 << 20), 3_999_999), strict=True):
            client.sendall(bytes(left))
            answer = client.recv(65536)
            expect_true(f"the slow ones, too: {answer}", answer.startswith(b"HTTP/1.1 200") and hashlib.sha1(bytes(9_000_000)).hexdigest().encode() in answer)
            client.close()


def test_no_room():
    """A body that cannot be written is refused in words; what fits is taken."""
    with tempfile.TemporaryDirectory(prefix="symkit-uploads-") as folder:
        one = Service(folder, ["--uploads", f"{folder}/kept", "--store", f"{folder}/store"], before=["env", "--ignore-signal=XFSZ", "prlimit", "--fsize=3000000"])
        try:
            said = one.curl("/symbols/large.so", "--data-binary", "@-", "-X", "PUT", stdin=bytes(9_000_000), status=503)
            expect_true(said, "no room" in said)
            expect("nothing is left of it", list(Path(folder, "kept/incoming").iterdir()), [])
            one.curl("/symbols/libmarket.so", "-T", MARKET)
        finally:
            one.process.kill()
            one.process.wait()


def test_kept_for_a_time():
    with tempfile.TemporaryDirectory(prefix="symkit-uploads-") as folder:
        kept = Path(folder) / "kept"
        with service("--uploads", kept) as one:
            one.curl("/symbols/libmarket.so", "-T", MARKET)
        files = sorted((kept / "buildid" / MARKET_ID).iterdir())
        expect("both", [file.name for file in files], ["debuginfo", "executable"])
        old = time.time() - 46 * 86400
        for file in files:
            os.utime(file, (old, old))
        with service("--uploads", kept, "--keep-uploads", "47d") as one:
            one.curl(f"/buildid/{MARKET_ID}/executable", "-o", "/dev/null")
        expect_true("renewed by use", files[1].stat().st_mtime > time.time() - 100)
        with service("--uploads", kept):
            expect("kept", [file.exists() for file in files], [True, True])
        for file in files:
            os.utime(file, (old, old))
        with service("--uploads", kept):
            expect("what nobody has used is gone", (kept / "buildid" / MARKET_ID).exists(), False)


def test_uploads_are_not_for_everybody():
    """Where others can reach it, who uploads needs a token."""
    with filled_store() as store, service("--listen", "0.0.0.0:0", store=store) as one:
        one.url = f"http://127.0.0.1:{one.port}"
        said = one.curl("/symbols/libmarket.so", "-T", MARKET, status=403)
        expect_true(said, "--token-file" in said)
        expect_true("logs are", RESOLVED in one.log(FRAME))
    with service("--uploads", "") as one:
        one.curl("/symbols/libmarket.so", "-T", MARKET, status=403)


def test_stopped_while_files_come():
    """Killed at once: what was kept is whole, and what was not is sent again."""
    with tempfile.TemporaryDirectory(prefix="symkit-uploads-") as folder:
        kept = Path(folder) / "kept"
        store = Path(folder) / "store"
        for patience in (0.02, 0.1, 0.3):
            with service("--uploads", kept, store=store) as one:
                senders = [subprocess.Popen(["curl", "-s", "-m", "20", "-T", MARKET, f"{one.url}/symbols/libmarket.so"],
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(8)]
                time.sleep(patience)
                one.process.kill()
                for sender in senders:
                    sender.wait()
            for file in (kept / "buildid").rglob("*"):
                expect_true("whole", file.is_dir() or file.read_bytes() == MARKET.read_bytes())
        with service("--uploads", kept, store=store) as one:
            expect("nothing of theirs is left", list((kept / "incoming").iterdir()), [])
            one.curl("/symbols/libmarket.so", "-T", MARKET)
            expect_true("answered", RESOLVED in one.log(FRAME))
