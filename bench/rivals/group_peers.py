"""Who else says which crashes are the same: casr-cluster (the crate casr) and siggen (Socorro's signatures, from PyPI), given the same logs.
Both are installed into the cache by their own clients; who cannot be is left out by name."""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

CACHE = Path.home() / ".cache/symkit-bench"
HERE = Path(__file__).resolve().parent
CASR, SIGGEN = "2.13.1", "2.2.20241029"


class Missing(Exception):
    pass


def run(words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise Missing(f"{Path(words[0]).name}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
    return done.stdout


class Casr:
    """Reads .casrep files, which its collectors write; those make them of a program's run, casr_reports of a log that is there already, by the
    same functions."""

    name = "casr-cluster"
    kinds = {"asan-O0": "asan", "asan-O2": "asan", "java": "java", "node": "node", "python": "python"}

    def __init__(self):
        if shutil.which("cargo") is None:
            raise Missing("casr: there is no cargo")
        home = CACHE / "casr"
        self.program = home / "bin/casr-cluster"
        if not self.program.exists():
            run(["cargo", "install", "--quiet", "casr", "--version", CASR, "--locked", "--bin", "casr-cluster", "--root", home])
        crate = HERE / "casr_reports/Cargo.toml"
        run(["cargo", "build", "--quiet", "--release", "--locked", "--manifest-path", crate, "--target-dir", home / "reports"])
        self.collector = home / "reports/release/casr-reports"

    def collect(self, kind, logs, folder):
        folder.mkdir(parents=True, exist_ok=True)
        run([self.collector, kind, logs, folder])

    def words(self, reports, out):
        return [self.program, "--cluster", reports, out]

    def groups(self, sets, scratch):
        """{(set, log): its cluster} of the logs in {set: folder}; what it finds no stack in is none's."""
        reports, out = scratch / "casreps", scratch / "clusters"
        for name, logs in sets.items():
            self.collect(self.kinds[name], logs, scratch / name)
            reports.mkdir(exist_ok=True)
            for report in (scratch / name).iterdir():
                report.rename(reports / f"{name}~{report.name}")
        run(self.words(reports, out))
        found = {}
        for report in out.glob("cl[0-9]*/*.casrep"):
            name, log = report.stem.split("~")
            found[name, log] = report.parent.name
        return found


# A frame of AddressSanitizer's, one of a tombstone's.
ASAN = re.compile(r"^ +#(\d+) 0x[0-9a-f]+ in (.+?)(?: (/[^ :]+|\.\./[^ :]+):(\d+)(?::\d+)?| \(([^()]+)\+0x[0-9a-f]+\).*)?$")
TOMBSTONE = re.compile(r"^ +#(\d+) pc [0-9a-f]+  (\S+) \((.+)\+\d+\)$")


def native_frames(text):
    """Of the first stack: what siggen wants of a frame."""
    frames = []
    for line in text.splitlines():
        if found := ASAN.match(line):
            number, function, file, at, module = found.groups()
            frame = {"function": function, "file": file, "line": at and int(at), "module": module}
        elif found := TOMBSTONE.match(line):
            number, module, function = found.groups()
            frame = {"function": function, "module": Path(module).name}
        else:
            continue
        if int(number) != len(frames):
            break
        frames.append({"frame": len(frames), **{key: value for key, value in frame.items() if value}})
    return frames


def crash_data(name, text):
    if name == "java":
        return {"java_stack_trace": re.sub(r'^Exception in thread "[^"]*" ', "", text)}
    return {"os": "Linux", "crashing_thread": 0, "threads": [{"frames": native_frames(text)}]}


class Siggen:
    """Takes frames that somebody else has read; of languages it knows native code and Java."""

    name = "siggen"
    kinds = {"asan-O0", "asan-O2", "java", "tombstone"}

    def __init__(self):
        self.folder = CACHE / f"siggen-{SIGGEN}"
        if not self.folder.exists():
            run([sys.executable, "-m", "pip", "install", "--quiet", "--target", self.folder, f"siggen=={SIGGEN}"])

    def groups(self, sets, scratch):
        del scratch
        logs = [(name, log) for name, folder in sets.items() for log in sorted(folder.glob("*.log"))]
        crashes = json.dumps([crash_data(name, log.read_text()) for name, log in logs])
        script = "import json, sys; from siggen.generator import SignatureGenerator as G; g = G(); print(json.dumps([g.generate(c).signature for c in json.load(sys.stdin)]))"
        signatures = json.loads(run([sys.executable, "-c", script], input=crashes, env={"PYTHONPATH": str(self.folder)}))
        return {(name, log.stem): signature for (name, log), signature in zip(logs, signatures)}


def line_up():
    """Those that are here, and why others are not."""
    here, absent = [], []
    for peer in (Casr, Siggen):
        try:
            here.append(peer())
        except Missing as why:
            absent.append(str(why))
    return here, absent
