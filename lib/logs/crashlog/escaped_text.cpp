#include "logs/crashlog/escaped_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ground/base/utf8.h"
#include "ground/json/strings.h"

namespace symkit::crashlog {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

// The escape of a character in a string; empty: the character itself.
std::string escape_of(char c, bool hides_angles) {
  constexpr std::string_view letters = "\"\\bfnrt", meant = "\"\\\b\f\n\r\t";
  if (const std::size_t known = meant.find(c); known != std::string_view::npos) return {'\\', letters[known]};
  const bool is_angle = hides_angles && (c == '<' || c == '>');
  if (!is_angle && !is_control(c)) return {};
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
}

std::string escaped_once(std::string_view text, bool hides_angles) {
  std::string out;
  for (const char c : text) {
    const std::string escape = escape_of(c, hides_angles);
    if (escape.empty()) out += c;
    out += escape;
  }
  return out;
}

std::string escaped_in_octal(std::string_view text, char mark) {
  std::string out;
  for (const char c : text) {
    if (!is_control(c)) {
      out += c;
      continue;
    }
    out += mark;
    for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((c >> shift) & 7));
  }
  return out;
}

std::string escaped(std::string_view text, const Nesting& nesting) {
  if (nesting.octal_mark != '\0') return escaped_in_octal(text, nesting.octal_mark);
  std::string out(text);
  for (unsigned time = 0; time < nesting.times; ++time)
    out = escaped_once(out, nesting.hides_angles && time == 0);
  return out;
}

// The text between two elements of an array that is escaped this many times.
std::string between_elements(unsigned times) {
  std::string mark = "\"";
  for (unsigned time = 1; time < times; ++time) mark = escaped_once(mark, false);
  return mark + ',' + mark;
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

Unescaped::Unescaped(std::string_view raw, const Nesting& nesting) : text_(raw) {
  if (nesting.octal_mark != '\0') {
    unescape_octal(nesting.octal_mark);
    return;
  }
  for (unsigned time = 0; time < nesting.times && text_.contains('\\'); ++time) unescape_once();
}

void Unescaped::unescape_octal(char mark) {
  constexpr std::size_t size = 4;  // the mark, and three digits
  const auto control_at = [&](std::size_t at) {
    const std::string_view digits = std::string_view(text_).substr(at + 1, size - 1);
    const bool is_one = digits.size() == size - 1 && digits[0] == '0' && digits[1] >= '0' &&
                        digits[1] < '4' && digits[2] >= '0' && digits[2] < '8';
    return is_one ? std::optional((digits[1] - '0') * 8 + digits[2] - '0') : std::nullopt;
  };
  std::string text;
  for (std::size_t at = 0; at < text_.size();) {
    const auto control = text_[at] == mark ? control_at(at) : std::nullopt;
    text += control ? static_cast<char>(*control) : text_[at];
    begins_.push_back(static_cast<std::uint32_t>(at));
    at += control ? size : 1;
  }
  begins_.push_back(static_cast<std::uint32_t>(text_.size()));
  text_ = std::move(text);
}

void Unescaped::unescape_once() {
  std::string text;
  std::vector<std::uint32_t> begins;
  text.reserve(text_.size());
  begins.reserve(text_.size() + 1);
  for (std::size_t at = 0; at < text_.size();) {
    const auto place = static_cast<std::uint32_t>(in_raw(at));
    if (text_[at] != '\\') {
      text += text_[at++];
      begins.push_back(place);
      continue;
    }
    const json::Escaped character = json::escaped_at(text_, at);
    append_utf8(text, character.code);
    begins.resize(text.size(), place);
    at += character.size;
  }
  begins.push_back(static_cast<std::uint32_t>(in_raw(text_.size())));
  text_ = std::move(text);
  begins_ = std::move(begins);
}

void append_nested(std::string& out, std::string_view text, const Nesting& nesting) {
  if (!nesting.is_element) {
    out += escaped(text, nesting);
    return;
  }
  const std::string between = between_elements(nesting.times);
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    (out += escaped(text.substr(0, end), nesting)) += between;
    text.remove_prefix(end + 1);
  }
  out += escaped(text, nesting);
}

void append_changed(std::string& out, std::string_view raw, const Nesting& nesting,
                    std::string_view changed) {
  if (!nesting) {
    out += changed;
    return;
  }
  const Unescaped original(raw, nesting);
  const std::string_view text = original.text();
  const std::size_t shorter = std::min(text.size(), changed.size());
  std::size_t same = 0;
  while (same < shorter && text[same] == changed[same]) ++same;
  while (same > 0 && same < text.size() && continues_character(text[same])) --same;
  std::size_t tail = 0;
  while (tail < shorter - same && text[text.size() - 1 - tail] == changed[changed.size() - 1 - tail]) ++tail;
  while (tail > 0 && continues_character(text[text.size() - tail])) --tail;
  out += raw.substr(0, original.in_raw(same));
  append_nested(out, changed.substr(same, changed.size() - same - tail), nesting);
  out += raw.substr(original.in_raw(text.size() - tail));
}

}  // namespace symkit::crashlog
