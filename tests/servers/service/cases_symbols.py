"""/symbols: which symbols there are, looked through, told and taken away."""
import json
import tempfile
from pathlib import Path

from symserve import DATA, FRAME, MARKET, MARKET_ID, RESOLVED, expect, expect_true, filled_store, service, tool


def listed(one, query=""):
    return [json.loads(line) for line in one.curl("/symbols" + query).splitlines()]


def test_symbols():
    with filled_store() as store, tempfile.TemporaryDirectory(prefix="symkit-symbols-") as folder, \
            service("--uploads", Path(folder) / "kept", store=store) as one:
        every = {line["kind"]: line for line in listed(one)}
        expect("all kinds", sorted(every), ["mapping", "native", "sourcemap"])
        market = every["native"]
        told = json.loads(tool("symprep", "--store", store, "--format=json", "--progress=never", MARKET).stdout)
        expect("as symprep says", [market[key] for key in ("id", "arch", "name")], [told[key] for key in ("id", "arch", "name")])
        expect("bytes", market["bytes"], Path(told["path"]).stat().st_size)
        expect_true(market, 0 < market["with_lines"] <= market["functions"] and market["used"].endswith("Z"))
        expect("by name", [line["id"] for line in listed(one, "?find=MARKET-gcc")], [MARKET_ID])
        expect("by the beginning of the id", [line["id"] for line in listed(one, f"?find={MARKET_ID[:6]}")], [MARKET_ID])
        expect("of neither", listed(one, "?find=nothing"), [])
        expect("at most", len(listed(one, "?most=2")), 2)
        # To be looked at is a use, too.
        expect("one", {**json.loads(one.curl(f"/symbols/{MARKET_ID}")), "used": market["used"]}, market)
        one.curl("/symbols?most=x", status=400)
        one.curl("/symbols/" + "ab" * 20, status=404)
        for path in ("..%2f..%2fetc", "libmarket.so", "%00"):
            one.curl("/symbols/" + path, "--path-as-is", status=404)
        one.curl("/symbols/libmarket.so", "-T", MARKET)
        expect_true("answered", RESOLVED in one.log(FRAME))
        expect("gone", one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE"), "1 index deleted\n")
        expect("not answered any more", one.log(FRAME), FRAME)
        one.curl(f"/buildid/{MARKET_ID}/debuginfo", status=404)
        one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", status=404)
        expect("the others are there", sorted(line["kind"] for line in listed(one)), ["mapping", "sourcemap"])


def test_symbols_with_lines():
    with tempfile.TemporaryDirectory(prefix="symkit-symbols-") as folder, service("--uploads", Path(folder) / "kept") as one:
        one.curl("/symbols/plain.so", "-T", DATA / "native/elf-container/market-stripped.so")
        one.curl("/symbols/libmarket.so", "-T", MARKET)
        expect("both or one", [line["with_lines"] > 0 for line in listed(one, "?lines=yes")], [True] * len(listed(one, "?lines=yes")))
        expect_true("there is one without", len(listed(one)) >= len(listed(one, "?lines=yes")))


def test_who_may_take_symbols_away():
    with filled_store() as store, service(store=store) as first:
        tokens = first.folder / "tokens"
        tokens.write_text("read a-token-that-reads\nwrite a-token-that-writes\n")
        with service("--token-file", tokens, "--uploads", first.folder / "kept", store=store) as one:
            one.curl("/symbols", status=401)
            reads, writes = (("-H", f"Authorization: Bearer a-token-that-{word}") for word in ("reads", "writes"))
            one.curl("/symbols", *reads)
            one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", *reads, status=401)
            one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", *writes)
        with service("--uploads", "", store=store) as one:
            one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE", status=403)
    with service("--store", "redis://127.0.0.1:9") as one:
        one.curl("/symbols", status=503)
