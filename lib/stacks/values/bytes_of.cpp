#include "stacks/values/bytes_of.h"

#include <algorithm>

#include "ground/base/bytes.h"

namespace symkit::values {

std::string bytes_at(const unwind::Memory& memory, std::uint64_t address, std::uint64_t size) {
  std::string out;
  while (out.size() < size) {
    const std::uint64_t left = size - out.size();
    const Bytes bytes = memory.at(address + out.size(), left);
    if (bytes.empty()) break;
    out += as_text(bytes.first(std::min<std::uint64_t>(bytes.size(), left)));
  }
  return out;
}

std::string known_bytes(const Object& object, std::uint64_t size) {
  if (const auto address = object.address()) return bytes_at(object.memory(), *address, size);
  std::string out;
  for (std::uint64_t i = 0; i < size; ++i) {
    const auto bits = object.at(i).number(1);
    if (!bits) break;
    out += static_cast<char>(bits->low);
  }
  return out;
}

bool are_alike(const Object& one, const Object& other, std::uint64_t size) {
  constexpr std::uint64_t largest = 1U << 20;
  if (size > largest) return false;
  const auto first = one.address(), second = other.address();
  if (first && second) {
    const Bytes left = one.memory().at(*first, size), right = other.memory().at(*second, size);
    if (left.size() >= size && right.size() >= size)
      return as_text(left.first(size)) == as_text(right.first(size));
    if (left.empty() || right.empty()) return left.empty() && right.empty();
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
