"""An engine as the store: gone while the service runs, and back."""
import shutil
import sys
import tempfile
import time
from pathlib import Path

from symserve import DATA, FRAME, MARKET, RESOLVED, ROOT, Skipped, Unexpected, expect, expect_true, service, tool

sys.path.insert(0, str(ROOT / "tests/servers/redis"))
from engines import engine  # noqa: E402


def within(seconds, what, condition):
    until = time.time() + seconds
    while not condition():
        expect_true(f"{what} within {seconds} s", time.time() < until)
        time.sleep(0.2)


def is_ready(serving):
    """An engine that was gone is left alone for a moment."""
    try:
        return serving.curl("/readyz") == "ready\n"
    except Unexpected:
        return False


def test_engine_gone_and_back():
    """Logs are answered all the while, with what is known; nothing that could not be asked is remembered as missing."""
    if not shutil.which("redis-server"):
        raise Skipped("redis-server is not here")
    java = (DATA / "java/stack.txt").read_text()
    with engine() as one, tempfile.TemporaryDirectory(prefix="symkit-gone-") as folder:
        def fill():
            tool("symprep", "--store", one.url, MARKET, DATA / "java/mapping.txt")
        fill()
        with service("--uploads", Path(folder) / "kept", store=one.url) as serving:
            expect("ready", serving.curl("/readyz"), "ready\n")
            expect_true("answered", RESOLVED in serving.log(FRAME) and "Kitchen.kt:14" in serving.log(java))
            one.stop()
            within(70, "known to be gone", lambda: RESOLVED not in serving.log(FRAME))
            expect("what is not known stays as it was", serving.log(FRAME), FRAME)
            expect_true("not ready, and why", serving.curl("/readyz", status=503).strip())
            expect_true("no upload is lost in silence", serving.curl("/symbols/libmarket.so", "-T", MARKET, status=422).strip())
            one.start()
            fill()
            within(30, "answered again", lambda: RESOLVED in serving.log(FRAME) and "Kitchen.kt:14" in serving.log(java))
            within(30, "ready again", lambda: is_ready(serving))
            serving.curl("/symbols/libmarket.so", "-T", MARKET)
