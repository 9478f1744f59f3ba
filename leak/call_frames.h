// How to get from a function's frame to its caller's, by the unwind tables that compilers write
// (.eh_frame). Results are cached by code address, so that unwinding takes some nanoseconds per frame.
// Only x86_64; elsewhere frame pointers are the rule.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace symleak {

// For one address, in one word. Offsets are from the canonical frame address (CFA): the stack pointer
// before the call.
class Step {
 public:
  enum Kind : std::uint8_t { Unknown, Ordinary, Outermost, Signal };

  Step() = default;
  explicit Step(Kind kind) : word_(is_there | static_cast<std::uint64_t>(kind) << 50) {}
  Step(bool from_frame_pointer, std::int32_t to_cfa, bool saves_frame_pointer, std::int16_t frame_pointer_at)
      : word_(is_there | std::uint64_t{Ordinary} << 50 |
              static_cast<std::uint64_t>(from_frame_pointer) << 49 |
              static_cast<std::uint64_t>(saves_frame_pointer) << 48 |
              static_cast<std::uint64_t>(static_cast<std::uint16_t>(frame_pointer_at)) << 32 |
              static_cast<std::uint32_t>(to_cfa)) {}

  static Step of_word(std::uint64_t word) {
    Step step;
    step.word_ = word;
    return step;
  }
  std::uint64_t word() const { return word_; }

  Kind kind() const { return static_cast<Kind>(word_ >> 50 & 3); }
  // The CFA is relative to the frame pointer, otherwise to the stack pointer.
  bool from_frame_pointer() const { return (word_ >> 49 & 1) != 0; }
  bool saves_frame_pointer() const { return (word_ >> 48 & 1) != 0; }
  std::intptr_t to_cfa() const { return static_cast<std::int32_t>(static_cast<std::uint32_t>(word_)); }
  std::intptr_t frame_pointer_at() const {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(word_ >> 32));
  }

 private:
  static constexpr std::uint64_t is_there = std::uint64_t{1} << 63;

  std::uint64_t word_ = is_there;
};

// The cache by address. Two words each, written without a lock: the first is the key mixed with the
// second, so that halves of two entries are not taken for one.
class Steps {
 public:
  // For the instruction at `address`. `generation`: of the images; entries of another one are not used.
  static Step at(std::uintptr_t address, std::uint32_t generation) {
    const std::uint64_t key = address ^ static_cast<std::uint64_t>(generation) << 48;
    const Answer& kept = answers_[place_of(key)];
    const std::uint64_t word = kept.step.load(std::memory_order_relaxed);
    if (__builtin_expect((kept.mixed.load(std::memory_order_relaxed) ^ word) == key && word != 0, 1))
      return Step::of_word(word);
    return find(address, key);
  }

 private:
  struct Answer {
    std::atomic<std::uint64_t> mixed;
    std::atomic<std::uint64_t> step;
  };
  static constexpr unsigned bits = 14;
  static std::size_t place_of(std::uint64_t key) { return (key ^ key >> bits) & ((1U << bits) - 1); }
  static Step find(std::uintptr_t address, std::uint64_t key);

  // NOLINTNEXTLINE(bugprone-dynamic-static-initializers,readability-identifier-naming): zeros
  static Answer answers_[std::size_t{1} << bits];
};

}  // namespace symleak
