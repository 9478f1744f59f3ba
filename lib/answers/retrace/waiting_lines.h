// Chooses among several mappings for each stack: an exception, its message and other lines before the
// first frame that names a mapping wait for that frame.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/waiting_stack.h"

namespace symkit::retrace {

class WaitingLines {
 public:
  // Called for a line whose mapping has been chosen, with its number in the log.
  using Write = std::function<Result<void>(std::string_view line, std::uint64_t number)>;

  explicit WaitingLines(MappingSource& mappings) : mappings_(mappings) {}

  // Writes the line, after the lines that waited, or keeps it waiting. `rewriter` recognizes it.
  Result<void> take(const LineRewriter& rewriter, std::string_view line, std::uint64_t number,
                    const Write& write);
  // Writes all waiting lines.
  Result<void> release(const Write& write);

  bool empty() const { return waiting_.empty(); }
  // How long the waiting lines may still wait.
  std::chrono::milliseconds patience() const { return waiting_.patience(); }

 private:
  MappingSource& mappings_;
  WaitingStack waiting_;
};

}  // namespace symkit::retrace
