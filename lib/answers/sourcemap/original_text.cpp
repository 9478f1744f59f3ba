#include "answers/sourcemap/original_text.h"

#include "answers/sourcemap/js_scanner.h"
#include "answers/sourcemap/js_tokens.h"

namespace symkit::sourcemap {

OriginalText::OriginalText(std::string text) : text_(std::move(text)) {
  lines_.push_back(0);
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1))
    lines_.push_back(at + 1);
}

OriginalText::~OriginalText() = default;

std::string_view OriginalText::line(std::uint32_t number) const {
  if (number >= lines_.size()) return {};
  const std::size_t begin = lines_[number];
  const std::size_t end = number + 1 < lines_.size() ? lines_[number + 1] - 1 : text_.size();
  std::string_view line = std::string_view(text_).substr(begin, end - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view OriginalText::identifier(Position position) const {
  return identifier_behind(line(position.line), position.column);
}

const JsFunctions& OriginalText::functions() const {
  const std::scoped_lock locked(scanning_);
  return all_functions();
}

const JsFunctions& OriginalText::all_functions() const {
  if (functions_) return *functions_;
  functions_ = std::make_unique<JsFunctions>(rest_ ? rest_->scan() : JsFunctions::scan(text_));
  rest_.reset();
  return *functions_;
}

const JsFunctions& OriginalText::functions_near(Position position) const {
  // An arrow function's parameters surely end within this many lines; only the arrow after them shows
  // what they are.
  constexpr std::uint32_t lines_behind = 2000;
  const std::scoped_lock locked(scanning_);
  if (!functions_ && !first_functions_ && std::uint64_t{position.line} + lines_behind < lines_.size()) {
    first_lines_ = position.line + lines_behind;
    rest_ = std::make_unique<JsScanner>(text_);
    first_functions_ = std::make_unique<JsFunctions>(rest_->scan_up_to(first_lines_));
  }
  const bool is_near = first_functions_ && std::uint64_t{position.line} + lines_behind <= first_lines_;
  return is_near && !functions_ ? *first_functions_ : all_functions();
}

std::string_view identifier_behind(std::string_view line, std::uint32_t units) {
  return identifier_at(line.substr(bytes_of_units(line, units)));
}

std::size_t bytes_of_units(std::string_view line, std::uint32_t units) {
  std::size_t at = 0;
  while (at < line.size() && units > 0) {
    const auto byte = static_cast<unsigned char>(line[at]);
    const std::size_t size = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    units -= size == 4 && units > 1 ? 2 : 1;
    at += size;
  }
  return std::min(at, line.size());
}

}  // namespace symkit::sourcemap
