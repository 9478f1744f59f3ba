#include "reports/profile/perf_stacks.h"

#include <utility>

#include "reports/profile/perf_registers.h"
#include "reports/profile/place.h"

namespace symkit::profile::perf {
namespace {

// From here on, addresses in call chains are marks for the kind of the frames that follow.
constexpr std::uint64_t first_mark = static_cast<std::uint64_t>(-4095);
constexpr std::uint64_t program_mark = static_cast<std::uint64_t>(-512);
// So many processes' memory is kept.
constexpr std::size_t most_views = 4096;

}  // namespace

void StackReader::read(Bytes record, Stacks& out) {
  const auto sample = read_sample(recording_.file, record);
  if (!sample) {
    ++out.damaged;
    return;
  }
  SampleStack stack{.sample = *sample, .first_step = static_cast<std::uint32_t>(out.steps.size())};
  const bool has_copy =
      architecture_of(recording_.file, *sample) != Architecture::Unknown && !sample->stack.empty();
  add_chain(*sample, !has_copy, out);
  if (has_copy) stack.copied = add_copied(*sample, out);
  if (out.steps.size() == stack.first_step) out.steps.push_back(step_at(*sample, sample->ip, true));
  stack.step_count = static_cast<std::uint32_t>(out.steps.size() - stack.first_step);
  out.samples.push_back(stack);
}

// `with_program`: also what is below the kernel's frames.
void StackReader::add_chain(const Sample& sample, bool with_program, Stacks& out) {
  bool is_exact = true;  // for the sampled address, and the first after a mark
  bool is_wanted = true;
  Cursor chain = sample.chain;
  for (std::uint64_t i = 0; i < sample.chain_size; ++i) {
    const std::uint64_t address = chain.u64();
    if (address >= first_mark) {
      is_exact = true;
      is_wanted = with_program || address != program_mark;
    } else if (is_wanted) {
      out.steps.push_back(step_at(sample, address, std::exchange(is_exact, false)));
    }
  }
}

Copied StackReader::add_copied(const Sample& sample, Stacks& out) {
  const Architecture architecture = architecture_of(recording_.file, sample);
  const ProcessMemory::View& view = view_of(sample.process, sample.time);
  const unwind::Stack stack =
      unwinder_.unwind({.architecture = architecture,
                        .registers = registers_of(recording_.file, sample, architecture),
                        .bytes = sample.stack},
                       view.pieces);
  for (const unwind::Frame& frame : stack.frames)
    out.steps.push_back(step_at(sample, frame.address, !frame.is_return_address));
  if (stack.end == unwind::End::Outermost) return Copied::Complete;
  if (stack.end == unwind::End::NoMemory && sample.stack.size() == sample.stack_room) return Copied::Cut;
  if (stack.end == unwind::End::NoTable && !stack.frames.empty()) ++out.lost_in[out.steps.back().mapping];
  return Copied::Lost;
}

Step StackReader::step_at(const Sample& sample, std::uint64_t address, bool is_exact) {
  const std::uint32_t process = address >= highest_half ? kernel_process : sample.process;
  const samples::CodePiece* piece = view_of(process, sample.time).pieces.at(address);
  if (piece == nullptr && process == kernel_process) {
    if (!has_last_kernel_) last_kernel_ = recording_.memory.view(kernel_process, UINT64_MAX - 1);
    has_last_kernel_ = true;
    piece = last_kernel_.pieces.at(address);
  }
  return {address, piece == nullptr ? none : piece->mapping, is_exact};
}

const ProcessMemory::View& StackReader::view_of(std::uint32_t process, std::uint64_t time) {
  if (views_.size() == most_views && !views_.contains(process)) views_.clear();
  const auto [place, is_new] = views_.try_emplace(process);
  if (is_new || !place->second.holds_at(time)) place->second = recording_.memory.view(process, time);
  return place->second;
}

}  // namespace symkit::profile::perf
