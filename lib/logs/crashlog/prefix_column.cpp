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

// After the first word and what follows it, with one blank: "E ", "12-", "// ".
std::size_t end_of_first_word(std::string_view text) {
  const auto end_of = [&](std::size_t from, auto is_it) {
    while (from < text.size() && is_it(text[from])) ++from;
    return from;
  };
  const auto is_mark = [](char c) { return !is_in_word(c) && !is_blank(c); };
  const std::size_t end = end_of(end_of(end_of(0, is_blank), is_in_word), is_mark);
  return end < text.size() && is_blank(text[end]) ? end + 1 : end;
}

// A number, with the blanks before it if it begins the line, a level, glog's letter for it, or any other
// character.
class Part {
 public:
  Part(std::string_view text, std::size_t begin) : begin_(text.substr(begin)) {
    const std::size_t blanks = begin == 0 ? run(0, is_blank) : 0;
    if (blanks < begin_.size() && is_digit(begin_[blanks])) {
      kind_ = Kind::Number;
      size_ = run(blanks, is_digit);
      return;
    }
    const std::size_t capitals = run(0, is_capital);
    const bool is_letter = capitals == 1 && begin_.size() > 1 && is_digit(begin_[1]) &&
                           std::string_view("VDIWEF").contains(begin_[0]);
    if (is_letter || is_level(begin_.substr(0, capitals))) kind_ = Kind::Level;
    size_ = kind_ == Kind::Level ? capitals : std::min<std::size_t>(begin_.size(), 1);
  }

  std::size_t size() const { return size_; }
  bool has_shape_of(const Part& other) const {
    return kind_ == other.kind_ && (kind_ != Kind::Other || begin_[0] == other.begin_[0]);
  }

 private:
  enum class Kind : std::uint8_t { Other, Level, Number };

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

// Up to which part two lines are numbered: the first number that differs is one more in the second. 0: they
// are not.
std::size_t numbered_parts(std::string_view a, std::string_view b) {
  SameShape both(a, b);
  std::size_t parts = 0;
  for (std::size_t in_a = 0, in_b = 0; both.step(); in_a = both.in_a(), in_b = both.in_b()) {
    ++parts;
    const auto before = Scanner(trimmed(a.substr(in_a, both.in_a() - in_a))).decimal();
    const auto after = Scanner(trimmed(b.substr(in_b, both.in_b() - in_b))).decimal();
    if (before && after && before->value != after->value)
      return before->fits && after->fits && after->value == before->value + 1 ? parts : 0;
  }
  return 0;
}

// How many parts two lines have in common, and how many of those up to where a prefix may end.
struct Alike {
  std::size_t parts = 0, of_prefix = 0;
};

Alike alike(std::string_view a, std::string_view b) {
  SameShape both(a, b);
  Alike found;
  while (both.step()) {
    ++found.parts;
    if (may_end(b[both.in_b() - 1])) found.of_prefix = found.parts;
  }
  // Blanks at the end of an empty line are mostly lost.
  const bool is_cut = both.in_b() == b.size() && both.in_a() < a.size() && is_blank(a[both.in_a()]);
  const bool was_cut = both.in_a() == a.size() && both.in_b() < b.size() && is_blank(b[both.in_b()]);
  if (found.parts != 0 && (is_cut || was_cut)) found.of_prefix = ++found.parts;
  return found;
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
  since_frame_ = window;
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
  const Alike found = alike(last_, text);
  shared_[0] = found.of_prefix;
  alike_before_ = std::exchange(alike_, found.parts);
  numbered_ = numbered_parts(last_, text);
  counted_ = numbered_ != 0 && numbered_ < shared_[0] ? counted_ + 1 : 0;
  last_ = text;
}

std::size_t PrefixColumn::take(std::string_view line, std::size_t start) {
  const bool was_numbered = counter_end_ != start_;
  is_new_ = is_in_column_ = false;
  counter_end_ = start;
  since_frame_ = has_frame_ ? 0 : since_frame_ + 1;
  has_frame_ = false;
  start_ = start;
  compare(line.substr(start));
  for (const std::string& prefix : columns_) {
    const std::size_t end = end_of_same_prefix(prefix, last_);
    is_in_column_ = end != 0;
    if (is_in_column_) return start + end;
  }
  counter_end_ = start + find_counter();
  is_new_ = counter_end_ != start && !was_numbered;
  return counter_end_;
}

void PrefixColumn::count_frame() {
  has_frame_ = true;
  if (!is_in_column_ && counter_end_ != start_) confirm(counter_end_);
}

// Lines that an editor or a search has numbered, whatever they are. Frames are numbered by those who print
// them, and are alike.
std::size_t PrefixColumn::find_counter() {
  if (counted_ < 2 || since_frame_ < 2) return 0;
  const std::size_t number = size_of(numbered_), end = size_of(common_parts()[1]);
  const std::size_t same = size_of(std::min(alike_, alike_before_));
  return std::ranges::any_of(last_.substr(number, same - number), is_in_word) ? 0 : end;
}

std::array<std::size_t, PrefixColumn::window> PrefixColumn::common_parts() const {
  std::array<std::size_t, window> common = shared_;
  for (std::size_t i = 1; i < window; ++i) common[i] = std::min(common[i], common[i - 1]);
  return common;
}

std::span<const std::size_t> PrefixColumn::further_starts(bool with_all) {
  if (is_in_column_ || counter_end_ != start_ || shared_[0] == 0) return {};
  const auto common = common_parts();
  const bool is_agreed = !with_all && common.front() == common.back();
  const std::size_t first_word = end_of_first_word(last_);
  std::size_t count = 0, at = 0;
  for (std::size_t parts = 1; parts <= common[0] && count < most_starts; ++parts) {
    at += Part(last_, at).size();
    const bool is_common = std::ranges::find(common, parts) != common.end();
    const bool may_end_here = is_common || (!is_agreed && (at == first_word || ends_surely(last_, at)));
    if (may_end_here && !is_indentation(at)) further_[count++] = start_ + at;
  }
  return {further_.data(), count};
}

bool PrefixColumn::is_common(std::size_t start) const {
  return start <= start_ + size_of(common_parts().back());
}

// Of the first parts of the line.
std::size_t PrefixColumn::size_of(std::size_t parts) const {
  std::size_t size = 0;
  for (std::size_t i = 0; i < parts; ++i) size += Part(last_, size).size();
  return size;
}

// Python draws the branches of its trees with bars.
bool PrefixColumn::is_indentation(std::size_t size) const {
  return is_blank(last_.front()) && last_.find_first_not_of(" \t|") >= size;
}

void PrefixColumn::confirm(std::size_t start) {
  is_new_ = is_in_column_ = true;
  if (columns_.size() == most_columns) columns_.pop_back();
  columns_.insert(columns_.begin(), last_.substr(0, start - start_));
}

}  // namespace symkit::crashlog
