"""Stacks as V8 prints them → events of three kinds, and back: a line of "kind file:line:column" for each frame."""
import json
import re
import sys


def frames(text):
    return [(f, u, int(n), int(c)) for f, u, n, c in re.findall(r"^    at (?:(.*) \()?(https?:\S+?):(\d+):(\d+)\)?$", text, re.M)]


def make(text):
    for block in text.split("== ")[1:]:
        stack = frames(block)
        sentry = [
            {"function": f or "?", "filename": "/app.js", "abs_path": u, "lineno": n, "colno": c, "in_app": True} for f, u, n, c in stack
        ]
        print(json.dumps({"exception": {"values": [{"stacktrace": {"frames": sentry[::-1]}}]}}))
        devtools = [{"functionName": f, "scriptId": "7", "url": u, "lineNumber": n - 1, "columnNumber": c - 1} for f, u, n, c in stack]
        print(json.dumps({"params": {"stackTrace": {"callFrames": devtools}, "exception": {"description": block}}}))
        bugsnag = [{"file": u, "lineNumber": n, "columnNumber": c, "method": f} for f, u, n, c in stack]
        print(json.dumps({"events": [{"exceptions": [{"stacktrace": bugsnag}]}]}, separators=(",", ":")))


def show(kind, file, line, column):
    print(f"{kind} {file.removeprefix('src/')}:{line}:{column}")


def back(lines):
    for line in lines:
        event = json.loads(line)
        if "exception" in event:
            for frame in event["exception"]["values"][0]["stacktrace"]["frames"][::-1]:
                show("sentry", frame["abs_path"], frame["lineno"], frame["colno"])
        elif "params" in event:
            for frame in event["params"]["stackTrace"]["callFrames"]:
                show("devtools", frame["url"], frame["lineNumber"] + 1, frame["columnNumber"] + 1)
        else:
            for frame in event["events"][0]["exceptions"][0]["stacktrace"]:
                show("bugsnag", frame["file"], frame["lineNumber"], frame["columnNumber"])


back(sys.stdin) if sys.argv[1] == "--back" else make(open(sys.argv[1]).read())
