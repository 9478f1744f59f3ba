// One frame of a stack, in whose circumstances expressions are computed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "keep/variables/variable.h"
#include "stacks/unwind/machine.h"
#include "stacks/unwind/stack.h"
#include "stacks/unwind/vector_registers.h"
#include "stacks/values/entry_slot.h"
#include "stacks/values/frame_values.h"

namespace symkit::values {

// The type that the machine computes with, by the number of a type.
Known<unwind::NumberType> number_type_of(std::uint64_t id, variables::Source& types);

class FrameValues::Frame final : public unwind::Circumstances {
 public:
  Frame(FrameValues& stack, std::size_t number);

  const variables::Function* function() const { return function_; }
  variables::Source& source() const { return *code_.source; }
  // In the file; of a call, within it.
  std::uint64_t place() const { return at_.address - (at_.is_return_address ? 1 : 0) - code_.bias; }

  unsigned address_size() const override { return stack_.input_.processor.address_size; }
  std::uint64_t bias() const override { return code_.bias; }
  Bytes memory(std::uint64_t address, std::uint64_t size) override {
    return stack_.input_.memory.at(address, size);
  }
  Known<std::uint64_t> word_of(std::uint64_t number, unsigned word) override;
  Known<std::uint64_t> frame_base() override;
  // Where the stack pointer was before the call of this function.
  Known<std::uint64_t> cfa() override;
  Known<unwind::NumberType> number_type(std::uint64_t id) override { return number_type_of(id, source()); }
  // By what the caller has passed. Only the one who called this function knows it.
  Known<unwind::Number> on_entry(Bytes expression) override;

 private:
  static constexpr unsigned deepest = 16;

  class TailCaller;

  unwind::VectorRegisters vectors() const;
  Known<unwind::Number> passed(const EntrySlot& to, Frame& callee);
  Known<unwind::Number> passed_by(const variables::CallSite& call, const EntrySlot& to,
                                  unwind::Circumstances& caller) const;
  std::optional<std::uint64_t> callee_of(const variables::CallSite& call, const Frame& callee);

  FrameValues& stack_;
  std::size_t number_;
  const unwind::Frame& at_;
  const CodeOfFrame& code_;
  const variables::Function* function_ = nullptr;
  bool is_asking_base_ = false;
  unsigned depth_ = 0;  // of callers that are asked what they have passed
};

}  // namespace symkit::values
