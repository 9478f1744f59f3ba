// Numbers, characters, truths, enumerators: of base types, enumerations and bit fields.
#include <bit>
#include <string>

#include "ground/base/words.h"
#include "stacks/values/characters.h"
#include "stacks/values/numbers.h"
#include "stacks/values/printer.h"

namespace symkit::values {
namespace {

std::uint64_t cut_to(std::uint64_t value, unsigned size) {
  return size >= 64 ? value : value & ((std::uint64_t{1} << size) - 1);
}

bool is_signed(Encoding encoding) {
  return encoding == Encoding::Signed || encoding == Encoding::SignedCharacter;
}

// `long double` has the processor's own format, all others IEEE's.
bool is_x87(const Printer& out, const Type& type) {
  return out.where().has_x87 && type.name.find("long double") != std::string::npos;
}

std::string base_text(const Printer& out, Bits bits, unsigned size, const Type& type) {
  switch (type.encoding) {
    case Encoding::Boolean:
      if (bits.high == 0 && bits.low <= 1) return bits.low == 1 ? "true" : "false";
      return decimal(bits, size, false);
    case Encoding::Float: return float_text(bits, static_cast<unsigned>(type.size), is_x87(out, type));
    default: return decimal(bits, size, is_signed(type.encoding));
  }
}

// The scope in front of an enumerator's name: its type's name if that is needed, else the type's own scope.
std::string_view scope_of(const Type& type) {
  if (type.is_scoped) return type.name;
  const std::string_view name = type.name;
  unsigned depth = 0;
  for (std::size_t i = name.size(); i-- > 1;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<' && depth != 0) --depth;
    if (depth == 0 && name[i] == ':' && name[i - 1] == ':') return name.substr(0, i - 1);
  }
  return {};
}

bool is_flags(const Type& type) {
  for (const auto& one : type.enumerators)
    if (std::popcount(one.value) > 1 || one.value >> 63 != 0) return false;
  return !type.enumerators.empty();
}

bool is_negative_possible(const Printer& out, const Type& type) {
  const Type& below = out.bare(type.of);
  if (type.of != 0 && below.kind == Kind::Base) return is_signed(below.encoding);
  for (const auto& one : type.enumerators)
    if (one.value >> 63 != 0) return true;
  return false;
}

std::string enumerator_text(const Printer& out, Bits bits, unsigned size, const Type& type) {
  std::uint64_t value = cut_to(bits.low, size);
  const std::string_view scope = out.where().language == Language::C ? std::string_view() : scope_of(type);
  const auto full = [&](std::string_view name) {
    return scope.empty() || name.find("::") != std::string_view::npos ? std::string(name)
                                                                      : say(scope, "::", name);
  };
  for (const auto& one : type.enumerators)
    if (cut_to(one.value, size) == value) return full(one.name);
  if (out.where().language == Language::Rust || (!is_flags(type) && !type.enumerators.empty()))
    return decimal(bits, size, is_negative_possible(out, type));
  std::string text;
  for (const auto& one : type.enumerators) {
    if ((value & one.value) == 0) continue;
    text += say(text.empty() ? "(" : " | ", full(one.name));
    value &= ~one.value;
  }
  if (value != 0) text += say(text.empty() ? "(" : " | ", "unknown: ", hex(value));
  return text.empty() ? "0" : text + ")";
}

std::string scalar_text(const Printer& out, Bits bits, unsigned size, const Type& type, TypeId written) {
  if (type.kind == Kind::Enumeration) return enumerator_text(out, bits, size, type);
  std::string text = base_text(out, bits, size, type);
  if (out.where().language == Language::Rust)
    return type.encoding == Encoding::Utf ? say(text, " ", rust_character(bits.low)) : text;
  if (const auto characters = characters_of(written, out.types()))
    text += say(" ", quoted_character(bits.low, *characters));
  return text;
}

void print_complex(Printer& out, const Object& object, const Type& type) {
  const auto half = static_cast<unsigned>(type.size / 2);
  const auto real = object.number(half), imaginary = object.at(half).number(half);
  if (!real || !imaginary) return out.put_lack((real ? imaginary : real).error());
  const bool with_x87 = is_x87(out, type);
  out.put_known(say(float_text(*real, half, with_x87), " + ", float_text(*imaginary, half, with_x87), "i"));
}

}  // namespace

void print_scalar(Printer& out, const Object& object, const Type& type, TypeId written) {
  if (type.size == 0 && type.name == "()") return out.put_known("()");
  if (type.size == 0 || type.size > 32) return out.put_lack(Lack::NotUnderstood);
  if (type.encoding == Encoding::ComplexFloat) return print_complex(out, object, type);
  const auto bits = object.number(static_cast<unsigned>(type.size));
  if (!bits) {
    // A variable of pieces may be one that points nowhere.
    if (object.pointee()) return out.put_known("<synthetic pointer>");
    return out.put_lack(bits.error());
  }
  out.put_known(scalar_text(out, *bits, static_cast<unsigned>(type.size * 8), type, written));
}

void print_bit_field(Printer& out, const Object& object, const Member& member) {
  const Type& type = out.bare(member.type);
  auto bits = object.bits(member.bit_offset, member.bit_size);
  if (!bits) return out.put_lack(bits.error());
  // A character of fewer bits is one with its sign.
  if (type.kind == Kind::Base && is_signed(type.encoding) && member.bit_size < 64 &&
      (bits->low >> (member.bit_size - 1) & 1U) != 0 && characters_of(member.type, out.types())) {
    const std::uint64_t wide = bits->low | ~std::uint64_t{0} << member.bit_size;
    const auto characters = characters_of(member.type, out.types());
    return out.put_known(
        say(decimal(*bits, member.bit_size, true), " ", quoted_character(wide, *characters)));
  }
  out.put_known(scalar_text(out, *bits, member.bit_size, type, member.type));
}

}  // namespace symkit::values
