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


# Groups as a service has written them, and names that are markup.
CRASH = "SIGSEGV in <b>bold</b>"
LEDGER = "by a test\nsymgroup ledger 1\n" + "".join(
    f"group\t{id_}\t0\t5\t1\t{(day - 4) * 86400}\t{day * 86400 + 9}\tSIGSEGV\t{name}\t<img src=x onerror=alert(1)>\nday\t{day - 4}\t1\t0\nday\t{day}\t{count}\t0\n"
    f"frame\t42\t0\tmarket::<i>sell</i>\tmarket::sell\tmarket::sell\t/src/a<b>.cpp\tlibmarket.so\nframe\t7\t0\tmain\tmain\tmain\t/src/main.cpp\tmarket\n"
    f"device\t5\t<script>alert(2)</script>\nexample\t3\t2026-11-23T12:13:20.123Z\n"
    for day in [int(time.time()) // 86400] for id_, name, count in [("0123456789ab", CRASH, 8)] + [(f"{i:012x}", f"SIGABRT in f{i}", 1) for i in range(60)])


@contextlib.contextmanager
def service_with_groups():
    with tempfile.TemporaryDirectory(prefix="symkit-groups-") as folder:
        kept = Path(folder) / "store/shared/groups"
        kept.parent.mkdir(parents=True)
        kept.write_text(f"symkit text 1 {len(LEDGER.encode())}\n{LEDGER}")
        with service("--keep-reports", store=Path(folder) / "store") as one:
            yield one


def test_page_of_groups():
    if not browser.find():
        raise Skipped("there is no Chromium")
    with service_with_groups() as one, browser.Browser(reaches="127.0.0.1") as page:
        try_groups(one, page)
        for scheme in ("dark", "light"):
            page.scheme(scheme)
            ink, paper = (page.evaluate(f"getComputedStyle(document.{where}).{what}") for where, what in (("getElementById('crash')", "color"), ("documentElement", "backgroundColor")))
            expect_true(f"{scheme}: {ink} on {paper}", ink != paper and (ink == "rgb(255, 255, 255)") == (scheme == "dark"))


def test_page_of_groups_in_firefox():
    if not firefox.find():
        raise Skipped("there is no Firefox")
    with service_with_groups() as one, firefox.Firefox() as page:
        try_groups(one, page)


def try_groups(one, page):
    page.open(one.url + "/groups")  # as a browser asks for it; programs get lines of JSON
    page.wait_for("document.getElementById('grouped').innerText.startsWith('61 groups')")
    expect("what is said", page.evaluate("document.getElementById('grouped').innerText"), "61 groups of 129 reports: 1 to 50")
    expect("the most frequent first", page.evaluate("[...document.querySelectorAll('#crashes tr:first-child td')].slice(0, 3).map(one => one.innerText)"), ["9", "7.0%", CRASH])
    page.evaluate("document.getElementById('behind').click()")
    page.wait_for("document.getElementById('grouped').innerText.endsWith('51 to 61')")
    expect("to the end", page.evaluate("[document.getElementById('before').disabled, document.getElementById('behind').disabled]"), [False, True])
    page.evaluate("(() => { const find = document.getElementById('findgroup'); find.value = 'BOLD'; find.dispatchEvent(new Event('input')); })()")
    page.wait_for("document.getElementById('grouped').innerText.startsWith('1 group ')")
    # One of them, by its link: what a keyboard reaches, and whoever is sent it.
    page.evaluate("document.querySelector('#crashes a').click()")
    page.wait_for("document.getElementById('crash').innerText !== ''")
    expect("which", page.evaluate("document.getElementById('crash').innerText"), CRASH)
    expect("it is read out", page.evaluate("[document.activeElement.id, document.activeElement.getAttribute('aria-labelledby')]"), ["group", "crash"])
    expect("its stack", page.evaluate("[...document.querySelectorAll('#stack li')].map(one => [one.innerText, one.className])"),
           [["market::<i>sell</i> /src/a<b>.cpp:42", "tells"], ["main /src/main.cpp:7", ""]])
    expect_true("its facts", all(fact in page.evaluate("document.getElementById('facts').innerText")
                                 for fact in ("0123456789ab", "9, 7.0% of all reports", "<img src=x onerror=alert(1)>", "<script>alert(2)</script> (5)", "12:13:20.123Z, line 3")))
    expect("a bar for each day", page.evaluate("[...document.querySelectorAll('#trend rect title')].map(one => one.textContent.split(': ')[1])"), ["1", "8"])
    expect_true("and what they are", page.evaluate("document.querySelector('#trend svg').getAttribute('aria-label')").endswith("at most 8"))
    expect("markup is text", page.evaluate("document.querySelectorAll('#groups b, #groups i, #groups img, #groups script').length"), 0)
    link = page.evaluate("document.getElementById('link').href")
    expect_true(link, link.endswith("/groups#group=0123456789ab"))
    page.open(one.url + "/healthz")
    page.open(one.url + "/#group=0123456789ab")
    page.wait_for(f"document.getElementById('crash').innerText === {CRASH!r}")
    page.open(one.url + "/healthz")
    page.open(one.url + "/#group=ffffffffffff")
    page.wait_for("document.getElementById('crash').innerText === 'there is no group with this id'")
    page.evaluate("(() => { document.getElementById('alike').click(); })()")
    page.wait_for("document.getElementById('grouped').innerText.includes('of 129 reports')")
    expect("what can be reached has a name", page.evaluate("""[...document.querySelectorAll('#groups input, #groups button, #groups a')].filter(one =>
        !(one.labels?.length || one.getAttribute('aria-label') || one.textContent)).length"""), 0)
    expect("it asks nobody else", [url for url in page.requests if not url.startswith((one.url, "blob:"))], [])
    expect("no problems", page.problems, [])


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
    expect("what is said", page.evaluate("document.getElementById('said').innerText"), "1 frame, 0 symbolicated")
    expect_true("markup is text", "first <b>line</b>" in seen(page) and page.evaluate("document.querySelectorAll('#seen b').length") == 0)
    expect("unresolved", page.evaluate("[...document.querySelectorAll('#images td')].slice(0, 4).map(one => one.innerText)"),
           ["libmarket.so", MARKET_ID, "1", "no symbols with this build id"])
    # Its symbols are dropped right there: the log fills in.
    content = base64.b64encode(MARKET.read_bytes()).decode()
    page.evaluate(f"""(() => {{ const moved = new DataTransfer();
        moved.items.add(new File([Uint8Array.from(atob('{content}'), c => c.charCodeAt(0))], 'libmarket.so'));
        const pick = document.querySelector('#images input'); pick.files = moved.files; pick.dispatchEvent(new Event('change')); }})()""")
    page.wait_for("document.getElementById('said').innerText === '1 frame, 1 symbolicated'")
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
    page.wait_for("document.getElementById('said').innerText === '1 frame, 1 symbolicated' && lines.length === 150001")
    expect_true(f"{time.time() - begun:.1f} s", time.time() - begun < 60)
    expect_true("few elements", page.evaluate("document.querySelectorAll('#seen div').length") < 200)
    page.evaluate("document.getElementById('out').scrollTop = 1e9")
    page.wait_for("document.getElementById('seen').innerText.includes('session.cpp:42')")
    # By keyboard, with names for who does not see it.
    expect("what can be reached has a name", page.evaluate("""[...document.querySelectorAll('input, textarea, button, #out')].filter(one =>
        !(one.labels?.length || one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') || one.textContent)).length"""), 0)
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
        page.wait_for("document.getElementById('said').innerText === '2 frames, 0 symbolicated; 2 images requested from symbol servers'")
        page.evaluate("document.getElementById('out').scrollTop = 1e9; document.querySelector('#images input').focus()")
        at = page.evaluate("document.getElementById('out').scrollTop")
        asked = page.evaluate("turn")
        time.sleep(3)
        expect_true("what nothing came of yet is as it was", page.evaluate("document.activeElement.matches('#images input')"))
        came.set()
        try:
            page.wait_for("document.getElementById('said').innerText === '2 frames, 1 symbolicated'", 150)
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
