// Pieces of functions that lie elsewhere (S_SEPCODE): what a compiler seldom expects to run, as a profile
// says. The records stand anywhere in a module, each with the place where its function is entered.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "files/pdb/database.h"

namespace symkit::pdb {

struct SeparatedPiece {
  std::uint32_t entry = 0;  // of the function
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint64_t place = 0;  // of the record among the module's
};

class SeparatedCode {
 public:
  explicit SeparatedCode(const Database& database) : database_(database) {}

  // Of one record; nothing where it says none of the image's code.
  std::optional<SeparatedPiece> piece(Bytes record) const;

  // Goes to a module's records, which must stay. They are read when first asked for.
  void enter(Bytes records) {
    records_ = records;
    pieces_.reset();
  }
  // Of the function that is entered there: inlined calls refer to them by their numbers, from 1.
  std::span<const SeparatedPiece> of(std::uint32_t entry);

 private:
  const Database& database_;
  Bytes records_;
  std::optional<std::vector<SeparatedPiece>> pieces_;  // by entry, then as they stand in the module
};

}  // namespace symkit::pdb
