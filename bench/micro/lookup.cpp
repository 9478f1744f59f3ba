// From an offset to an answer, step by step: the index alone, its strings, its names, and all together.
#include <algorithm>
#include <chrono>

#include "answers/symbolize/resolver.h"
#include "benchmark/benchmark.h"
#include "names/demangle/demangle.h"
#include "subject.h"

namespace symkit::bench {
namespace {

// Calls `step` with the numbers 0, 1, 2 … and reports time and allocations of one call. What `step` keeps
// between calls is warm: it has seen every number once.
template <class Step>
void each(benchmark::State& state, std::size_t count, Step step) {
  for (std::size_t i = 0; i < count; ++i) step(i);
  const std::uint64_t before = allocations();
  std::size_t i = 0;
  for (auto _ : state) step(i++ % count);
  state.counters["allocations"] =
      benchmark::Counter(static_cast<double>(allocations() - before), benchmark::Counter::kAvgIterations);
}

void lookup(benchmark::State& state) {
  const Subject& on = subject();
  index::Answer answer;
  const std::uint64_t warm = on.offsets.size();
  each(state, warm, [&](std::size_t i) { benchmark::DoNotOptimize(on.index.lookup(on.offsets[i], answer)); });
  if (state.counters["allocations"].value != 0) state.SkipWithError("a lookup allocates");
}
BENCHMARK(lookup);

// The same, each lookup timed for itself: the median and the slow ones, the clock's own time included.
void lookup_spread(benchmark::State& state) {
  const Subject& on = subject();
  index::Answer answer;
  std::vector<std::int64_t> times;
  times.reserve(1 << 22);
  std::size_t i = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(on.index.lookup(on.offsets[i++ % on.offsets.size()], answer));
    if (times.size() < times.capacity()) times.push_back((std::chrono::steady_clock::now() - start).count());
  }
  const auto at = [&](double part) {
    const auto place = static_cast<std::size_t>(part * static_cast<double>(times.size() - 1));
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(place), times.end());
    return static_cast<double>(times[place]);
  };
  state.counters["median_ns"] = at(0.5);
  state.counters["p99_ns"] = at(0.99);
}
BENCHMARK(lookup_spread);

void read_name(benchmark::State& state) {
  const Subject& on = subject();
  std::vector<index::NameId> names;
  index::Answer answer;
  for (const ImageOffset offset : on.offsets)
    if (on.index.lookup(offset, answer)) names.push_back(answer.name);
  std::string text;
  each(state, names.size(), [&](std::size_t i) {
    on.index.read_name(names[i], text);
    benchmark::DoNotOptimize(text.data());
  });
}
BENCHMARK(read_name);

void functions_named(benchmark::State& state) {
  const Subject& on = subject();
  each(state, on.names.size(),
       [&](std::size_t i) { benchmark::DoNotOptimize(on.index.functions_named(on.names[i])); });
}
BENCHMARK(functions_named);

void demangle_name(benchmark::State& state) {
  const Subject& on = subject();
  each(state, on.names.size(),
       [&](std::size_t i) { benchmark::DoNotOptimize(demangle::demangle(on.names[i])); });
}
BENCHMARK(demangle_name);

// Names and paths are in the resolver's cache, as with the frames of a long log.
void resolve(benchmark::State& state) {
  const Subject& on = subject();
  symbolize::Resolver resolver(on.index, symbolize::Dialect::Llvm);
  each(state, on.offsets.size(),
       [&](std::size_t i) { benchmark::DoNotOptimize(resolver.resolve(on.offsets[i])); });
}
BENCHMARK(resolve);

// Nothing is in it: the first frame of a run.
void resolve_first(benchmark::State& state) {
  const Subject& on = subject();
  each(state, on.offsets.size(), [&](std::size_t i) {
    symbolize::Resolver resolver(on.index, symbolize::Dialect::Llvm);
    benchmark::DoNotOptimize(resolver.resolve(on.offsets[i]));
  });
}
BENCHMARK(resolve_first);

}  // namespace
}  // namespace symkit::bench
