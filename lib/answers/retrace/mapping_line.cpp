#include "answers/retrace/mapping_line.h"

#include <utility>

#include "answers/retrace/characters.h"
#include "ground/base/characters.h"

namespace symkit::retrace {
namespace {

// Reads on as long as the line is valid; records the first thing that is not.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : line_(line) {}

  std::size_t at() const { return at_; }
  bool failed() const { return error_.has_value(); }
  LineError error() { return std::move(*error_); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < line_.size() ? line_[at_ + ahead] : '\n'; }

  void fail(std::string expected) {
    if (!error_) error_ = LineError{at_, std::move(expected)};
    at_ = line_.size();
  }

  void skip_blanks() {
    while (at_ < line_.size() && (is_blank(line_[at_]) || line_.substr(at_).starts_with(byte_order_mark)))
      at_ += is_blank(line_[at_]) ? 1 : byte_order_mark.size();
  }

  void expect_blank() {
    if (!is_blank(peek()) || at_ == line_.size()) return fail("white space");
    skip_blanks();
  }

  bool accept(char c) {
    if (at_ == line_.size() || line_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(std::string("'") + c + "'");
  }

  void expect_end() {
    if (at_ != line_.size()) fail("the end of the line");
  }

  // a.b.C, followed by [] for each dimension of an array.
  std::string_view type(bool may_be_array) {
    const std::size_t begin = at_;
    dotted_identifiers(false);
    while (may_be_array && accept('[')) expect(']');
    return line_.substr(begin, at_ - begin);
  }

  std::string_view member_name() {
    const std::size_t begin = at_;
    dotted_identifiers(true);
    return line_.substr(begin, at_ - begin);
  }

  // A number belongs to the program's lines only if a ':' follows.
  std::optional<LineRange> minified_range() {
    std::size_t ahead = 0;
    while (is_digit(peek(ahead))) ++ahead;
    if (ahead == 0) return std::nullopt;
    while (peek(ahead) == ' ' || peek(ahead) == '\t') ++ahead;
    return peek(ahead) == ':' ? range() : std::nullopt;
  }

  std::optional<LineRange> range() {
    if (!is_digit(peek())) return std::nullopt;
    const std::int32_t from = number();
    skip_blanks();
    if (!accept(':')) return LineRange{from, from, true};
    skip_blanks();
    if (!is_digit(peek())) return fail("a line number"), std::nullopt;
    std::int32_t to = number();
    if (from <= to) return LineRange{from, to};
    // Some tools wrote 5:0 for 5, and ranges the wrong way round.
    return to == 0 ? LineRange{from, from} : LineRange{to, from};
  }

  std::string_view arguments() {
    const std::size_t begin = at_;
    skip_blanks();
    if (peek() != ')') {
      type(true);
      skip_blanks();
      while (!failed() && peek() != ')') {
        if (!accept(',')) return fail("',' or ')'"), std::string_view();
        skip_blanks();
        type(true);
        skip_blanks();
      }
    }
    const std::string_view text = line_.substr(begin, at_ - begin);
    expect(')');
    return text;
  }

 private:
  std::int32_t number() {
    std::int64_t value = 0;
    while (is_digit(peek())) {
      value = value * 10 + (line_[at_++] - '0');
      if (value > INT32_MAX) value = INT32_MAX;
    }
    return static_cast<std::int32_t>(value);
  }

  void dotted_identifiers(bool may_be_special) {
    do {
      identifier(may_be_special);
    } while (!failed() && accept('.'));
  }

  // <init> and <clinit> are method names, too.
  void identifier(bool may_be_special) {
    const bool is_special = may_be_special && accept('<');
    if (at_ == line_.size() || !is_mapping_name(line_[at_])) return fail("a name");
    while (at_ < line_.size() && is_mapping_name(line_[at_])) ++at_;
    if (!is_special) return;
    expect('>');
    while (at_ < line_.size() && is_mapping_name(line_[at_])) ++at_;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::optional<LineError> error_;
};

}  // namespace

std::expected<ClassLine, LineError> read_class_line(std::string_view line) {
  LineReader reader(line);
  ClassLine result;
  reader.skip_blanks();
  result.original = reader.type(false);
  // '-' may be part of a name, so "a->b" was read as "a-" first.
  if (result.original.ends_with('-') && reader.accept('>')) {
    result.original.remove_suffix(1);
  } else {
    reader.skip_blanks();
    if (!reader.failed() && !(reader.accept('-') && reader.accept('>'))) reader.fail("'->'");
  }
  reader.skip_blanks();
  result.renamed = reader.type(false);
  reader.skip_blanks();
  reader.expect(':');
  reader.skip_blanks();
  if (reader.peek() != '#') reader.expect_end();
  if (reader.failed()) return std::unexpected(reader.error());
  return result;
}

std::expected<MemberLine, LineError> read_member_line(std::string_view line) {
  LineReader reader(line);
  MemberLine result;
  reader.skip_blanks();
  result.minified = reader.minified_range();
  if (result.minified && result.minified->single) reader.fail("a range of two lines, as 1:5");
  if (result.minified) {
    reader.skip_blanks();
    reader.expect(':');
  }
  reader.skip_blanks();
  const std::size_t begin = reader.at();
  result.type = reader.type(true);
  reader.expect_blank();
  result.name = reader.member_name();
  std::size_t end = reader.at();
  reader.skip_blanks();
  result.is_method = reader.accept('(');
  if (result.is_method) {
    result.arguments = reader.arguments();
    end = reader.at() - 1;
  }
  result.subject = line.substr(begin, end - begin);
  reader.skip_blanks();
  if (reader.accept(':')) {
    reader.skip_blanks();
    result.original = reader.range();
    if (!result.original) reader.fail("a line number");
  }
  reader.skip_blanks();
  reader.expect('-');
  reader.expect('>');
  reader.skip_blanks();
  result.renamed = reader.member_name();
  reader.skip_blanks();
  reader.expect_end();
  if (reader.failed()) return std::unexpected(reader.error());
  return result;
}

std::optional<ClassLine> quick_class_line(std::string_view line) {
  const std::size_t arrow = line.find(" -> ");
  if (arrow == std::string_view::npos || arrow == 0) return std::nullopt;
  const std::size_t begin = arrow + 4;
  const std::size_t colon = line.find(':', begin);
  if (colon == std::string_view::npos || colon == begin) return std::nullopt;
  const std::string_view original = line.substr(0, arrow);
  const std::string_view renamed = line.substr(begin, colon - begin);
  for (const std::string_view name : {original, renamed})
    for (const char c : name)
      if (is_blank(c)) return std::nullopt;
  const std::size_t rest = line.find_first_not_of(" \t\r\f\v", colon + 1);
  if (rest != std::string_view::npos && line[rest] != '#') return std::nullopt;
  return ClassLine{original, renamed};
}

}  // namespace symkit::retrace
