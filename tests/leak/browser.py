"""A browser without a window, driven over a pipe (Chrome's DevTools protocol): for tests of pages."""
import json
import os
import shutil
import subprocess
import tempfile
import time


def find():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Failed(Exception):
    pass


class Browser:
    """`with Browser() as browser:` One page; what it asks for over any network is written down, and not answered."""

    def __init__(self, reaches=""):
        self.rules = "MAP * ~NOTFOUND" + (f", EXCLUDE {reaches}" if reaches else "")

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="symleak-browser-", ignore_cleanup_errors=True)
        to_read, self.to_write = os.pipe()
        self.from_read, from_write = os.pipe()

        def take_pipes():
            os.dup2(to_read, 60)
            os.dup2(from_write, 61)
            os.dup2(60, 3)
            os.dup2(61, 4)

        command = [find(), "--headless=new", "--disable-gpu", "--no-sandbox", "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe",
                   f"--host-resolver-rules={self.rules}", "--window-size=1200,1600", f"--user-data-dir={self.folder.name}", "about:blank"]
        self.process = subprocess.Popen(command, preexec_fn=take_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.pending, self.number, self.session, self.requests, self.problems, self.loaded = b"", 0, None, [], [], set()
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.ask(domain + ".enable")
        self.ask("Page.setLifecycleEventsEnabled", enabled=True)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.to_write)
        os.close(self.from_read)
        self.folder.cleanup()

    def message(self):
        while b"\0" not in self.pending:
            more = os.read(self.from_read, 1 << 16)
            if not more:
                raise Failed("the browser has ended")
            self.pending += more
        one, self.pending = self.pending.split(b"\0", 1)
        return json.loads(one)

    def ask(self, method, **parameters):
        self.number += 1
        question = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            question["sessionId"] = self.session
        os.write(self.to_write, json.dumps(question).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        if event.get("method") == "Page.lifecycleEvent" and event["params"]["name"] == "load":
            self.loaded.add(event["params"]["loaderId"])
        elif event.get("method") == "Network.requestWillBeSent":
            self.requests.append(event["params"]["request"]["url"])
        elif event.get("method") == "Runtime.exceptionThrown":
            details = event["params"]["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))

    def open(self, path):
        """Until the page has loaded. The document before it may be asked for a while yet, and is complete, too."""
        answer = self.ask("Page.navigate", url=str(path) if "://" in str(path) else path.as_uri())
        while "loaderId" in answer and answer["loaderId"] not in self.loaded:
            self.note(self.message())

    def evaluate(self, script):
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Failed(f"{script}: {answer['exceptionDetails'].get('exception', {}).get('description', '')}")
        return answer["result"].get("value")

    def wait_for(self, script, seconds=60):
        end = time.monotonic() + seconds
        while not self.evaluate(script):
            if time.monotonic() > end:
                raise Failed(f"never so: {script}")
            time.sleep(0.02)

    def press(self, key):
        codes = {"ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Enter": 13, "Escape": 27, "Tab": 9, "Home": 36, "End": 35}
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=codes[key], **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}))

    def scheme(self, name):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])
