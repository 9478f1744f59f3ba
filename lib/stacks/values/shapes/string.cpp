// std::basic_string and std::basic_string_view.
#include <algorithm>
#include <string>

#include "stacks/values/bytes_of.h"
#include "stacks/values/characters.h"
#include "stacks/values/shapes/shapes.h"
#include "stacks/values/text_at.h"

namespace symkit::values {
namespace {

std::optional<Characters> characters_by(const Printer& out, const Type& type) {
  const auto character = argument_of(type, 0);
  return character ? characters_of(*character, out.types()) : std::nullopt;
}

struct Stored {
  std::uint64_t place = 0;
  std::uint64_t length = 0;
};

// LLVM's library: short ones are in the object itself, and which it is says the lowest bit of the first byte.
std::optional<Stored> stored_in_forms(const Printer& out, const Whole& whole) {
  std::optional<Part> form;
  for (const auto path : {"__r_", "__rep_"})
    if (const auto found = part_of(out, whole, path)) form = found;
  if (!form) return std::nullopt;
  // In a pair with the allocator up to version 19.
  if (const auto inner = part_of(out, *form, {"__value_"})) form = inner;
  const auto long_form = part_of(out, *form, {"__l"}), short_form = part_of(out, *form, {"__s"});
  if (!long_form || !short_form) return std::nullopt;
  const auto data = number_in(out, part_of(out, *long_form, {"__data_"}));
  const auto size = number_in(out, part_of(out, *long_form, {"__size_"}));
  const auto inside = part_of(out, *short_form, {"__data_"});
  const auto first = form->object.number(1);
  if (!data || !size || !inside || !first || !inside->object.address()) return std::nullopt;
  if ((first->low & 1U) != 0) return Stored{*data, *size};
  return Stored{*inside->object.address(), first->low >> 1};
}

std::optional<Stored> stored_in(const Printer& out, const Whole& whole) {
  const auto place = number_in(out, part_of(out, whole, {"_M_dataplus", "_M_p"}));
  if (!place) return stored_in_forms(out, whole);
  if (const auto length = number_in(out, part_of(out, whole, "_M_string_length")))
    return Stored{*place, *length};
  // The older layout, whose count stands in front of the text.
  if (whole.type.name.find("__cxx11") != std::string::npos) return std::nullopt;
  const auto length = number_at(out, *place - 3 * std::uint64_t{out.where().address_size});
  return length ? std::optional(Stored{*place, *length}) : std::nullopt;
}

}  // namespace

bool print_string(Printer& out, const Whole& whole, Level) {
  const auto characters = characters_by(out, whole.type);
  const auto stored = stored_in(out, whole);
  if (!characters || !stored) return false;
  print_text(out, stored->place, stored->length, *characters);
  return true;
}

std::optional<std::string> text_in(const Printer& out, const Whole& whole) {
  constexpr std::uint64_t longest = 256;
  const auto characters = characters_by(out, whole.type);
  const auto stored = stored_in(out, whole);
  if (!characters || characters->width != 1 || !stored) return std::nullopt;
  return bytes_at(out.where().memory, stored->place, std::min(stored->length, longest));
}

bool print_string_view(Printer& out, const Whole& whole, Level) {
  const auto characters = characters_by(out, whole.type);
  auto place = number_in(out, part_of(out, whole, "_M_str"));
  auto length = number_in(out, part_of(out, whole, "_M_len"));
  if (!place || !length) {
    place = number_in(out, part_of(out, whole, "__data_"));
    length = number_in(out, part_of(out, whole, "__size_"));
  }
  if (!characters || !place || !length) return false;
  print_text(out, *place, *length, *characters);
  return true;
}

}  // namespace symkit::values
