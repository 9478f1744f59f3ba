// What all that prints a part of a value shares: the text so far, its limits, what of it is not known.
//
// The limits are gdb's where it has any: 200 elements or characters, 20 levels. Its `bt full` counts the
// levels of a local from 4 on, as it prints it with such an indent. Beyond them, a text ends at 64 KiB.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keep/variables/type.h"
#include "keep/variables/types.h"
#include "keep/variables/variable.h"
#include "stacks/values/object.h"
#include "stacks/values/text.h"

namespace symkit::values {

using variables::Encoding;
using variables::Kind;
using variables::Member;
using variables::Type;
using variables::TypeId;

constexpr unsigned most_elements = 200;
constexpr unsigned most_repeats = 10;  // more of the same are one with a count

// Where in a value something is printed.
struct Level {
  unsigned depth = 4;
  unsigned deepest = 20;
  bool shows_referred = true;  // what a reference refers to; gdb does so only outside of structs

  Level inner() const { return {depth + 1, deepest, shows_referred}; }
  Level of_member() const { return {depth + 1, deepest, false}; }
  // What has no name of its own does not count as a level.
  Level unnamed() const { return {depth, deepest + 1, shows_referred}; }
  bool is_too_deep() const { return depth >= deepest; }
};

class Printer {
 public:
  explicit Printer(const Surroundings& where) : where_(where) {}

  void value(const Object& object, TypeId type, Level level);

  void put(std::string_view text);
  // Something of the value that is known.
  void put_known(std::string_view text) {
    ++known_;
    put(text);
  }
  // Something that is not.
  void put_lack(Lack lack);
  void put_lack(Lack lack, std::string_view as);
  void put_redacted();
  void put_unreadable(std::uint64_t address);
  // "0x1234 <main+4>"
  void put_address(std::uint64_t address);
  // "{...}", if what is printed here would be too deep.
  bool put_too_deep(Level level);
  // Whether so many bytes more may be compared; all values end, whatever their types claim.
  bool may_compare(std::uint64_t bytes);
  // Nothing more is printed; whoever has a loop asks.
  bool is_full() const { return is_full_; }

  const Surroundings& where() const { return where_; }
  variables::Source& types() const { return where_.types; }
  const Type& bare(TypeId type) const { return variables::bare(type, where_.types); }
  std::optional<std::uint64_t> size_of(TypeId type) const;
  Object at(std::uint64_t address) const { return {where_.memory, address}; }

  Text done() &&;

 private:
  void value_within(const Object& object, TypeId type, Level level);

  const Surroundings& where_;
  std::string text_;
  bool is_full_ = false;
  std::uint64_t compared_ = 0;
  unsigned nested_ = 0;
  unsigned known_ = 0;
  unsigned redacted_ = 0;
  std::optional<Lack> lack_;  // the first
  std::optional<std::uint64_t> unreadable_;
};

// The kinds of values. Types are bare.
void print_scalar(Printer& out, const Object& object, const Type& type, TypeId written);
void print_bit_field(Printer& out, const Object& object, const Member& member);
void print_array(Printer& out, const Object& object, const Type& type, Level level);
void print_record(Printer& out, const Object& object, const Type& type, Level level);
void print_pointer(Printer& out, const Object& object, const Type& type);
// A function itself, as a reference to one has it.
void print_function(Printer& out, const Object& object, const Type& type);
void print_reference(Printer& out, const Object& object, const Type& type, Level level);
void print_member_pointer(Printer& out, const Object& object, const Type& type);
void print_rust_record(Printer& out, const Object& object, const Type& type, Level level);
// A record whose layout is known: a container, a string, an optional. False: it is none, nothing is printed.
bool print_shape(Printer& out, const Object& object, const Type& type, Level level);
// … and has a heading and parts, as no string has.
bool has_children(const Printer& out, const Type& type);

}  // namespace symkit::values
