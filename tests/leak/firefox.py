"""Firefox without a window, driven by its own protocol (Marionette): as browser.Browser, for tests of pages."""
import json
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from browser import Browser, Failed

# Nothing but this machine is reached, and nothing that is not asked for is done.
PREFERENCES = {"network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,
               "network.proxy.no_proxies_on": "127.0.0.1", "marionette.port": 0, "app.update.enabled": False, "toolkit.telemetry.enabled": False,
               "datareporting.policy.dataSubmissionEnabled": False, "browser.aboutwelcome.enabled": False}


def find():
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """`with Firefox() as page:` What it asks for is known from the page itself, and so are its errors, once it is open."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="symkit-firefox-", ignore_cleanup_errors=True)
        profile = Path(self.folder.name)
        (profile / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()))
        self.process = subprocess.Popen([find(), "--headless", "--no-remote", "--marionette", "--profile", profile], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={"HOME": self.folder.name, "PATH": "/usr/bin:/bin", "MOZ_CRASHREPORTER_DISABLE": "1"})
        try:
            port = self.port(profile / "MarionetteActivePort")
            self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
            self.input, self.number = self.socket.makefile("rb"), 0
            self.message()
            self.ask("WebDriver:NewSession")
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.end()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def port(self, told):
        for _ in range(600):
            if told.exists() and told.read_text().strip():
                return int(told.read_text())
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise Failed("Firefox does not start")

    def message(self):
        """Each is its length, a colon and JSON."""
        length = b""
        while not length.endswith(b":"):
            one = self.input.read(1)
            if not one:
                raise Failed("Firefox has ended")
            length += one
        return json.loads(self.input.read(int(length[:-1])))

    def ask(self, command, **parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, number, error, answer = self.message()
        if error or number != self.number:
            raise Failed(f"{command}: {error}")
        return answer

    def open(self, url):
        self.ask("WebDriver:Navigate", url=url)
        self.evaluate("""(() => { window.problems = []; addEventListener('error', one => problems.push(one.message));
            addEventListener('unhandledrejection', one => problems.push(String(one.reason))); })()""")

    def evaluate(self, expression):
        """As a script of the page, which sees what its own scripts see; the page may forbid eval."""
        script = f"window.told = (() => {{ try {{ return [true, {expression}]; }} catch (error) {{ return [false, String(error)]; }} }})()"
        done, answer = self.ask("WebDriver:ExecuteScript", args=[script], script="""const one = document.createElement('script');
            one.textContent = arguments[0]; window.told = [false, 'no script']; document.head.append(one); one.remove(); return window.told;""")["value"]
        if not done:
            raise Failed(f"{expression}: {answer}")
        return answer

    wait_for = Browser.wait_for

    @property
    def requests(self):
        return self.evaluate("performance.getEntries().map(one => one.name).filter(one => one.includes(':'))")

    @property
    def problems(self):
        return self.evaluate("problems")
