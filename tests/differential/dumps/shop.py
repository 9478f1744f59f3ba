"""Python that goes through C and back: threads, generators, tasks, a handled exception, callbacks, a class, a deep recursion. Prints "ready", then waits, crashes, or works without end."""
import asyncio
import ctypes
import os
import sys
import threading
import time

READY = threading.Barrier(8)


def wait():
    READY.wait()
    if CRASHES:
        os.abort()
    time.sleep(1000)


class Shop:
    def serve(self):
        wait()

    @property
    def price(self):
        return self.serve()


def items():
    Shop().serve()
    yield 1


def by_sort():
    sorted([3, 2, 1], key=lambda _: list(items()))


def by_c():
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)

    def compare(_a, _b):
        by_sort()
        return 0

    ctypes.CDLL(None).qsort((ctypes.c_int * 3)(3, 2, 1), 3, 4, kind(compare))


async def inner():
    by_c()


async def outer():
    await inner()


def by_tasks():
    asyncio.run(outer())


def by_exception():
    try:
        raise ValueError
    except ValueError:
        Shop().price


class Made:
    def __init__(self):
        wait()


class Derived(Made):
    pass


def by_class():
    Derived()


def deep(rest):
    if rest == 0:
        return wait()
    return deep(rest - 1)


def by_text():
    exec(compile("def größe():\n    wait()\n\n\ngröße()\n", "späße.py", "exec"), {"wait": wait})


def by_comprehension():
    return [value for value in (one for one in items())]


def busy():
    """Calls and returns all the time; who calls whom is known by the names."""
    def step_3(rest):
        return sum(sorted((rest, 2, 1), key=lambda one: -one))

    def step_2(rest):
        return [step_3(one) for one in range(rest)]

    def step_1(rest):
        return list(map(step_2, range(rest)))

    while True:
        step_1(5)


CRASHES = sys.argv[1:] == ["crash"]
if sys.argv[1:] == ["work"]:
    for _ in range(4):
        threading.Thread(target=busy, daemon=True).start()
    print("ready", flush=True)
    busy()
WAYS = [by_sort, by_c, by_exception, by_class, lambda: deep(400), by_text, by_comprehension]
for way in WAYS:
    threading.Thread(target=way, daemon=True).start()
while READY.n_waiting < len(WAYS):
    time.sleep(0.01)
print("ready", flush=True)
by_tasks()
