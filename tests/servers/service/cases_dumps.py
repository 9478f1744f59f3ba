"""POST /dump: a core or a minidump, answered as symcore does where there are no files."""
import gzip
import resource
import shutil
import subprocess
import tempfile
from pathlib import Path

from cases_groups import await_counts, counts
from symserve import ROOT, Skipped, expect, expect_true, service, tool

CORE = ROOT / "tests/fuzz/corpus/elf_core/two-threads"
PROGRAM = r"""
#include <stdlib.h>
__attribute__((noinline)) int weigh(int *sack) { return *sack + 1; }
__attribute__((noinline)) int load(int *sack) { return weigh(sack) * 2; }
int main(int count, char **words) { return load(count > 1 ? (int *)words : NULL) == 0; }
"""


def as_symcore(dump, *words):
    return tool("symcore", "--no-local", *words, dump).stdout


def send(one, dump, query="?full-path=yes", **more):
    return one.curl("/dump" + query, "--data-binary", f"@{dump}", **more)


def crashed(folder):
    """A core, and the store with its program, which is not there any more."""
    def allow():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    if not shutil.which("gcc"):
        raise Skipped("gcc is missing")
    subprocess.run(["gcc", "-g", "-O1", "-x", "c", "-", "-o", folder / "cart"], input=PROGRAM.encode(), check=True)
    subprocess.run([folder / "cart"], cwd=folder, preexec_fn=allow)
    core = next(folder.glob("core*"), None)
    if core is None:
        raise Skipped("no core file is written into the working folder (kernel.core_pattern)")
    tool("symprep", "--store", folder / "store", folder / "cart")
    (folder / "cart").unlink()
    return core, folder / "store"


def test_a_core_is_answered_as_symcore_answers_it():
    with service() as one, tempfile.TemporaryDirectory() as folder:
        expect("as it is", send(one, CORE), as_symcore(CORE))
        packed = Path(folder) / "core.gz"
        packed.write_bytes(gzip.compress(CORE.read_bytes()))
        expect("compressed, and put", one.curl("/dump?full-path=yes", "-T", packed), as_symcore(CORE))
        cut = Path(folder) / "cut"
        cut.write_bytes(CORE.read_bytes()[:-100])
        expect("cut off", send(one, cut), as_symcore(cut))


def test_a_program_that_is_only_in_the_store():
    with tempfile.TemporaryDirectory() as folder:
        core, store = crashed(Path(folder))
        with service("--keep-reports", store=store) as one:
            answer = send(one, core)
            expect("as symcore", answer, as_symcore(core, "--store", store))
            for wanted in ("weigh", "load", "main"):
                expect_true(f"{wanted} in {answer}", f" {wanted} (in cart) (" in answer)
            groups = tool("symgroup", "--format=json", stdin=answer).stdout
            expect_true(f"one group: {groups}", groups.count("\n") == 1)
            id = groups.split('"id":"')[1].split('"')[0]
            await_counts(one, {id: 1})
            expect("sent again", (send(one, core), counts(one))[0], answer)
            await_counts(one, {id: 2})
            lines = send(one, core, "?format=json").splitlines()
            expect_true(f"objects: {lines[:2]}", '"function":"weigh"' in lines[0])


def test_what_is_no_dump():
    with service() as one, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        for content in (b"nothing of interest\n", b"", b"\x7fELF\x02\x01\x01" + bytes(60), b"MDMP" + bytes(40)):
            path.write_bytes(content)
            said = send(one, path, status=422)
            expect_true(f"{content[:8]}: {said!r}", said and "\n" not in said.rstrip("\n"))
        expect_true("an unknown word", one.curl("/dump?wrong=1", "--data-binary", "x", status=400) != "")
