// Obfuscated names outside of frames: in messages of exceptions ("a.b cannot be cast to a.c", "Attempt to
// invoke virtual method 'void a.b.c(int)'"), in thread dumps ("locked <0x1> (a a.b)"), and in native
// frames that name Java methods ("(a.b.c+40)"). R8 does not change these; here a name is replaced only in
// such places, and only if the mapping has it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "answers/retrace/mapping.h"
#include "answers/retrace/render.h"

namespace symkit::retrace {

struct Replacement {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

// Appends `text` to `out`, with original names. `settled` is a part whose replacement is known already.
void append_message(std::string& out, std::string_view text, Mapping& mapping,
                    const std::optional<Replacement>& settled);

// The original of a method that ART names "void a.b.c(int)", or without a type or arguments; empty if the
// mapping does not have it.
std::string original_method(std::string_view name, Mapping& mapping);
// The same for the symbol of an image, if that is Java code that ART compiled.
std::string original_symbol(std::string_view image, std::string_view symbol, Mapping& mapping);

}  // namespace symkit::retrace
