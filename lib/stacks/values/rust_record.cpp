// Structs, tuples and enums as gdb writes those of Rust.
#include <algorithm>
#include <string>

#include "ground/base/words.h"
#include "stacks/values/printer.h"

namespace symkit::values {
namespace {

bool is_tuple(const Type& type) { return type.name.starts_with('('); }

// Fields without names are called __0, __1 …
bool has_unnamed_fields(const Type& type) {
  constexpr std::size_t enough = 100;
  for (std::size_t i = 0; i < std::min(type.members.size(), enough); ++i)
    if (type.members[i].name != say("__", i)) return false;
  return !type.members.empty();
}

void print_fields(Printer& out, const Object& object, const Type& type, Level level) {
  const bool are_unnamed = is_tuple(type) || has_unnamed_fields(type);
  out.put(are_unnamed ? "(" : "{");
  bool is_first = true;
  for (const Member& member : type.members) {
    if (out.is_full()) return;
    if (!is_first) out.put(", ");
    is_first = false;
    if (!are_unnamed) out.put(say(member.name, ": "));
    if (out.where().is_secret(member.name)) {
      out.put_redacted();
      continue;
    }
    out.value(object.at(member.offset), member.type, level.of_member());
  }
  out.put(are_unnamed ? ")" : "}");
}

const variables::Variant* chosen(const variables::Variants& variants, std::uint64_t by) {
  const variables::Variant* rest = nullptr;
  for (const variables::Variant& one : variants.all) {
    if (one.chosen_by.empty()) rest = &one;
    if (std::ranges::find(one.chosen_by, by) != one.chosen_by.end()) return &one;
  }
  return rest;
}

void print_enum(Printer& out, const Object& object, const Type& type, Level level) {
  const variables::Variants& variants = *type.variants;
  if (variants.all.empty()) return out.put_known(say(type.name, " {<No data fields>}"));
  std::uint64_t by = 0;
  if (variants.discriminant) {
    const auto size = out.size_of(variants.discriminant->type);
    const auto bits =
        object.at(variants.discriminant->offset).number(static_cast<unsigned>(size.value_or(0)));
    if (!size || *size == 0 || *size > 8) return out.put_lack(Lack::NotUnderstood);
    if (!bits) return out.put_lack(bits.error());
    by = bits->low;
  }
  const variables::Variant* variant = chosen(variants, by);
  if (variant == nullptr && !variants.discriminant) variant = &variants.all.front();
  if (variant == nullptr) return out.put_lack(Lack::NotUnderstood);
  const Type& content = out.bare(variant->content.type);
  out.put_known(content.name);
  if (!content.members.empty()) print_fields(out, object.at(variant->content.offset), content, level);
}

}  // namespace

void print_rust_record(Printer& out, const Object& object, const Type& type, Level level) {
  if (type.variants) return print_enum(out, object, type, level);
  if (!is_tuple(type)) {
    out.put(type.name);
    if (type.members.empty()) return;
    if (!type.name.empty()) out.put(" ");
  }
  print_fields(out, object, type, level);
}

}  // namespace symkit::values
