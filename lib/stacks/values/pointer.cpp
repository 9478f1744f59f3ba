// Pointers, references, and C++'s pointers to members.
#include <cstdint>
#include <optional>
#include <string>

#include "ground/base/words.h"
#include "stacks/values/characters.h"
#include "stacks/values/printer.h"
#include "stacks/values/text_at.h"
#include "stacks/values/type_name.h"

namespace symkit::values {
namespace {

// The address that a pointer or a reference holds; if it holds none, that is said.
std::optional<std::uint64_t> address_in(Printer& out, const Object& object, const Type& type) {
  const auto bits = object.number(type.has_size && type.size <= 8 ? static_cast<unsigned>(type.size)
                                                                  : out.where().address_size);
  if (bits) return bits->low;
  object.pointee() ? out.put_known("<synthetic pointer>") : out.put_lack(bits.error());
  return std::nullopt;
}

// An array of bytes that Rust's b"…" is.
std::optional<std::uint64_t> count_of_bytes(const Printer& out, const Type& array) {
  if (array.kind != Kind::Array || array.dimensions.size() != 1) return std::nullopt;
  const Type& element = out.bare(array.of);
  return element.kind == Kind::Base && element.name == "u8" ? array.dimensions[0].count : std::nullopt;
}

// How many bases and members are looked at to find what a pointer to a member means.
constexpr unsigned deepest_base = 16;

std::string member_at(const Printer& out, TypeId container, std::uint64_t offset, unsigned depth) {
  const Type& type = out.bare(container);
  if (depth == deepest_base) return {};
  for (const Member& member : type.members)
    if (!member.is_base && member.offset == offset) return say("&", type.name, "::", member.name);
  for (const Member& member : type.members) {
    if (!member.is_base || member.is_virtual || offset < member.offset) continue;
    const auto size = out.size_of(member.type);
    if (size && offset < member.offset + *size)
      return member_at(out, member.type, offset - member.offset, depth + 1);
  }
  return {};
}

void print_method_pointer(Printer& out, const Object& object, const Type& type) {
  const unsigned size = out.where().address_size;
  const auto pointer = object.number(size), adjustment = object.at(size).number(size);
  if (!pointer || !adjustment) return out.put_lack((pointer ? adjustment : pointer).error());
  const bool is_virtual = (pointer->low & 1U) != 0;
  if (pointer->low == 0) return out.put_known("NULL");
  if (is_virtual) {
    const std::uint64_t slot = (pointer->low - 1) / size;
    for (const variables::Method& method : out.bare(type.container).methods)
      if (method.slot == slot) return out.put_known(say("&virtual ", method.name));
    out.put_known(say("&virtual table offset ", pointer->low - 1));
  } else {
    out.put(say("(", name_of_bare(type, out.types()), ") "));
    out.put_address(pointer->low);
  }
  if (adjustment->low != 0) out.put(say(", this adjustment ", static_cast<std::int64_t>(adjustment->low)));
}

}  // namespace

void print_pointer(Printer& out, const Object& object, const Type& type) {
  const auto address = address_in(out, object, type);
  if (!address) return;
  out.put_address(*address);
  if (*address == 0) return;
  if (out.where().language == Language::Rust) {
    const auto count = count_of_bytes(out, out.bare(type.of));
    if (!count) return;
    out.put(" b");
    return print_text(out, *address, *count, {}, false);
  }
  if (const auto characters = characters_of(type.of, out.types())) {
    out.put(" ");
    print_text_until_nul(out, *address, *characters);
  }
}

namespace {

// A reference that is nowhere itself may refer to a variable that is somewhere.
void print_target(Printer& out, const Object& object, const Type& type, Level level) {
  const auto pointee = object.pointee();
  if (!pointee || !level.shows_referred) return;
  const auto target = out.where().target_of(*pointee);
  if (!target) return;
  out.put(": ");
  out.value(*target, type.of, level.of_member());
}

}  // namespace

void print_function(Printer& out, const Object& object, const Type& type) {
  const auto address = object.address();
  if (!address) return out.put_lack(Lack::OptimizedOut);
  out.put(say("{", name_of_bare(type, out.types()), "} "));
  out.put_address(*address);
}

void print_reference(Printer& out, const Object& object, const Type& type, Level level) {
  const auto address = address_in(out, object, type);
  if (!address) return print_target(out, object, type, level);
  const Type& referred = out.bare(type.of);
  out.put_known(say("@", hex(*address)));
  if (!level.shows_referred) return;
  out.put(": ");
  if (referred.kind == Kind::Function) return print_function(out, out.at(*address), referred);
  const auto size = out.size_of(type.of);
  if (size && *size != 0 && out.where().memory.at(*address, 1).empty()) return out.put_unreadable(*address);
  // References to references are none: this ends.
  if (referred.kind == Kind::Reference || referred.kind == Kind::MovedReference)
    return out.put_lack(Lack::NotUnderstood);
  out.value(out.at(*address), type.of, level);
}

void print_member_pointer(Printer& out, const Object& object, const Type& type) {
  if (out.bare(type.of).kind == Kind::Function) return print_method_pointer(out, object, type);
  const unsigned size = out.where().address_size;
  const auto bits = object.number(size);
  if (!bits) return out.put_lack(bits.error());
  if (bits->low == (size == 8 ? ~std::uint64_t{0} : 0xffffffffU)) return out.put_known("NULL");
  const std::string member = member_at(out, type.container, bits->low, 0);
  out.put_known(member.empty() ? say(static_cast<std::int64_t>(bits->low)) : member);
}

}  // namespace symkit::values
