#include "answers/retrace/plain_lines.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "answers/retrace/characters.h"
#include "answers/retrace/introductions.h"
#include "ground/base/each_line.h"
#include "logs/java/characters.h"
#include "logs/java/stack_line.h"

namespace symkit::retrace {
namespace {

// Every name is next to one of these, or begins its line.
constexpr auto marks = [] {
  std::array<bool, 256> all{};
  for (const char mark : std::string_view(":;()'\"\\")) all[static_cast<unsigned char>(mark)] = true;
  return all;
}();

// a/b/C
bool is_in_binary_name(char c) { return is_mapping_name(c) || c == '/'; }

// A line without its line end. If in doubt, it may have a name.
class Line {
 public:
  explicit Line(std::string_view text) : text_(text) {}

  bool may_have_names() {
    if (begins_with_name()) return true;
    for (std::size_t at = 0; at < text_.size(); ++at)
      if (marks[static_cast<unsigned char>(text_[at])] && may_have_name_at(at)) return true;
    return ends_as_frame_ && java::recognise_frame(text_).method.present();
  }

 private:
  // A frame, an exception, "[CIRCULAR REFERENCE:a.b]", or JSON.
  bool begins_with_name() const {
    std::size_t first = 0;
    while (first < text_.size() && is_blank(text_[first])) ++first;
    if (first == text_.size()) return false;
    if (text_.substr(first).starts_with("at ")) return true;
    if (const std::size_t end = java::dotted_name_end(text_, 0); end != 0)
      return end == text_.size() || std::string_view(":\"]").contains(text_[end]);
    if (!std::string_view("[{,").contains(text_[first])) return false;
    if (text_[first] == ',' || text_.substr(first).starts_with("[CIRCULAR")) return true;
    const std::size_t second = text_.find_first_not_of(blanks, first + 1);
    return second != std::string_view::npos && (text_[second] == '[' || text_[second] == '{');
  }

  bool may_have_name_at(std::size_t at) {
    switch (text_[at]) {
      case ':': return may_be_exception(at + 1);
      case ';': return may_be_descriptor(at);
      case '(': return may_be_method(at + 1);
      case ')': {
        const auto next = static_cast<unsigned char>(at + 1 == text_.size() ? ' ' : text_[at + 1]);
        ends_as_frame_ = ends_as_frame_ || next == ' ' || next == '~' || next >= 0x80;
        return false;
      }
      case '\'': return std::exchange(has_apostrophe_, true);
      default: return true;
    }
  }

  bool may_be_exception(std::size_t at) const {
    std::size_t begin = at;
    while (begin < text_.size() && java::white_space(text_, begin) != 0) ++begin;
    if (begin == at || begin == text_.size()) return false;
    const std::size_t end = java::dotted_name_end(text_, begin);
    if (end == text_.size()) return true;
    if (text_[end] == '/') return std::ranges::all_of(text_.substr(end), is_in_binary_name);
    return end != begin && (text_[end] == ':' || text_[end] == ']');
  }

  bool may_be_descriptor(std::size_t end) const {
    std::size_t begin = end;
    while (begin > 0 && is_in_binary_name(text_[begin - 1])) --begin;
    return text_[begin] == 'L';
  }

  // "void a.b.c(int)+40", "a.b.c+40", or where there is a "pc", "a.b.c".
  bool may_be_method(std::size_t begin) {
    std::size_t end = java::dotted_name_end(text_, begin);
    if (const std::size_t type_end = std::min(text_.find_first_not_of("[]", end), text_.size());
        end != begin && text_.substr(type_end).starts_with(' ')) {
      if (text_.substr(type_end).starts_with(" [")) return true;
      begin = type_end + 1;
      end = java::dotted_name_end(text_, begin);
    }
    const std::string_view rest = text_.substr(end);
    if (rest.starts_with(".<")) return true;
    if (rest.empty() || !text_.substr(begin, end - begin).contains('.')) return false;
    return rest.front() == ')' ? has_pc() : std::string_view("(+ ").contains(rest.front());
  }

  bool has_pc() {
    if (!has_pc_) has_pc_ = text_.contains(" pc ");
    return *has_pc_;
  }

  std::string_view text_;
  bool has_apostrophe_ = false;
  bool ends_as_frame_ = false;
  std::optional<bool> has_pc_;
};

}  // namespace

std::size_t plain_lines(std::string_view text) {
  std::size_t plain = 0;
  while (plain < text.size()) {
    const std::size_t end = std::min(text.find('\n', plain), text.size() - 1) + 1;
    const std::string_view line = text.substr(plain, end - plain);
    if (Line(line.substr(0, line.size() - line_end_of(line).size())).may_have_names()) break;
    plain = end;
  }
  introduction_needles().find(text.substr(0, plain), [&](std::size_t, std::size_t at) {
    plain = text.substr(0, at).rfind('\n') + 1;
    return true;
  });
  return plain;
}

}  // namespace symkit::retrace
