#include "stacks/values/shapes/parts.h"

#include <algorithm>
#include <array>

namespace symkit::values {
namespace {

constexpr unsigned deepest_part = 8;
// A type that has itself within it has members without end.
constexpr unsigned most_searched = 5000;

std::optional<Part> search(const Printer& out, const Object& object, const Type& type, std::string_view name,
                           unsigned depth, unsigned& left) {
  if (left < type.members.size()) return std::nullopt;
  left -= static_cast<unsigned>(type.members.size());
  for (const Member& member : type.members)
    if (!member.is_base && member.name == name && member.bit_size == 0)
      return Part{object.at(member.offset), member.type};
  if (depth == deepest_part) return std::nullopt;
  for (const Member& member : type.members) {
    if (!member.is_base && !member.name.empty()) continue;
    if (member.is_virtual) continue;
    if (auto found = search(out, object.at(member.offset), out.bare(member.type), name, depth + 1, left))
      return found;
  }
  return std::nullopt;
}

std::uint64_t alignment_of(const Printer& out, TypeId id, unsigned depth, unsigned& left) {
  const Type& type = out.bare(id);
  if (depth == deepest_part || left < type.members.size()) return 1;
  if (type.kind == Kind::Array) return alignment_of(out, type.of, depth + 1, left);
  if (type.kind != Kind::Record && type.kind != Kind::Union) {
    const std::uint64_t size = type.kind == Kind::MemberPointer ? 8 : out.size_of(id).value_or(1);
    return size > 16 || size == 0 || (size & (size - 1)) != 0 ? 1 : size;
  }
  left -= static_cast<unsigned>(type.members.size());
  std::uint64_t largest = 1;
  for (const Member& member : type.members)
    if (member.bit_size == 0) largest = std::max(largest, alignment_of(out, member.type, depth + 1, left));
  return largest;
}

// Namespaces of a library's version, which stand in no program.
constexpr std::array<std::string_view, 5> versions = {
    "__cxx11::", "__1::", "__ndk1::", "__cxx1998::", "__8::"};

}  // namespace

std::optional<Part> part_of(const Printer& out, const Whole& whole, std::string_view name) {
  unsigned left = most_searched;
  return search(out, whole.object, whole.type, name, 0, left);
}

std::optional<Part> part_of(const Printer& out, const Whole& whole,
                            std::initializer_list<std::string_view> path) {
  std::optional<Part> part;
  for (const std::string_view name : path) {
    part = part ? part_of(out, {part->object, out.bare(part->type)}, name) : part_of(out, whole, name);
    if (!part) return std::nullopt;
  }
  return part;
}

std::optional<Part> part_of(const Printer& out, const Part& part,
                            std::initializer_list<std::string_view> path) {
  return part_of(out, Whole{part.object, out.bare(part.type)}, path);
}

std::optional<Part> first_part(const Part& part, const Type& type) {
  if (type.members.empty()) return std::nullopt;
  const Member& first = type.members.front();
  return Part{part.object.at(first.offset), first.type};
}

std::optional<std::uint64_t> number_in(const Printer& out, const std::optional<Part>& part) {
  if (!part) return std::nullopt;
  const Type& type = out.bare(part->type);
  if (type.kind != Kind::Base && type.kind != Kind::Pointer && type.kind != Kind::Enumeration)
    return std::nullopt;
  const std::uint64_t size = type.has_size ? type.size : out.where().address_size;
  if (size == 0 || size > 8) return std::nullopt;
  const auto bits = part->object.number(static_cast<unsigned>(size));
  return bits ? std::optional(bits->low) : std::nullopt;
}

std::optional<std::uint64_t> number_at(const Printer& out, std::uint64_t address) {
  return out.where().memory.number(address, out.where().address_size);
}

TypeId pointee_of(const Printer& out, TypeId pointer) {
  const Type& type = out.bare(pointer);
  return type.kind == Kind::Pointer ? type.of : 0;
}

std::optional<TypeId> argument_of(const Type& type, std::size_t index) {
  if (index >= type.arguments.size() || type.arguments[index].second == 0) return std::nullopt;
  return type.arguments[index].second;
}

TypeId argument_in(const Printer& out, const std::optional<Part>& part, std::size_t index) {
  return part ? argument_of(out.bare(part->type), index).value_or(0) : 0;
}

std::uint64_t alignment_of(const Printer& out, TypeId type) {
  unsigned left = most_searched;
  return alignment_of(out, type, 0, left);
}

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

std::size_t arguments_begin(std::string_view name) {
  if (!name.ends_with('>')) return std::string_view::npos;
  unsigned depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == '>' && (i == 0 || name[i - 1] != '-')) ++depth;
    if (name[i] == '<' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::string base_name(std::string_view name) {
  std::string out(name.substr(0, arguments_begin(name)));
  for (const std::string_view version : versions)
    if (const auto at = out.find(version); at != std::string::npos) out.erase(at, version.size());
  return out;
}

void print_elements(Printer& out, std::uint64_t address, TypeId element, std::uint64_t count, Level level) {
  Type array;
  array.kind = Kind::Array;
  array.of = element;
  array.dimensions.push_back({count, 0});
  print_array(out, out.at(address), array, level);
}

}  // namespace symkit::values
