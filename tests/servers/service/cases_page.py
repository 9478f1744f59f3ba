"""The page, as Chromium and Firefox show it: a log that is pasted, symbols that are dropped for it, a large log, names that are markup."""
import base64
import contextlib
import sys
import tempfile
import threading
import time
from pathlib import Path

import symserve
from cases_fetch import serving
from symserve import FRAME, MARKET, MARKET_ID, ROOT, Skipped, Unexpected, expect, expect_true, service

sys.path[:0] = [str(ROOT / "tests/leak"), str(ROOT / "tests/servers")]
import browser  # noqa: E402
import firefox  # noqa: E402
from symbol_servers import ELF_ID, ELF_NAMED, elf_log  # noqa: E402


def paste(page, expression):
    """As if a file with this text were dropped."""
    page.evaluate(f"""(() => {{ const moved = new DataTransfer();
        moved.items.add(new File([{expression}], 'crash.log'));
        dispatchEvent(new DragEvent('drop', {{ dataTransfer: moved, cancelable: true }})); }})()""")


def seen(page):
    return page.evaluate("document.getElementById('seen').innerText")


@contextlib.contextmanager
def fresh_service():
    with tempfile.TemporaryDirectory(prefix="symkit-uploads-") as folder, service("--uploads", Path(folder) / "kept") as one:
        yield one


def test_page():
    if not browser.find():
        raise Skipped("there is no Chromium")
    with fresh_service() as one, browser.Browser(reaches="127.0.0.1") as page:
        try_page(one, page)


def test_page_in_firefox():
    if not firefox.find():
        raise Skipped("there is no Firefox")
    with fresh_service() as one, firefox.Firefox() as page:
        try_page(one, page)


def try_page(one, page):
    page.open(one.url + "/")
    paste(page, repr("first <b>line</b>\n" + FRAME))
    page.wait_for("document.getElementById('said').innerText.startsWith('1 frame')")
    expect("what is said", page.evaluate("document.getElementById('said').innerText"), "1 frame, 0 of them answered")
    expect_true("markup is text", "first <b>line</b>" in seen(page) and page.evaluate("document.querySelectorAll('#seen b').length") == 0)
    expect("unresolved", page.evaluate("[...document.querySelectorAll('#images td')].slice(0, 4).map(one => one.innerText)"),
           ["libmarket.so", MARKET_ID, "1", "no symbols with this build id"])
    # Its symbols are dropped right there: the log fills in.
    content = base64.b64encode(MARKET.read_bytes()).decode()
    page.evaluate(f"""(() => {{ const moved = new DataTransfer();
        moved.items.add(new File([Uint8Array.from(atob('{content}'), c => c.charCodeAt(0))], 'libmarket.so'));
        const pick = document.querySelector('#images input'); pick.files = moved.files; pick.dispatchEvent(new Event('change')); }})()""")
    page.wait_for("document.getElementById('said').innerText === '1 frame, 1 of them answered'")
    expect_true(seen(page), "raise_overflow(long) (in libmarket.so) (session.cpp:42)" in seen(page))
    expect("nothing is missing", page.evaluate("document.getElementById('missing').hidden"), True)
    # The symbols that there are, and those that are looked for.
    page.evaluate("document.getElementById('list').open = true")
    page.wait_for("document.getElementById('listed').innerText === '1 index'")
    expect("listed", page.evaluate("[...document.querySelectorAll('#symbols td')].slice(0, 3).map(one => one.innerText)"), ["libmarket.so", MARKET_ID, "x86_64"])
    page.evaluate("(() => { const find = document.getElementById('find'); find.value = 'nothing'; find.dispatchEvent(new Event('input')); })()")
    page.wait_for("document.getElementById('listed').innerText === '0 indexes'")
    # 10 MB: only the lines that are seen are elements.
    begun = time.time()
    paste(page, f"'a line of no interest, but of some length, to fill the log with\\n'.repeat(150000) + {FRAME!r}")
    page.wait_for("document.getElementById('said').innerText === '1 frame, 1 of them answered' && lines.length === 150001")
    expect_true(f"{time.time() - begun:.1f} s", time.time() - begun < 60)
    expect_true("few elements", page.evaluate("document.querySelectorAll('#seen div').length") < 200)
    page.evaluate("document.getElementById('out').scrollTop = 1e9")
    page.wait_for("document.getElementById('seen').innerText.includes('session.cpp:42')")
    # By keyboard, with names for who does not see it.
    expect("what can be reached has a name", page.evaluate("""[...document.querySelectorAll('input, textarea, button, #out')].filter(one =>
        !(one.labels?.length || one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.innerText)).length"""), 0)
    expect("it asks nobody else", [url for url in page.requests if not url.startswith((one.url, "blob:"))], [])
    expect("no problems", page.problems, [])


@contextlib.contextmanager
def own_home():
    """Where nothing has been fetched yet, and nothing asked for in vain."""
    plain = symserve.environment
    with tempfile.TemporaryDirectory(prefix="symkit-home-", ignore_cleanup_errors=True) as home:
        symserve.environment = lambda: {**plain(), "HOME": home}
        try:
            yield
        finally:
            symserve.environment = plain


def test_page_fills_in():
    """What servers are asked for meanwhile comes into the log by itself: its reader stays where he is, and the page asks no more when there is nothing to wait for."""
    if not browser.find():
        raise Skipped("there is no Chromium")
    came = threading.Event()

    def slow(request):
        came.wait(60)
        return False  # what it has, then

    with own_home(), serving(slow) as (one, server), browser.Browser(reaches="127.0.0.1") as page:
        page.open(one.url + "/")
        nobody = "ab" * 20
        paste(page, f"'a line of no interest\\n'.repeat(5000) + {elf_log(ELF_ID, nobody)!r}")
        page.wait_for("document.getElementById('said').innerText === '2 frames, 0 of them answered; servers are being asked for 2 images'")
        page.evaluate("document.getElementById('out').scrollTop = 1e9; document.querySelector('#images input').focus()")
        at = page.evaluate("document.getElementById('out').scrollTop")
        asked = page.evaluate("turn")
        time.sleep(3)
        expect_true("what nothing came of yet is as it was", page.evaluate("document.activeElement.matches('#images input')"))
        came.set()
        try:
            page.wait_for("document.getElementById('said').innerText === '2 frames, 1 of them answered'", 150)
        except browser.Failed:
            said = page.evaluate("document.getElementById('said').innerText")
            raise Unexpected(f"{said}; asked were {server.asked}") from None
        expect_true(seen(page), ELF_NAMED in seen(page))
        expect("where its reader was", page.evaluate("document.getElementById('out').scrollTop"), at)
        expect("all of it", page.evaluate("lines.length"), 5003)
        expect("unresolved", page.evaluate("[...document.querySelectorAll('#images td.id')].map(one => one.innerText)"), [nobody])
        expect("nobody asked anew", page.evaluate("turn"), asked)
        sent = len(page.requests)
        time.sleep(5)
        page.evaluate("1")
        expect("it asks no more", len(page.requests), sent)
        expect("no problems", page.problems, [])
