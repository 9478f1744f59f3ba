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


def rewritten(symlookup, log, text, store):
    """Of a file, as what stands behind is not waited for in a pipe."""
    with tempfile.NamedTemporaryFile(prefix="symkit-log-") as file:
        file.write(text.encode())
        file.flush()
        run = subprocess.run([symlookup, "--no-local", *options(log), file.name], capture_output=True,
                             env=os.environ | {"SYMKIT_STORE": str(store)}, check=True)
    return run.stdout.decode()
