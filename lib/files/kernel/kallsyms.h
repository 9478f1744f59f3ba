// The symbol table that a Linux kernel contains for its own messages (CONFIG_KALLSYMS). Nothing points to
// it, so it is found by searching: names compressed with a table of 256 tokens, with addresses next to
// them. Supports the layouts before and since Linux 6.4, both byte orders and both widths.
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
  char type = '?';  // as in nm: 't', 'T', 'd' …
  std::string_view name;
};

class Kallsyms {
 public:
  // Nothing if there is no table, or its parts are inconsistent.
  static std::optional<Kallsyms> find(Bytes kernel, Endian endian, unsigned address_size);

  // By address, in the kernel's order.
  const std::vector<Symbol>& symbols() const { return symbols_; }
  // The first with this name; nothing if there is none.
  std::optional<std::uint64_t> address_of(std::string_view name) const;

  // The position in the kernel of the base that all addresses are relative to, if the value there is 0:
  // it is filled in when the kernel runs, and until then the addresses are offsets.
  const std::optional<std::size_t>& unfilled_base() const { return unfilled_base_; }
  void fill_base(std::uint64_t base);

 private:
  friend class KallsymsReader;

  std::unique_ptr<char[]> texts_;
  std::vector<Symbol> symbols_;
  std::optional<std::size_t> unfilled_base_;
};

}  // namespace symkit::kernel
