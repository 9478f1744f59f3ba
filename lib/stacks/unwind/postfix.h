// The expressions in Breakpad's symbol files: words in postfix order, separated by blanks. The form was
// read in Breakpad's docs/symbol_files.md and src/processor/postfix_evaluator-inl.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "stacks/unwind/memory.h"

namespace symkit::unwind {

// What the words stand for that are neither numbers nor operators.
class Names {
 public:
  Names() = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  virtual ~Names() = default;

  // Nothing: it is not known.
  virtual std::optional<std::uint64_t> value(std::string_view name) const = 0;
  // False: nothing can be assigned to it.
  virtual bool assign(std::string_view name, std::optional<std::uint64_t> value) = 0;
};

class Postfix {
 public:
  Postfix(Names& names, const Memory& memory, unsigned address_size)
      : names_(names), memory_(memory), address_size_(address_size) {}

  // False if the words are broken, or need what is not known.
  bool run(std::string_view words);
  // The only number that is left. Nothing if there are more, or it is not known.
  std::optional<std::uint64_t> result() const;

 private:
  struct Operand {
    std::string_view name;
    std::optional<std::uint64_t> value;
  };

  bool take(std::string_view word);
  bool take_operator(char sign);
  bool assign();
  bool load();
  bool push(std::string_view name, std::optional<std::uint64_t> value);
  std::optional<Operand> pop();

  Names& names_;
  const Memory& memory_;
  unsigned address_size_;
  std::vector<Operand> stack_;
};

}  // namespace symkit::unwind
