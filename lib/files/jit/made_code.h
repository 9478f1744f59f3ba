// Code that was made while a program ran: which function is at an address, by the lists that just-in-time
// compilers write for perf.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::jit {

struct Piece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string_view function;
};

class MadeCode {
 public:
  // `pieces`: sorted, without overlaps.
  explicit MadeCode(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}

  // Null: no function was there, or several at different times.
  const Piece* at(std::uint64_t address) const;

 private:
  std::vector<Piece> pieces_;
};

// A perf-PID.map (perf_map.h) or a jit-PID.dump (jit_dump.h). Names are views of the bytes.
Result<MadeCode> read_made_code(Bytes list);

}  // namespace symkit::jit
