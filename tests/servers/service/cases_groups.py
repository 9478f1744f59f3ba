"""--keep-reports: the crashes of all logs that were sent, in groups: as symgroup has them, for each project by itself, over restarts and
services that share a store."""
import contextlib
import json
import shutil
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cases_grpc import grpc_service
from cases_projects import ALL, ALPHA, BETA, READER, fill, two_projects
from symserve import DATA, FRAME, ROOT, Skipped, Talk, Unexpected, expect, expect_true, filled_store, service, tool

sys.path.insert(0, str(ROOT / "tests/servers/redis"))
from engines import engine  # noqa: E402

HEAD = ("*** *** *** *** *** *** *** ***\nBuild fingerprint: 'google/red:13'\npid: {0}, tid: {0}, name: market  >>> com.example.market <<<\n"
        "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x7f00112233\nbacktrace:\n")
NATIVE = HEAD.format(4711) + FRAME.replace("    #00", "      #00") + FRAME.replace("    #00 pc 0000000000002d28", "      #01 pc 0000000000002d10") + "\n"
JAVA = (DATA / "java/stack.txt").read_text().replace("E AndroidRuntime: ", "")
PLAIN = "==7==ERROR: AddressSanitizer: SEGV on address 0x1 at pc 0x1 bp 0x2 sp 0x3\n    #0 0x1 in shop::take() /src/shop.cpp:1:1\n    #1 0x1 in main /src/shop.cpp:9:1\n\n"
SCRIPT = (DATA / "sourcemap/esbuild/stack.txt").read_text()


def groups(one, query="", **more):
    return [json.loads(line) for line in one.curl("/groups" + query, **more).splitlines()]


def counts(one, **more):
    """What there is by now, by id. They are written every two seconds."""
    return {group["id"]: group["count"] for group in groups(one, **more)}


def await_counts(one, wanted, what="groups", **more):
    until = time.time() + 30
    while (have := counts(one, **more)) != wanted:
        expect_true(f"{what}: {have}, not {wanted}", time.time() < until)
        time.sleep(0.2)


def truth(store, text, *how):
    """By id, as the command line has it, whose names symlookup, retrace and smapresolve put in."""
    for name in ("symlookup", "retrace", "smapresolve"):
        text = tool(name, "--store", store, stdin=text).stdout
    return {one["id"]: one["count"] for one in map(json.loads, tool("symgroup", "--format=json", *how, stdin=text).stdout.splitlines())}


def metric(one, name):
    return sum(int(line.rsplit(" ", 1)[1]) for line in one.curl("/metrics").splitlines() if line.startswith("symserve_" + name))


def test_groups_are_off():
    with service() as one:
        one.log(NATIVE)
        for path in ("/groups", "/groups/0123456789ab"):
            expect_true("how to have them", "--keep-reports" in one.curl(path, status=403))
        expect_true("nor are they counted", "symserve_reports_total" not in one.curl("/metrics"))


def test_groups():
    """A log by each way there is: the groups are those of the command line."""
    with filled_store() as store, service("--keep-reports", store=store) as one:
        expect("none yet", groups(one), [])
        one.log(NATIVE + NATIVE)
        one.log(NATIVE, "/log?inlines=no&demangle=no")
        one.log(JAVA + SCRIPT, "/log?format=json")
        one.log("nothing of interest\n")
        talk = Talk(one)
        talk.say(NATIVE[:400])
        talk.say(NATIVE[400:] + JAVA)
        talk.end()
        talk.rest()
        talk = Talk(one, "/log?format=json")
        talk.say(NATIVE)
        talk.end()
        talk.rest()
        wanted = truth(store, NATIVE * 5 + JAVA * 2 + SCRIPT)
        expect_true(f"there is something to be told apart: {wanted}", len(wanted) >= 3)
        await_counts(one, wanted)
        first = groups(one)[0]
        expect_true(f"names, though they were not asked for: {first}", first["signature"].startswith("SIGSEGV in market::raise_overflow"))
        expect("where", (first["frames"][0]["file"].endswith("session.cpp"), first["frames"][0]["line"]), (True, 42))
        expect("devices", first["devices"], {"google/red": 5})
        expect_true(first, first["first_seen"] <= first["last_seen"] and first["last_seen"].startswith("20") and first["examples"][0]["line"] > 0)
        # One of them, with its days.
        told = json.loads(one.curl(f"/groups/{first['id']}"))
        expect("the same", {**told, "days": None}, {**first, "days": None})
        expect("each report on a day", sum(told["days"].values()), 5)
        one.curl("/groups/0123456789ab", status=404)
        # Some of them.
        expect("by what is in the signature", [group["id"] for group in groups(one, "?find=RAISE_overflow")], [first["id"]])
        expect("by how the id begins", [group["id"] for group in groups(one, f"?find={first['id'][:5]}")], [first["id"]])
        every = [group["id"] for group in groups(one)]
        expect("page by page", [group["id"] for at in range(len(every)) for group in groups(one, f"?skip={at}&most=1")], every)
        expect("behind the last", groups(one, "?skip=1000"), [])
        expect_true("how many there are of all", f"Symkit-Groups: {len(every)}\r\n" in one.curl("/groups?most=1", "-D", "-"))
        expect("those that are alike", sum(group["count"] for group in groups(one, "?by=similar")), sum(wanted.values()))
        for form, begins in (("html", "<!DOCTYPE html>"), ("markdown", "#"), ("junit", "<?xml"), ("sarif", "{")):
            expect_true(form, one.curl(f"/groups?format={form}").startswith(begins))
        for query in ("by=x", "format=x", "most=x", "skip=-1"):
            one.curl(f"/groups?{query}", status=400)
        expect("counted", metric(one, "reports_total"), sum(wanted.values()))


def test_groups_over_grpc():
    with filled_store() as store, grpc_service("--keep-reports", store=store) as (one, client):
        v1 = client.logs
        for text in (NATIVE, JAVA):
            list(client.log(iter([v1.AnswerLogRequest(text=text[:100].encode()), v1.AnswerLogRequest(text=text[100:].encode())])))
        await_counts(one, truth(store, NATIVE + JAVA))


def test_groups_stay():
    """Stopped, killed and begun again: what was written stays, and a stop writes all."""
    with filled_store() as store:
        wanted = truth(store, NATIVE)
        (id_,) = wanted
        with service("--keep-reports", store=store) as one:
            one.log(NATIVE)
            expect("well", one.stop(), 0)
        with service("--keep-reports", store=store) as one:
            await_counts(one, {id_: 1})
            one.log(NATIVE)
            await_counts(one, {id_: 2})
            for _ in range(20):
                one.log(NATIVE)
            one.stop(signal.SIGKILL)
        with service("--keep-reports", store=store) as one:
            expect_true(f"at most the last seconds are lost: {counts(one)}", 2 <= counts(one)[id_] <= 22)
        kept = store / "shared/groups"
        expect("for its owner alone", oct(kept.stat().st_mode & 0o777), "0o600")
        kept.write_bytes(kept.read_bytes()[:-5])
        said = tool("symserve", "--keep-reports", "--listen", "127.0.0.1:0", "--store", store, status=1).stderr
        expect_true(f"what is damaged is not begun anew over: {said}", said.count("\n") == 1 and "shared/groups" in said)
        said = tool("symserve", "--keep-reports", "--listen", "127.0.0.1:0", "--store", "https://127.0.0.1:1/store", status=1).stderr
        expect_true(said, said.count("\n") == 1 and "--store" in said)
        tool("symserve", "--keep-reports", "--reports-for", "1h", status=2)


def test_groups_killed_anywhere():
    """Killed at any moment while reports come: what is kept can be read, and never counts more than was sent."""
    with filled_store() as store:
        sent = 0
        for delay in (0.05, 2.0, 2.05, 2.1, 2.2, 2.5):
            with service("--keep-reports", store=store) as one, ThreadPoolExecutor(2) as pool:
                until = time.time() + delay

                def send(one=one, until=until):
                    done = 0
                    while time.time() < until:
                        one.log(NATIVE)
                        done += 1
                    return done
                sent += sum(pool.map(lambda _: send(), range(2)))
                one.stop(signal.SIGKILL)
        with service("--keep-reports", store=store) as one:
            kept = sum(counts(one).values())
            expect_true(f"{kept} of {sent}", 0 < kept <= sent)


def test_groups_of_projects():
    """Each has its own, whoever has a token of nobody sees those of nobody, and nobody sees both."""
    with two_projects("--keep-reports") as one:
        fill(one, ALL)
        one.log(NATIVE, token=ALPHA)
        one.log(JAVA + SCRIPT, token=BETA)
        talk = Talk(one, token=ALPHA)
        talk.say(NATIVE)
        talk.end()
        talk.rest()
        store = one.folder / "store"
        await_counts(one, truth(store, NATIVE * 2), "alpha", token=ALPHA)
        await_counts(one, truth(store, JAVA + SCRIPT), "beta", token=BETA)
        expect("who may only read", counts(one, token=READER), counts(one, token=ALPHA))
        expect("of nobody", counts(one, token=ALL), {})
        for id_ in counts(one, token=BETA):
            expect("by its id", [one.code(f"/groups/{id_}", token) for token in (BETA, ALPHA, ALL)], [200, 404, 404])
        for path in ("/groups", "/groups/0123456789ab"):
            one.curl(path, status=401)
        expect_true("in its own store", (store / "projects/alpha/shared/groups").exists() and not (store / "shared/groups").exists())


@contextlib.contextmanager
def engine_or_skip():
    if not shutil.which("redis-server"):
        raise Skipped("redis-server is not here")
    with engine() as one:
        yield one


def test_groups_of_services_that_share_an_engine():
    """Three count at once in one engine: nothing is lost, nothing counts twice, and all of them tell the same."""
    with engine_or_skip() as store, contextlib.ExitStack() as stack:
        tool("symprep", "--store", store.url, DATA / "java/mapping.txt")
        services = [stack.enter_context(service("--keep-reports", store=store.url)) for _ in range(3)]
        rounds = 12
        with ThreadPoolExecutor(3) as pool:
            def send(one):
                for _ in range(rounds):
                    one.log(JAVA)
                    time.sleep(0.5)
            list(pool.map(send, services))
        (id_,) = truth(store.url, JAVA)
        for one in services:
            await_counts(one, {id_: 3 * rounds})
        expires = int(store.cli("TTL", max(store.cli("KEYS", "sym:{groups}:version:*").split(), key=lambda key: int(key.rsplit(":", 1)[1]))))
        expect_true(f"{expires} s", 44 * 86400 < expires <= 45 * 86400)
        # Emptied versions take no room.
        sizes = [int(store.cli("STRLEN", key)) for key in store.cli("KEYS", "sym:{groups}:version:*").split()]
        expect_true(f"{sizes}", len(sizes) > 2 and sum(size > 0 for size in sizes) <= 2)


def test_groups_while_the_engine_is_gone():
    """What comes meanwhile waits for it."""
    with engine_or_skip() as store:
        (id_,) = truth(store.url, PLAIN)
        with service("--keep-reports", store=store.url) as one:
            one.log(PLAIN)
            await_counts(one, {id_: 1})
            store.cli("CONFIG", "SET", "save", "")
            store.cli("SAVE")
            store.stop()
            time.sleep(1.1)
            expect_true("why they are not told", one.curl("/groups", status=503).strip())
            expect("answered all the same", one.log(PLAIN), PLAIN)
            until = time.time() + 20
            while metric(one, "group_write_failures_total") == 0:
                expect_true("it is tried", time.time() < until)
                time.sleep(0.2)
            store.start()

            def both():
                try:
                    return counts(one) == {id_: 2}
                except Unexpected:
                    return False
            until = time.time() + 30
            while not both():
                expect_true("both are there", time.time() < until)
                time.sleep(0.3)
