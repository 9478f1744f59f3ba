// A text that a program keeps in its memory.
#pragma once

#include <cstdint>

#include "stacks/values/characters.h"
#include "stacks/values/printer.h"

namespace symkit::values {

// As far as its first NUL.
void print_text_until_nul(Printer& out, std::uint64_t address, const Characters& characters);

// So many characters: a NUL is one of them.
void print_text(Printer& out, std::uint64_t address, std::uint64_t count, const Characters& characters,
                bool drops_last_nul = true);

}  // namespace symkit::values
