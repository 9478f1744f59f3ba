// Separated pieces of functions (S_SEPCODE): code that, according to a profile, rarely runs. The records
// are anywhere in a module, each with the entry point of its function.
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
  std::uint64_t place = 0;  // of the record, in the module
};

class SeparatedCode {
 public:
  explicit SeparatedCode(const Database& database) : database_(database) {}

  // Reads one record; nothing if it gives no code of the image.
  std::optional<SeparatedPiece> piece(Bytes record) const;

  // Enters a module's records, which must live meanwhile. They are read on first use.
  void enter(Bytes records) {
    records_ = records;
    pieces_.reset();
  }
  // For the function with this entry point: inlined calls refer to the pieces by number, from 1.
  std::span<const SeparatedPiece> of(std::uint32_t entry);

 private:
  const Database& database_;
  Bytes records_;
  std::optional<std::vector<SeparatedPiece>> pieces_;  // by entry, then in module order
};

}  // namespace symkit::pdb
