"""Source files shown to profilers, and names for pprof."""
import json
import subprocess
import tempfile
from pathlib import Path

from symserve import DATA, MARKET, MARKET_ID, expect, expect_true, filled_store, service

DEBUG_ID = "A1CD7F0D358B2A2C25E75CEF1E2A70620"
OFFSET = 0x2D28


def ask(one, status=200, **changed):
    question = {"debugName": "libmarket.so", "debugId": DEBUG_ID, "moduleOffset": hex(OFFSET), "file": "", **changed}
    return json.loads(one.curl("/source/v1", "--data-binary", "@-", stdin=json.dumps(question), status=status))


def test_sources():
    """Only what the place's debug information names, and of that only what lies below --sources."""
    with filled_store() as store, tempfile.TemporaryDirectory(prefix="symkit-sources-") as folder:
        stack = {"memoryMap": [["libmarket.so", DEBUG_ID]], "stacks": [[[0, OFFSET]]]}
        with service(store=store) as one:
            name = json.loads(one.curl("/symbolicate/v5", "--data-binary", "@-", stdin=json.dumps(stack)))["results"][0]["stacks"][0][0]["file"]
            expect_true("without --sources none", "--sources" in ask(one, file=name, status=403)["error"])
        names = Path(name).parts[-2:]
        expect("a file in a folder", len(names), 2)
        tree, text = Path(folder) / "tree", "line one\nline \"two\" ä\n"
        (tree / names[0]).mkdir(parents=True)
        (tree / names[0] / names[1]).write_text(text)
        (tree / "secret").write_text("secret")
        (tree / names[1]).write_text("another of the same name")
        with service("--sources", tree, store=store) as one:
            answer = ask(one, file=name)
            expect("its text", (answer["file"], answer["source"]), (name, text))
            for other in ("secret", "/etc/passwd", "../secret", f"{name}/../../secret", str(tree / "secret"), names[1]):
                expect_true(other, ask(one, file=other, status=404)["error"])
            expect_true("at another place", ask(one, file=name, moduleOffset="0xffffffff", status=404)["error"])
            expect_true("of another image", ask(one, file=name, debugId="0" * 33, status=404)["error"])
            for wrong in ({"moduleOffset": 1}, {"moduleOffset": "12"}, {"moduleOffset": "0x"}, {"file": None}, {"debugId": []}):
                expect_true(str(wrong), ask(one, status=400, **wrong)["error"])
            for wrong in ("", "[]", "{", "{}", "[" * 100_000):
                one.curl("/source/v1", "--data-binary", "@-", stdin=wrong, status=400)
            # A link that leads out of the folder, and a file of the right name in no folder of the right one.
            (tree / names[0] / names[1]).unlink()
            (tree / names[0] / names[1]).symlink_to("/etc/passwd")
            ask(one, file=name, status=404)
            (tree / names[0] / names[1]).unlink()
            ask(one, file=name, status=404)
        # The folder itself may be the one around it.
        inner = Path(folder) / names[0]
        inner.mkdir()
        (inner / names[1]).write_text(text)
        with service("--sources", inner, store=store) as one:
            expect("its text", ask(one, file=name)["source"], text)


def test_symbolz():
    """As pprof asks; the names are the symbol table's."""
    table = subprocess.run(["nm", "-C", "--defined-only", MARKET], capture_output=True, text=True, check=True).stdout
    functions = [(int(line.split()[0], 16), line.split(" ", 2)[2]) for line in table.splitlines() if line.split()[1] in "Tt" and "market::" in line and "[clone" not in line]
    expect_true("some", len(functions) > 5)
    with filled_store() as store, service(store=store) as one:
        path = f"/pprof/{MARKET_ID}/symbolz"
        expect("there are symbols", one.curl(path), "num_symbols: 1\n")
        asked = "+".join(hex(address) for address, _ in functions) + "+0xffffffffffffffff"
        said = dict(line.split("\t") for line in one.curl(path, "--data-binary", asked).splitlines())
        expect("functions", [said[hex(address)].split("(")[0] for address, _ in functions], [name.split("(")[0] for _, name in functions])
        expect_true("what is not known is left out", "0xffffffffffffffff" not in said)
        expect("nothing", one.curl(path, "--data-binary", " "), "")
        for wrong in ("12", "0x", "0xg", "0x1,0x2", "0x1++0x2", "0x" + "f" * 17):
            one.curl(path, "--data-binary", wrong, status=400)
        one.curl("/pprof/zz/symbolz", "--data-binary", "0x1", status=404)
        one.curl("/pprof//symbolz", "--data-binary", "0x1", status=404)
