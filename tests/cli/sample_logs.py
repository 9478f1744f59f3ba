"""The sample logs of test-data/logs whose frames are known, each with the options that it takes to answer them."""
import os
import subprocess
import tempfile
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "test-data"
LOGS = [path for path in sorted((DATA / "logs").rglob("*"))
        if path.with_name(path.name + ".expected").exists() or path.suffix == ".xml"]

# Firmware and guests have no names in their logs.
NAMED = {"arm.log": "kiosk-arm", "esp.log": "kiosk-riscv"}


def options(log):
    named = NAMED.get(log.name, log.stem if log.parent.name == "qemu" else None)
    if named:
        return ["-o", log.with_name(named)]
    here = log.parent if log.parent != DATA / "logs" else DATA / "native"
    return ["--symbols", here, "--symbols", DATA / "native"]


def rewritten(symlookup, log, texts, store):
    """What becomes of each text, which is the log or made of it: one run is given them all, as files, since what stands behind
    is not waited for in a pipe, and a line behind each."""
    end = "-- here ends one of the texts --\n"
    with tempfile.TemporaryDirectory(prefix="symkit-logs-") as folder:
        paths = []
        for number, text in enumerate(texts):
            paths += [Path(folder) / str(number), Path(folder) / "end"]
            paths[-2].write_bytes(text.encode())
        paths[-1].write_text(end)
        run = subprocess.run([symlookup, "--no-local", *options(log), *paths], capture_output=True,
                             env=os.environ | {"SYMKIT_STORE": str(store)}, check=True)
    *answers, rest = run.stdout.decode().split(end)
    if rest or len(answers) != len(texts):
        raise ValueError(f"{log.name}: {len(texts)} texts became {len(answers)}, and {rest[:100]!r} behind them")
    return answers
