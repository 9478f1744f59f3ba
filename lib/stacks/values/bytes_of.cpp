#include "stacks/values/bytes_of.h"

#include <algorithm>

#include "ground/base/bytes.h"

namespace symkit::values {

std::string known_bytes(const Object& object, std::uint64_t size) {
  if (const auto address = object.address()) {
    const Bytes bytes = object.memory().at(*address, size);
    return std::string(as_text(bytes.first(std::min<std::uint64_t>(bytes.size(), size))));
  }
  std::string out;
  for (std::uint64_t i = 0; i < size; ++i) {
    const auto bits = object.at(i).number(1);
    if (!bits) break;
    out += static_cast<char>(bits->low);
  }
  return out;
}

bool are_alike(const Object& one, const Object& other, std::uint64_t size) {
  const auto first = one.address(), second = other.address();
  if (first && second) {
    const Bytes left = one.memory().at(*first, size), right = other.memory().at(*second, size);
    return as_text(left) == as_text(right) && (left.size() >= size || left.empty());
  }
  constexpr std::uint64_t step = 8;
  for (std::uint64_t i = 0; i < size; i += step) {
    const auto count = static_cast<unsigned>(std::min(step, size - i));
    const auto left = one.at(i).number(count), right = other.at(i).number(count);
    if (left.has_value() != right.has_value()) return false;
    if (left ? left->low != right->low : left.error() != right.error()) return false;
  }
  return true;
}

}  // namespace symkit::values
