#include "keep/index/strings.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include "ground/base/large_memory.h"
#include "ground/io/workers.h"

namespace symkit::index {
namespace {

// The strings that one worker encodes at a time: complete groups.
constexpr std::size_t strings_in_chunk = 256 * strings_in_group;

std::uint64_t key_at(std::string_view text, std::size_t depth) {
  if (depth >= text.size()) return 0;
  std::uint64_t key = 0;
  std::memcpy(&key, text.data() + depth, std::min<std::size_t>(8, text.size() - depth));
  return __builtin_bswap64(key);
}

std::uint64_t middle_key(std::span<const SortedString> strings) {
  std::uint64_t a = strings.front().key, b = strings[strings.size() / 2].key, c = strings.back().key;
  if (a > b) std::swap(a, b);
  return std::max(a, std::min(b, c));
}

// Strings that agree in the first `depth` bytes and have their keys from there.
struct Run {
  std::span<SortedString> strings;
  std::size_t depth = 0;
};

struct Parts {
  Run less, equal, greater;  // equal: empty once it is sorted
};

// A step of quicksort by eight bytes at a time: strings whose keys equal the pivot continue with their
// next eight.
Parts split(Run run) {
  const std::span<SortedString> strings = run.strings;
  const std::uint64_t pivot = middle_key(strings);
  std::size_t less = 0, at = 0, greater = strings.size();
  while (at < greater) {
    if (strings[at].key < pivot) {
      std::swap(strings[less++], strings[at++]);
    } else if (strings[at].key > pivot) {
      std::swap(strings[at], strings[--greater]);
    } else {
      ++at;
    }
  }
  std::span<SortedString> equal = strings.subspan(less, greater - less);
  const std::size_t depth = run.depth + 8;
  // All of these end within the key or agree so far. NUL does not end a string here, so a key that ends
  // in zero bytes may belong to strings that end.
  const bool ends = (pivot & 0xff) == 0 &&
                    std::ranges::all_of(equal, [&](const SortedString& s) { return s.text.size() <= depth; });
  if (ends) equal = {};
  for (SortedString& string : equal) string.key = key_at(string.text, depth);
  return {{strings.first(less), run.depth}, {equal, depth}, {strings.subspan(greater), run.depth}};
}

void sort_run(Run run) {
  while (run.strings.size() > 16) {
    const Parts parts = split(run);
    sort_run(parts.less);
    sort_run(parts.greater);
    run = parts.equal;
  }
  std::ranges::sort(run.strings, [depth = run.depth](const SortedString& a, const SortedString& b) {
    if (a.key != b.key) return a.key < b.key;
    return a.text.substr(std::min(depth, a.text.size())) < b.text.substr(std::min(depth, b.text.size()));
  });
}

// The runs that are still to be sorted, for several workers: each takes one, splits it, keeps the largest
// part and puts the others back, until parts are small.
class RunPile {
 public:
  explicit RunPile(Run whole) : runs_{whole} {}

  void work() {
    while (auto run = take()) {
      while (run->strings.size() > small_run) {
        Parts parts = split(*run);
        std::array<Run*, 3> by_size = {&parts.less, &parts.equal, &parts.greater};
        std::ranges::sort(by_size, {}, [](const Run* part) { return part->strings.size(); });
        put(*by_size[0]);
        put(*by_size[1]);
        run = *by_size[2];
      }
      sort_run(*run);
      done();
    }
  }

 private:
  static constexpr std::size_t small_run = 2048;

  std::optional<Run> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !runs_.empty() || busy_ == 0; });
    if (runs_.empty()) return std::nullopt;
    const Run run = runs_.back();
    runs_.pop_back();
    ++busy_;
    return run;
  }
  void put(Run run) {
    if (run.strings.size() <= small_run) return sort_run(run);
    const std::scoped_lock lock(mutex_);
    runs_.push_back(run);
    changed_.notify_one();
  }
  void done() {
    const std::scoped_lock lock(mutex_);
    --busy_;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Run> runs_;
  unsigned busy_ = 0;
};

std::size_t shared_prefix(std::string_view a, std::string_view b) {
  const std::size_t limit = std::min(a.size(), b.size());
  std::size_t length = 0;
  while (length + 8 <= limit && std::memcmp(a.data() + length, b.data() + length, 8) == 0) length += 8;
  while (length < limit && a[length] == b[length]) ++length;
  return length;
}

// Nearly every name belongs to one function: that another follows is a bit of its offset, not a count.
void put_functions(Buffer& out, std::span<const NamedFunction> functions) {
  std::uint64_t before = 0;
  for (const NamedFunction& function : functions) {
    const bool goes_on = &function != &functions.back();
    put_varint(out, (function.begin - before) << 1 | (goes_on ? 1U : 0U));
    before = function.begin;
  }
}

// The strings [first, end), which begin with a group; offsets count from the chunk's first.
void encode_chunk(std::span<const std::string_view> sorted, std::span<const NamedFunction> functions,
                  std::size_t first, std::size_t end, EncodedStrings& encoded) {
  auto function = std::ranges::lower_bound(functions, first, {}, &NamedFunction::name);
  for (std::size_t i = first; i < end; ++i) {
    const std::string_view text = sorted[i];
    const bool begins_group = i % strings_in_group == 0;
    if (begins_group) put_fixed(encoded.offsets, encoded.groups.size(), 4);
    const std::size_t shared = begins_group ? 0 : shared_prefix(sorted[i - 1], text);
    auto past = function;
    while (past != functions.end() && past->name == i) ++past;
    if (!begins_group) put_varint(encoded.groups, shared);
    put_varint(encoded.groups, (text.size() - shared) << 1 | (past != function ? 1U : 0U));
    const Bytes rest = as_bytes(text.substr(shared));
    encoded.groups.insert(encoded.groups.end(), rest.begin(), rest.end());
    put_functions(encoded.groups, {function, past});
    function = past;
  }
}

}  // namespace

void sort_strings(std::span<SortedString> strings, unsigned jobs) {
  constexpr std::size_t chunk = 4096;
  io::for_each_item(jobs, (strings.size() + chunk - 1) / chunk, [&](unsigned, std::size_t number) {
    const auto from = strings.subspan(number * chunk);
    for (SortedString& string : from.first(std::min(from.size(), chunk))) string.key = key_at(string.text, 0);
  });
  if (jobs <= 1) return sort_run({strings, 0});
  RunPile pile({strings, 0});
  io::for_each_item(jobs, jobs, [&](unsigned, std::size_t) { pile.work(); });
}

EncodedStrings encode_strings(std::span<const std::string_view> sorted,
                              std::span<const NamedFunction> functions, unsigned jobs) {
  std::vector<EncodedStrings> chunks((sorted.size() + strings_in_chunk - 1) / strings_in_chunk);
  io::for_each_item(jobs, chunks.size(), [&](unsigned, std::size_t number) {
    const std::size_t first = number * strings_in_chunk;
    encode_chunk(sorted, functions, first, std::min(sorted.size(), first + strings_in_chunk), chunks[number]);
  });
  EncodedStrings all;
  std::size_t size = 0;
  for (const EncodedStrings& chunk : chunks) size += chunk.groups.size();
  reserve_large(all.groups, size);
  for (const EncodedStrings& chunk : chunks) {
    for (std::size_t group = 0; group < chunk.offsets.size() / 4; ++group)
      put_fixed(all.offsets, all.groups.size() + fixed_at(chunk.offsets, group, 4), 4);
    all.groups.insert(all.groups.end(), chunk.groups.begin(), chunk.groups.end());
  }
  return all;
}

}  // namespace symkit::index
