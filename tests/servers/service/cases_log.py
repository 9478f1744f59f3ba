"""POST /log: what comes back, also while the log is still being sent, and what is refused."""
import gzip
import json
import os
import signal
import subprocess
import time

import symserve
from symserve import DATA, FRAME, MARKET_ID, RESOLVED, Talk, expect, expect_true, filled_store, service, tool

JAVA = (DATA / "java/stack.txt").read_text()
SCRIPTS = (DATA / "sourcemap/esbuild/stack.txt").read_text()
AS_IT_CAME = "nothing of interest: 0x1234 \x1b[31mred\x1b[0m \xff\n".encode("latin-1")


def test_native_log():
    with filled_store() as store, service(store=store) as one:
        answer = one.log("before\n" + FRAME + "after")
        expect_true(answer, RESOLVED in answer)
        expect_true("all else as it came", answer.startswith("before\n    #00 pc 0000000000002d28 ") and answer.endswith("\nafter"))
        expect("as symlookup", answer, tool("symlookup", "--store", store, stdin="before\n" + FRAME + "after").stdout)
        expect("not inlined", one.log(FRAME, "/log?inlines=no").count("\n"), 1)
        expect_true("mangled", "_ZN6market14raise_overflowEl" in one.log(FRAME, "/log?demangle=no"))
        expect_true("the whole path", "/session.cpp:42" in one.log(FRAME, "/log?full-path=yes"))


def test_all_kinds_in_one_pass():
    with filled_store() as store, service(store=store) as one:
        answer = one.log(JAVA + FRAME + SCRIPTS)
        for wanted in (RESOLVED, "at com.example.kitchen.Pot.lift(Pot.java:33)", "com.example.kitchen.BurntException",
                       "at Basket.total (src/basket.js:18:14)"):
            expect_true(f"{wanted} in {answer}", wanted in answer)
        kinds = [one.get("function") or one.get("method") for one in one.frames(JAVA + FRAME + SCRIPTS)]
        expect_true(f"objects of all three: {kinds}", len(kinds) > 20)


def test_what_is_asked_next_knows_nothing_of_the_last():
    """A frame of Java that names no mapping is not explained by what another log named."""
    with filled_store() as store, service("-j", 1, store=store) as one:
        nameless = "\tat a.b.a(SourceFile:4)\n"
        for _ in range(3):
            expect_true("named", "Pot.lift" in one.log(JAVA))
            expect("not explained", one.log(nameless), nameless)


def test_json_lines():
    with filled_store() as store, service(store=store) as one:
        for answer in (one.log("x\n" + FRAME, "/log?format=json"),
                       one.curl("/log", "--data-binary", "@-", "-H", "Accept: application/x-ndjson", stdin="x\n" + FRAME)):
            frame = json.loads(answer)
            expect("where", (frame["line"], frame["frames"][-1]["line"]), (2, 42))
        missing = one.frames(FRAME.replace(MARKET_ID, "ab" * 20))[0]
        expect_true(missing, "no symbols with this build id" in missing["reason"])


def test_packed():
    with filled_store() as store, service(store=store) as one:
        packed = gzip.compress(FRAME.encode())
        expect_true("gzip", RESOLVED in one.curl("/log", "--data-binary", "@-", "-H", "Content-Encoding: gzip", stdin=packed))
        expect_true("gzip that says nothing", RESOLVED in one.curl("/log", "-T", "-", stdin=packed))
        cut = one.curl("/log", "--data-binary", "@-", stdin=gzip.compress(os.urandom(5000))[:2000], status=422)
        expect("one line", cut.count("\n"), 1)


def test_other_bytes_as_they_came():
    with filled_store() as store, service(store=store) as one:
        for words in (("--data-binary", "@-"), ("-T", "-")):
            done = subprocess.run(["curl", "-sS", "-m", "60", *words, one.url + "/log"], input=AS_IT_CAME * 1000, capture_output=True, timeout=60)
            expect_true("byte for byte", done.stdout == AS_IT_CAME * 1000)


def test_answers_while_it_comes():
    with filled_store() as store, service(store=store) as one:
        talk = Talk(one)
        for number in range(3):
            talk.say(f"this is line {number}\n{FRAME}")
            expect("its line", talk.line(), f"this is line {number}")
            expect_true("its frame", RESOLVED in talk.line())
            talk.say("\tat a.b.a(r8-map-id-0f1e2d3:4)\n")
            expect_true("a frame of Java", "Pot.lift(Pot.java:33)" in talk.line() and "Kitchen.boil" in talk.line())
        talk.end()
        expect("whole", talk.rest(), "")


def test_who_reads_only_when_all_is_sent():
    """What is answered meanwhile waits for him, in a file: nobody waits for the other for ever."""
    with filled_store() as store, service(store=store) as one, one.connect() as client:
        text = ("a line of no interest, but of some length, so that it becomes much: " + "x" * 60 + "\n").encode() * 1000
        client.sendall(b"POST /log HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        rounds = 60
        for _ in range(rounds):
            client.sendall(f"{len(text):x}\r\n".encode() + text + b"\r\n")
        client.sendall(b"0\r\n\r\n")
        answer = client.makefile("rb")
        while answer.readline() != b"\r\n":
            pass
        size = 0
        while (length := int(answer.readline(), 16)) != 0:
            size += len(answer.read(length))
            answer.readline()
        expect("all of it", size, rounds * len(text))


def test_one_connection_for_many():
    with filled_store() as store, service(store=store) as one, one.connect() as client:
        answer = client.makefile("rb")
        for number in range(50):
            body = f"{number}\n{FRAME}".encode()
            client.sendall(b"POST /log HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            head = {}
            while (line := answer.readline()) != b"\r\n":
                name, _, value = line.partition(b": ")
                head[name] = value.strip()
            text = answer.read(int(head[b"Content-Length"]))
            expect_true("each its own", text.startswith(b"%d\n" % number) and RESOLVED.encode() in text)


def test_idle_and_cut_connections():
    with filled_store() as store, service(store=store) as one:
        idle = [one.connect() for _ in range(400)]
        for client in idle[:100]:
            client.sendall(b"POST /log HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc")
        for client in idle[100:200]:
            client.sendall(b"POST /log HTTP/1.1\r\nHo")
        for client in idle[50:150]:
            client.close()
        expect_true("others are answered", RESOLVED in one.log(FRAME))
        for client in idle:
            client.close()
        request = b"POST /log HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n0\r\n\r\n"
        for cut in range(len(request)):
            with one.connect() as client:
                client.sendall(request[:cut])
        expect_true("still there", RESOLVED in one.log(FRAME))


def test_refused():
    with filled_store() as store, service(store=store) as one:
        expect_true("elsewhere", "/log" in one.curl("/nowhere", status=404))
        one.curl("/log", status=405)
        expect_true("format", "text or json" in one.log(FRAME, "/log?format=xml", status=400))
        expect_true("choice", "yes or no" in one.log(FRAME, "/log?inlines=1", status=400))
        for path in ("/log?fromat=json", "/log?format=json&x", "/log?format=json&format=text", "/log?Format=json", "/log?%66ormat=json"):
            expect_true(path, one.log(FRAME, path, status=400).startswith("?"))
            expect_true(f"{path}, live", one.curl(path, "-T", "-", stdin=FRAME, status=400).startswith("?"))
        for path in ("/symbols?name=x", "/symbols?lines=maybe", "/symbols?most=1&most=2", "/symbols?most=-1", "/groups?finds=x", "/groups/x?skip=1"):
            one.curl(path, status=400)
        for path in ("/healthz?x=1", "/log?", "/log?&format=text&"):
            one.log(FRAME, path) if path.startswith("/log") else one.curl(path)
        for garbage in (b"\x16\x03\x01\x02\x00\x01\x00\x01", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"):
            with one.connect() as client:
                client.sendall(garbage)
                client.shutdown(1)
                client.recv(1000)
        with one.connect() as client:
            client.sendall(b"GET /healthz HTTP/1.1\r\nX: " + b"x" * 20000 + b"\r\n\r\n")
            expect_true("a long head", b" 431 " in client.recv(1000))
        expect("well", one.curl("/healthz"), "ok\n")


def test_no_file_is_opened_for_a_log():
    """A path in a log is a stranger's: the file there says nothing here, even if it is the very image."""
    with service() as one:
        frame = f"    #00 pc 0000000000002d28  {symserve.MARKET} (BuildId: {MARKET_ID})\n"
        expect("unanswered", one.log(frame), frame)


def test_symbols_that_come_later_are_found():
    with service() as one:
        expect("unanswered", one.log(FRAME), FRAME)
        tool("symprep", "--store", one.folder / "store", symserve.MARKET)
        time.sleep(2.1)
        expect_true("found", RESOLVED in one.log(FRAME))


def test_stopped():
    with filled_store() as store:
        for number in (signal.SIGTERM, signal.SIGINT):
            with service(store=store) as one:
                idle = one.connect()
                expect("at once, and well", one.stop(number), 0)
                idle.close()
        with service(store=store) as one:
            talk = Talk(one)
            talk.say("the first line\n")
            expect("begun", talk.line(), "the first line")
            one.process.terminate()
            time.sleep(0.3)
            expect("it is not dropped", one.process.poll(), None)
            talk.say(FRAME)
            talk.end()
            expect_true("what is under way ends", RESOLVED in talk.rest())
            expect("well", one.process.wait(20), 0)


def test_place_that_is_taken():
    with service() as one:
        said = tool("symserve", "--listen", f"127.0.0.1:{one.port}", "--store", one.folder / "store", status=1).stderr
        expect_true(said, said.count("\n") == 1 and "--listen" in said)
        said = tool("symserve", "--listen", "localhost:99999", status=2).stderr
        expect("one line", said.count("\n"), 1)
