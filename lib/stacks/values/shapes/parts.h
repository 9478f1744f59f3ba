// Parts of values whose layout is known: found by their names, believed only where all names are there.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "stacks/values/printer.h"

namespace symkit::values {

struct Part {
  Object object;
  TypeId type = 0;
};

// A record whose shape may be known.
struct Whole {
  const Object& object;
  const Type& type;  // bare
};

std::optional<Part> part_of(const Printer& out, const Whole& whole, std::string_view name);
// A member of a member, of a base, and so on.
std::optional<Part> part_of(const Printer& out, const Whole& whole,
                            std::initializer_list<std::string_view> path);
std::optional<Part> part_of(const Printer& out, const Part& part,
                            std::initializer_list<std::string_view> path);
// The first base, or the first member of a record, whatever its name.
std::optional<Part> first_part(const Part& part, const Type& type);

// An integer or a pointer of at most eight bytes.
std::optional<std::uint64_t> number_in(const Printer& out, const std::optional<Part>& part);
std::optional<std::uint64_t> number_at(const Printer& out, std::uint64_t address);

// What a pointer points to, 0 if it is none.
TypeId pointee_of(const Printer& out, TypeId pointer);

// A type that a template was given.
std::optional<TypeId> argument_of(const Type& type, std::size_t index);

// The same of a part's type; 0: none.
TypeId argument_in(const Printer& out, const std::optional<Part>& part, std::size_t index);

// "std::vector" for "std::__1::vector<int, …>": without arguments and namespaces of versions.
std::string base_name(std::string_view name);
// The position of the '<' that begins the last component's arguments, or npos.
std::size_t arguments_begin(std::string_view name);

// As a compiler aligns objects of the type.
std::uint64_t alignment_of(const Printer& out, TypeId type);
std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment);

// As an array of so many elements would be printed there.
void print_elements(Printer& out, std::uint64_t address, TypeId element, std::uint64_t count, Level level);

}  // namespace symkit::values
