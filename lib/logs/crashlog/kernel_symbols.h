// Where a running kernel's code is: /proc/kallsyms, or /proc/modules. With it a bare address that the
// kernel logged becomes name and offset, wherever the kernel was moved to at boot.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::crashlog {

class KernelSymbols {
 public:
  // Reads lines of either file. An error says what is wrong with them.
  static Result<KernelSymbols> parse(std::string text);

  // Views are valid as long as this object. /proc/modules gives the module but not the section, so there
  // is no offset that would mean anything in the module's file.
  struct FoundSymbol {
    std::string_view module;                 // empty: the kernel itself
    std::string_view symbol;                 // empty: not known
    std::uint64_t offset = 0;                // from the symbol
    std::optional<std::uint64_t> size = {};  // up to the next symbol
  };
  std::optional<FoundSymbol> find(std::uint64_t address) const;

 private:
  // Texts are stored by position, so that this can be moved.
  struct Text {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  struct Symbol {
    std::uint64_t address = 0;
    Text name;
    Text module;
  };
  struct Module {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Text name;
  };

  bool take_symbol(std::string_view line);
  bool take_module(std::string_view line);
  Text text_of(std::string_view part) const;
  std::string_view at(Text text) const { return std::string_view(text_).substr(text.begin, text.size); }

  std::string text_;
  std::vector<Symbol> symbols_;  // by address
  std::vector<Module> modules_;
};

}  // namespace symkit::crashlog
