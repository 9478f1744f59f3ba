#include "reports/profile/json_elements.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "ground/json/document.h"

namespace symkit::profile {

void JsonElements::skip_blanks() {
  while (at_ < array_.size() && (array_[at_] == ' ' || (array_[at_] >= '\t' && array_[at_] <= '\r'))) ++at_;
}

void JsonElements::skip_string() {
  for (++at_; at_ < array_.size() && array_[at_] != '"'; ++at_)
    if (array_[at_] == '\\') ++at_;
  ++at_;
}

void JsonElements::skip_nested() {
  std::size_t depth = 0;
  do {
    const char c = array_[at_];
    if (c == '"') {
      skip_string();
      continue;
    }
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    ++at_;
  } while (depth != 0 && at_ < array_.size());
}

std::optional<std::string_view> JsonElements::next() {
  skip_blanks();
  if (here() == ',') {
    ++at_;
    skip_blanks();
  }
  if (at_ >= array_.size() || here() == ']') return std::nullopt;
  const std::size_t begin = at_;
  if (here() == '"')
    skip_string();
  else if (here() == '[' || here() == '{')
    skip_nested();
  else
    at_ = std::min(array_.find_first_of(",] \t\r\n", at_), array_.size());
  return array_.substr(begin, at_ - begin);
}

std::vector<std::string_view> elements_of(std::string_view array) {
  std::vector<std::string_view> all;
  JsonElements elements(array);
  while (const auto element = elements.next()) all.push_back(*element);
  return all;
}

std::int64_t number_of(std::string_view element) {
  const char* const begin = element.data();
  const char* const end = begin + element.size();
  std::int64_t whole = 0;
  const auto [behind, error] = std::from_chars(begin, end, whole);
  if (error == std::errc() && behind == end) return whole;
  double number = 0;
  const auto [stop, trouble] = std::from_chars(begin, end, number);
  constexpr double most = 9e18;
  if (trouble != std::errc() || stop != end || !(std::abs(number) < most)) return no_number;
  return std::llround(number);
}

std::int64_t number_times(std::string_view element, std::int64_t factor) {
  const std::int64_t whole = number_of(element);
  if (whole == no_number || std::abs(whole) > INT64_MAX / factor - 1) return 0;
  if (factor == 1) return whole;
  return std::llround(std::strtod(std::string(element).c_str(), nullptr) * static_cast<double>(factor));
}

std::vector<std::int64_t> numbers_of(std::string_view array) {
  std::vector<std::int64_t> all;
  JsonElements elements(array);
  while (const auto element = elements.next()) all.push_back(number_of(*element));
  return all;
}

std::string text_of(std::string_view element) {
  if (element.size() < 2 || element.front() != '"') return {};
  if (!element.contains('\\')) return std::string(element.substr(1, element.size() - 2));
  const auto document = json::Document::parse(element);
  return document ? std::string(document->root().string()) : std::string();
}

}  // namespace symkit::profile
