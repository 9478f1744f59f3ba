"""Packages of npm for tests, installed once from a lock file and kept in ${XDG_CACHE_HOME:-~/.cache}/symkit-test."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "symkit-test"
SKIPPED = 77


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


class NotInstalled(Exception):
    pass


def installed(here, name, *options):
    """The folder with what package-lock.json in `here` names. Without Node, npm or a network the test is skipped."""
    try:
        return install(here, name, *options)
    except NotInstalled as why:
        skip(why)


def install(here, name, *options):
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NotInstalled(f"{program} is not here")
    files = [here / "package.json", here / "package-lock.json"]
    version = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    folder = CACHE / name / version
    if (folder / "installed").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in files:
        shutil.copy(path, folder)
    command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        reasons = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith("npm warn")]
        raise NotInstalled(f"npm cannot install the packages: {(reasons or ['no reason given'])[0]}")
    (folder / "installed").touch()
    return folder
