#include "keep/variables/types.h"

namespace symkit::variables {
namespace {

bool only_names(Kind kind) {
  switch (kind) {
    case Kind::Alias:
    case Kind::Const:
    case Kind::Volatile:
    case Kind::Restrict:
    case Kind::Atomic: return true;
    default: return false;
  }
}

// Nested arrays are few; a file may claim any number.
constexpr unsigned deepest = 64;

std::optional<std::uint64_t> size_of(TypeId id, Source& source, unsigned depth) {
  const Type& type = bare(id, source);
  if (type.has_size) return type.size;
  if (type.kind != Kind::Array || depth == deepest) return std::nullopt;
  auto size = size_of(type.of, source, depth + 1);
  for (const Dimension& one : type.dimensions) {
    std::uint64_t whole = 0;
    if (!size || !one.count || __builtin_mul_overflow(*size, *one.count, &whole)) return std::nullopt;
    size = whole;
  }
  return size;
}

}  // namespace

TypeId bare_id(TypeId id, Source& source) {
  constexpr unsigned longest = 100;
  for (unsigned i = 0; i < longest; ++i) {
    const Type& type = source.type(id);
    if (!only_names(type.kind)) return id;
    id = type.of;
  }
  return 0;
}

const Type& bare(TypeId id, Source& source) {
  static const Type unknown;
  const TypeId found = bare_id(id, source);
  return found == 0 ? unknown : source.type(found);
}

std::optional<std::uint64_t> size_of(TypeId id, Source& source) { return size_of(id, source, 0); }

}  // namespace symkit::variables
