"""What several tests ask: a core of a program, and the stacks that symcore and gdb find in it, or in a running process."""
import json
import resource
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def core_of(program, way, folder):
    def allow():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    for old in folder.glob("core*"):
        old.unlink()
    subprocess.run([program, way], cwd=folder, preexec_fn=allow, stderr=subprocess.DEVNULL, timeout=60)
    return next(folder.glob("core*"), None)


def told_frames(*command):
    """By one of the scripts frames_of_*.py, within a debugger."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    line = next((line for line in done.stdout.splitlines() if line.startswith("FRAMES ")), None)
    assert line, done.stdout[-2000:] + done.stderr[-2000:]
    return {thread["id"]: thread["frames"] for thread in json.loads(line[7:])}


def by_gdb(*what):
    return told_frames("gdb", "-q", "-batch", "-nx", *what, "-ex", f"source {HERE / 'frames_of_gdb.py'}")


def by_symcore(symcore, store, *what):
    done = subprocess.run([symcore, "--store", store, "--all", "--format=json", *what], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and not done.stderr, done.stderr
    answer = json.loads(done.stdout)
    threads = {}
    for thread in answer["threads"]:
        frames = []
        for one in thread["frames"]:
            if not frames or frames[-1]["is_complete"]:
                frames.append({"pc": int(one["address"], 16), "trust": one["trust"], "names": [], "is_complete": False})
            frames[-1]["names"].append([one.get("function", ""), one.get("file", ""), one.get("line", 0)])
            frames[-1]["is_complete"] = not one.get("inlined", False)
        threads[thread["id"]] = frames
    return answer, threads
