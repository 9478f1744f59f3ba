// The elements of a container, one after the other, wherever each is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "stacks/values/shapes/children.h"
#include "stacks/values/shapes/parts.h"

namespace symkit::values {

// The address of the next element; nothing after the last, or if what leads there cannot be read.
using NextElement = std::function<std::optional<std::uint64_t>()>;

// "[0] = a, [1] = b"
void print_numbered(Printer& out, Level level, TypeId element, const NextElement& next);
// "a, b"
void print_listed(Printer& out, Level level, TypeId element, const NextElement& next);
struct PairNames {
  std::string_view key = "first", value = "second";
};
// "[key] = value", of pairs.
void print_pairs(Printer& out, Level level, TypeId pair, const NextElement& next,
                 const PairNames& names = {});
// One of these. False: no more.
bool print_entry(Printer& out, Children& children, const Part& key, const Part& value);

}  // namespace symkit::values
