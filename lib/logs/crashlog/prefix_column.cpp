#include "logs/crashlog/prefix_column.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ground/base/characters.h"
#include "ground/base/each_line.h"
#include "ground/base/words.h"
#include "logs/crashlog/prefix.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {
namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_level(std::string_view word) {
  static constexpr auto levels = std::to_array<std::string_view>(
      {"TRACE", "VERBOSE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERR", "ERROR", "SEVERE", "CRIT",
       "CRITICAL", "ALERT", "EMERG", "FATAL", "PANIC"});
  return std::ranges::find(levels, word) != levels.end();
}

// A prefix may end after this character.
bool may_end(char c) { return !is_in_word(c); }
// Whether it probably does so at this place: after brackets and the like, and one blank.
bool ends_surely(std::string_view text, std::size_t at) {
  constexpr std::string_view closing = ":|]>)}";
  const char last = text[at - 1], next = at < text.size() ? text[at] : ' ';
  if (last == ' ') return at > 1 && closing.contains(text[at - 2]);
  const bool is_clock = last == ':' && is_digit(next);
  return closing.contains(last) && !closing.contains(next) && !is_blank(next) && !is_clock;
}

// A number with the blanks before it, a level, glog's letter for it, or any other character.
class Part {
 public:
  Part(std::string_view text, std::size_t begin) : begin_(text.substr(begin)) {
    const std::size_t blanks = run(0, is_blank);
    if (blanks < begin_.size() && is_digit(begin_[blanks])) {
      kind_ = blanks == 0 || begin == 0 ? Kind::Number : Kind::NumberApart;
      size_ = run(blanks, is_digit);
      return;
    }
    const std::size_t capitals = run(0, is_capital);
    const bool is_letter =
        capitals == 1 && begin_.size() > 1 && is_digit(begin_[1]) && std::string_view("VDIWEF").contains(begin_[0]);
    if (is_letter || is_level(begin_.substr(0, capitals))) kind_ = Kind::Level;
    size_ = kind_ == Kind::Level ? capitals : std::min<std::size_t>(begin_.size(), 1);
  }

  std::size_t size() const { return size_; }
  bool has_shape_of(const Part& other) const {
    return kind_ == other.kind_ && (kind_ != Kind::Other || begin_[0] == other.begin_[0]);
  }

 private:
  enum class Kind : std::uint8_t { Other, Level, Number, NumberApart };

  template <class IsIt>
  std::size_t run(std::size_t from, IsIt is_it) const {
    std::size_t at = from;
    while (at < begin_.size() && is_it(begin_[at])) ++at;
    return at;
  }

  std::string_view begin_;
  Kind kind_ = Kind::Other;
  std::size_t size_ = 0;  // 0: the text has ended
};

// Walks through two beginnings of lines as long as they have the same shape.
class SameShape {
 public:
  SameShape(std::string_view a, std::string_view b) : a_(a), b_(b) {}

  bool step() {
    const Part a(a_, in_a_), b(b_, in_b_);
    if (a.size() == 0 || b.size() == 0 || !a.has_shape_of(b)) return false;
    in_a_ += a.size();
    in_b_ += b.size();
    return true;
  }

  std::size_t in_a() const { return in_a_; }
  std::size_t in_b() const { return in_b_; }

 private:
  std::string_view a_, b_;
  std::size_t in_a_ = 0, in_b_ = 0;
};

// Whether the first number that differs is one more in the second.
bool counts_up(std::string_view a, std::string_view b) {
  SameShape both(a, b);
  for (std::size_t in_a = 0, in_b = 0; both.step(); in_a = both.in_a(), in_b = both.in_b()) {
    const auto before = Scanner(trimmed(a.substr(in_a, both.in_a() - in_a))).decimal();
    const auto after = Scanner(trimmed(b.substr(in_b, both.in_b() - in_b))).decimal();
    if (before && after && before->value != after->value)
      return before->fits && after->fits && after->value == before->value + 1;
  }
  return false;
}

// How many parts two lines have in common, up to where a prefix may end.
std::size_t parts_in_common(std::string_view a, std::string_view b) {
  SameShape both(a, b);
  std::size_t parts = 0, common = 0;
  while (both.step()) {
    ++parts;
    if (may_end(b[both.in_b() - 1])) common = parts;
  }
  // Blanks at the end of an empty line are mostly lost.
  const bool is_cut = both.in_b() == b.size() && both.in_a() < a.size() && is_blank(a[both.in_a()]);
  const bool was_cut = both.in_a() == a.size() && both.in_b() < b.size() && is_blank(b[both.in_b()]);
  if (parts != 0 && (is_cut || was_cut)) common = parts + 1;
  return common;
}

}  // namespace

std::size_t end_of_same_prefix(std::string_view prefix, std::string_view text) {
  SameShape both(prefix, text);
  while (both.in_a() < prefix.size() && both.step()) continue;
  if (both.in_a() == prefix.size()) return both.in_b();
  const bool is_empty = both.in_b() != 0 && both.in_b() == text.size() &&
                        prefix.find_first_not_of(" \t", both.in_a()) == std::string_view::npos;
  return is_empty ? text.size() : 0;
}

void PrefixColumn::begin(std::string_view first_lines) {
  last_.clear();
  shared_ = {};
  columns_.clear();
  has_frame_ = false;
  each_line(first_lines, [this](std::string_view line) {
    line = without_line_end(line);
    compare(line.substr(text_start(line)));
  });
  counted_ = 0;  // their own numbers, perhaps
}

// With the line before.
void PrefixColumn::compare(std::string_view text) {
  text = text.substr(0, longest);
  std::shift_right(shared_.begin(), shared_.end(), 1);
  shared_[0] = parts_in_common(last_, text);
  counted_ = counts_up(last_, text) ? counted_ + 1 : 0;
  last_ = text;
}

std::size_t PrefixColumn::take(std::string_view line, std::size_t start) {
  is_new_ = is_in_column_ = false;
  follows_frame_ = std::exchange(has_frame_, false);
  start_ = start;
  compare(line.substr(start));
  for (auto column = columns_.begin(); column != columns_.end(); ++column) {
    const std::size_t end = end_of_same_prefix(column->prefix, last_);
    if (end == 0) continue;
    std::rotate(columns_.begin(), column, column + 1);
    is_in_column_ = ++columns_.front().since_frame < patience;
    if (!is_in_column_) columns_.erase(columns_.begin());
    return start + end;
  }
  return start + find_counter();
}

// Lines that an editor or a search has numbered. Frames are numbered as well, by those who print them.
std::size_t PrefixColumn::find_counter() {
  const std::size_t parts = common_parts()[1];
  if (counted_ < 2 || parts == 0 || follows_frame_) return 0;
  std::size_t end = 0;
  for (std::size_t i = 0; i < parts; ++i) end += Part(last_, end).size();
  confirm(start_ + end);
  return end;
}

std::array<std::size_t, PrefixColumn::window> PrefixColumn::common_parts() const {
  std::array<std::size_t, window> common = shared_;
  for (std::size_t i = 1; i < window; ++i) common[i] = std::min(common[i], common[i - 1]);
  return common;
}

// Ascending.
std::span<const std::size_t> PrefixColumn::further_starts() {
  if (is_in_column_ || shared_[0] == 0) return {};
  const auto common = common_parts();
  std::size_t count = 0, at = 0;
  for (std::size_t parts = 1; parts <= common[0] && count < most_starts; ++parts) {
    at += Part(last_, at).size();
    const bool is_common = std::ranges::find(common, parts) != common.end();
    if ((is_common || ends_surely(last_, at)) && !is_indentation(at)) further_[count++] = start_ + at;
  }
  return {further_.data(), count};
}

bool PrefixColumn::is_indentation(std::size_t size) const {
  return last_.find_first_not_of(" \t") >= size;
}

void PrefixColumn::confirm(std::size_t start) {
  is_new_ = is_in_column_ = true;
  if (columns_.size() == most_columns) columns_.pop_back();
  columns_.insert(columns_.begin(), {.prefix = last_.substr(0, start - start_)});
}

void PrefixColumn::count_frame() {
  has_frame_ = true;
  if (is_in_column_) columns_.front().since_frame = 0;
}

}  // namespace symkit::crashlog
