"""What must not harm the service, nor anybody else who asks it: idle clients, slow ones, requests cut anywhere, files that
are made to harm whoever reads them, and its own end at any moment."""
import os
import random
import resource
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from symserve import DATA, FRAME, MARKET, RESOLVED, expect, expect_true, filled_store, prepared_by, sent_cut_anywhere, service

SEED = 20261123


def memory_of(one):
    return int(Path(f"/proc/{one.process.pid}/statm").read_text().split()[1]) * resource.getpagesize()


def test_ten_thousand_idle_clients():
    """Started with the usual limit of 1,024 descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(9_900, hard - 700)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    try:
        with filled_store() as store, service(store=store) as one:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            one.log(FRAME)
            before = memory_of(one)
            idle = [one.connect() for _ in range(count)]
            begun = time.time()
            expect_true("answered beside them", RESOLVED in one.log(FRAME))
            expect_true(f"at once: {time.time() - begun:.1f} s", time.time() - begun < 10)
            each = (memory_of(one) - before) / count
            expect_true(f"{each:.0f} bytes each", each < 20_000)
            # The last of them is served, too.
            idle[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            expect_true("the last", idle[-1].recv(100).startswith(b"HTTP/1.1 200"))
            for client in idle:
                client.close()
            expect_true("and when they are gone", RESOLVED in one.log(FRAME))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_slow_clients():
    """A hundred send a byte at a time, or read nothing: the others do not wait for them."""
    with filled_store() as store, service("-j", 1, store=store) as one:
        slow = [one.connect() for _ in range(100)]
        head = b"POST /log HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
        for at in range(0, len(head), 7):
            for client in slow:
                client.sendall(head[at:at + 7])
        deaf = []
        for _ in range(20):
            client = one.connect()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            text = (FRAME * 20_000).encode()
            client.sendall(f"POST /log HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(text)}\r\n\r\n".encode())
            client.settimeout(30)
            client.sendall(text)
            deaf.append(client)
        begun = time.time()
        for _ in range(20):
            expect_true("answered", RESOLVED in one.log(FRAME))
        expect_true(f"{time.time() - begun:.1f} s", time.time() - begun < 60)
        for client in slow + deaf:
            client.close()


def test_live_logs_have_places_by_client():
    """Of 128 a client has 64, by its address and its token; whoever comes after it finds one."""
    with filled_store() as store, service(store=store) as one:
        def begun(*clients):
            for client in clients:
                client.sendall(b"POST /log HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nx\n\r\n")
            return [client.recv(100)[9:12] for client in clients]
        talks = [one.connect() for _ in range(70)]
        expect("of one", sorted(begun(*talks)), [b"200"] * 64 + [b"503"] * 6)
        other = socket.create_connection(("127.0.0.1", one.port), timeout=30, source_address=("127.0.0.9", 0))
        expect("of another", begun(other), [b"200"])
        for _ in range(7):
            talks.pop(0).close()
        for _ in range(100):
            last = one.connect()
            if begun(last) == [b"200"]:
                break
            time.sleep(0.1)
        else:
            expect_true("a place that was given back", False)
        for client in [*talks, other, last]:
            client.close()


def test_requests_cut_anywhere():
    """Bodies whole, in chunks and in parts: cut behind each of their bytes, and closed or left half open."""
    with tempfile.TemporaryDirectory(prefix="symkit-cut-") as folder, service("--uploads", Path(folder) / "kept") as one:
        form = b'--b\r\nContent-Disposition: form-data; name="file"; filename="' + b"a" * 40 + b'"\r\n\r\nx\r\n--b--\r\n'
        requests = [
            b"POST /log?format=json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n" + b"#00 pc 0000 lib.so\n" + b"x" * 11,
            b"POST /log HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3\r\n#00\r\n0\r\n\r\n",
            b"PUT /symbols/x.so HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n\x7fELF",
            b"POST /api/0/organizations/o/chunk-upload/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n"
            + f"Content-Length: {len(form)}\r\n\r\n".encode() + form]
        half_open = sent_cut_anywhere(requests, 1, one.connect)
        expect("well", one.curl("/healthz"), "ok\n")
        expect("nothing is kept of them", list((Path(folder) / "kept/chunks").iterdir()), [])
        for client in half_open:
            client.close()


def test_what_prepares_is_hurt_alone():
    """In place of symprep programs that a hostile file might make of it: the upload is refused with a sentence, and all else goes on."""
    with filled_store() as store:
        for what, script in (("memory", "exec python3 -c 'x = bytearray(6 << 30)'"), ("crash", "kill -SEGV $$")):
            with prepared_by(script) as folder, service("--uploads", folder / "kept", store=store) as one:
                said = one.curl("/symbols/libmarket.so", "-T", MARKET, status=422)
                expect_true(f"{what}: {said!r}", said.endswith("\n") and str(folder / "kept") not in said)
                expect_true("all else goes on", RESOLVED in one.log(FRAME))
                expect_true("without what it took", memory_of(one) < 300 << 20)


def broken_copies(count):
    """Of real files: bytes changed, cut, and numbers of their heads made very large."""
    some = random.Random(SEED)
    files = sorted((DATA / "native/elf-x86_64").glob("*.so"))
    for _ in range(count):
        content = bytearray(some.choice(files).read_bytes())
        for _ in range(some.choice((1, 4, 64))):
            content[some.randrange(len(content))] = some.choice((0, 0xff, 0x7f, some.randrange(256)))
        at = some.randrange(16, 64)
        content[at:at + 4] = some.choice((b"\xff" * 4, b"\x00" * 4, bytes(content[at:at + 4])))
        yield bytes(content[:some.choice((len(content), some.randrange(64, len(content)))) or 64])


def test_broken_files():
    with tempfile.TemporaryDirectory(prefix="symkit-broken-") as folder, service("--uploads", Path(folder) / "kept") as one:
        for number, content in enumerate(broken_copies(60)):
            path = one.folder / f"broken-{number}.so"
            path.write_bytes(content)
            done = subprocess.run(["curl", "-sS", "-m", "60", "-w", "\n%{http_code}", "-T", path, f"{one.url}/symbols/{path.name}"], capture_output=True)
            expect_true(f"{path.name}: {done.stdout[-100:]}", done.stdout.endswith((b"200", b"422")))
        expect("well", one.curl("/healthz"), "ok\n")
        expect("no upload lies about", list((Path(folder) / "kept/incoming").iterdir()), [])


def test_killed_in_many_uploads():
    """SIGKILL at moments of chance: what is kept is whole, what is in the store is readable, and the next service goes on.
    SYMKIT_UPLOADS=1000 sends more of them than every run should."""
    enough = int(os.environ.get("SYMKIT_UPLOADS", "100"))
    some = random.Random(SEED)
    files = sorted((DATA / "native/elf-x86_64").glob("*.so")) + sorted((DATA / "native/elf-arch").glob("*.so"))
    whole = {file.read_bytes() for file in files}
    sent = 0
    with tempfile.TemporaryDirectory(prefix="symkit-killed-") as folder:
        kept, store = Path(folder) / "kept", Path(folder) / "store"
        while sent < enough:
            with service("--uploads", kept, store=store) as one:
                senders = []
                until = time.time() + some.uniform(0.2, 2)
                while time.time() < until and len(senders) < 100:
                    file = some.choice(files)
                    senders.append(subprocess.Popen(["curl", "-s", "-m", "20", "-T", file, f"{one.url}/symbols/{file.name}"],
                                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
                    subprocess.run(["curl", "-s", "-m", "5", "-o", os.devnull, "--data-binary", FRAME, f"{one.url}/log"], check=False) \
                        if len(senders) % 20 == 0 else None
                sent += len(senders)
                one.process.kill()
                for sender in senders:
                    sender.wait()
            for file in (kept / "buildid").rglob("*"):
                expect_true("whole", file.is_dir() or file.read_bytes() in whole)
        with service("--uploads", kept, store=store) as one:
            expect("nothing half is left", list((kept / "incoming").iterdir()), [])
            with ThreadPoolExecutor(4) as pool:
                for answer in pool.map(lambda file: one.curl(f"/symbols/{file.name}", "-T", file), files):
                    expect_true(answer, '"id":' in answer)
            expect_true("answered", RESOLVED in one.log(FRAME))
            ids = {line.split('"id":"')[1].split('"')[0] for line in one.curl("/symbols?most=1000").splitlines()}
            expect_true(f"{len(ids)} images", len(ids) > 20)
