// Of several mappings each stack gets its own: an exception, its message and what else stands before the
// first frame that names a mapping wait for that frame.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string_view>

#include "answers/retrace/line_rewriter.h"
#include "answers/retrace/waiting_stack.h"

namespace symkit::retrace {

class Ahead {
 public:
  // What becomes of a line whose mapping is chosen, and of its number in the log.
  using Write = std::function<Result<void>(std::string_view line, std::uint64_t number)>;

  explicit Ahead(MappingSource& mappings) : mappings_(mappings) {}

  // Writes the line, or keeps it; what was kept before it goes out first. `rewriter` recognises it.
  Result<void> take(const LineRewriter& rewriter, std::string_view line, std::uint64_t number,
                    const Write& write);
  // All that was kept goes out.
  Result<void> release(const Write& write);

  bool empty() const { return waiting_.empty(); }
  // How long what is kept may still wait.
  std::chrono::milliseconds patience() const { return waiting_.patience(); }

 private:
  MappingSource& mappings_;
  WaitingStack waiting_;
};

}  // namespace symkit::retrace
