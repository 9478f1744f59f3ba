"""A C++ program with as much debug information as one likes: one unit, full of the standard library's templates, is compiled once,
and copied under other names as often as it takes. As in any large program most copies of what is inline are thrown away by
the linker, and what describes them stays. Kept in ~/.cache/symkit-bench/large.

    large_program.path(units)     the program: `crash DEPTH` reads behind an array DEPTH calls deep, each in another unit, under
                                  AddressSanitizer; `spin SECONDS` works in all units in turn
Debian packages: clang-19 libclang-rt-19-dev lld-19 llvm-19 libstdc++-12-dev."""

import os
import subprocess
import sys
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "symkit-bench/large"

UNIT = """#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <regex>
#include <string>
#include <unordered_map>
#include <vector>

extern "C" long next_step(int depth);
extern "C" long fail();

template <int N>
struct Item {
  std::string name;
  std::vector<long> values;
  std::shared_ptr<Item> next;
  long weight() const { return std::accumulate(values.begin(), values.end(), long{N}); }
  bool operator<(const Item& other) const { return weight() < other.weight(); }
};

template <int N>
struct Store {
  std::map<std::string, Item<N>> items;
  std::unordered_map<long, std::vector<Item<N>>> by_value;
  bool take(const std::string& key, long value) {
    items[key].values.push_back(value);
    by_value[value].push_back(items[key]);
    return std::regex_match(key, std::regex("[a-z]+" + std::to_string(N)));
  }
};

template <int N>
long keep(long value) {
  Store<N> store;
  return store.take(std::to_string(value), value) ? N : 0;
}

extern "C" long this_step(int depth) {
  if (depth < 0) return ALL_KEPT;
  if (depth == 0) return fail() + 1;
  return next_step(depth - 1) + 1;
}

template <int N>
[[gnu::always_inline]] inline long sorted(std::array<long, 64>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = numbers[i] * 1103515245 + N;
  std::sort(numbers.begin(), numbers.end());
  return std::accumulate(numbers.begin(), numbers.end(), 0L);
}

extern "C" long this_part(long seed) {
  std::array<long, 64> numbers;
  std::iota(numbers.begin(), numbers.end(), seed);
  long sum = 0;
  for (int i = 0; i < 50; ++i) sum += sorted<1>(numbers) + sorted<2>(numbers) + sorted<3>(numbers);
  return sum;
}
""".replace("ALL_KEPT", " + ".join(f"keep<{number}>(depth)" for number in range(12)))

MAIN = """#include <cstdlib>
#include <cstring>
#include <ctime>

DECLARATIONS
static long (*const parts[])(long) = {PARTS};

extern "C" __attribute__((noinline)) long fail() {
  const long* const numbers = new long[4]{1, 2, 3, 4};
  volatile int behind = 4;
  return numbers[behind];
}

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const int number = std::atoi(arguments[2]);
  if (std::strcmp(arguments[1], "crash") == 0) return static_cast<int>(step_000(number));
  long sum = 0;
  for (const std::time_t end = std::time(nullptr) + number; std::time(nullptr) < end;)
    for (auto* const part : parts) sum += part(sum);
  return sum == 1 ? 1 : 0;
}
"""

FLAGS = ["-g", "-O1", "-fno-omit-frame-pointer"]


def path(units):
    folder = CACHE / str(units)
    program = folder / "large"
    if program.exists():
        return program
    print(f"making a program of {units} units", file=sys.stderr)
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"{number:03}" for number in range(units)]
    declarations = "".join(f'extern "C" long part_{name}(long);\n' for name in names) + 'extern "C" long step_000(int);\n'
    (folder / "main.cpp").write_text(MAIN.replace("DECLARATIONS", declarations).replace("PARTS", ", ".join(f"part_{name}" for name in names)))
    (folder / "unit.cpp").write_text(UNIT)
    subprocess.run(["clang++-19", *FLAGS, "-c", "unit.cpp"], cwd=folder, check=True)
    for name, following in zip(names, names[1:] + names[:1]):
        renamed = [f"--redefine-sym={old}={new}" for old, new in
                   (("this_step", f"step_{name}"), ("next_step", f"step_{following}"), ("this_part", f"part_{name}"))]
        subprocess.run(["llvm-objcopy-19", *renamed, "unit.o", f"unit_{name}.o"], cwd=folder, check=True)
    objects = [f"unit_{name}.o" for name in names]
    subprocess.run(["clang++-19", *FLAGS, "-fsanitize=address", "-fuse-ld=lld", "-Wl,--build-id", "main.cpp", *objects, "-o", "large"],
                   cwd=folder, check=True)
    for one in (*objects, "unit.o"):
        (folder / one).unlink()
    return program
