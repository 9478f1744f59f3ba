"""Which sources of a build clang-tidy has not found good before, as the compiler sees them: with all that they include, and their
comments. What was found good is remembered in the user's cache, as a compiler's cache remembers objects.

    python3 tests/check/unread.py list FOLDER       their paths
    python3 tests/check/unread.py mark FOLDER       they were found good
"""
import hashlib
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "symkit-tidy"
COMMON = (ROOT / ".clang-tidy").read_bytes() + subprocess.run(["clang-tidy-19", "--version"], capture_output=True, check=True).stdout


def key(entry):
    """Nothing if the compiler does not get through: then clang-tidy shall say why."""
    words = shlex.split(entry["command"])
    words = words[next(i for i, word in enumerate(words) if "clang++" in word):]
    written = words.index("-o")
    command = words[:written] + words[written + 2:]
    done = subprocess.run([*command, "-E", "-C"], cwd=entry["directory"], capture_output=True, check=False)
    if done.returncode != 0:
        return None
    # A clone in another folder is the same.
    text = done.stdout.replace(os.fsencode(ROOT), b"")
    flags = shlex.join(command).replace(str(ROOT), "").encode()
    return hashlib.sha256(COMMON + flags + text).hexdigest()


def main(action, folder):
    folder = Path(folder).resolve()
    entries = [one for one in json.loads((folder / "compile_commands.json").read_text()) if not one["file"].endswith(".pb.cc")]
    remembered = folder / "tidy-keys.json"
    if action == "list":
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            keys = dict(zip((one["file"] for one in entries), workers.map(key, entries)))
        remembered.write_text(json.dumps(keys))
        for path, its in keys.items():
            if its is None or not (CACHE / its).exists():
                print(path)
        return
    CACHE.mkdir(parents=True, exist_ok=True)
    for its in filter(None, json.loads(remembered.read_text()).values()):
        (CACHE / its).touch()


main(*sys.argv[1:])
