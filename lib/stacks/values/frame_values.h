// The arguments and locals of a stack's frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "keep/variables/variable.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/stack.h"
#include "stacks/unwind/vector_registers.h"
#include "stacks/values/text.h"

namespace symkit::values {

struct Value {
  std::string name;
  std::string type;
  Text text;
  bool is_argument = false;
};

// What is known of the code of a frame.
struct CodeOfFrame {
  variables::Source* source = nullptr;  // null: nothing
  std::uint64_t bias = 0;               // its addresses in memory are the file's plus this
};

// By DWARF's number.
Language language_of(std::uint16_t number);

// One stack, which keeps its registers. For one thread.
class FrameValues {
 public:
  struct Input {
    const unwind::Stack& stack;
    std::vector<CodeOfFrame> code;  // of its frames
    const unwind::Processor& processor;
    unwind::VectorRegisters vectors;  // of its thread
    const unwind::Memory& memory;
    // What printing asks for; its source and memory are not used.
    std::function<std::string(std::uint64_t address)> symbol_at;
    std::function<bool(std::string_view name)> is_secret;
    std::function<bool(std::string_view text)> has_secret;
  };
  explicit FrameValues(Input input);
  FrameValues(const FrameValues&) = delete;
  FrameValues& operator=(const FrameValues&) = delete;
  ~FrameValues();

  // Of the calls that are in a frame, the innermost inlined one first; the last is the function's own. None
  // if nothing is known of it.
  std::vector<std::vector<Value>> of(std::size_t frame);

 private:
  class Frame;
  Frame& frame(std::size_t number);

  Input input_;
  std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace symkit::values
