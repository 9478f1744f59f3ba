"""--fetch: what logs name and nobody here has is asked of servers, while nobody waits; what is said of it meanwhile, and what comes of it."""
import contextlib
import json
import sys
import tempfile
import time
from pathlib import Path

import symserve
from cases_sentry import soon
from symserve import FRAME, MARKET_ID, ROOT, Talk, expect, expect_true, filled_store, service

sys.path.insert(0, str(ROOT / "tests/servers"))
from symbol_servers import DATA, ELF, ELF_ID, ELF_NAMED, PDB, PDB_ID, PDB_NAMED, elf_log, pdb_log, put, web  # noqa: E402

ASKED = "requested from symbol servers"


@contextlib.contextmanager
def serving(fault=None, *options, store=None):
    """A service that may ask one server, and that server."""
    with tempfile.TemporaryDirectory(prefix="symkit-fetched-") as folder:
        served = Path(folder) / "served"
        put(ELF, served / f"buildid/{ELF_ID}/debuginfo")
        with web(served, fault) as (server, url), service("--server", f"debuginfod+{url}", "--uploads", Path(folder) / "kept", *options, store=store) as one:
            one.served = served
            yield one, server


def reason(one, log):
    return json.loads(one.log(log, "/log?format=json").splitlines()[0]).get("reason", "")


def test_fetch():
    with serving() as (one, server):
        begun = time.time()
        expect_true("it says so at once", ASKED in reason(one, elf_log()) and time.time() - begun < 5)
        expect_true("it comes", soon(lambda: ELF_NAMED in one.log(elf_log())))
        asked = len(server.asked)
        other = "ab" * 20
        expect_true("so does what nobody has", soon(lambda: "no symbols with this build id" in reason(one, elf_log(other))))
        expect_true("it was asked for", any(other in path for path, _ in server.asked))
        asked = len(server.asked)
        for _ in range(5):
            one.log(elf_log(other))
            one.log(elf_log())
        expect("and is not asked for again and again", len(server.asked), asked)
        counts = one.curl("/metrics")
        expect_true(counts, 'symserve_fetches_total{result="came"} 1\n' in counts and 'symserve_fetches_total{result="nobody has it"} 1\n' in counts
                    and "symserve_fetches 0\n" in counts)
        expect_true("listed as others are", ELF_ID in one.curl("/symbols"))
        one.log(FRAME.replace("BuildId: ", "BuildId: ../"))


def test_fetch_while_a_log_comes():
    """The later lines of a log that comes bit by bit have what came meanwhile."""
    with serving() as (one, _):
        talk = Talk(one)
        talk.say(elf_log())
        talk.line(), talk.line()
        expect_true("it came", soon(lambda: 'symserve_fetches_total{result="came"} 1\n' in one.curl("/metrics")))
        talk.say("another crash\n" + elf_log())
        talk.end()
        expect_true("in the same log", ELF_NAMED in talk.rest())


def test_fetch_pdb():
    """Of Windows' images the name of the PDB belongs to the question."""
    with tempfile.TemporaryDirectory(prefix="symkit-fetched-") as folder:
        served = Path(folder) / "served"
        put(PDB, served / f"ledger-x86_64.pdb/{PDB_ID.upper()}/ledger-x86_64.pdb")
        with web(served) as (_, url), service("--server", f"symstore+{url}") as one:
            one.log(pdb_log())
            expect_true("it comes", soon(lambda: PDB_NAMED in one.log(pdb_log())))


def test_fetch_is_never_waited_for():
    """A server that says nothing, and one that sends something else: all is answered meanwhile, nothing is believed, and it ends at once."""
    def silent(request):
        time.sleep(20)
        request.answer(404, b"")
    with filled_store() as store, serving(silent, store=store) as (one, _):
        begun = time.time()
        for number in range(40):
            one.log(elf_log(f"{number:040x}"))
        expect_true("what is here is answered", "market::" in one.log(FRAME))
        expect_true(f"{time.time() - begun:.1f} s", time.time() - begun < 15)
        begun = time.time()
        expect("ends", one.stop(), 0)
        expect_true(f"at once: {time.time() - begun:.1f} s", time.time() - begun < 12)

    def another(request):
        request.answer(200, (DATA / "native/elf-x86_64/market-gcc-dwarf5.so").read_bytes())
    with serving(another) as (one, _):
        one.log(elf_log())
        expect_true("not believed", soon(lambda: ASKED not in reason(one, elf_log())))
        expect("nothing came", one.log(elf_log()), elf_log())
        expect_true("not even under its own id", MARKET_ID not in one.curl("/symbols"))


def test_fetch_is_asked_for():
    """Distributions set DEBUGINFOD_URLS for everybody: without --fetch nobody is asked."""
    plain = symserve.environment
    with tempfile.TemporaryDirectory(prefix="symkit-fetched-") as folder, web(Path(folder)) as (server, url):
        try:
            symserve.environment = lambda: {**plain(), "DEBUGINFOD_URLS": url}
            with service() as one:
                one.log(elf_log())
                time.sleep(0.5)
                expect_true("nor is it said", ASKED not in reason(one, elf_log()) and "symserve_fetches" not in one.curl("/metrics"))
            expect("nobody was asked", server.asked, [])
            with service("--fetch") as one:
                one.log(elf_log())
                expect_true("now it was", soon(lambda: server.asked))
        finally:
            symserve.environment = plain


def test_stores_are_counted():
    """Of each store in the row: what it had and had not. Where it is, is not told."""
    with filled_store() as store, tempfile.TemporaryDirectory(prefix="symkit-first-") as first:
        with service("--store", store, store=first) as one:
            one.log(FRAME + elf_log())
            counts = {line.rsplit(" ", 1)[0]: int(line.rsplit(" ", 1)[1]) for line in one.curl("/metrics").splitlines() if line.startswith("symserve_store_")}

            def of(number, result):
                return counts[f'symserve_store_lookups_total{{store="{number}",kind="folder",result="{result}"}}']
            expect_true(counts, of(1, "miss") >= 2 and of(1, "hit") == 0 and of(2, "hit") >= 1 and of(2, "miss") >= 1 and of(1, "error") + of(2, "error") == 0)
            expect("no others", len(counts), 6)
