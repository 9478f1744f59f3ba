// The file jit-PID.dump that a just-in-time compiler writes for perf: where each function's code was.
// Lines are not read: compilers do not agree on what their addresses are relative to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::profile {

bool looks_like_jit_dump(Bytes bytes);

class JitCode {
 public:
  // Empty: there was no function at that address, or several at different times.
  std::string_view find(std::uint64_t address) const;

 private:
  friend class JitDumpReader;
  struct Piece {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string_view function;
  };
  std::vector<Piece> pieces_;  // sorted, without overlaps
};

// Names are views of the bytes. A dump is read as far as it is complete, as its program may have been
// killed. Fails if it has no function.
Result<JitCode> read_jit_dump(Bytes bytes);

}  // namespace symkit::profile
