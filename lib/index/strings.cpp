#include "index/strings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>

#include "base/large_memory.h"
#include "io/workers.h"

namespace symkit::index {
namespace {

// What one worker encodes at a time: whole groups.
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

// Strings that are alike before `depth` and have their keys from there.
struct Run {
  std::span<SortedString> strings;
  std::size_t depth = 0;
};

struct Parts {
  Run less, equal, greater;  // equal: nothing is left of it where it is sorted
};

// A step of quicksort by eight bytes at a time: the strings whose keys equal the pivot go on with their next
// eight.
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
  // All these end within the key or are alike so far. NUL ends no string here, so a key that ends in
  // zero bytes belongs to strings that end.
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

void put_functions(Buffer& out, std::span<const NamedFunction> functions) {
  if (functions.empty()) return;
  put_varint(out, functions.size());
  std::uint64_t before = 0;
  for (const NamedFunction& function : functions) {
    put_varint(out, function.begin - before);
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

struct StringTable::Entry {
  std::size_t shared = 0;
  std::string_view rest;
  std::uint64_t function_count = 0;  // their offsets follow
};

Cursor StringTable::group(std::uint32_t number) const {
  const std::uint64_t begin = fixed_at(offsets_, number, 4);
  const bool is_last = number + 1 >= offsets_.size() / 4;
  const std::uint64_t end = is_last ? groups_.size() : fixed_at(offsets_, number + 1, 4);
  const Bytes bytes = begin > end ? Bytes() : slice(groups_, begin, end - begin);
  // A group is a few cache lines, of which none is near as a rule: they are fetched together.
  constexpr std::size_t cache_line = 64, most = 5 * cache_line;
  for (std::size_t at = 0; at < std::min(bytes.size(), most); at += cache_line)
    __builtin_prefetch(bytes.data() + at);
  return {bytes, Endian::Little};
}

StringTable::Entry StringTable::next(Cursor& at) {
  Entry entry;
  entry.shared = at.offset() == 0 ? 0 : static_cast<std::size_t>(at.uleb());
  const std::uint64_t size = at.uleb();
  entry.rest = as_text(at.bytes(size >> 1));
  if ((size & 1) != 0) entry.function_count = at.uleb();
  return entry;
}

void StringTable::prefetch(std::uint32_t number) const {
  constexpr std::uint64_t cache_line = 64, most_lines = 8;
  if (number >= count_) return;
  const std::uint64_t begin = fixed_at(offsets_, number / strings_in_group, 4);
  const std::uint64_t end = std::min<std::uint64_t>(begin + most_lines * cache_line, groups_.size());
  for (std::uint64_t at = begin; at < end; at += cache_line) __builtin_prefetch(groups_.data() + at);
}

void StringTable::read(std::uint32_t number, std::string& out) const {
  out.clear();
  if (number >= count_) return;
  // Not initialised: most of it is not used, and this is asked millions of times.
  struct Piece {
    const char* rest;
    std::size_t rest_size;
    std::size_t shared;
  };
  std::array<Piece, strings_in_group> pieces;
  Cursor at = group(static_cast<std::uint32_t>(number / strings_in_group));
  const std::size_t last = number % strings_in_group;
  std::size_t size = 0;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::uint64_t shared = i == 0 ? 0 : at.uleb();
    const std::uint64_t length = at.uleb();
    const std::string_view rest = as_text(at.bytes(length >> 1));
    if (at.failed() || shared > size) return;
    pieces[i] = {rest.data(), rest.size(), static_cast<std::size_t>(shared)};
    size = pieces[i].shared + rest.size();
    if (i == last) break;
    if ((length & 1) != 0)
      for (std::uint64_t left = at.uleb(); left > 0 && !at.failed(); --left) at.skip_leb();
  }
  // Backwards, so that of each string only what the last one still has of it is copied.
  out.resize(size);
  for (std::size_t i = last + 1; i-- > 0 && size > 0;) {
    if (pieces[i].shared >= size) continue;
    std::memcpy(out.data() + pieces[i].shared, pieces[i].rest, size - pieces[i].shared);
    size = pieces[i].shared;
  }
}

std::vector<std::uint64_t> StringTable::functions_named(std::string_view name) const {
  std::uint32_t first = 0;
  std::uint32_t last = static_cast<std::uint32_t>((count_ + strings_in_group - 1) / strings_in_group);
  while (last - first > 1) {
    const std::uint32_t middle = first + (last - first) / 2;
    Cursor at = group(middle);
    (next(at).rest <= name ? first : last) = middle;
  }
  std::vector<std::uint64_t> found;
  if (count_ == 0) return found;
  Cursor at = group(first);
  std::string text;
  for (std::size_t i = 0; i < strings_in_group && !at.failed() && !at.at_end(); ++i) {
    const Entry entry = next(at);
    if (at.failed() || entry.shared > text.size()) break;
    text.resize(entry.shared);
    text += entry.rest;
    std::uint64_t begin = 0;
    for (std::uint64_t n = 0; n < entry.function_count && !at.failed(); ++n) {
      begin += at.uleb();
      if (text == name && !at.failed()) found.push_back(begin);
    }
  }
  return found;
}

}  // namespace symkit::index
