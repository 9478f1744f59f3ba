// std::vector, and that of bools, of which each is one bit.
#include <string>

#include "ground/base/words.h"
#include "stacks/values/shapes/elements.h"
#include "stacks/values/shapes/shapes.h"

namespace symkit::values {
namespace {

struct Bounds {
  std::uint64_t begin = 0, end = 0, limit = 0;
};

void print_vector_elements(Printer& out, const Bounds& bounds, TypeId element, std::uint64_t size,
                           Level level) {
  const std::uint64_t count = (bounds.end - bounds.begin) / size;
  out.put_known(say("std::vector of length ", count, ", capacity ", (bounds.limit - bounds.begin) / size));
  std::uint64_t i = 0;
  print_listed(out, level, element, [&]() -> std::optional<std::uint64_t> {
    if (i == count) return std::nullopt;
    return bounds.begin + i++ * size;
  });
}

std::optional<Bounds> bounds_in(const Printer& out, const Whole& whole) {
  const auto begin = number_in(out, part_of(out, whole, {"_M_impl", "_M_start"}));
  const auto end = number_in(out, part_of(out, whole, {"_M_impl", "_M_finish"}));
  const auto limit = number_in(out, part_of(out, whole, {"_M_impl", "_M_end_of_storage"}));
  if (begin && end && limit) return Bounds{*begin, *end, *limit};
  const auto first = number_in(out, part_of(out, whole, "__begin_"));
  const auto last = number_in(out, part_of(out, whole, "__end_"));
  auto capacity = number_in(out, part_of(out, whole, "__end_cap_"));
  if (!capacity) capacity = number_in(out, part_of(out, whole, {"__end_cap_", "__value_"}));
  if (!capacity) capacity = number_in(out, part_of(out, whole, "__cap_"));
  if (!first || !last || !capacity) return std::nullopt;
  return Bounds{*first, *last, *capacity};
}

void print_bits(Printer& out, std::uint64_t place, std::uint64_t count, std::uint64_t capacity, Level level) {
  out.put_known(say("std::vector<bool> of length ", count, ", capacity ", capacity));
  Children children(out, level);
  for (std::uint64_t i = 0; i < count && children.begin(); ++i) {
    const auto byte = out.where().memory.number(place + i / 8, 1);
    if (!byte) {
      out.put_lack(Lack::NotDumped);
      break;
    }
    out.put((*byte >> i % 8 & 1U) != 0 ? "true" : "false");
  }
  children.end();
}

bool print_bit_vector(Printer& out, const Whole& whole, Level level) {
  const auto place = number_in(out, part_of(out, whole, {"_M_impl", "_M_start", "_M_p"}));
  const auto last = number_in(out, part_of(out, whole, {"_M_impl", "_M_finish", "_M_p"}));
  const auto offset = number_in(out, part_of(out, whole, {"_M_impl", "_M_finish", "_M_offset"}));
  const auto limit = number_in(out, part_of(out, whole, {"_M_impl", "_M_end_of_storage"}));
  if (place && last && offset && limit) {
    if (*last < *place || *limit < *place) return false;
    print_bits(out, *place, (*last - *place) * 8 + *offset, (*limit - *place) * 8, level);
    return true;
  }
  const auto begin = number_in(out, part_of(out, whole, "__begin_"));
  const auto size = number_in(out, part_of(out, whole, "__size_"));
  auto words = number_in(out, part_of(out, whole, {"__cap_alloc_", "__value_"}));
  if (!words) words = number_in(out, part_of(out, whole, "__cap_"));
  if (!begin || !size || !words) return false;
  print_bits(out, *begin, *size, *words * out.where().address_size * 8, level);
  return true;
}

}  // namespace

bool print_vector(Printer& out, const Whole& whole, Level level) {
  const auto element = argument_of(whole.type, 0);
  if (!element) return false;
  const Type& type = out.bare(*element);
  if (type.kind == Kind::Base && type.encoding == Encoding::Boolean)
    return print_bit_vector(out, whole, level);
  const auto bounds = bounds_in(out, whole);
  const auto size = out.size_of(*element);
  if (!bounds || !size || *size == 0) return false;
  if (bounds->end < bounds->begin || bounds->limit < bounds->end) return false;
  print_vector_elements(out, *bounds, *element, *size, level);
  return true;
}

}  // namespace symkit::values
