// What a just-in-time compiler leaves for perf as jit-PID.dump: which function's code was where. Lines are
// not read: compilers do not agree on what their addresses count from.
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
  // Empty: there was no function at that address, or several one after the other.
  std::string_view find(std::uint64_t address) const;

 private:
  friend class JitDumpReader;
  struct Piece {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string_view function;
  };
  std::vector<Piece> pieces_;  // in their order, none over another
};

// Names are views of the bytes. A dump is read as far as it is whole: its program may have been killed. An
// error: it holds no function.
Result<JitCode> read_jit_dump(Bytes bytes);

}  // namespace symkit::profile
