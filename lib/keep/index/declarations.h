// Where functions are declared, by name; only in an index made with declarations. Static functions of one
// name have a declaration each, distinguished by file. The content is not trusted.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

inline constexpr std::uint32_t declarations_tag = tag("DECL");

class Declarations {
 public:
  Declarations() = default;
  // `name_width` and `file_width` are those of the index's tables.
  Declarations(const Envelope& envelope, unsigned name_width, unsigned file_width);

  struct Declared {
    std::uint32_t file = 0;  // numbers in the index; 0: not known
    std::uint32_t line = 0;
  };
  // The declaration of the function with this name and with code in this file. Empty if that is
  // ambiguous.
  Declared of(std::uint32_t name, std::uint32_t file) const;

 private:
  std::size_t entry_size() const { return std::size_t{name_width_} + file_width_ + line_width_; }
  std::uint64_t name_at(std::size_t entry) const;
  Declared declared_at(std::size_t entry) const;

  Bytes entries_;
  unsigned name_width_ = 1;
  unsigned file_width_ = 1;
  unsigned line_width_ = 1;
};

}  // namespace symkit::index
