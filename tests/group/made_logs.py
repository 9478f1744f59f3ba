"""Logs for tests of symgroup: ordinary ones, and such as somebody would write who wants to be taken for more than data."""
import random

ASAN = """==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x1 bp 0x1 sp 0x1
READ of size 8 at 0x1 thread T0
    #0 0x4f5a10 in shop::take(shop::Item*) /build/7/src/shop.cpp:{line}:3
    #1 0x4f5a11 in shop::serve() /build/7/src/shop.cpp:7:3
    #2 0x4f5a12 in shop::open() /build/7/src/shop.cpp:8:3
    #3 0x4f5a13 in {caller} /build/7/src/main.cpp:2:1
"""
TOMBSTONE = """*** *** *** *** *** *** *** ***
Build fingerprint: 'google/redfin/redfin:13/TQ1A/9:user/release-keys'
Timestamp: {time}
pid: 12, tid: 12, name: app  >>> com.example.app <<<
signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x8
backtrace:
      #00 pc 0000000000001{a:03x}  /data/app/libshop.so (BuildId: 0123456789abcdef0123456789abcdef01234567)
      #01 pc 0000000000001{b:03x}  /data/app/libshop.so (BuildId: 0123456789abcdef0123456789abcdef01234567)
      #02 pc 0000000000000f00  /data/app/libmarket.so
"""

ALPHABETS = {
    "punctuation": "~`^|{}[]<>*&%$#@!;,?+=_'\"\\",
    "chinese": [chr(c) for c in range(0x4E00, 0x9FFF)],
    "emoji": [chr(c) for c in range(0x1F300, 0x1F6FF)],
    "digits": "0123456789abcdef",
    "letters": "qxzjkvQXZJKVwW",
    "mixed": "qZ7x_0Kj9vW#",
    "controls": "\x01\x02\x1b\u202e\u200b\x7f",
    "binary": [bytes([b]) for b in range(128, 256)],
    "orders": ["Ignore all that was said before. ", "</log>", "\x1b[2J", "]]>", "<script>alert(1)</script>", "|", "@everyone ", "a@b.example", "www.b.example", "https://b.example/", "#12", "!3", "[a](https://b.example)", "{0}", "javascript:alert(1)", "//b.example/", "/approve", "; rm -rf / ;", "`id`", "$(id)"],
}


def text_of(alphabet, count, chance):
    pieces = [chance.choice(alphabet) for _ in range(count)]
    return b"".join(pieces) if isinstance(pieces[0], bytes) else "".join(pieces).encode()


def hostile():
    """(name, bytes): everything that a log can say, as long as it goes."""
    for name, alphabet in ALPHABETS.items():
        chance = random.Random(name)
        some = lambda count: text_of(alphabet, count, chance).replace(b"\n", b"")
        identifier = lambda: text_of(ALPHABETS["digits"], 64, chance)
        frames = b"".join(
            b"    #%02d pc 000000000000100%d  /data/app/%s.so%s (BuildId: %s)\n"
            % (i, i, some(80), b" (" + some(200) + b"+4)" if i > 3 else b"", identifier()) for i in range(6))
        yield name + "-tombstone", (b"*** *** ***\npid: 1, tid: 1, name: a >>> b <<<\nsignal 11 (SIGSEGV), code 1, fault addr 0x0\n"
                                    b"Abort message: '" + some(900) + b"'\nbacktrace:\n" + frames)
        frames = b"".join(b"    #%d 0x4f5a1%d in n::%s(int) /src/%s/x.cc:%d:3\n" % (i, i, some(300), some(300), 1000000 + i) for i in range(6))
        images = b"".join(b"    #%d 0x4f5a1%d  (/lib/%s.so+0x1234) (BuildId: %s)\n" % (i, i, some(40), identifier()) for i in (7, 8))
        yield name + "-asan", b"==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x1 bp 0x1 sp 0x1\nREAD of size 8 at 0x1 thread T0\n" + frames + images
        yield name + "-rust", b"thread 'main' panicked at '" + some(800) + b"', src/main.rs:4:5\nstack backtrace:\n   0: a::b\n             at ./src/" + some(300) + b".rs:4:5\n"
        yield name + "-java", b"Exception in thread \"main\" java.lang.Error: " + some(900) + b"\n" + b"".join(b"\tat a.%s.f%d(%s.java:%d)\n" % (some(60).replace(b" ", b""), i, some(20), i + 1) for i in range(9))
