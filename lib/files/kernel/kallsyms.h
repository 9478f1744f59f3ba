// The table of symbols that a Linux kernel carries for its own messages (CONFIG_KALLSYMS), found in its bytes
// although nothing points to it: names packed with a table of 256 tokens, addresses beside them. Read in the
// order of before Linux 6.4 and that since, in both byte orders and both widths.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/symbol_line.h"

namespace symkit::kernel {

struct Symbol {
  std::uint64_t address = 0;
  char type = '?';  // as nm has it: 't', 'T', 'd' …
  std::string_view name;
};

class Kallsyms {
 public:
  // Nothing where there is no table, or one whose parts do not agree.
  static std::optional<Kallsyms> find(Bytes kernel, Endian endian, unsigned address_size);

  // By address, as the kernel has them.
  const std::vector<Symbol>& symbols() const { return symbols_; }
  // The first of this name; nothing where there is none.
  std::optional<std::uint64_t> address_of(std::string_view name) const;

  // Where in the kernel the base lies that all addresses count from, if it is 0 there: somebody fills it in
  // when the kernel runs, and up to then the addresses are offsets.
  const std::optional<std::size_t>& unfilled_base() const { return unfilled_base_; }
  void fill_base(std::uint64_t base);

 private:
  friend class KallsymsReader;

  std::unique_ptr<char[]> texts_;
  std::vector<Symbol> symbols_;
  std::optional<std::size_t> unfilled_base_;
};

}  // namespace symkit::kernel
