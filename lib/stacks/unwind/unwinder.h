// Unwinds a thread's stack: from its registers, its memory and its images' tables to the addresses of its
// frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "stacks/unwind/fixed_step.h"
#include "stacks/unwind/frame_step.h"
#include "stacks/unwind/memory.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/stack.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

// The image whose code is at an address.
struct LoadedCode {
  std::span<const std::unique_ptr<const Table>> tables = {};  // none: they are not known
  bool is_unknown = false;  // its file is not here: then what frame pointers say would be a guess
  std::uint64_t bias = 0;   // its addresses in memory are the file's plus this
};

class Images {
 public:
  Images() = default;
  Images(const Images&) = delete;
  Images& operator=(const Images&) = delete;
  virtual ~Images() = default;

  // Nothing if there is no code.
  virtual std::optional<LoadedCode> code_at(std::uint64_t address) = 0;
  // The step from there, of code, where steps are kept. Null: the code's tables tell it, if anything does.
  // Valid as long as the stack is unwound.
  virtual const FixedStep* kept_step(std::uint64_t /*address*/, bool /*has_called*/) { return nullptr; }
};

// Whether a stack goes on where nothing certain leads on.
enum class Guesses : std::uint8_t { Allowed, None };

class Unwinder {
 public:
  static constexpr std::size_t deepest = 100'000;

  // `most_frames`: of all stacks together.
  Unwinder(const Processor& processor, const Memory& memory, Images& images, std::size_t most_frames,
           Guesses guesses = Guesses::Allowed)
      : processor_(processor),
        memory_(memory),
        images_(images),
        frames_left_(most_frames),
        guesses_(guesses) {}

  // Of the first frames of each stack, so many.
  void keep_registers(std::size_t frames) { registers_kept_ = frames; }

  Stack unwind(const Registers& registers);

 private:
  struct Next {
    Caller caller = {};
    Trust trust = Trust::Cfi;
    bool is_interrupted = false;  // a signal came there: it has not called
  };

  // Each returns whether the stack goes on.
  bool push(const Registers& registers, Frame& frame, Stack& stack);
  bool take_kept_steps(Registers& registers, Frame& frame, Stack& stack);
  bool take_step(Registers& registers, Frame& frame, Stack& stack);
  std::optional<Next> next(const Registers& registers, bool is_exact, End& why_not);
  std::optional<Next> by_tables(const Registers& registers, const CodePoint& point, const LoadedCode& code,
                                End& why_not);
  Next corrected(const Registers& registers, const Next& found);
  std::optional<Next> by_tables_of_calls(const Registers& registers, const CodePoint& point,
                                         const LoadedCode& code);
  std::optional<Next> by_instructions(const Registers& registers);
  std::optional<Next> by_frame_pointer(const Registers& registers, bool is_exact);
  std::optional<Next> by_frame_at(std::uint64_t at);
  std::optional<Next> by_frame_near(std::uint64_t frame);
  std::optional<Next> from_nowhere(const Registers& registers);
  std::optional<Next> by_fresh_call(const Registers& registers);
  std::optional<Next> by_link(const Registers& registers);
  std::optional<Next> unchanged(const Registers& registers, std::uint64_t to, std::uint64_t stack);
  std::optional<Next> by_scan(const Registers& registers, std::size_t words);
  std::optional<Next> returning(std::uint64_t to, std::uint64_t stack, std::optional<std::uint64_t> frame,
                                Trust trust);
  static bool has_entry(const LoadedCode& code, std::uint64_t address);
  bool may_return_to(std::uint64_t address, std::uint64_t from);
  bool is_behind_call(std::uint64_t address);
  bool is_unread(std::uint64_t address);
  bool makes_progress(const Registers& from, const Next& next) const;

  const Processor& processor_;
  const Memory& memory_;
  Images& images_;
  std::size_t frames_left_;
  std::size_t registers_kept_ = 0;
  std::uint32_t callee_parameters_ = 0;        // of the function that the frame at hand has called
  std::size_t instructions_left_ = 4'000'000;  // that may be followed where there is no table
  Guesses guesses_;
};

}  // namespace symkit::unwind
