// A value as text, as gdb's `bt full` prints it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "keep/variables/type.h"
#include "keep/variables/variable.h"
#include "stacks/unwind/memory.h"
#include "stacks/values/object.h"

namespace symkit::values {

enum class State : std::uint8_t { Ok, OptimizedOut, Unavailable, Redacted };

struct Text {
  std::string text;
  State state = State::Ok;  // not Ok only if nothing of it is known; then `text` says why
};

// Whose syntax a value is printed in: that of the function which has it.
enum class Language : std::uint8_t { C, Cplusplus, Rust, Go };

// What printing needs to know beside the value itself.
struct Surroundings {
  variables::Source& types;
  const unwind::Memory& memory;
  unsigned address_size = 8;
  Language language = Language::Cplusplus;
  bool has_x87 = true;  // its `long double` has 80 bits
  // The symbol at an address and how far behind it that is, as "main+4"; empty: there is none.
  std::function<std::string(std::uint64_t address)> symbol_at = [](std::uint64_t) { return std::string(); };
  // How many elements an array has in a dimension that only the frame knows.
  std::function<std::optional<std::uint64_t>(std::uint32_t counted_by)> count_of = [](std::uint32_t) {
    return std::optional<std::uint64_t>();
  };
  // What a pointer that is nowhere itself would point to.
  std::function<std::optional<Object>(const Pointee& pointee)> target_of = [](const Pointee&) {
    return std::optional<Object>();
  };
  // Whether what is called so must not be shown: counted by whoever is asked.
  std::function<bool(std::string_view name)> is_secret = [](std::string_view) { return false; };
  // The same for what a text says.
  std::function<bool(std::string_view text)> has_secret = [](std::string_view) { return false; };
};

Text text_of(const Object& object, variables::TypeId type, const Surroundings& where);

// "const port::Ship *", as gdb's ptype would name it in a cast.
std::string name_of(variables::TypeId type, variables::Source& types,
                    Language language = Language::Cplusplus);

}  // namespace symkit::values
