#include "logs/crashlog/prefix_column.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ground/base/characters.h"
#include "ground/base/each_line.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/prefix.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {
namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

// A prefix may end after a mark or a blank. What joins the words of a path or a name is no mark.
enum class Class : std::uint8_t { Mark, Blank, Letter, Capital, Digit };

constexpr bool is_mark(char c) {
  return !is_in_word(c) && !std::string_view("/\\.-$@%&=?~([{<+").contains(c);
}

constexpr auto classes = [] {
  std::array<Class, 256> all{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const char c = static_cast<char>(i);
    all[i] = is_digit(c)              ? Class::Digit
             : (c >= 'A' && c <= 'Z') ? Class::Capital
             : is_blank(c)            ? Class::Blank
             : is_mark(c)             ? Class::Mark
                                      : Class::Letter;
  }
  return all;
}();

Class class_of(char c) { return classes[static_cast<unsigned char>(c)]; }

bool is_level(std::string_view word) {
  if (word.size() < 3 || word.size() > 8) return false;
  static constexpr auto levels = std::to_array<std::string_view>(
      {"TRACE", "VERBOSE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERR", "ERROR", "SEVERE", "CRIT",
       "CRITICAL", "ALERT", "EMERG", "FATAL", "PANIC"});
  return std::ranges::find(levels, word) != levels.end();
}

template <class IsIt>
std::size_t end_of(std::string_view text, std::size_t from, IsIt is_it) {
  while (from < text.size() && is_it(text[from])) ++from;
  return from;
}

// Whether a prefix probably ends at this place: after brackets and the like, and one blank.
bool ends_surely(std::string_view text, std::size_t at) {
  constexpr std::string_view closing = ":|]>)}";
  const char last = text[at - 1], next = at < text.size() ? text[at] : ' ';
  if (last == ' ') return at > 1 && closing.contains(text[at - 2]);
  const bool is_clock = last == ':' && is_digit(next);
  return closing.contains(last) && !closing.contains(next) && !is_blank(next) && !is_clock;
}

// After the first word, or the marks before it, and one blank: "E ", "// ". 0: it does not end there.
std::size_t end_of_first_word(std::string_view text) {
  const std::size_t end = first_of<" \t">(text, end_of(text, 0, is_blank));
  return end == std::string_view::npos ? 0 : end + 1;
}

// Valgrind's "==4711== " is not a column: its words mean nothing without it. Where it begins, if the text
// ends with it and blanks; else the text's size.
std::size_t before_marked_process(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t");
  if (last == std::string_view::npos || last < 4 || text[last] != '=' || text[last - 1] != '=')
    return text.size();
  std::size_t number = last - 1;
  while (number > 0 && is_digit(text[number - 1])) --number;
  const bool is_marked =
      number + 1 < last && number >= 2 && text[number - 1] == '=' && text[number - 2] == '=';
  return is_marked ? number - 2 : text.size();
}

// A number, with the blanks before it if it begins the line; a level, or glog's letter for it; or any other
// character.
struct Part {
  enum class Kind : std::uint8_t { Other, Level, Number };

  Kind kind = Kind::Other;
  char first;
  std::size_t end;

  // `at`: before the text's end.
  Part(std::string_view text, std::size_t at) : first(text[at]), end(at + 1) {
    const Class its_class = class_of(first);
    if (its_class == Class::Digit) {
      take(Kind::Number, end_of(text, at, is_digit));
    } else if (its_class == Class::Capital) {
      take_capitals(text, at);
    } else if (at == 0 && its_class == Class::Blank) {
      const std::size_t number = end_of(text, at, is_blank);
      if (number < text.size() && is_digit(text[number])) take(Kind::Number, end_of(text, number, is_digit));
    }
  }

  bool has_shape_of(const Part& other) const {
    return kind == other.kind && (kind != Kind::Other || first == other.first);
  }

 private:
  void take_capitals(std::string_view text, std::size_t at) {
    const std::size_t word = end_of(text, at, is_capital);
    const bool is_letter = word == end && word < text.size() && is_digit(text[word]) &&
                           std::string_view("VDIWEF").contains(first);
    if (is_letter || is_level(text.substr(at, word - at))) take(Kind::Level, word);
  }
  void take(Kind its_kind, std::size_t its_end) {
    kind = its_kind;
    end = its_end;
  }
};

bool is_next_number(std::string_view before, std::string_view after) {
  const auto a = Scanner(trimmed(before)).decimal(), b = Scanner(trimmed(after)).decimal();
  return a && b && a->fits && b->fits && b->value == a->value + 1;
}

// What two lines have in common from their beginnings.
struct Alike {
  std::size_t parts = 0;
  std::size_t of_prefix = 0;  // up to where a prefix may end
  std::size_t numbered = 0;   // up to the first number that differs, if it is one more; else 0
};

// `ends`: where the parts that they have in common end in the second.
template <class Ends>
Alike alike(std::string_view a, std::string_view b, Ends& ends) {
  Alike found;
  bool differs = false;
  std::size_t in_a = 0, in_b = 0;
  while (in_a < a.size() && in_b < b.size()) {
    // Most parts are single characters.
    const Class its_class = class_of(b[in_b]);
    if (its_class < Class::Capital && in_b != 0) {
      if (a[in_a] != b[in_b]) break;
      ++in_a;
      ends[++found.parts] = static_cast<std::uint8_t>(++in_b);
      const bool is_of_grep = b[in_b - 1] == '-' && found.parts == 2 && is_digit(b[in_b - 2]);
      if (its_class <= Class::Blank || is_of_grep) found.of_prefix = found.parts;
      continue;
    }
    const Part x(a, in_a), y(b, in_b);
    if (!x.has_shape_of(y)) break;
    ends[++found.parts] = static_cast<std::uint8_t>(y.end);
    if (x.kind == Part::Kind::Number && !differs) {
      const std::string_view before = a.substr(in_a, x.end - in_a), after = b.substr(in_b, y.end - in_b);
      differs = before != after;
      if (differs && is_next_number(before, after)) found.numbered = found.parts;
    }
    const bool is_of_diff = found.parts == 1 && y.first == '+';
    if ((is_of_diff || class_of(y.first) <= Class::Blank) && y.kind == Part::Kind::Other)
      found.of_prefix = found.parts;
    in_a = x.end;
    in_b = y.end;
  }
  // Blanks at the end of an empty line are mostly lost.
  const bool is_cut = in_b == b.size() && in_a < a.size() && is_blank(a[in_a]);
  const bool was_cut = in_a == a.size() && in_b < b.size() && is_blank(b[in_b]);
  if (found.parts != 0 && (is_cut || was_cut)) {
    found.of_prefix = ++found.parts;
    ends[found.parts] = static_cast<std::uint8_t>(std::min(in_b + 1, b.size()));
  }
  return found;
}

}  // namespace

std::size_t end_of_same_prefix(std::string_view prefix, std::string_view text) {
  std::size_t in_prefix = 0, at = 0;
  while (in_prefix < prefix.size() && at < text.size()) {
    const Part wanted(prefix, in_prefix), found(text, at);
    if (!found.has_shape_of(wanted)) return 0;
    in_prefix = wanted.end;
    at = found.end;
  }
  // Blanks at the end of an empty line are mostly lost.
  return end_of(prefix, in_prefix, is_blank) == prefix.size() ? at : 0;
}

void PrefixColumn::begin(std::string_view first_lines) {
  last_.clear();
  shared_ = {};
  columns_.clear();
  has_frame_ = begins_log_ = true;  // they may be frames
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
  const Alike found = alike(last_, text, ends_);
  shared_[0] = found.of_prefix;
  alike_before_ = std::exchange(alike_, found.parts);
  numbered_ = found.numbered;
  counted_ = numbered_ != 0 && numbered_ < shared_[0] ? counted_ + 1 : 0;
  last_ = text;
}

void PrefixColumn::begin_line(std::size_t start) {
  is_new_ = is_in_column_ = false;
  is_first_ = std::exchange(begins_log_, false);
  start_ = counter_end_ = start;
  since_frame_ = std::exchange(has_frame_, false) ? 0 : since_frame_ + 1;
}

std::size_t PrefixColumn::take(std::string_view line, std::size_t start) {
  begin_line(start);
  compare(line.substr(start));
  for (const std::string& prefix : columns_) {
    const std::size_t end = end_of_same_prefix(prefix, last_);
    is_in_column_ = end != 0;
    if (is_in_column_) return start + end;
  }
  counter_end_ = start + find_counter();
  return start;
}

void PrefixColumn::pass_frame(std::string_view line, std::size_t start) {
  begin_line(start);
  shared_ = {};
  alike_ = alike_before_ = counted_ = numbered_ = 0;
  last_ = line.substr(start, longest);
}

// Lines that an editor or a search has numbered, whatever they are. Frames are numbered by those who print
// them, and are alike.
std::size_t PrefixColumn::find_counter() {
  if (counted_ < 2 || since_frame_ < 2) return 0;
  const std::size_t number = ends_[numbered_], end = ends_[common_parts()[1]];
  const std::size_t same = ends_[std::min(alike_, alike_before_)];
  return std::ranges::any_of(last_.substr(number, same - number), is_in_word) ? 0 : end;
}

std::array<std::size_t, PrefixColumn::window> PrefixColumn::common_parts() const {
  std::array<std::size_t, window> common = shared_;
  for (std::size_t i = 1; i < window; ++i) common[i] = std::min(common[i], common[i - 1]);
  return common;
}

std::span<const std::size_t> PrefixColumn::further_starts(bool with_all) {
  if (is_in_column_ || shared_[0] == 0) return {};
  if (counter_end_ != start_) {
    further_[0] = counter_end_;
    return {further_.data(), 1};
  }
  const auto common = common_parts();
  if (!with_all && common.front() == common.back()) {
    const std::size_t end = before_marked_process(std::string_view(last_).substr(0, ends_[common.front()]));
    further_[0] = start_ + end;
    return {further_.data(), end == 0 || is_of_text(end) ? std::size_t{0} : 1};
  }
  const std::size_t first_word = end_of_first_word(last_);
  std::size_t count = 0;
  for (std::size_t parts = 1; parts <= common[0] && count < most_starts; ++parts) {
    const std::size_t end = ends_[parts];
    const bool may_end_here =
        end == first_word || ends_surely(last_, end) || std::ranges::find(common, parts) != common.end();
    const std::size_t at = before_marked_process(std::string_view(last_).substr(0, end));
    const bool is_new = at != 0 && (count == 0 || further_[count - 1] < start_ + at);
    if (may_end_here && is_new && !is_of_text(at)) further_[count++] = start_ + at;
  }
  return {further_.data(), count};
}

bool PrefixColumn::is_common(std::size_t start) const {
  return start <= start_ + ends_[common_parts().back()];
}

// Python draws the branches of its trees with bars. A number alone is a count of samples, for example, if it
// is not one more than the one above.
bool PrefixColumn::is_of_text(std::size_t size) const {
  const bool is_indentation = is_blank(last_.front()) && first_not_of<" \t|">(last_) >= size;
  const bool is_number = numbered_ == 0 && first_not_of<" \t0123456789">(last_) >= size;
  return is_indentation || is_number;
}

void PrefixColumn::confirm(std::size_t start) {
  is_new_ = is_in_column_ = true;
  if (columns_.size() == most_columns) columns_.pop_back();
  columns_.insert(columns_.begin(), last_.substr(0, start - start_));
}

}  // namespace symkit::crashlog
