// The stacks of perf's samples: their call chains, and what was copied of them, unwound.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "reports/profile/address_table.h"
#include "reports/profile/perf_history.h"
#include "reports/profile/perf_records.h"
#include "reports/profile/perf_sample.h"
#include "reports/profile/process_memory.h"
#include "stacks/samples/image_files.h"
#include "stacks/samples/stack_unwinder.h"

namespace symkit::profile::perf {

struct Step {
  std::uint64_t address = 0;
  std::uint32_t mapping = none;  // of the profile
  bool is_exact = false;         // else it is behind a call
};

// How the copy of a stack was left.
enum class Copied : std::uint8_t {
  No,        // there is none
  Complete,  // up to the program's beginning
  Cut,       // more would have been needed than was copied
  Lost,      // nothing told how to go on
};

struct SampleStack {
  Sample sample;
  std::uint32_t first_step = 0;
  std::uint32_t step_count = 0;
  Copied copied = Copied::No;
};

// Of some samples, in their order.
struct Stacks {
  std::vector<SampleStack> samples;
  std::vector<std::uint32_t> steps;  // numbers of their reader's
  std::size_t damaged = 0;
  std::map<std::uint32_t, std::size_t> lost_in;  // how many stacks, by the mapping in which they ended

  std::span<const std::uint32_t> steps_of(const SampleStack& stack) const {
    return std::span(steps).subspan(stack.first_step, stack.step_count);
  }
};

// What all workers share; it does not change while they work.
struct Recording {
  const File& file;
  const ProcessMemory& memory;
  std::span<const samples::CodeMapping> mappings;
  samples::ImageFiles& files;
};

// For one thread.
class StackReader {
 public:
  explicit StackReader(const Recording& recording)
      : recording_(recording), unwinder_(recording.files, recording.mappings) {}

  void read(Bytes record, Stacks& out);

  // Each once.
  std::span<const Step> steps() const { return steps_; }

 private:
  const ProcessMemory::View& view_of(std::uint32_t process, std::uint64_t time);
  const samples::CodePiece* kernel_piece(std::uint64_t address, std::uint64_t time);
  std::uint32_t number_of(const Step& step);
  void add_chain(const Sample& sample, bool with_program, Stacks& out);
  void add_calls(const Sample& sample, Stacks& out);
  Copied add_copied(const Sample& sample, Stacks& out);
  std::uint32_t step_at(const Sample& sample, std::uint64_t address, bool is_exact);

  Recording recording_;
  samples::StackUnwinder unwinder_;
  std::unordered_map<std::uint32_t, ProcessMemory::View> views_;
  std::uint32_t last_process_ = 0;
  const ProcessMemory::View* last_view_ = nullptr;  // in `views_`
  std::optional<ProcessMemory::View> kernel_, last_kernel_;
  std::vector<Step> steps_;
  PlaceTable numbers_;  // of steps
};

}  // namespace symkit::profile::perf
