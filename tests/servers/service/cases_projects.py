"""--projects: what one project's token has brought is nobody else's. Each route is tried from the outside: all that answers the one project
must not answer the other."""
import contextlib
import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

import symserve
from cases_grpc import grpc_service
from cases_profiler import DEBUG_ID, OFFSET, job
from cases_sentry import ASSEMBLE, OPTIONS, form, soon
from symserve import DATA, FRAME, MARKET, MARKET_ID, RESOLVED, ROOT, Skipped, Talk, expect, expect_true, filled_store, service, tool, without_lines

sys.path.insert(0, str(ROOT / "tests/servers/redis"))
from engines import engine  # noqa: E402

TOKENS = """# whose is what
write alpha-writes alpha
read alpha-reads alpha
write beta-writes beta
write for-all-writes *
"""
ALPHA, READER, BETA, ALL = "alpha-writes", "alpha-reads", "beta-writes", "for-all-writes"
JAVA, SCRIPT = (DATA / "java/stack.txt").read_text(), (DATA / "sourcemap/esbuild/stack.txt").read_text()


@contextlib.contextmanager
def two_projects(*options, store=None, serve=service):
    with tempfile.TemporaryDirectory(prefix="symkit-projects-") as folder:
        (Path(folder) / "tokens").write_text(TOKENS)
        with serve("--projects", "--token-file", Path(folder) / "tokens", "--uploads", Path(folder) / "kept", *options, store=store) as one:
            yield one


def fill(one, token):
    one.curl("/symbols/libmarket.so", "-T", MARKET, token=token)
    one.curl("/symbols/mapping.txt", "-T", DATA / "java/mapping.txt", token=token)
    one.curl("/symbols/app.js.map", "-T", DATA / "sourcemap/esbuild/app.js.map", token=token)


def post(one, path, content, token, **more):
    content = content if isinstance(content, (str, bytes)) else json.dumps(content)
    return one.curl(path, "--data-binary", "@-", stdin=content, token=token, **more)


def streamed(one, text, token):
    talk = Talk(one, "/log", token=token)
    talk.say(text)
    talk.end()
    return talk.rest()


def sees(one, token):
    """What of the three is known to who has this token, by each way there is to ask over HTTP."""
    known = {}
    logs = {"native": (FRAME, RESOLVED, "raise_overflow"), "java": (JAVA, "Pot.lift", '"lift"'), "script": (SCRIPT, "Basket.total", "Basket.total")}
    for name, (log, answer, in_json) in logs.items():
        known[f"log, {name}"] = answer in post(one, "/log", log, token)
        known[f"log in chunks, {name}"] = answer in streamed(one, log, token)
        known[f"log as JSON, {name}"] = in_json in post(one, "/log?format=json", log, token)
    profile = json.loads(post(one, "/symbolicate/v5", job((0, OFFSET)), token))["results"][0]
    known["profiler"] = "function" in profile["stacks"][0][0]
    known["profiler's modules"] = profile["found_modules"][f"libmarket.so/{DEBUG_ID}"]
    known["symbolz"] = post(one, f"/pprof/{MARKET_ID}/symbolz", hex(OFFSET), token) != ""
    known["list"] = MARKET_ID in one.curl("/symbols", token=token)
    known["search"] = one.curl("/symbols?find=market", token=token) != ""
    for path in (f"/symbols/{MARKET_ID}", f"/buildid/{MARKET_ID}/debuginfo", f"/buildid/{MARKET_ID}/executable"):
        code = one.code(path, token)
        known[path] = {200: True, 404: False}[code]
    return known


def test_projects():
    with two_projects() as one:
        nothing = sees(one, BETA)
        expect("nothing yet", set(nothing.values()), {False})
        fill(one, ALPHA)
        expect("the project itself", {name for name, known in sees(one, ALPHA).items() if not known}, set())
        expect("who may only read of it", {name for name, known in sees(one, READER).items() if not known}, set())
        for token in (BETA, ALL):
            expect(f"{token} sees nothing of it", {name for name, known in sees(one, token).items() if known}, set())
        for token in (None, "nobody-has-this"):
            one.curl("/symbols", token=token, status=401)
        # Taken away by another: there is nothing.
        for token in (BETA, ALL):
            one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", token=token, status=404)
        expect_true("still there", all(sees(one, ALPHA).values()))
        # The same image from another: a poorer one harms nobody but who sent it, and each has its own.
        one.curl("/symbols/libmarket.so", "-T", without_lines(one.folder), token=BETA)
        expect_true("without lines", 0 < post(one, "/log", FRAME, BETA).find("market::") and RESOLVED not in post(one, "/log", FRAME, BETA))
        expect_true("still with lines", RESOLVED in post(one, "/log", FRAME, ALPHA))
        one.curl("/symbols/libmarket.so", "-T", MARKET, token=BETA)
        one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", token=BETA)
        expect_true("still there, too", all(sees(one, ALPHA).values()))


def test_projects_share():
    """What a token of nobody brought is everybody's, and only such a token takes it away."""
    with two_projects() as one:
        fill(one, ALL)
        for token in (ALPHA, READER, BETA, ALL):
            expect(f"{token} sees it", {name for name, known in sees(one, token).items() if not known}, set())
        one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", token=ALPHA, status=404)
        # A richer one of its own comes first, and goes alone.
        one.curl("/symbols/libmarket.so", "-T", MARKET, token=ALPHA)
        expect("two", one.curl(f"/symbols/{MARKET_ID}", token=ALPHA).count("\n"), 2)
        one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", token=ALPHA)
        expect("one", one.curl(f"/symbols/{MARKET_ID}", token=ALPHA).count("\n"), 1)
        one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", token=ALL)
        for token in (ALPHA, BETA):
            expect("gone for all", post(one, "/log", FRAME, token), FRAME)


def test_projects_sentry():
    """Chunks and files are known by their SHA-1: to know one is not to have it."""
    content = MARKET.read_bytes()
    sum_ = hashlib.sha1(content).hexdigest()
    question = {sum_: {"name": "libmarket.so", "debug_id": "a1cd7f0d-358b-2a2c-25e7-5cef1e2a7062", "chunks": [sum_]}}

    def state(one, token):
        return json.loads(post(one, ASSEMBLE, question, token))[sum_]["state"]
    with two_projects() as one:
        one.curl(OPTIONS, "--data-binary", "@-", "-H", "Content-Type: multipart/form-data; boundary=x", token=ALPHA, stdin=form([("file", sum_, content)], "x"))
        expect("the other has not sent it", state(one, BETA), "not_found")
        expect_true("prepared", soon(lambda: state(one, ALPHA) == "ok"))
        expect("nor that", state(one, BETA), "not_found")
        expect_true("of one alone", RESOLVED in post(one, "/log", FRAME, ALPHA) and RESOLVED not in post(one, "/log", FRAME, BETA))
        post(one, ASSEMBLE, question, READER, status=401)


def figures(one, token):
    return dict(line.rsplit(" ", 1) for line in one.curl("/metrics", token=token).splitlines() if not line.startswith("#"))


def test_projects_metrics():
    """A project sees what was done for it, by each way; a token of all sees everything, and what the service itself is doing."""
    with two_projects() as one:
        fill(one, ALPHA)
        for _ in range(3):
            post(one, "/log", FRAME * 4, ALPHA)
            streamed(one, FRAME * 4, READER)
        post(one, "/log", FRAME, BETA)
        post(one, "/symbolicate/v5", job((0, OFFSET)), BETA)
        one.curl("/symbols/" + "ab" * 20, token=BETA, status=404)
        one.curl("/symbols", status=401)
        alpha, beta, all_ = (figures(one, token) for token in (READER, BETA, ALL))
        expect("alpha's frames", (alpha["symserve_frames_total"], alpha["symserve_frames_resolved_total"]), ("24", "24"))
        expect("beta's frames", (beta["symserve_frames_total"], beta["symserve_frames_resolved_total"]), ("2", "0"))
        expect("all frames", (all_["symserve_frames_total"], all_["symserve_frames_resolved_total"]), ("26", "24"))
        name = 'symserve_requests_total{{route="{}",status="{}"}}'.format
        expect("logs", [each.get(name("/log", 200)) for each in (alpha, beta, all_)], ["3", "1", "4"])
        expect("logs in chunks", [each.get(name("/log in chunks", 200)) for each in (alpha, beta, all_)], ["3", None, "3"])
        expect("uploads", [each.get(name("/symbols/", 200)) for each in (alpha, beta, all_)], ["3", None, "3"])
        expect("beta's miss", [each.get(name("/symbols/", 404)) for each in (alpha, beta, all_)], [None, "1", "1"])
        expect("a stranger's", [each.get(name("/symbols", 401)) for each in (alpha, beta, all_)], [None, None, "1"])
        for each, sees_service in ((alpha, False), (beta, False), (all_, True)):
            expect("the service's own", any(key.startswith(("symserve_resident", "symserve_store_", "symserve_waiting")) for key in each), sees_service)


def test_projects_sources():
    """Source files are each project's own as well: who can upload can name any path in debug information."""
    with filled_store() as store, tempfile.TemporaryDirectory(prefix="symkit-sources-") as folder:
        tree = Path(folder)
        with two_projects("--sources", tree, store=store) as one:
            name = json.loads(post(one, "/symbolicate/v5", job((0, OFFSET)), ALPHA))["results"][0]["stacks"][0][0]["file"]
            inner, last = Path(name).parts[-2:]
            (tree / "alpha" / inner).mkdir(parents=True)
            (tree / "alpha" / inner / last).write_text("of alpha")
            question = {"debugName": "libmarket.so", "debugId": DEBUG_ID, "moduleOffset": hex(OFFSET), "file": name}
            expect("of its own", json.loads(post(one, "/source/v1", question, ALPHA))["source"], "of alpha")
            post(one, "/source/v1", question, BETA, status=404)
            post(one, "/source/v1", question, ALL, status=403)


def test_projects_profilers():
    """A profiler of one project, with another's image, another's paths and over another's connection."""
    with tempfile.TemporaryDirectory(prefix="symkit-sources-") as folder:
        tree = Path(folder)
        with two_projects("--sources", tree) as one:
            one.curl("/symbols/libmarket.so", "-T", MARKET, token=ALPHA)
            name = json.loads(post(one, "/symbolicate/v5", job((0, OFFSET)), ALPHA))["results"][0]["stacks"][0][0]["file"]
            inner, last = Path(name).parts[-2:]
            for project in ("alpha", "beta"):
                (tree / project / inner).mkdir(parents=True)
                (tree / project / inner / last).write_text(f"of {project}")
            question = {"debugName": "libmarket.so", "debugId": DEBUG_ID, "moduleOffset": hex(OFFSET), "file": name}
            expect("alpha's", json.loads(post(one, "/source/v1", question, ALPHA))["source"], "of alpha")
            post(one, "/source/v1", question, BETA, status=404)  # it has the file, and may not know that the image names it
            one.curl("/symbols/libmarket.so", "-T", MARKET, token=BETA)
            expect("beta's", json.loads(post(one, "/source/v1", question, BETA))["source"], "of beta")
            (tree / "alpha" / inner / "secret.cpp").write_text("of alpha alone")
            for path in (f"{tree}/alpha/{inner}/{last}", f"../alpha/{inner}/{last}", f"/x/../alpha/{inner}/secret.cpp", f"{inner}/../../alpha/{inner}/{last}"):
                said = post(one, "/source/v1", {**question, "file": path}, BETA, status=404)
                expect_true(said, "alpha" not in said)
            # Whose a request is counts for that request alone, on one connection.
            one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", token=BETA)
            client = one.connect()
            answers = client.makefile("rb")
            body = json.dumps(job((0, OFFSET))).encode()
            for token, known in ((ALPHA, True), (BETA, False), (READER, True), (ALL, False), (BETA, False), (ALPHA, True)):
                client.sendall(f"POST /symbolicate/v5 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
                               f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
                size = 0
                while (line := answers.readline()) not in (b"\r\n", b""):
                    if line.lower().startswith(b"content-length:"):
                        size = int(line.split(b":")[1])
                expect(f"{token} on one connection", b"raise_overflow" in answers.read(size), known)
            client.close()


def test_projects_grpc():
    with two_projects(serve=grpc_service) as (one, client):
        def known(token):
            client.metadata = [("authorization", f"Bearer {token}")]
            v1 = client.logs
            text = FRAME + JAVA + SCRIPT
            said = b"".join(answer.text for answer in client.log(iter([v1.AnswerLogRequest(text=text.encode())]))).decode()
            ids = [symbol.id for symbol in client.about("List").symbols]
            return {"frames": bool(client.resolve([{"native": {"image": 0, "offset": OFFSET}}], [MARKET_ID])[0].functions), "logs": RESOLVED in said,
                    "java": "Pot.lift" in said, "scripts": "Basket.total" in said, "list": MARKET_ID in ids,
                    "described": not client.refused_somehow(lambda: client.about("Describe", id=MARKET_ID))}
        client.metadata = [("authorization", f"Bearer {ALPHA}")]
        for file in (MARKET, DATA / "java/mapping.txt", DATA / "sourcemap/esbuild/app.js.map"):
            client.upload(file)
        expect("its own", set(known(ALPHA).values()), {True})
        expect("and by who may read it", set(known(READER).values()), {True})
        client.refused("UNAUTHENTICATED", lambda: client.upload(MARKET))
        for token in (BETA, ALL):
            expect(f"{token} sees nothing", known(token), dict.fromkeys(known(token), False))
            client.refused("NOT_FOUND", lambda: client.about("Delete", id=MARKET_ID))
        expect_true("over HTTP as well", all(sees(one, ALPHA).values()) and not any(sees(one, BETA).values()))
        client.metadata = []
        client.refused("UNAUTHENTICATED", lambda: client.about("List"))


def test_projects_engine():
    """An engine keeps them under names of their own; a service that ends and comes back finds each its own."""
    if not shutil.which("redis-server"):
        raise Skipped("redis-server is not here")
    with engine() as store:
        tool("symprep", "--store", store.url, DATA / "java/mapping.txt")
        for _ in range(2):
            with two_projects(store=store.url) as one:
                one.curl("/symbols/libmarket.so", "-T", MARKET, token=ALPHA)
                expect_true("its own", RESOLVED in post(one, "/log", FRAME, ALPHA) and f"{MARKET_ID}" in one.curl("/symbols", token=ALPHA))
                for token in (BETA, ALL):
                    expect("and nobody else's", (post(one, "/log", FRAME, token), MARKET_ID in one.curl("/symbols", token=token)), (FRAME, False))
                    expect_true("what all have", "Pot.lift" in post(one, "/log", JAVA, token))
        url = store.url + ("&" if "?" in store.url else "?") + "prefix=projects/alpha/"
        expect_true("as others find it", RESOLVED in tool("symlookup", "--store", url, stdin=FRAME).stdout)
        expect_true("nothing of it is anywhere else", MARKET_ID not in tool("symstore", "ls", "--store", store.url).stdout)


def test_projects_are_said():
    with tempfile.TemporaryDirectory(prefix="symkit-tokens-") as folder:
        file = Path(folder) / "tokens"

        def refused(text, *options, store=None):
            file.write_text(text)
            said = tool("symserve", "--listen", "127.0.0.1:0", "--store", store or Path(folder) / "store", *options, status=1).stderr
            expect("one line", said.count("\n"), 1)
            return said
        expect_true("no tokens", "--token-file" in refused("", "--projects"))
        for text in ("write some-token\n", "write some-token ../beta\n", "write some-token .beta\n", "write some-token a/b\n", "write some-token a b\n",
                     "write some-token Beta\n", f"write some-token {'a' * 65}\n", "write some-token a\nread some-token b\n"):
            said = refused(text, "--projects", "--token-file", file)
            expect_true(f"{text!r}: {said}", "tokens:" in said)
        expect_true("without --projects", "--projects" in refused("write some-token beta\n", "--token-file", file))
        expect_true("nowhere to keep them apart",
                    "--store" in refused("write some-token beta\n", "--projects", "--token-file", file, store="https://127.0.0.1:1/store"))
