"""/symbolicate/v5 as the Firefox Profiler and samply ask it, who may ask, and what the service says of itself."""
import gzip
import json
import subprocess

from symserve import FRAME, MARKET, MARKET_ID, expect, expect_true, filled_store, service, tool

# Breakpad's: the first 16 bytes of the build id as a GUID, and an age of 0.
DEBUG_ID = "A1CD7F0D358B2A2C25E75CEF1E2A70620"
OFFSET = 0x2D28
PROFILER = "https://profiler.firefox.com"


def ask(one, question, *words, status=200):
    answer = one.curl("/symbolicate/v5", "--data-binary", "@-", *words, status=status,
                      stdin=question if isinstance(question, (str, bytes)) else json.dumps(question))
    return json.loads(answer)


def job(*frames, modules=(("libmarket.so", DEBUG_ID),)):
    return {"memoryMap": [list(module) for module in modules], "stacks": [[list(frame) for frame in frames]]}


def function_in(file, offset):
    """Where the function begins, and its size, as the symbol table has them."""
    for line in subprocess.run(["nm", "-S", file], capture_output=True, text=True, check=True).stdout.splitlines():
        words = line.split()
        if len(words) == 4 and int(words[0], 16) <= offset < int(words[0], 16) + int(words[1], 16):
            return int(words[0], 16), int(words[1], 16)
    return None


def test_profiler():
    with filled_store() as store, service(store=store) as one:
        truth = json.loads(tool("symlookup", "-o", MARKET, "--format=json", "-offset", hex(OFFSET), "--store", store).stdout)
        chain = truth["frames"]
        answer = ask(one, {"jobs": [job((0, OFFSET), (-1, 4660), (1, 1), modules=(
            ("libmarket.so", DEBUG_ID), ("libother.so", "0" * 32 + "0"), ("libunused.so", "1" * 33)))]})
        result = answer["results"][0]
        stack = result["stacks"][0]
        expect("as long as the one asked", [frame["frame"] for frame in stack], [0, 1, 2])
        first = stack[0]
        expect("the function", (first["module"], first["module_offset"], first["function"]),
               ("libmarket.so", hex(OFFSET), chain[-1]["function"]))
        expect("its place", first["line"], chain[-1]["line"])
        expect("inlined calls, innermost first", [inline["function"] for inline in first.get("inlines", [])],
               [frame["function"] for frame in chain[:-1]])
        begin, size = function_in(MARKET, OFFSET)
        expect("where in it", (int(first["function_offset"], 16), int(first["function_size"], 16)), (OFFSET - begin, size))
        expect("of no module", stack[1], {"frame": 1, "module": "<unknown>", "module_offset": "0x1234"})
        expect("of one that is not there", stack[2], {"frame": 2, "module": "libother.so", "module_offset": "0x1"})
        expect("modules", result["found_modules"], {f"libmarket.so/{DEBUG_ID}": True, "libother.so/" + "0" * 33: False,
                                                   "libunused.so/" + "1" * 33: None})
        expect("a bare job", ask(one, job((0, OFFSET)))["results"][0]["stacks"][0][0]["function"], first["function"])
        packed = gzip.compress(json.dumps(job((0, OFFSET))).encode())
        expect("packed", len(ask(one, packed, "-H", "Content-Encoding: gzip")["results"]), 1)


def told_by_llvm(file, offsets):
    """Of each: (function, line), innermost first."""
    said = subprocess.run(["llvm-symbolizer-19", "--output-style=JSON", "--inlines", "-e", file, *map(hex, offsets)],
                          capture_output=True, text=True, check=True).stdout
    return [[(frame["FunctionName"], frame["Line"]) for frame in answer["Symbol"]] for answer in json.loads(said)]


def code_of(file):
    """Addresses all over its code."""
    for line in subprocess.run(["readelf", "-SW", file], capture_output=True, text=True, check=True).stdout.splitlines():
        words = line.partition("]")[2].split()
        if words[:1] == [".text"]:
            begin, size = int(words[2], 16), int(words[4], 16)
            return range(begin, begin + size, 3)
    return []


def test_profiler_as_llvm():
    """Lines are those that other profilers have, of each instruction and not of the statement before it."""
    with filled_store() as store, service(store=store) as one:
        offsets = code_of(MARKET)
        frames = ask(one, job(*((0, offset) for offset in offsets)))["results"][0]["stacks"][0]
        named = 0
        for offset, frame, truth in zip(offsets, frames, told_by_llvm(MARKET, offsets), strict=True):
            if not truth[0][0]:
                continue
            chain = [(part.get("function", ""), part.get("line", 0)) for part in [*frame.get("inlines", []), frame]]
            expect(hex(offset), chain, truth)
            named += 1
        expect_true(f"some of {len(offsets)} are named", named * 2 > len(offsets))


def test_profiler_bad_questions():
    with service() as one:
        for question in ("", "{", "[]", "{}", '{"jobs":{}}', '{"jobs":[{}]}', '{"jobs":[1]}', '{"memoryMap":[],"stacks":[[[0,1]]]}',
                         '{"memoryMap":[["a"]],"stacks":[]}', '{"memoryMap":[["a","b"]],"stacks":[[[0.5,1]]]}',
                         '{"memoryMap":[["a","b"]],"stacks":[[[-2,1]]]}', '{"memoryMap":[["a","b"]],"stacks":[[[0,-1]]]}',
                         '{"memoryMap":[["a","b"]],"stacks":[[[0,99999999999999999999999]]]}',
                         '{"memoryMap":[],"stacks":' + "[" * 100000):
            answer = ask(one, question, status=400)
            expect_true(f"{question[:60]}: {answer}", answer["error"])
        ask(one, json.dumps(job(*[(0, 1)] * 200_001)), status=400)
        one.curl("/symbolicate/v5", "--data-binary", "@-", stdin="[" * (17 << 20), status=413)
        expect("no jobs, no results", ask(one, '{"jobs":[]}'), {"results": []})


def head_of(one, path, *words):
    text = one.curl(path, "-i", *words, status=words[words.index("status") + 1] if "status" in words else 200)
    return dict(line.split(": ", 1) for line in text.split("\r\n\r\n")[0].split("\r\n")[1:])


def test_web_pages():
    """Of other sites none may ask, but the profiler's may; nor one that has made a name of its own mean this machine."""
    with filled_store() as store, service(store=store) as one:
        head = head_of(one, "/symbolicate/v5", "--data", json.dumps(job((0, 1))), "-H", f"Origin: {PROFILER}")
        expect("the profiler's page may read it", head["Access-Control-Allow-Origin"], PROFILER)
        text = one.curl("/symbolicate/v5", "-i", "-X", "OPTIONS", "-H", f"Origin: {PROFILER}",
                        "-H", "Access-Control-Request-Method: POST", status=204)
        expect_true(text, f"Access-Control-Allow-Origin: {PROFILER}" in text and "content-type" in text)
        for origin in ("https://evil.example", "http://127.0.0.1:1", "null"):
            said = one.curl("/log", "--data-binary", "@-", "-H", f"Origin: {origin}", stdin=FRAME, status=403)
            expect_true(said, "--allow-origin" in said)
        one.curl("/log", "--data-binary", "@-", "-H", f"Origin: {one.url}", stdin=FRAME)
        said = one.curl("/log", "--data-binary", "@-", "-H", "Host: evil.example:80", stdin=FRAME, status=403)
        expect_true(said, "evil.example" in said)
        one.curl("/log", "--data-binary", "@-", "-H", f"Host: localhost:{one.port}", stdin=FRAME)
    with service("--allow-origin", "https://symbols.example") as one:
        one.curl("/log", "--data-binary", "@-", "-H", "Host: symbols.example", "-H", "Origin: https://symbols.example", stdin=FRAME)
        ask(one, {"jobs": []}, "-H", f"Origin: {PROFILER}")  # still


def test_profilers_page_may_ask_no_more():
    with service() as one:
        for path, words in (("/log", ("--data-binary", "x")), ("/symbols", ()), ("/metrics", ()), ("/", ()), ("/log", ("-X", "OPTIONS"))):
            said = one.curl(path, "-i", *words, "-H", f"Origin: {PROFILER}", status=403)
            expect_true(said, "Access-Control" not in said)
        ask(one, "{}", "-H", f"Origin: {PROFILER}", status=400)
        one.curl("/symbols", "-H", f"Host: {PROFILER.split('//')[1]}", status=403)
    with service("--allow-origin", PROFILER) as one:
        one.curl("/log", "--data-binary", "@-", "-H", f"Origin: {PROFILER}", stdin=FRAME)


def test_pages_without_an_origin():
    """What a page of another site asks for as an image or a script, and what it leads to; nothing is shown in its frames."""
    def fetched(site, mode, dest):
        return [word for name, value in (("Site", site), ("Mode", mode), ("Dest", dest)) for word in ("-H", f"Sec-Fetch-{name}: {value}")]
    with service("--keep-reports") as one:
        for site in ("cross-site", "same-site"):
            for mode, dest in (("no-cors", "image"), ("no-cors", "script"), ("navigate", "iframe"), ("navigate", "object")):
                for path in ("/symbols", "/", "/groups?format=html", "/metrics"):
                    one.curl(path, *fetched(site, mode, dest), status=403)
            one.curl("/log", "--data-binary", "x", *fetched(site, "navigate", "document"), status=403)
            one.curl("/", *fetched(site, "navigate", "document"))
        one.curl("/symbols", *fetched("same-origin", "cors", "empty"))
        one.curl("/", *fetched("none", "navigate", "document"))
        for path in ("/", "/groups?format=html"):
            head = head_of(one, path)
            expect_true(f"{path}: {head}", head["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in head["Content-Security-Policy"])


def test_tokens():
    with filled_store() as store, service(store=store) as first:
        file = first.folder / "tokens"
        file.write_text("# who may what\nread readable-token\n\nwrite writable-token\n")
        with service("--token-file", file, store=store) as one:
            one.curl("/healthz")
            one.curl("/readyz")
            one.curl("/metrics", status=401)
            one.log(FRAME, status=401)
            for token, status in (("readable-token", 200), ("writable-token", 200), ("readable-toke", 401), ("", 401)):
                one.curl("/log", "--data-binary", "@-", "-H", f"Authorization: Bearer {token}", stdin=FRAME, status=status)
            for token, status in (("readable-token", 401), ("writable-token", 200)):
                one.curl("/symbols/libmarket.so", "-T", str(MARKET), "-H", f"Authorization: Bearer {token}", status=status)
        for text in ("", "read short\n", "all a-good-token\n"):
            file.write_text(text)
            said = tool("symserve", "--listen", "127.0.0.1:0", "--store", store, "--token-file", file, status=1).stderr
            expect("one line", said.count("\n"), 1)


def test_metrics():
    with filled_store() as store, service(store=store) as one:
        one.log(FRAME)
        one.log(FRAME.replace(MARKET_ID, "ab" * 20))
        one.curl("/log", "-T", "-", stdin=FRAME)
        ask(one, job((0, OFFSET)))
        expect("ready", one.curl("/readyz"), "ready\n")
        values = dict(line.rsplit(" ", 1) for line in one.curl("/metrics").splitlines() if not line.startswith("#"))
        expect("logs", values['symserve_requests_total{route="/log",status="200"}'], "2")
        expect("logs in chunks", values['symserve_requests_total{route="/log in chunks",status="200"}'], "1")
        expect("frames", (values["symserve_frames_total"], values["symserve_frames_resolved_total"]), ("4", "3"))
        expect("all are within the last", values['symserve_request_seconds_bucket{route="/log",le="+Inf"}'], "2")
        expect_true("memory", int(values["symserve_resident_bytes"]) > 1_000_000)
