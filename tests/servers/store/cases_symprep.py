"""What symprep puts into an engine, for how long, and under which name it is found."""
import json
import re
import subprocess
import time

from engines import engine, expect, expect_true
from support import MARKET, MARKET_ID, OTHER, folder, large_library, look_up, program, tool


def without_id(address, name, function=""):
    return f"    #00 pc {address:016x}  /data/app/{name}{f' ({function}+4)' if function else ''}\n"


def builds(where, count):
    """Builds of one library, which differ."""
    libraries = []
    for number in range(count):
        place = where / f"build{number}"
        place.mkdir()
        library, image, functions = large_library(place, f"twin{number}", 3000 + number)
        called = place / "libtwin.so"
        library.rename(called)
        libraries.append((called, image, functions))
    return libraries


def test_by_name():
    """An image without an id: by its name, where only one build was ever put; never a guess among several."""
    with engine() as one, folder() as here:
        (first, first_id, functions), (second, _, _) = builds(here, 2)
        text = without_id(functions["function_number_77"] + 4, "libtwin.so")
        expect("nothing yet", look_up(one.url, text).stdout, text)
        tool("symprep", "--store", one.url, first)
        expect("the id under the name", one.cli("get", "sym:{libtwin.so}:named:native"), first_id)
        expect_true("by its name", "(twin0.c:" in look_up(one.url, text).stdout)
        expect_true("not by another", "(twin0.c:" not in look_up(one.url, text.replace("twin", "twix")).stdout)
        tool("symprep", "--store", one.url, "--force", first)
        expect_true("still by its name", "(twin0.c:" in look_up(one.url, text).stdout)
        tool("symprep", "--store", one.url, second)
        tool("symprep", "--store", one.url, "--force", first)
        said = look_up(one.url, text, "--format=json").stdout
        expect_true(said, "the store has several images with this name" in said and "twin0.c" not in said)
        # Pushed, not prepared; and a name whose image has gone is nobody's.
        one.cli("flushall")
        tool("symprep", "--store", here / "near", first)
        tool("symstore", "push", first_id, "--store", here / "near", "--to", one.url)
        expect_true("what was pushed", "(twin0.c:" in look_up(one.url, text).stdout)
        for key in one.cli("keys", "sym:{" + first_id + "}*").split("\n"):
            one.cli("del", key)
        expect("what has gone", look_up(one.url, text).stdout, text)


def test_two_builds_race_for_a_name():
    with engine() as one, folder() as here:
        libraries = builds(here, 4)
        for _ in range(3):
            one.cli("flushall")
            writers = [subprocess.Popen([program("symprep"), "--store", one.url, library], stdout=subprocess.DEVNULL)
                       for library, _, _ in libraries]
            expect("all have written", [writer.wait(60) for writer in writers], [0] * len(writers))
            expect("the name is nobody's alone", one.cli("get", "sym:{libtwin.so}:named:native"), "several")


def test_expire():
    with engine() as one, folder() as here:
        library, image, _ = large_library(here)
        tool("symprep", "--store", one.url, "--expire=2d", library, MARKET)
        day = 86400
        for key in (f"sym:{{{image}}}:manifest:0", f"sym:{{{MARKET_ID}}}:native:0"):
            expect_true(f"{key} lives two days, not {one.cli('ttl', key)}", 1.9 * day < int(one.cli("ttl", key)) <= 2 * day)
        parts = [int(one.cli("ttl", key)) for key in one.cli("keys", f"sym:{{{image}}}:native:*").split("\n")]
        expect_true("its parts longer", min(parts) > 2 * day)
        tool("symprep", "--store", one.url, "--force", "--expire=0", MARKET)
        expect("for ever", one.cli("ttl", f"sym:{{{MARKET_ID}}}:native:0"), "-1")
        said = tool("symprep", "--store", one.url, "--expire=soon", MARKET, status=2).stderr
        expect_true(said, "'soon' is not a time" in said)


def test_told_where_it_is():
    """The key that a line names is one that is there."""
    with engine() as one, folder() as here:
        library, _, _ = large_library(here)
        for forced in ([], [], ["--force"]):
            lines = tool("symprep", "--store", one.url, *forced, library, MARKET, OTHER).stdout.splitlines()
            expect("a line for each", len(lines), 3)
            for line in lines:
                place, key = line.split("\t")[4].split(" ")
                expect("where", place, one.url)
                expect(f"{key} is there", one.cli("exists", key), "1")


def test_what_cannot_be_written_is_told():
    """Each index for itself, whichever file is prepared meanwhile."""
    with engine("--maxmemory", "1500kb", "--maxmemory-policy", "noeviction") as one, folder() as here:
        library, image, _ = large_library(here)
        many = [large_library(here, f"large{number}", 6000 + number * 100)[0] for number in range(5)]
        done = tool("symprep", "--store", one.url, "--format=json", MARKET, library, *many, status=1)
        told = [json.loads(line)["id"] for line in done.stdout.splitlines()]
        expect_true("the small one is there", MARKET_ID in told)
        more = re.search(r"full \((\d+) more file", done.stderr)  # said once, and at the end for how many more
        expect("errors and indexes together", ("full" in done.stderr) + (int(more[1]) if more else 0) + len(told), 7)
        for ident in told:
            there = [one.cli("exists", f"sym:{{{ident}}}:{kind}:0") for kind in ("native", "manifest")]
            expect_true(f"{ident} is there, as was told", "1" in there)


def test_prune_goes_on_behind_a_leftover():
    """Parts that a writer may still be at work on stay, and do not keep what is older from going."""
    with engine() as one, folder() as here:
        library, image, _ = large_library(here)
        tool("symprep", "--store", one.url, library, MARKET, OTHER)
        one.cli("del", f"sym:{{{image}}}:manifest:0")
        one.cli("set", f"sym:{{{image}}}:life", f"3888000 {int(time.time()) - 36000}")  # older than the others
        parts = len(one.cli("keys", f"sym:{{{image}}}:native:*").split("\n"))
        done = tool("symstore", "prune", "--store", one.url, "--max-size", "1")
        expect_true(done.stdout, MARKET_ID in done.stdout and f"native\t{image}" not in done.stdout)
        expect("gone", one.cli("exists", f"sym:{{{MARKET_ID}}}:native:0"), "0")
        expect("still there", len(one.cli("keys", f"sym:{{{image}}}:native:*").split("\n")), parts)
