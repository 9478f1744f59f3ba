#include "keep/fetch/wanted.h"

#include <algorithm>
#include <functional>

#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

constexpr std::size_t longest_name = 255;
constexpr std::size_t longest_path = 4096;
constexpr std::string_view word_for_code = "code";

std::string in_one_line(std::string_view name, std::size_t longest) {
  std::string clean(name.substr(0, longest));
  for (char& c : clean)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  return clean;
}

}  // namespace

Wanted Wanted::of(const ImageReference& image) {
  return {image.id, std::string(image.name), std::string(image.debug_name), std::string(image.code_id)};
}

Wanted Wanted::code_of(const ImageReference& image) {
  Wanted wanted = of(image);
  wanted.is_code = true;
  return wanted;
}

Wanted Wanted::source_of(const ImageId& id, std::string_view path) {
  return {.id = id, .source = std::string(path)};
}

std::string Wanted::question() const {
  return say(id.hex(), ' ', in_one_line(name, longest_name), '\t', in_one_line(debug_name, longest_name),
             '\t', in_one_line(code_id, longest_name), '\t', in_one_line(source, longest_path), '\t',
             is_code ? word_for_code : "");
}

std::optional<Wanted> Wanted::read(std::string_view question) {
  const std::size_t blank = std::min(question.find(' '), question.size());
  const auto id = ImageId::parse(question.substr(0, blank));
  if (!id) return std::nullopt;
  question.remove_prefix(std::min(blank + 1, question.size()));
  Wanted wanted{.id = *id};
  for (std::string* field : {&wanted.name, &wanted.debug_name, &wanted.code_id, &wanted.source}) {
    const std::size_t end = std::min(question.find('\t'), question.size());
    *field = question.substr(0, end);
    question.remove_prefix(std::min(end + 1, question.size()));
  }
  wanted.is_code = question == word_for_code;
  return wanted;
}

std::string Wanted::key() const {
  if (is_code) return say(id.hex(), ':', word_for_code);
  return source.empty() ? id.hex()
                        : say(id.hex(), ':', std::hash<std::string>()(in_one_line(source, longest_path)));
}

ImageReference Wanted::reference() const {
  return {.name = name, .id = id, .debug_name = debug_name, .code_id = code_id};
}

}  // namespace symkit::fetch
