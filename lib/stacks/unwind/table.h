// What an image has to tell how its functions' frames are left.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "stacks/unwind/expression.h"
#include "stacks/unwind/fixed_step.h"
#include "stacks/unwind/frame_step.h"

namespace symkit::unwind {

class StoredDraft;

// Where a frame executes.
struct CodePoint {
  std::uint64_t address = 0;  // in its image; if it has called, within the call
  bool has_called = false;    // else its function may be about to return, or may have no frame at all
  std::uint32_t callee_parameters = 0;  // on the stack, in bytes, if the called function takes them off
};

struct Step {
  std::optional<Caller> caller;  // nothing: the table tells it, but by what is not known
  bool is_interrupted = false;   // the caller has not called
};

// For any number of threads.
class Table {
 public:
  Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  virtual ~Table() = default;

  // Nothing if the table does not tell.
  virtual std::optional<Step> step(const CodePoint& point, const Surroundings& where) const = 0;
  // The same for any surroundings, if it is that simple.
  virtual std::optional<FixedStep> fixed_step(const CodePoint& /*point*/,
                                              const Processor& /*processor*/) const {
    return std::nullopt;
  }
  virtual bool has_function(std::uint64_t address) const = 0;
  // In bytes, if the function takes them off the stack when it returns.
  virtual std::uint32_t parameters_at(std::uint64_t /*address*/) const { return 0; }
  // Whether each function that calls is in it.
  virtual bool has_all_callers() const { return false; }
  // What it says of a function's first and last instructions may be wrong.
  virtual bool holds_at_calls_only() const { return false; }
  // Adds what it says, as far as rules can say it.
  virtual void store(StoredDraft& /*draft*/) const {}
};

using Tables = std::vector<std::unique_ptr<const Table>>;

}  // namespace symkit::unwind
