"""How often a log asks the engine, and for how much: counted by a proxy."""
import subprocess
import time

from support import folder, large_library, log, look_up, program, tool
from engines import Counting, engine, expect, expect_true


def libraries(where, count=5, functions=6000):
    """Libraries whose indexes are kept in parts: of each its path, its id, and where its functions are."""
    return [large_library(where, f"large{number}", functions + number * 100) for number in range(count)]


def frames_of(libraries, count=20):
    """Frames of functions that are far from each other, of all libraries by turns."""
    lines = []
    for number in range(count):
        library, image, functions = libraries[number % len(libraries)]
        name = f"function_number_{(number * 977) % len(functions)}"
        lines.append(f"    #{number:02} pc {functions[name] + 4:016x}  /data/app/{library.name} (BuildId: {image})\n")
    return "".join(lines)


def test_a_log_asks_for_all_at_once():
    """20 frames over 5 images: the manifests in one round trip, the parts in another, and less than 1 MB."""
    with engine() as one, folder() as here:
        all_of_them = libraries(here)
        text = "a crash\n" + frames_of(all_of_them, 10) + "\nanother thread\n" + frames_of(all_of_them) + "the end\n"
        for library, _, _ in all_of_them:
            tool("symprep", "--store", one.url, library)
            tool("symprep", "--store", here / "whole", library)
        truth = look_up(here / "whole", text).stdout
        expect("all are answered", truth.count(".c:"), 30)
        with Counting(one.port) as line:
            expect("as from the folder", look_up(line.url, text).stdout, truth)
            expect(f"round trips, {line.received} bytes, {line.connections} connections", line.round_trips, 2)
            expect_true(f"under 1 MB, not {line.received}", line.received < 1_000_000)
        # The same with 20 times as many frames, and with a folder before it, which has everything then.
        many = "".join(frames_of(all_of_them, 20 + number) for number in range(20))
        many_truth = look_up(here / "whole", many).stdout
        with Counting(one.port) as line:
            expect("as from the folder", look_up(line.url, many).stdout, many_truth)
            expect("round trips for many", line.round_trips, 2)
        with Counting(one.port) as line:
            for wanted in (2, 0):
                line.round_trips = 0
                expect("through a chain", look_up(f"{here / 'near'},{line.url}", text).stdout, truth)
                expect("round trips through a chain", line.round_trips, wanted)


def test_what_is_not_there_is_asked_for_at_once():
    """Images that nobody has prepared, ids that the log has cut, and frames that name functions."""
    with engine() as one, folder() as here:
        all_of_them = libraries(here, 2)
        for library, _, _ in all_of_them:
            tool("symprep", "--store", one.url, library)
            tool("symprep", "--store", here / "whole", library)
        known = frames_of(all_of_them)
        unknown = "".join(log(0x1000 + number, f"{number:040x}", f"lib{number}.so") for number in range(1, 30))
        with Counting(one.port) as line:
            done = look_up(line.url, unknown + known, "--format=json")
            expect("not found", done.stdout.count("no symbols with this build id"), 29)
            expect("found", done.stdout.count(".c\""), 20)
            expect("round trips where some are missing", line.round_trips, 3)
        cut = known
        for _, image, _ in all_of_them:
            cut = cut.replace(image, image[:32])
        with Counting(one.port) as line:
            expect("found by cut ids", look_up(line.url, cut).stdout.count(".c:"), 20)
            expect("round trips for cut ids", line.round_trips, 4)
        named = "".join(
            f"[ 1.0] RIP: 0010:function_number_{number}+0x4/0x40 [{library.name} {image}]\n"
            for number in range(0, 5000, 300) for library, image, _ in all_of_them)
        by_name = look_up(here / "whole", named).stdout
        with Counting(one.port) as line:
            expect("by names", look_up(line.url, named).stdout, by_name)
            expect_true(f"few round trips for names, not {line.round_trips}", line.round_trips <= 4)


def test_a_stream_is_not_held_back():
    """Frames of a pipe that stays open are gathered for a few milliseconds; their answers do not wait for more."""
    with engine() as one, folder() as here:
        all_of_them = libraries(here, 3)
        for library, _, _ in all_of_them:
            tool("symprep", "--store", one.url, library)
        lines = frames_of(all_of_them, 9).splitlines(keepends=True)
        with Counting(one.port) as line:
            process = subprocess.Popen([program("symlookup"), "--store", line.url], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True, bufsize=1)
            try:
                for at in range(0, 9, 3):
                    process.stdin.write("".join(lines[at:at + 3]))
                    process.stdin.flush()
                    begun = time.time()
                    answers = [process.stdout.readline() for _ in range(3)]
                    expect("answered", sum(".c:" in answer for answer in answers), 3)
                    expect_true(f"without waiting: {time.time() - begun} s", time.time() - begun < 2)
                expect_true(f"a few round trips, not {line.round_trips}", line.round_trips <= 6)
            finally:
                process.stdin.close()
                process.wait(20)


def test_a_named_file_is_answered_from_its_parts():
    """-o FILE with a server as the only store: prepared once, and then no more is read than the addresses need."""
    with engine() as one, folder() as here:
        library, _, functions = large_library(here)
        addresses = [hex(functions[f"function_number_{number}"] + 4) for number in range(0, 6000, 600)]
        asked = ["-o", library, "--format=llvm", *addresses]
        truth = tool("symlookup", "--store", here / "near", *asked).stdout
        expect("from the folder", truth.count("large.c:"), 10)
        expect("prepared", tool("symlookup", "--store", one.url, *asked).stdout, truth)
        def written():
            return [line for line in one.cli("info", "commandstats").splitlines() if line.startswith("cmdstat_set:")][0].split(",")[0]
        before = written()
        with Counting(one.port) as line:
            expect("from its parts", tool("symlookup", "--store", line.url, *asked).stdout, truth)
            expect_true(f"a few round trips, not {line.round_trips}", line.round_trips <= 4)
            expect_true(f"a few parts, not {line.received} bytes", line.received < 150_000)
        expect("nothing was written", written(), before)
        numbers = "".join(address + "\n" for address in addresses * 300)
        expect("many from standard input", tool("symlookup", "--store", one.url, "-o", library, stdin=numbers).stdout,
               tool("symlookup", "--store", here / "near", "-o", library, stdin=numbers).stdout)
        text = log(functions["function_number_77"] + 4, "", library.name).replace(" (BuildId: )", "")
        expect("a log without ids", look_up(one.url, text, "-o", library).stdout, look_up(here / "near", text, "-o", library).stdout)
        one.cli("del", *[key for key in one.cli("keys", "sym:*:native:*").split("\n")])
        said = tool("symlookup", "--store", one.url, *asked, "--format=json").stdout
        expect_true(said[:300], "this part of the index is missing" in said and "large.c" not in said)
