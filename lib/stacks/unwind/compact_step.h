// From a frame's registers to its caller's by a compact encoding, on each processor.
#pragma once

#include <cstdint>
#include <optional>

#include "stacks/unwind/compact_table.h"
#include "stacks/unwind/frame_rules.h"
#include "stacks/unwind/table.h"

namespace symkit::unwind {

inline constexpr std::uint32_t no_compact_encoding = 0;

// Whether the entry is in __eh_frame.
bool is_compact_reference(std::uint32_t encoding, const Processor& processor);

// Apple's numbers of two registers of i386 are each other's elsewhere.
void exchange_stack_and_frame(FrameRules& rules, const Processor& processor);

// Where the frame is complete.
Step step_by_compact(const CompactFunction& function, const Surroundings& where);
Step step_by_compact_x86(const CompactFunction& function, const Surroundings& where);
Step step_by_compact_arm64(const CompactFunction& function, const Surroundings& where);

// By the instructions from where it executes until it returns. Nothing if they do not lead there.
std::optional<Step> step_to_return(const CompactFunction& function, const Surroundings& where);
std::optional<Step> step_to_return_x86(const CompactFunction& function, const Surroundings& where);
std::optional<Step> step_to_return_arm64(const CompactFunction& function, const Surroundings& where);

// By the instructions that the function has executed so far. Nothing if its frame is complete.
std::optional<Step> step_in_prologue(const CompactFunction& function, const Surroundings& where);
std::optional<Step> step_in_prologue_x86(const CompactFunction& function, const Surroundings& where);
std::optional<Step> step_in_prologue_arm64(const CompactFunction& function, const Surroundings& where);

// Where there is no frame at all.
Step step_without_frame(const Surroundings& where);

}  // namespace symkit::unwind
