"""What the cases have in common: the tools, logs, and a library whose index is kept in parts."""
import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "redis"))
from engines import Unexpected  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
MARKET = ROOT / "test-data/native/elf-x86_64/market-gcc-dwarf5.so"
MARKET_ID = "0d7fcda18b352c2a25e75cef1e2a7062268d686c"
OTHER = ROOT / "test-data/native/elf-x86_64/tokenizer-gcc-dwarf5.so"
ADDRESS = 0x2D28  # llvm-symbolizer: market::raise_overflow(long), session.cpp:42
RESOLVED = "market::raise_overflow(long) (in libmarket.so) (session.cpp:42)"
BIN = None  # the folder with the tools


def program(name):
    return BIN / name


def tool(name, *words, stdin="", status=0, store=None):
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
    if store:
        environment["SYMKIT_STORE"] = store
    done = subprocess.run([program(name), *map(str, words)], input=stdin, capture_output=True, text=True, timeout=120,
                          env=environment)
    if done.returncode != status:
        raise Unexpected(f"{name} {words} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done


def log(address=ADDRESS, image=MARKET_ID, name="libmarket.so"):
    return f"    #00 pc {address:016x}  /data/app/{name} (BuildId: {image})\n"


def look_up(store, text=None, *words):
    return tool("symlookup", "--store", store, *words, stdin=text or log())


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory(prefix="symkit-store-") as path:
        yield Path(path)


BUILT = tempfile.TemporaryDirectory(prefix="symkit-libraries-")  # for the run: each library is built once


@functools.cache
def built_library(name, functions):
    source = Path(BUILT.name) / f"{name}.c"
    source.write_text("".join(
        f"__attribute__((noinline)) int function_number_{n}(int a) {{\n  int b = a * {n};\n  return b ^ {n + 1};\n}}\n"
        for n in range(functions)))
    library = source.with_name(f"lib{name}.so")
    subprocess.run(["gcc", "-g", "-O1", "-shared", "-fPIC", "-Wl,--build-id", "-o", library, source], check=True)
    symbols = subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout.split("\n")
    places = {line.split()[2]: int(line.split()[0], 16) for line in symbols if " function_number_" in line}
    notes = subprocess.run(["readelf", "-n", library], capture_output=True, text=True, check=True).stdout
    return library, notes.split("Build ID: ")[1].split()[0], places


def large_library(where, name="large", functions=6000):
    """A library of thousands of functions, so that its index is kept in parts: its path, its id, and where they are."""
    library, image, places = built_library(name, functions)
    return Path(shutil.copy(library, where)), image, places
