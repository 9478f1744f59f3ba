#include "ground/json/lenient.h"

#include <algorithm>

#include "ground/base/utf8.h"
#include "ground/json/strings.h"

namespace symkit::json {
namespace {

constexpr int deepest = 16;
constexpr std::string_view blanks = " \t\n\v\f\r";

class LenientReader {
 public:
  explicit LenientReader(std::string_view text) : text_(text) {}

  bool read(LenientValue& value, int depth) {
    skip_blanks();
    if (depth > deepest || at_ == text_.size()) return false;
    if (text_[at_] == '{') return read_object(value, depth);
    if (text_[at_] == '[') return read_array(value, depth);
    return read_text(value.text);
  }

  bool only_blanks_left() {
    skip_blanks();
    return at_ == text_.size();
  }

 private:
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  bool accept(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool read_object(LenientValue& value, int depth) {
    value.kind = LenientValue::Kind::Object;
    ++at_;
    if (accept('}')) return true;
    do {
      skip_blanks();
      if (!read_text(value.names.emplace_back())) return false;
      if (accept('=')) {
        accept('>');
      } else if (!accept(':')) {
        return false;
      }
      if (!read(value.items.emplace_back(), depth + 1)) return false;
    } while (accept(',') || accept(';'));
    return accept('}');
  }

  bool read_array(LenientValue& value, int depth) {
    value.kind = LenientValue::Kind::Array;
    ++at_;
    if (accept(']')) return true;
    do {
      if (!read(value.items.emplace_back(), depth + 1)) return false;
    } while (accept(',') || accept(';'));
    return accept(']');
  }

  bool read_text(std::string& out) {
    if (at_ == text_.size()) return false;
    if (text_[at_] == '"' || text_[at_] == '\'') return read_quoted(out, text_[at_++]);
    const std::size_t end = std::min(text_.find_first_of("{}[]:=,;#\\/ \t\r\n\f\v", at_), text_.size());
    out = text_.substr(at_, end - at_);
    at_ = end;
    return !out.empty();
  }

  bool read_quoted(std::string& out, char quote) {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == quote) return true;
      if (c != '\\') {
        out += c;
      } else if (!read_escape(out)) {
        return false;
      }
    }
    return false;
  }

  bool read_escape(std::string& out) {
    if (at_ == text_.size()) return false;
    const char c = text_[at_++];
    switch (c) {
      case 'n': out += '\n'; return true;
      case 't': out += '\t'; return true;
      case 'r': out += '\r'; return true;
      case 'b': out += '\b'; return true;
      case 'f': out += '\f'; return true;
      case 'u': at_ -= 2; return read_unicode(out);
      default: out += c; return true;
    }
  }

  bool read_unicode(std::string& out) {
    const auto unit = unit_at(text_, at_);
    if (!unit) return false;
    char32_t code = *unit;
    at_ += 6;
    const bool is_high = (code & 0xfc00) == 0xd800;
    if (is_high && text_.substr(at_).starts_with("\\u")) {
      const auto low = unit_at(text_, at_);
      if (!low || (*low & 0xfc00) != 0xdc00) return false;
      code = 0x10000 + ((code & 0x3ff) << 10 | (*low & 0x3ff));
      at_ += 6;
    }
    append_utf8(out, code);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

const LenientValue* LenientValue::find(std::string_view name) const {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

std::optional<std::string_view> LenientValue::text_of(std::string_view name) const {
  const LenientValue* value = find(name);
  if (value == nullptr || value->kind != Kind::Text) return std::nullopt;
  return value->text;
}

std::optional<LenientValue> read_lenient(std::string_view text) {
  LenientReader reader(text);
  LenientValue value;
  if (!reader.read(value, 0) || !reader.only_blanks_left()) return std::nullopt;
  return value;
}

}  // namespace symkit::json
