#include "logs/crashlog/nested_text.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ground/base/characters.h"
#include "ground/base/each_line.h"
#include "ground/base/one_of.h"
#include "logs/crashlog/prefix.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t nowhere_in_line = std::string_view::npos;

// In a text that was escaped once a line end is one backslash and an n; escaped again it is two, then
// four. Backslashes of the text itself are doubled as often, and come before.
unsigned times_of_newline(std::size_t backslashes) {
  return static_cast<unsigned>(std::countr_zero(backslashes)) + 1;
}

// Quotation marks around a text that is escaped once have no backslash, then one, three, seven.
unsigned times_of_quote(std::size_t backslashes) {
  return static_cast<unsigned>(std::countr_one(backslashes)) + 1;
}
std::size_t backslashes_of_quote(unsigned times) { return (std::size_t{1} << (times - 1)) - 1; }
std::size_t backslashes_of_newline(unsigned times) { return std::size_t{1} << (times - 1); }

// Skips blanks, including escaped ones.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  for (;;) {
    while (at < text.size() && is_blank(text[at])) ++at;
    std::size_t letter = at;
    while (letter < text.size() && text[letter] == '\\') ++letter;
    const bool is_escape = letter > at && letter < text.size();
    if (!is_escape || !std::string_view("tnr").contains(text[letter])) return at;
    at = letter + 1;
  }
}

// The character before this place, ignoring blanks; NUL if there is none.
char before(std::string_view text, std::size_t at) {
  while (at > 0) {
    const char c = text[at - 1];
    const bool escaped = at > 1 && text[at - 2] == '\\' && (c == 'n' || c == 't' || c == 'r');
    if (!escaped && !is_blank(c)) return c;
    --at;
    if (!escaped) continue;
    while (at > 0 && text[at - 1] == '\\') --at;
  }
  return '\0';
}

// Whether a frame of any language may begin here.
bool begins_frame(std::string_view text) {
  if (text.starts_with("at ")) return true;
  if (text.size() > 1 && text[0] == '#' && is_digit(text[1])) return true;
  constexpr std::size_t longest_word = 256;
  const std::string_view word = text.substr(0, std::min(first_of<" \"\\">(text), longest_word));
  return word.contains('@') || word.starts_with("0x");
}

// A line end as servers of syslog write it into a line: "#012", "\012".
constexpr std::string_view octal_line_end = "012";

std::size_t next_octal_line_end(std::string_view text, std::size_t from, char mark) {
  std::size_t at = text.find(octal_line_end, from + 1);
  while (at != nowhere_in_line && text[at - 1] != mark) at = text.find(octal_line_end, at + 1);
  return at == nowhere_in_line ? at : at - 1;
}

// NUL: the line has none.
char octal_mark_in(std::string_view line) {
  for (const char mark : {'#', '\\'})
    if (next_octal_line_end(line, 0, mark) != nowhere_in_line) return mark;
  return '\0';
}

std::size_t size_of_text(std::string_view line) { return line.size() - line_end_of(line).size(); }

}  // namespace

bool may_be_json(std::string_view line, std::size_t start) {
  std::size_t first = first_not_of<" \t">(line, start);
  if (first != nowhere_in_line && line[first] == ',') first = first_not_of<" \t">(line, first + 1);
  if (first == nowhere_in_line) return false;
  if (line[first] == '"') return true;
  if (line[first] != '{' && line[first] != '[') return false;
  const std::size_t second = first_not_of<" \t">(line, first + 1);
  return second != nowhere_in_line && std::string_view("\"[{\\").contains(line[second]) &&
         !line.substr(first).starts_with("{{");
}

bool may_have_line_ends(std::string_view line) { return line.contains("\\n") || octal_mark_in(line) != '\0'; }

bool may_hold_texts(std::string_view line, std::size_t start) {
  if (may_be_json(line, start)) return true;
  const std::string_view text = line.substr(std::min(start, line.size()));
  if (octal_mark_in(text) != '\0') return true;
  for (std::size_t at = text.find('\\'); at != nowhere_in_line; at = text.find('\\', at + 1))
    if (at + 1 < text.size() && (text[at + 1] == 'n' || text[at + 1] == '"')) return true;
  if (text.contains("{\"") || text.contains("[\"") || text.contains("=\"")) return true;
  return text.contains('"') && text.contains(escape_character);  // which may precede it
}

std::size_t next_string(std::string_view text, std::size_t from) {
  // Sixteen bytes at a time: GCC and Clang make vector code from this.
  using Block = char __attribute__((vector_size(16)));
  using Halves = std::uint64_t __attribute__((vector_size(16)));
  const auto begins = [&](std::size_t quote) {
    const char before = text[quote - 1];
    return text[quote] == '"' && (before == ':' || before == ' ' || before == '\t');
  };
  std::size_t at = std::max<std::size_t>(from, 1);
  for (; at + sizeof(Block) <= text.size(); at += sizeof(Block)) {
    Block here, before;
    std::memcpy(&here, text.data() + at, sizeof here);
    std::memcpy(&before, text.data() + at - 1, sizeof before);
    const auto found =
        reinterpret_cast<Halves>((here == '"') & ((before == ':') | (before == ' ') | (before == '\t')));
    if ((found[0] | found[1]) == 0) continue;
    while (!begins(at)) ++at;
    return at + 1;
  }
  for (; at < text.size(); ++at)
    if (begins(at)) return at + 1;
  return text.size();
}

NestedText::NestedText(std::string_view line)
    : raw_(line), plain_(line), line_(plain_.text()), size_(size_of_text(line_)) {
  // Some writers put the comma before the element.
  const std::size_t first = first_not_of<" \t">(line_);
  top().has_members = first != nowhere_in_line && line_[first] == ',';
  if (!may_be_json(line_, text_start(line_))) octal_mark_ = octal_mark_in(line_);
}

bool NestedText::next(NestedPart& part) {
  if (!(octal_mark_ == '\0' ? next_plain(part) : next_octal(part))) return false;
  if (plain_.had_any()) add_colours(part);
  return true;
}

// The part unchanged. Parts between texts include all colours next to them.
void NestedText::add_colours(NestedPart& part) {
  const std::size_t end_in_plain = begin_;
  const std::size_t end = begin_ == line_.size() ? raw_.size()
                          : part.is_text()       ? plain_.end_in_raw(end_in_plain)
                                                 : plain_.in_raw(end_in_plain);
  part.text = raw_.substr(given_, end - given_);
  part.line_end = part.text.substr(part.text.size() - part.line_end.size());
  given_ = end;
}

bool NestedText::next_plain(NestedPart& part) {
  while (at_ < size_) {
    const char c = line_[at_];
    if (c != '"' && c != '\\') {
      ++at_;
      continue;
    }
    const std::size_t end = std::min(line_.find_first_not_of('\\', at_), size_);
    const std::size_t backslashes = end - at_;
    at_ = std::min(end + 1, size_);
    if (end == size_) break;
    if (line_[end] == '"' && take_quote(part, end, backslashes)) return true;
    if (line_[end] == 'n' && backslashes != 0 && take_newline(part, end, backslashes)) return true;
  }
  return emit_rest(part);
}

// The whole line is one text.
bool NestedText::next_octal(NestedPart& part) {
  if (begin_ >= size_) return begin_ < line_.size() && emit(part, line_.size());
  const std::size_t mark = next_octal_line_end(line_.substr(0, size_), begin_, octal_mark_);
  const std::size_t end = mark == nowhere_in_line ? size_ : mark + 1 + octal_line_end.size();
  part = {.text = line_.substr(begin_, end - begin_), .begins_text = begin_ == 0};
  part.line_end = mark == nowhere_in_line ? std::string_view() : line_.substr(mark, end - mark);
  part.nesting = {.times = 1, .octal_mark = octal_mark_};
  begin_ = end;
  return true;
}

// A part that is neither a text nor within one.
bool NestedText::emit(NestedPart& part, std::size_t end) {
  part = {.text = line_.substr(begin_, end - begin_)};
  begin_ = end;
  return !part.text.empty();
}

bool NestedText::emit_text(NestedPart& part, std::size_t end, std::string_view line_end) {
  if (!whole_line_ || top().times == 0) return emit(part, end);
  part = {.text = line_.substr(begin_, end - begin_), .line_end = line_end};
  part.nesting.times = top().times;
  part.nesting.hides_angles = part.text.contains("\\u003c") || part.text.contains("\\u003C");
  begin_ = end;
  return !part.text.empty();
}

bool NestedText::emit_rest(NestedPart& part) {
  if (begin_ < size_ && top().times != 0 && whole_line_) {
    // The end of a text without quotation marks is not marked. Frames end with a bracket.
    const std::size_t bracket = top().is_implied ? line_.rfind(')', size_ - 1) : nowhere_in_line;
    const bool is_cut = bracket != nowhere_in_line && bracket >= begin_;
    const bool given = emit_text(part, is_cut ? bracket + 1 : size_, {});
    whole_line_ = false;
    return given;
  }
  return begin_ < line_.size() && emit(part, line_.size());
}

bool NestedText::take_quote(NestedPart& part, std::size_t quote, std::size_t backslashes) {
  const unsigned times = times_of_quote(backslashes);
  if (times <= top().times) return close(part, quote, times);
  if (times > most_levels || depth_ == most_levels) return false;
  const std::size_t mark = quote - backslashes_of_quote(times);
  const char preceding = before(line_.substr(0, mark), mark);
  if (preceding == '{' || preceding == '[') top().has_members = true;
  const bool begins_line = top().times == 0 && (preceding == '\0' || preceding == '=');
  if (begins_line && preceding == '\0') top().has_members = true;
  const bool is_open = begins_line || (top().has_members && std::string_view("{[,:").contains(preceding));
  return is_open && open(part, quote, times);
}

bool NestedText::open(NestedPart& part, std::size_t quote, unsigned times) {
  const std::size_t mark = quote - backslashes_of_quote(times);
  const char preceding = before(line_.substr(0, mark), mark);
  const bool given = emit(part, quote + 1);
  levels_[++depth_] = {.times = times,
                       .begin = quote + 1,
                       .follows_colon = preceding == ':' || preceding == '=',
                       .begins_array = preceding == '['};
  whole_line_ = true;
  return given;
}

// Ends the string of this mark, and any strings within it that were not closed.
bool NestedText::close(NestedPart& part, std::size_t quote, unsigned times) {
  const std::size_t mark = quote - backslashes_of_quote(times);
  const Level last = top();
  const std::size_t text_begin = begin_;
  const bool given = mark > begin_ && emit_text(part, mark, {});
  if (given && part.is_text() && !last.has_lines && text_begin == last.begin) {
    part.stands_alone = true;
    part.nesting.is_element = !last.is_implied && !last.follows_colon && is_element(quote);
    part.begins_text = part.nesting.is_element && last.begins_array;
  }
  while (depth_ > 0 && top().times >= times) --depth_;
  whole_line_ = false;
  return given;
}

// Whether the string is not a member's name.
bool NestedText::is_element(std::size_t quote) const {
  const std::size_t next = skip_blanks(line_, quote + 1);
  return next >= size_ || line_[next] != ':';
}

bool NestedText::take_newline(NestedPart& part, std::size_t at, std::size_t backslashes) {
  const unsigned times = times_of_newline(backslashes);
  if (times > most_levels) return false;
  if (times > top().times) {
    if (depth_ == most_levels || implied_times(at) != times) return false;
    // The text began with its string, or with the line.
    levels_[depth_ + 1] = {.times = times, .begin = begin_, .is_implied = true};
    ++depth_;
  }
  while (top().times > times) {
    --depth_;
    whole_line_ = false;
  }
  if (top().times != times) return false;
  std::size_t end_begin = at - backslashes_of_newline(times);
  // "\r\n"
  const std::size_t unit = backslashes_of_newline(times);
  if (end_begin >= begin_ + unit + 1 && line_[end_begin - 1] == 'r' &&
      line_.substr(end_begin - 1 - unit, unit).find_first_not_of('\\') == nowhere_in_line)
    end_begin -= unit + 1;
  const std::size_t mark = at + 1 + backslashes_of_quote(times);
  const bool is_last = mark < size_ && line_[mark] == '"' && !top().is_implied;
  const bool begins = !top().has_lines && !is_last;
  const bool closes_members = end_begin > begin_ && std::string_view("}]").contains(line_[end_begin - 1]);
  const bool given = emit_text(part, at + 1, line_.substr(end_begin, at + 1 - end_begin));
  part.begins_text = begins && part.is_text();
  part.stands_alone = part.is_text() && is_last && !top().has_lines;
  top().has_lines = top().has_lines || !is_last;
  if (closes_members) top().has_members = false;
  whole_line_ = true;
  return given;
}

// How often a text without quotation marks is escaped: as often as the first line end that a frame
// follows. 0: there is none.
unsigned NestedText::implied_times(std::size_t from) {
  if (knows_implied_) return implied_;
  knows_implied_ = true;
  for (std::size_t at = from; at < size_; ++at) {
    if (line_[at] != 'n' || line_[at - 1] != '\\') continue;
    const std::size_t text = skip_blanks(line_.substr(0, size_), at + 1);
    if (begins_frame(line_.substr(text))) {
      std::size_t backslashes = 0;
      while (backslashes < at && line_[at - 1 - backslashes] == '\\') ++backslashes;
      return implied_ = times_of_newline(backslashes);
    }
    at = text - 1;
  }
  return 0;
}

}  // namespace symkit::crashlog
