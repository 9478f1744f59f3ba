// Reads strings and the functions that have them as names. The content is not trusted: a damaged table
// gives an empty string or no function.
#include <algorithm>
#include <array>
#include <cstring>

#include "keep/index/strings.h"

namespace symkit::index {

struct StringTable::Entry {
  std::size_t shared = 0;
  std::string_view rest;
  bool has_functions = false;  // their offsets follow
};

Cursor StringTable::group(std::uint32_t number) const {
  const std::uint64_t begin = fixed_at(offsets_, number, 4);
  const bool is_last = number + 1 >= offsets_.size() / 4;
  const std::uint64_t end = is_last ? groups_.size() : fixed_at(offsets_, number + 1, 4);
  const Bytes bytes = begin > end ? Bytes() : slice(groups_, begin, end - begin);
  // A group is a few cache lines, usually none of them cached: they are fetched together.
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
  entry.has_functions = (size & 1) != 0;
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
  // Not initialised: most of it is unused, and this is called millions of times.
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
    for (bool goes_on = (length & 1) != 0; goes_on;) goes_on = (at.uleb() & 1) != 0;
  }
  // Backwards, so that of each string only what remains in the last one is copied.
  out.resize_and_overwrite(size, [&](char* to, std::size_t) {
    for (std::size_t i = last + 1, left = size; i-- > 0 && left > 0;) {
      if (pieces[i].shared >= left) continue;
      std::memcpy(to + pieces[i].shared, pieces[i].rest, left - pieces[i].shared);
      left = pieces[i].shared;
    }
    return size;
  });
}

bool StringTable::Reader::step() {
  const Entry entry = StringTable::next(at_);
  if (at_.failed() || entry.shared > text_.size()) return false;
  text_.resize(entry.shared);
  text_ += entry.rest;
  for (bool goes_on = entry.has_functions; goes_on;) goes_on = (at_.uleb() & 1) != 0;
  ++next_;
  return !at_.failed();
}

const std::string& StringTable::Reader::read(std::uint32_t number) {
  const std::uint32_t group = number / strings_in_group;
  const bool is_ahead = next_ <= number && next_ != 0 && (next_ - 1) / strings_in_group == group;
  if (!is_ahead) {
    at_ = number < table_.count_ ? table_.group(group) : Cursor();
    next_ = group * strings_in_group;
    text_.clear();
  }
  while (next_ <= number)
    if (number >= table_.count_ || !step()) {
      at_.fail();
      text_.clear();
      next_ = number + 1;
    }
  return text_;
}

// Iterates over the strings from the beginning of a group on, into the groups that follow.
class StringTable::Walk {
 public:
  Walk(const StringTable& table, std::uint32_t group)
      : table_(table), number_(group * strings_in_group), at_(table.group(group)) {}

  // False after the last string, and if the table is damaged.
  bool next() {
    if (is_begun_ && ++number_ % strings_in_group == 0) at_ = table_.group(number_ / strings_in_group);
    is_begun_ = true;
    if (number_ >= table_.count_) return false;
    offsets_.clear();
    const Entry entry = StringTable::next(at_);
    if (at_.failed() || entry.shared > text_.size()) return false;
    text_.resize(entry.shared);
    text_ += entry.rest;
    std::uint64_t begin = 0;
    for (bool goes_on = entry.has_functions; goes_on;) {
      const std::uint64_t number = at_.uleb();
      goes_on = (number & 1) != 0;
      offsets_.push_back(begin += number >> 1);
    }
    return !at_.failed();
  }

  std::uint32_t number() const { return number_; }
  const std::string& text() const { return text_; }
  std::span<const std::uint64_t> functions() const { return offsets_; }

 private:
  const StringTable& table_;
  std::uint32_t number_;
  bool is_begun_ = false;
  Cursor at_;
  std::string text_;
  std::vector<std::uint64_t> offsets_;
};

// The last group that begins at or before a text: the text is in that group or nowhere.
std::uint32_t StringTable::group_before(std::string_view text) const {
  std::uint32_t first = 0;
  std::uint32_t last = static_cast<std::uint32_t>((count_ + strings_in_group - 1) / strings_in_group);
  while (last - first > 1) {
    const std::uint32_t middle = first + (last - first) / 2;
    Cursor at = group(middle);
    (next(at).rest <= text ? first : last) = middle;
  }
  return first;
}

std::optional<std::uint32_t> StringTable::number_of(std::string_view text) const {
  std::uint32_t first = 0;
  std::string here;
  for (std::uint32_t left = count(); left > 0;) {
    const std::uint32_t half = left / 2;
    read(first + half, here);
    if (here == text) return first + half;
    first += here < text ? half + 1 : 0;
    left = here < text ? left - half - 1 : half;
  }
  return std::nullopt;
}

std::vector<std::uint64_t> StringTable::functions_named(std::string_view name) const {
  std::vector<std::uint64_t> found;
  Walk walk(*this, group_before(name));
  for (std::size_t i = 0; i < strings_in_group && walk.next(); ++i)
    if (walk.text() == name) found.assign(walk.functions().begin(), walk.functions().end());
  return found;
}

void StringTable::append_functions_beginning(std::string_view prefix,
                                             std::vector<std::uint64_t>& found) const {
  constexpr std::size_t most_looked_at = 16 * strings_in_group;
  Walk walk(*this, group_before(prefix));
  for (std::size_t i = 0; i < most_looked_at && walk.next(); ++i) {
    const bool begins = walk.text().starts_with(prefix);
    if (!begins && walk.text() > prefix) return;
    if (begins) found.insert(found.end(), walk.functions().begin(), walk.functions().end());
  }
}

void StringTable::each_function(
    const std::function<void(std::uint32_t number, std::uint64_t begin)>& take) const {
  for (Walk walk(*this, 0); walk.next();)
    for (const std::uint64_t begin : walk.functions()) take(walk.number(), begin);
}

}  // namespace symkit::index
