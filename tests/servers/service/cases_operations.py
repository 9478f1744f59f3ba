"""What those see who look after the service: its log of requests."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import symserve
from symserve import FRAME, MARKET, ROOT, Skipped, expect, expect_true, filled_store, prepared_by, service, tool


def lines_of(path, count):
    """They are written by a thread of their own."""
    for _ in range(100):
        lines = path.read_text().splitlines() if path.exists() else []
        if len(lines) >= count:
            break
        time.sleep(0.05)
    return [json.loads(line) for line in lines]


def raw(one, request):
    """What comes back of it, to the end."""
    with one.connect() as client:
        client.sendall(request)
        client.shutdown(socket.SHUT_WR)
        return client.makefile("rb").read()


def test_request_log():
    with filled_store() as store, service(store=store) as first:
        tokens, log = first.folder / "tokens", first.folder / "log"
        tokens.write_text("write a-secret-token\n")
        with service("--token-file", tokens, "--log", log, store=store) as one:
            key = ("-H", "Authorization: Bearer a-secret-token")
            one.curl("/log?format=json&full-path=no", "--data-binary", "@-", *key, stdin=FRAME)
            one.curl("/log", "-T", "-", *key, stdin=FRAME)
            one.curl("/log", "--data-binary", "@-", stdin=FRAME, status=401)
            one.curl("/symbols/libmarket.so", "-T", MARKET, *key)
            raw(one, b"GET / HTTP/9.9\r\n\r\n")
            raw(one, b"GET /now\"here\xff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            one.curl("/metrics", *key)
            seen = lines_of(log, 7)
            expect("one a request", [(line["method"], line["route"], line["status"]) for line in seen],
                   [("POST", "/log", 200), ("PUT", "/log", 200), ("POST", "/log", 401), ("PUT", "/symbols/", 200), ("", "", 400), ("GET", "", 404),
                    ("GET", "/metrics", 200)])
            expect("bytes", [line["in"] for line in seen], [len(FRAME), len(FRAME), 0, MARKET.stat().st_size, 0, 0, 0])
            expect_true("answers", all(line["out"] > 50 and line["whole"] and line["client"] == "127.0.0.1" for line in seen))
            expect_true("times", all(0 <= line["ms"] < 60_000 for line in seen) and seen == sorted(seen, key=lambda line: line["time"]))
            text = log.read_text()
            expect_true("nothing that is secret", "secret" not in text and "full-path" not in text and "pc 0000" not in text)
            client = one.connect()
            client.sendall(b"POST /log HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a-secret-token\r\nContent-Length: 100\r\n\r\nhalf")
            client.close()
            cut = lines_of(log, 8)[7]
            expect("one that went away", (cut["status"], cut["in"], cut["whole"]), (0, 4, False))
            log.write_text("")  # as logrotate's copytruncate does
            one.curl("/healthz")
            expect("goes on", lines_of(log, 1)[0]["path"], "/healthz")
            counts = one.curl("/metrics", *key)
            expect_true("refusals are counted", 'symserve_requests_total{route="/log",status="401"} 1' in counts)
        said = tool("symserve", "--listen", "127.0.0.1:0", "--store", store, "--log", first.folder, status=1).stderr
        expect("one line", said.count("\n"), 1)
    with service("--log", "-") as one:
        one.curl("/healthz")
        expect_true("on standard error", json.loads(one.said())["path"] == "/healthz" if one.said() else lines_of(one.folder / "said", 1))


def test_systemd_unit():
    """As systemd itself judges it: it can be read, and lets the service do little beside what it is for."""
    if not shutil.which("systemd-analyze"):
        raise Skipped("systemd-analyze is not here")
    unit = ROOT / "systemd/system/symserve.service"
    with tempfile.TemporaryDirectory(prefix="symkit-unit-") as folder:
        text = unit.read_text()
        expect_true("where packages put it", "ExecStart=/usr/bin/symserve " in text)
        here = Path(folder) / unit.name
        here.write_text(text.replace("/usr/bin/symserve", str(symserve.BIN / "symserve")).replace("Documentation=man:symserve(1)\n", ""))
        done = subprocess.run(["systemd-analyze", "verify", here], capture_output=True, text=True, timeout=60)
        expect(f"it can be read: {done.stderr}", (done.returncode, [line for line in done.stderr.splitlines() if unit.name in line]), (0, []))
        done = subprocess.run(["systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold=20", here], capture_output=True, text=True, timeout=60)
        expect(f"exposure of at most 2.0 of 10: {done.stdout[-200:]}", done.returncode, 0)
        # Its options are some that the service knows.
        options = text.split("ExecStart=/usr/bin/symserve ")[1].splitlines()[0].replace("$SYMSERVE_OPTIONS", "").replace("/var/lib/symserve", folder).split()
        with service(*options) as one:
            one.curl("/healthz")


def described(document, method, path):
    """The answers that the description has for a request."""
    for pattern, operations in document["paths"].items():
        if re.fullmatch(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(pattern)), path):
            return operations.get(method.lower(), {}).get("responses")
    return None


def test_routes_are_described():
    """All that the service answers stands in its description, by path and method, and nothing else."""
    source = (ROOT / "lib/serve/service/routes.cpp").read_text()
    log_words = re.search(r'log_words = "([^"]+)"', (ROOT / "lib/serve/service/log_route.h").read_text()).group(1)
    routes, known = [], {}
    for row in re.findall(r"\bRoute\{([^;]*?)\}(?=,\s*Route\{|,\s*//|\};)", source):
        path, methods, rest = re.fullmatch(r'\s*(?:\.path = )?"([^"]+)",\s*(?:\.methods = )?"([A-Z, ]+)",(.*)', row, re.DOTALL).groups()
        if ".is_meant" in rest:  # the page, which is described as what it shows
            continue
        routes.append((path, methods.split(", ")))
        words = re.search(r'"([a-z, ]+)"|(log_words)', rest)
        if words:
            known |= {(path, method): (words[1] or log_words).split(", ") for method in methods.split(", ")}
    expect("routes that are read", len(routes) + 1, len(re.findall(r'\bRoute\{[".]', source)))
    expect("routes that have words", len({path for path, _ in known}), 5)
    document = json.loads((ROOT / "tools/symserve/openapi.json").read_text())
    unmet = {(path, method) for path, operations in document["paths"].items() for method in operations if method != "parameters"}
    for path, methods in routes:
        pattern = re.escape(path).replace(r"\*", r"\{[a-z]+\}")
        # What ends with a slash, and has no stars, stands for all below it.
        if path.endswith("/") and path != "/" and "*" not in path:
            pattern += r"\{[a-z]+\}(/\{[a-z]+\})*"
        for method in (one.lower() for one in methods if one != "HEAD"):
            fitting = {one for one in unmet if one[1] == method and re.fullmatch(pattern, one[0])}
            expect_true(f"{method} {path} is described", fitting)
            unmet -= fitting
            words = [{one["name"] for one in document["paths"][way][method].get("parameters", []) if one["in"] == "query"} for way, _ in fitting]
            expect(f"words of {method} {path}", words, [set(known.get((path, method.upper()), ()))] * len(words))
    expect("what is described and answered by nobody", unmet, set())


def test_what_is_described():
    """/openapi.json against all that the cases before have asked: each request that was answered stands there with its status, and
    nothing stands there that was not asked for."""
    with filled_store() as store, service(store=store) as one:
        document = json.loads(one.curl("/openapi.json"))
        one.curl("/")
        one.curl("/readyz")
    seen = set()
    for method, path, status in sorted(symserve.ASKED):
        responses = described(document, method, path)
        if responses is None:
            expect_true(f"{method} {path} is answered {status}, and not described", status in ("204", "403", "404", "405", "400"))
            continue
        expect_true(f"{method} {path} is answered {status}, described are {', '.join(responses)}", status in responses or method == "OPTIONS")
        seen |= {(method.lower(), pattern) for pattern in document["paths"] if described({"paths": {pattern: document["paths"][pattern]}}, method, path)}
    if len(symserve.ASKED) < 100:
        raise Skipped("what is described is held against all cases together")
    wanted = {(method, path) for path, operations in document["paths"].items() for method in operations if method != "parameters"}
    # sentry-cli and debuginfod's clients ask for theirs.
    by_others = {(method, path) for method, path in wanted if path.startswith(("/api/0/", "/buildid/"))}
    expect("all that is described was asked for", wanted - seen - by_others, set())


def test_log_takes_too_long():
    with filled_store() as store, service("--log-time", "1s", store=store) as one:
        begun = time.time()
        said = one.log(FRAME * 2_000_000, status=413)
        expect_true(said, "1 second" in said)
        expect_true(f"{time.time() - begun:.1f} s", time.time() - begun < 50)
        expect_true("others are answered", symserve.RESOLVED in one.log(FRAME))


def test_stopped_while_files_are_prepared():
    """Asked to stop, it does not wait for whoever prepares: not longer than for other requests."""
    with prepared_by("exec sleep 100") as folder:
        with service("--uploads", folder / "kept") as one:
            sender = subprocess.Popen(["curl", "-s", "-T", MARKET, f"{one.url}/symbols/x.so"], stdout=subprocess.DEVNULL)
            while not list((folder / "kept/incoming").glob("*/x.so")):
                time.sleep(0.05)
            begun = time.time()
            expect("it ends well", one.stop(), 0)
            expect_true(f"{time.time() - begun:.1f} s", time.time() - begun < 20)
            sender.wait()
        with service("--uploads", folder / "kept"):
            expect("nothing lies about", list((folder / "kept/incoming").iterdir()), [])


def test_container():
    """What the Containerfile starts, in a root that has nothing but what it copies there (and /proc, as containers have it)."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        raise Skipped("another root needs root")
    text = (ROOT / "Containerfile").read_text()
    command = json.loads(text.split("ENTRYPOINT ")[1])
    wanted = re.findall(r"strip -o /image(\S+) /build/bin/(\S+)", text)
    expect_true(f"what it copies: {wanted}", {"/usr/bin/symserve", "/usr/bin/symprep"} <= {path for path, _ in wanted})
    with tempfile.TemporaryDirectory(prefix="symkit-container-") as folder:
        root = Path(folder)
        for name in ("usr/bin", "data", "tmp", "proc"):
            (root / name).mkdir(parents=True)
            (root / name).chmod(0o1777)
        root.chmod(0o755)
        for path, name in wanted:
            if (symserve.BIN / name).exists():
                shutil.copy(symserve.BIN / name, root / path[1:])
        (root / "data/tokens").write_text("write a-secret-token\n")
        words = [re.sub(r"0\.0\.0\.0:\d+", "127.0.0.1:0", word) for word in command if has_grpc() or not word.startswith("--grpc")]
        inside = ["mount -t proc proc " + str(root / "proc"),
                  f"exec chroot --userspec=65534:65534 {root} {' '.join(words)} --token-file=/data/tokens"]
        variables = dict(re.findall(r"(\w+)=(\S+)", re.search(r"^ENV (.*)", text, re.M).group(1)))
        server = subprocess.Popen(["unshare", "--mount", "--pid", "--fork", "sh", "-c", " && ".join(inside)], text=True, stdout=subprocess.PIPE,
                                  env={"PATH": os.environ["PATH"], **variables})
        try:
            url = server.stdout.readline().strip()
            expect_true(f"it says where it is: {url!r}", url.startswith("http://127.0.0.1:"))
            key = ["-H", "Authorization: Bearer a-secret-token"]

            def curl(*words):
                return subprocess.run(["curl", "-sS", "-m", "60", *key, *words], input=FRAME, capture_output=True, text=True).stdout
            expect_true("an upload", '"prepared":true' in curl("-T", str(MARKET), f"{url}/symbols/libmarket.so"))
            expect_true("answered", symserve.RESOLVED in curl("--data-binary", "@-", f"{url}/log"))
            expect_true("it writes to /data alone", sorted(path.name for path in (root / "data").iterdir()) == ["store", "tokens", "uploads"])
        finally:
            # Who becomes another user is no longer told that its parent died: it is the first of its namespace, and ends with all in it.
            for process in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split():
                os.kill(int(process), signal.SIGKILL)
            server.kill()
            server.wait()


def has_grpc():
    done = subprocess.run([symserve.BIN / "symserve", "--grpc", "127.0.0.1:0", "--listen", "256.0.0.1:1", "--store", ""], capture_output=True, text=True)
    return "without gRPC" not in done.stderr
