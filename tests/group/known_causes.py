"""Crashes whose causes are known, because these functions make them: twenty bugs in each language, run many times with other inputs, callers
and depths. Each makes a folder of logs, named by bug and run ("07-012.log")."""
import os
import random
import shutil
import subprocess
import sys
from collections import Counter

BUGS = 20

# Ways to go wrong, in C++: a statement in which `n` is some number of the run's own.
CPP_FAULTS = [
    "int *p = new int[4]; delete[] p; sink = p[n % 4];",
    "int *p = new int[4]; sink = p[4 + n % 3]; delete[] p;",
    "volatile char *p = new char[8]; p[8 + n % 4] = 1;",
    "int a[4]; fill(a); sink = a[4 + n % 2];",
    "volatile int *p = nullptr; sink = *p;",
    "struct S { int pad[8]; int x; }; S *p = reinterpret_cast<S *>(zero); sink = p->x;",
    "int *p = new int; used(p); delete p; used(p); delete p;",
    "assert(n < 0);",
    "std::vector<int> v(3); sink = v.at(3 + n % 5);",
    "throw std::runtime_error(\"no shelf \" + std::to_string(n));",
]
CPP_HEAD = """#include <cassert>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>
volatile int sink;
volatile long zero;
template <class T> void used(T *&p) { asm volatile("" : "+r"(p) : : "memory"); }
void fill(int *a) { for (int i = 0; i < 4; ++i) a[i] = i; }
// Two bugs fail in one place, on behalf of two callers.
__attribute__((noinline)) void weigh(int *p) { sink = *p; }
"""
CPP_BUG = """namespace part%(i)d {
struct Shelf { int n; void take(); };
template <class T> struct Keeper { T kept; int look(); };
__attribute__((noinline)) void Shelf::take() { %(fault)s }
template <class T> int Keeper<T>::look() { kept.take(); return sink; }
__attribute__((noinline)) int serve(int n) { Keeper<Shelf> keeper{{n}}; return keeper.look() + 1; }
}
"""
CPP_TAIL = """int walk(int bug, int n, int depth);
__attribute__((noinline)) int by_mail(int bug, int n) { return walk(bug, n, 0) + 2; }
__attribute__((noinline)) int by_phone(int bug, int n) { return walk(bug, n, 0) + 3; }
int call(int bug, int n) {
  switch (bug) {
%(cases)s
  }
  return 0;
}
int walk(int bug, int n, int depth) {
  if (depth > 0) return walk(bug, n, depth - 1) + 1;
  auto now = [&] { return call(bug, n); };
  return now();
}
int main(int, char **argv) {
  const int bug = atoi(argv[1]), n = atoi(argv[2]);
  if (n %% 3 == 0) return by_mail(bug, n);
  if (n %% 3 == 1) return by_phone(bug, n);
  return walk(bug, n, n %% 7);
}
"""

JAVA_FAULTS = [
    "String s = n < 0 ? \"x\" : null; return s.length();",
    "int[] a = new int[3]; return a[3 + n % 5];",
    "Object o = Integer.valueOf(n); return ((String) o).length();",
    "throw new IllegalStateException(\"till \" + n + \" is closed\");",
    "try { throw new java.io.IOException(\"no file \" + n); } catch (java.io.IOException e) { throw new RuntimeException(e); }",
    "return java.util.List.of(1, 2).get(2 + n % 3);",
    "return java.util.stream.Stream.of(n).map(x -> x / (x - n)).findFirst().get();",
    "return Integer.parseInt(\"x\" + n);",
    "return new java.util.ArrayList<Integer>().iterator().next();",
    "java.util.Objects.requireNonNull(null, \"no shelf\"); return n;",
]

JS_FAULTS = [
    "let s; return s.length;",
    "return null.price + n;",
    "throw new RangeError('shelf ' + n);",
    "return undefined_name + n;",
    "return [1, 2].map(x => x.price.total);",
    "return JSON.parse('{' + n);",
    "return new Array(-n - 1);",
    "return n.take();",
    "return decodeURIComponent('%x' + n);",
    "class Shut extends Error {} ; throw new Shut('till ' + n);",
]

PYTHON_FAULTS = [
    "return {}['item %d' % n]",
    "return [1, 2][2 + n]",
    "return None.price",
    "return 1 // (n - n)",
    "raise ValueError('till %d is closed' % n)",
    "return int('x%d' % n)",
    "assert n < 0, 'n is %d' % n",
    "return undefined_name",
    "return 'a' + n",
    "return next(iter([]))",
]


def run(words, **options):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", **options)


def write(folder, bug, number, text):
    (folder / f"{bug:02}-{number:03}.log").write_text(text)


def asan(level):
    def make(folder, runs):
        source, program = folder / "shop.cpp", folder / "shop"
        faults = (CPP_FAULTS * BUGS)[: BUGS - 2] + ["weigh(nullptr);"] * 2
        parts = [CPP_BUG % {"i": i, "fault": fault} for i, fault in enumerate(faults)]
        cases = "\n".join(f"    case {i}: return part{i}::serve(n);" for i in range(BUGS))
        source.write_text(CPP_HEAD + "".join(parts) + CPP_TAIL % {"cases": cases})
        built = run(["clang++-19", "-g", level, "-w", "-fsanitize=address", "-o", program, source])
        if built.returncode != 0:
            sys.exit(built.stderr)
        environment = dict(os.environ, ASAN_SYMBOLIZER_PATH=shutil.which("llvm-symbolizer-19"),
                           ASAN_OPTIONS="handle_abort=1:detect_leaks=0")
        for bug in range(BUGS):
            for number in range(runs):
                made = run([program, str(bug), str(number)], env=environment)
                write(folder, bug, number, made.stderr)
        source.unlink()
        program.unlink()

    make.needs = ["clang++-19", "llvm-symbolizer-19"]
    return make


def java(folder, runs):
    bugs = "\n".join(
        f"  static class Part{i} {{ int take(int n) {{ {JAVA_FAULTS[i % len(JAVA_FAULTS)]} }}\n"
        f"    int look(int n) {{ return take(n) + 1; }} int serve(int n) {{ return look(n) + 1; }} }}" for i in range(BUGS))
    cases = "\n".join(f"      case {i}: return new Part{i}().serve(n);" for i in range(BUGS))
    (folder / "Shop.java").write_text(f"""public class Shop {{
{bugs}
  static int call(int bug, int n) {{ switch (bug) {{
{cases}
  }} return 0; }}
  static int byMail(int bug, int n) {{ return call(bug, n) + 1; }}
  static int walk(int bug, int n, int depth) {{ return depth > 0 ? walk(bug, n, depth - 1) + 1 : byMail(bug, n); }}
  public static void main(String[] args) throws Exception {{
    for (int bug = 0; bug < {BUGS}; ++bug) for (int n = 0; n < {runs}; ++n)
      try {{ if (n % 2 == 0) walk(bug, n, n % 7); else {{ final int b = bug, m = n; Runnable r = () -> call(b, m); r.run(); }} }}
      catch (Throwable e) {{
        java.io.PrintStream out = new java.io.PrintStream(String.format("%02d-%03d.log", bug, n));
        out.print("Exception in thread \\"main\\" "); e.printStackTrace(out); out.close();
      }}
  }}
}}
""")
    made = run(["java", "Shop.java"], cwd=folder)
    (folder / "Shop.java").unlink()
    if made.returncode != 0:
        sys.exit(made.stderr)


java.needs = ["java", "javac"]


def node(folder, runs):
    bugs = "\n".join(f"class Part{i} {{ take(n) {{ {JS_FAULTS[i % len(JS_FAULTS)]} }} look(n) {{ return this.take(n); }} }}\n"
                     f"function serve{i}(n) {{ return new Part{i}().look(n); }}" for i in range(BUGS))
    (folder / "shop.js").write_text(f"""{bugs}
const all = [{", ".join(f"serve{i}" for i in range(BUGS))}];
function walk(bug, n, depth) {{ return depth > 0 ? walk(bug, n, depth - 1) : all[bug](n); }}
for (let bug = 0; bug < {BUGS}; ++bug) for (let n = 0; n < {runs}; ++n)
  try {{ if (n % 2) [n].forEach(m => all[bug](m)); else walk(bug, n, n % 5); }}
  catch (e) {{ require('fs').writeFileSync(String(bug).padStart(2, '0') + '-' + String(n).padStart(3, '0') + '.log', 'Uncaught ' + e.stack + '\\n'); }}
""")
    made = run(["node", "shop.js"], cwd=folder)
    (folder / "shop.js").unlink()
    if made.returncode != 0:
        sys.exit(made.stderr)


node.needs = ["node"]


def python(folder, runs):
    bugs = "\n".join(f"class Part{i}:\n    def take(self, n):\n        {PYTHON_FAULTS[i % len(PYTHON_FAULTS)]}\n"
                     f"    def look(self, n):\n        return self.take(n)\ndef serve{i}(n):\n    return Part{i}().look(n)" for i in range(BUGS))
    (folder / "shop.py").write_text(f"""import traceback
{bugs}
def walk(bug, n, depth):
    return walk(bug, n, depth - 1) if depth else globals()['serve%d' % bug](n)
for bug in range({BUGS}):
    for n in range({runs}):
        try:
            walk(bug, n, n % 5) if n % 2 else [walk(bug, m, 0) for m in [n]]
        except BaseException:
            with open('%02d-%03d.log' % (bug, n), 'w') as out:
                out.write(traceback.format_exc())
""")
    made = run([sys.executable, "shop.py"], cwd=folder)
    (folder / "shop.py").unlink()
    if made.returncode != 0:
        sys.exit(made.stderr)


python.needs = []


def tombstone(folder, runs):
    chance = random.Random(1)
    for bug in range(BUGS):
        for number in range(runs):
            pid = chance.randrange(1000, 30000)
            inner = [f"part{bug}::Shelf::take()", f"part{bug}::Keeper<part{bug}::Shelf>::look()", f"part{bug}::serve(int)"]
            walks = ["walk(int, int, int)"] * chance.randrange(1, 8)
            names = ["abort", "__libc_fatal"][: 2 * (bug % 2)] + inner + ["call(int, int)"] + walks + ["main", "__libc_init"]
            lines = ["*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***",
                     f"pid: {pid}, tid: {pid + chance.randrange(9)}, name: shop  >>> com.example.shop <<<",
                     "signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------" if bug % 2 else
                     f"signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x{chance.randrange(64):x}",
                     "backtrace:"]
            for i, name in enumerate(names):
                library = "/apex/com.android.runtime/lib64/bionic/libc.so" if name in ("abort", "__libc_fatal", "__libc_init") else "/data/app/x/lib/arm64/libshop.so"
                lines.append(f"      #{i:02} pc {chance.randrange(1 << 20):016x}  {library} ({name}+{chance.randrange(200)})")
            write(folder, bug, number, "\n".join(lines) + "\n")


tombstone.needs = []

SETS = {"asan-O0": asan("-O0"), "asan-O2": asan("-O2"), "java": java, "node": node, "python": python, "tombstone": tombstone}


def adjusted_rand_index(truth, found):
    """Of pairs that are together in one, in the other, in both; less what chance would give."""
    pairs = lambda counts: sum(n * (n - 1) // 2 for n in counts)
    both = pairs(Counter(zip(truth, found)).values())
    in_truth, in_found, every = pairs(Counter(truth).values()), pairs(Counter(found).values()), pairs([len(truth)])
    expected = in_truth * in_found / every
    most = (in_truth + in_found) / 2
    return 1.0 if most == expected else (both - expected) / (most - expected)
