"""Mappings and source maps on an engine: a log reads the parts that its classes and positions are in, in one question."""
import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "redis"))
from engines import Counting, engine, expect, expect_true  # noqa: E402
from support import folder, program, tool  # noqa: E402

MAP_ID, OTHER_MAP_ID = "0f1e2d3c", "1f1e2d3c"
DEBUG_ID = "01234567-89ab-cdef-0123-456789abcdef"


def mapping(map_id, classes=30_000):
    """A mapping of some megabytes: classes into which methods of others were inlined, some with source files of their own."""
    lines = [f"# pg_map_id: {map_id}", '# {"id":"com.android.tools.r8.mapping","version":"2.2"}']
    for n in range(classes):
        lines.append(f"com.example.feature{n % 97}.SomeClass{n} -> a.b{n}:")
        if n % 3 == 0:
            lines.append(f'# {{"id":"sourceFile","fileName":"Odd{n}.kt"}}')
        other = n * 7 % classes
        lines += [f"    1:3:int com.example.feature{other % 97}.SomeClass{other}.inlined(java.lang.String):{n + 10}:{n + 12} -> a",
                  "    1:3:void caller(int):70:70 -> a", f"    4:9:void plain{n}():100:105 -> b", "    void one() -> c", "    void other(int) -> c"]
    return "\n".join(lines) + "\n"


def frames(map_id, numbers):
    text = f"a.b{numbers[0]}: something failed in a.b{numbers[1]}\n"
    for n in numbers:
        text += f"\tat a.b{n}.{'abc'[n % 3]}(r8-map-id-{map_id}:{1 + n % 8})\n"
    return text + "\tat android.os.Handler.dispatchMessage(Handler.java:106)\n"


def put_mapping(where, map_id, *stores):
    file = where / f"{map_id}.txt"
    file.write_text(mapping(map_id))
    for store in stores:
        tool("symprep", "--store", store, file)


def retraced(store, text, *words):
    return tool("retrace", "--store", store, *words, stdin=text).stdout


def test_a_log_reads_the_classes_that_it_names():
    """20 frames: two round trips, and a small part of the mapping; with two mappings no more. As from the folder."""
    with engine() as one, folder() as here:
        for map_id in (MAP_ID, OTHER_MAP_ID):
            put_mapping(here, map_id, one.url, here / "whole")
        whole = max(path.stat().st_size for path in (here / "whole").rglob("*.symx"))
        text = frames(MAP_ID, [n * 1371 % 30_000 for n in range(20)])
        truth = retraced(here / "whole", text)
        expect_true(truth, truth.count("com.example.feature") > 25 and "Odd" in truth and ".inlined(" in truth)
        with Counting(one.port) as line:
            expect("as from the folder", retraced(line.url, text), truth)
            expect("round trips", line.round_trips, 2)
            expect_true(f"a part of {whole}, not {line.received}", line.received < 1_000_000 and line.received < whole / 3)
        both = text + frames(OTHER_MAP_ID, list(range(5, 2000, 100))) + text
        both_truth = retraced(here / "whole", both)
        with Counting(one.port) as line:
            expect("two mappings", retraced(line.url, both), both_truth)
            expect("round trips for two mappings", line.round_trips, 2)
        for words in (["--format=json"], ["--verbose"]):
            expect(f"with {words}", retraced(one.url, both, *words), retraced(here / "whole", both, *words))
        chain = f"{here / 'near'},{one.url}"
        with Counting(one.port) as line:
            for wanted in (2, 0):
                line.round_trips = 0
                expect("through a chain", retraced(f"{here / 'near'},{line.url}", text), truth)
                expect("round trips through a chain", line.round_trips, wanted)
        one.stop()
        expect("from the copies", retraced(chain, text), truth)


def test_every_class_as_from_the_folder():
    with engine() as one, folder() as here:
        put_mapping(here, MAP_ID, one.url, here / "whole")
        text = "".join(frames(MAP_ID, list(range(first, first + 50))) for first in range(0, 30_000, 350))
        with Counting(one.port) as line:
            expect("all", retraced(line.url, text), retraced(here / "whole", text))
            expect_true(f"few round trips, not {line.round_trips}", line.round_trips < 40)


def test_a_part_that_is_gone():
    """Its classes keep their names, and it is said; an index in one piece further on has it."""
    with engine() as one, folder() as here:
        put_mapping(here, MAP_ID, one.url, here / "whole")
        text = frames(MAP_ID, [7, 8, 9])
        keys = [key for key in one.cli("keys", "sym:*:mapping:*").split("\n") if not key.endswith(":0")]
        expect_true(f"in parts, not {len(keys)}", len(keys) > 20)
        expect_true("said", "no fault" not in tool("symstore", "verify", "--store", one.url).stdout)
        one.cli("del", *keys)
        done = tool("retrace", "--store", one.url, stdin=text)
        expect_true(done.stdout, "at a.b7.b(" in done.stdout and "com.example" not in done.stdout)
        expect_true(done.stderr, "this part of the index is missing" in done.stderr)
        expect("from the folder behind", retraced(f"{one.url},{here / 'whole'}", text), retraced(here / "whole", text))
        faults = tool("symstore", "verify", "--store", one.url, status=1).stdout
        expect_true(faults, f"{len(keys)} of its {len(keys)} parts are missing" in faults)


def reasons(store, text, name="retrace", *words):
    """Of all frames, in their order; and what stands on stderr."""
    done = tool(name, "--store", store, "--format=json", "--summary", *words, stdin=text)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    return [one.get("reason") for one in told if one.get("kind", "frame") == "frame"], done.stderr


def test_each_frame_tells_why_it_stays():
    """Not that a mapping does not know a class, where it could not be asked."""
    with engine() as one, folder() as here:
        put_mapping(here, MAP_ID, one.url)
        named, strange = f"\tat a.b7.b(r8-map-id-{MAP_ID}:5)\n", "\tat not.there.b(r8-map-id-7777777:5)\n"
        unknown = f"\tat no.such.b(r8-map-id-{MAP_ID}:5)\n"
        expect("all is there", reasons(one.url, named + unknown)[0], [None, "the class is not in the mapping"])
        said, told = reasons(one.url, strange + named)
        expect("no such mapping", said, [f"no mapping with the id 7777777 in {one.url}", None])
        expect_true(told, "  1: no mapping with the id 7777777" in told and "the class is not" not in told)
        expect("no mapping is named", reasons(one.url, "\tat a.b7.b(X.java:5)\n")[0], ["neither this line nor one before it names a mapping"])
        keys = [key for key in one.cli("keys", "sym:*:mapping:*").split("\n") if not key.endswith(":0")]
        head = next(key for key in one.cli("keys", "sym:*:mapping:*").split("\n") if key.endswith(":0"))
        one.cli("del", *keys)
        for name, words in (("retrace", []), ("symlookup", ["--mapping=store"])):
            (said,), told = reasons(one.url, named, name, *words)
            expect_true(said, said.startswith("this part of the index is missing (") and keys[0].rsplit(":", 1)[0] in said)
        expect_true(told, f"  1: {said}" in told)
        one.cli("set", head, "nothing of the kind")
        (said, also), told = reasons(one.url, named + strange)
        expect_true(said, "store it again with symstore push" in said and head in said)
        expect_true(also, "no mapping with the id 7777777" in also)
        one.stop()
        (said,), told = reasons(one.url, named)
        expect_true(said, "store unavailable" in said)
        expect_true(told, f"  1: {said}" in told)


def test_killed_pushes():
    """Of two mappings with one id, pushed by turns and mostly killed: a reader sees one of them whole, the other whole, or none."""
    with engine() as one, folder() as here:
        for name, method in (("early", ".inlined("), ("late", ".enfolded(")):
            file = here / f"{name}.txt"
            file.write_text(mapping(MAP_ID).replace(".inlined(", method))
            tool("symprep", "--store", here / name, file)
        text = frames(MAP_ID, [n * 1371 % 30_000 for n in range(20)])
        answers = [retraced(here / name, text) for name in ("early", "late")]
        expect_true("two answers", answers[0] != answers[1] and text not in answers)
        chance, seen, killed = random.Random(5), set(), 0
        begun = time.time()
        tool("symstore", "push", MAP_ID, "--store", here / "early", "--to", one.url)
        took = time.time() - begun
        for number in range(200):  # how long a push takes depends on who else is busy
            if number >= 40 and killed > 5 and len(seen) == 2:
                break
            process = subprocess.Popen([program("symstore"), "push", MAP_ID, "--store", here / ("late", "early")[number % 2], "--to", one.url],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, took * (1 + number / 40)))
            process.kill()
            killed += process.wait() != 0
            said = retraced(one.url, text)
            expect_true(f"after {number}: {said[:300]}", said in answers)
            seen.add(said)
        expect_true(f"some were killed, some not: {killed}, {len(seen)}", 5 < killed < number and len(seen) == 2)


def test_pushed_pulled_and_prepared():
    with engine() as one, folder() as here:
        put_mapping(here, MAP_ID, one.url, here / "whole")
        expect_true("up to date", '"prepared":false' in
                    tool("symprep", "--store", one.url, "--format=json", here / f"{MAP_ID}.txt").stdout)
        with Counting(one.port) as line:
            tool("symstore", "push", MAP_ID, "--store", here / "whole", "--to", line.url)
            expect("push of what is there", line.round_trips, 1)
        tool("symstore", "pull", MAP_ID, "--store", here / "pulled", "--from", one.url)
        text = frames(MAP_ID, [1, 22, 333, 4444])
        expect("from what was pulled", retraced(here / "pulled", text), retraced(here / "whole", text))
        tool("symstore", "verify", "--store", here / "pulled")
        tool("symstore", "rm", MAP_ID, "--store", one.url)
        expect("nothing is left", [key for key in one.cli("keys", "*:mapping:*").split("\n") if key], [])


DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def vlq(value):
    value = value << 1 if value >= 0 else -value << 1 | 1
    text = ""
    while True:
        digit, value = value & 31, value >> 5
        text += DIGITS[digit | (32 if value else 0)]
        if not value:
            return text


def source_map(where, sources=400, segments=150_000):
    """A map of a bundle with one line: each segment of another place, with names and the sources' texts."""
    mappings, source, line, name = [], 0, 0, 0
    for n in range(segments):
        to_source, to_line, to_name = n * sources // segments, n % 300, n % 5000
        fields = [7 if n else 0, to_source - source, to_line - line, 0] + ([to_name - name] if n % 3 == 0 else [])
        mappings.append("".join(map(vlq, fields)))
        source, line = to_source, to_line
        name = to_name if n % 3 == 0 else name
    texts = ["\n".join(f"const value{line} = {line} * {number}; // source {number}" for line in range(300)) for number in range(sources)]
    file = where / "app.js.map"
    file.write_text(json.dumps({"version": 3, "file": "app.js", "debug_id": DEBUG_ID, "names": [f"name{n}" for n in range(5000)],
                                "sources": [f"webpack:///./src/folder{n % 17}/module{n}.ts" for n in range(sources)],
                                "sourcesContent": texts, "mappings": ",".join(mappings)}))
    return file


def stack(numbers):
    event = json.dumps({"debug_meta": {"images": [{"type": "sourcemap", "code_file": "https://example.org/app.js", "debug_id": DEBUG_ID}]}})
    return event + "\nTypeError: x\n" + "".join(f"    at fn{n} (https://example.org/app.js:1:{n * 7 + 3})\n" for n in numbers)


def resolved(store, text, *words):
    """What it says, but for where the map lies."""
    return re.sub('"map":"[^"]*"', '"map":""', tool("smapresolve", "--store", store, *words, stdin=text).stdout)


def test_a_stack_reads_the_positions_that_it_has():
    with engine() as one, folder() as here:
        file = source_map(here)
        for store in (one.url, here / "whole"):
            tool("symprep", "--store", store, file)
        whole = max(path.stat().st_size for path in (here / "whole").rglob("*.symx"))
        single, many = stack([70_001]), stack([n * 7477 % 150_000 for n in range(20)])
        for text, frames_of, most in ((single, 1, 200_000), (many, 20, 1_000_000)):
            truth = resolved(here / "whole", text)
            expect("answered", truth.count("src/folder"), frames_of)
            with Counting(one.port) as line:
                expect("as from the folder", resolved(line.url, text), truth)
                expect("round trips", line.round_trips, 2)
                expect_true(f"a part of {whole}, not {line.received}", line.received < most and line.received < whole / 3)
        for words in (["--format=json"], ["--context=2"], ["--raw-paths"]):
            truth = resolved(here / "whole", many, *words)
            with Counting(one.port) as line:
                expect(f"with {words}", resolved(line.url, many, *words), truth)
                expect(f"round trips with {words}", line.round_trips, 3 if words[0] == "--context=2" else 2)
        expect_true("the texts are shown", "// source " in resolved(one.url, many, "--context=2"))
        expect("through a chain", resolved(f"{here / 'near'},{one.url}", many, "--context=2"), resolved(here / "whole", many, "--context=2"))
        one.stop()
        expect("from the copies", resolved(f"{here / 'near'},{one.url}", many, "--context=2"), resolved(here / "whole", many, "--context=2"))
        said = resolved(one.url, single, "--format=json")
        expect_true(said, "store unavailable" in said)


def test_each_position_tells_why_it_stays():
    with engine() as one, folder() as here:
        tool("symprep", "--store", one.url, source_map(here))
        text = stack([5, 70_001])
        expect("all is there", reasons(one.url, text, "smapresolve")[0], [None, None])
        keys = one.cli("keys", "sym:*:sourcemap:*").split("\n")
        head = next(key for key in keys if key.endswith(":0"))
        one.cli("del", *(key for key in keys if key != head))
        said, told = reasons(one.url, text, "smapresolve")
        expect_true(said, len(said) == 2 and all(why.startswith("this part of the index is missing (") for why in said))
        expect_true(told, all(f"1 in app.js: {why}" in told for why in said))
        one.cli("set", head, "nothing of the kind")
        said, told = reasons(one.url, text, "smapresolve")
        expect_true(said, len(said) == 2 and all(head in why for why in said))
        one.cli("del", head)
        said, told = reasons(one.url, text, "smapresolve")
        expect_true(said, len(said) == 2 and all(why.startswith("no map has") for why in said))
        one.stop()
        said, told = reasons(one.url, text, "smapresolve")
        expect_true(said, len(said) == 2 and all("store unavailable" in why for why in said))


def test_a_stream_of_stacks_is_not_held_back():
    with engine() as one, folder() as here:
        put_mapping(here, MAP_ID, one.url)
        process = subprocess.Popen([program("retrace"), "--store", one.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, bufsize=1)
        try:
            for n in (3, 33, 333):
                begun = time.time()
                process.stdin.write(f"\tat a.b{n}.a(r8-map-id-{MAP_ID}:2)\n")
                process.stdin.flush()
                answer = process.stdout.readline()
                expect_true(answer, ".inlined(" in answer)
                expect_true("the caller, too", f"SomeClass{n}.caller(" in process.stdout.readline())
                expect_true(f"without waiting: {time.time() - begun} s", time.time() - begun < 2)
        finally:
            process.stdin.close()
            process.wait(20)
