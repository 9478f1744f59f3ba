// What an object file has to say of an address of code, in the way of llvm-symbolizer.
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

  // What it points at is valid until the next question.
  LlvmCode code_at(std::uint64_t address, ObjectFile& file);

 private:
  LlvmCode variable_at(std::uint64_t address, ObjectFile& file);
  void leave_out_inlined_frames();

  const LlvmFormat& format_;
  std::vector<LlvmFrame> frames_;
  std::string variable_;
};

}  // namespace symkit::dropin
