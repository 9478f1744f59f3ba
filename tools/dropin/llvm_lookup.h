// Looks up a code address in an object file in the manner of llvm-symbolizer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dropin/llvm_answers.h"
#include "dropin/object_files.h"

namespace symkit::dropin {

class LlvmLookup {
 public:
  explicit LlvmLookup(const LlvmFormat& format) : format_(format) {}

  // Valid until the next call.
  LlvmCode code_at(std::uint64_t address, ObjectFile& file);

 private:
  LlvmCode variable_at(std::uint64_t address, ObjectFile& file);
  void leave_out_inlined_frames();

  const LlvmFormat& format_;
  std::vector<LlvmFrame> frames_;
  std::string variable_;
};

}  // namespace symkit::dropin
