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

// Where the program itself was. Nothing if the chain does not tell.
std::optional<std::uint64_t> program_address(const Sample& sample) {
  Cursor chain = sample.chain;
  bool is_program = false;
  for (std::uint64_t i = 0; i < sample.chain_size; ++i) {
    const std::uint64_t address = chain.u64();
    if (is_program && address < first_mark) return address;
    is_program = address == program_mark;
  }
  return std::nullopt;
}

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
  const bool has_calls = !has_copy && sample->call_count != 0 && program_address(*sample).has_value();
  add_chain(*sample, !has_copy && !has_calls, out);
  if (has_calls) add_calls(*sample, out);
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

// In place of what frame pointers have led to. Each is where the call instruction is.
void StackReader::add_calls(const Sample& sample, Stacks& out) {
  out.steps.push_back(step_at(sample, *program_address(sample), true));
  Cursor calls = sample.calls;
  for (std::uint64_t i = 0; i < sample.call_count; ++i) {
    out.steps.push_back(step_at(sample, calls.u64(), true));
    calls.skip(16);
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
  if (stack.end == unwind::End::NoTable && !stack.frames.empty())
    ++out.lost_in[steps_[out.steps.back()].mapping];
  return Copied::Lost;
}

std::uint32_t StackReader::step_at(const Sample& sample, std::uint64_t address, bool is_exact) {
  const samples::CodePiece* const piece = address >= highest_half
                                              ? kernel_piece(address, sample.time)
                                              : view_of(sample.process, sample.time).pieces.at(address);
  return number_of({address, piece == nullptr ? none : piece->mapping, is_exact});
}

std::uint32_t StackReader::number_of(const Step& step) {
  const ImageAddress place{step.mapping, step.is_exact ? AddressOf::Instruction : AddressOf::Return,
                           step.address};
  const std::uint32_t known = numbers_.find(place);
  if (known != PlaceTable::none) return known;
  const auto number = static_cast<std::uint32_t>(steps_.size());
  numbers_.add(place, number);
  steps_.push_back(step);
  return number;
}

const samples::CodePiece* StackReader::kernel_piece(std::uint64_t address, std::uint64_t time) {
  if (!kernel_ || !kernel_->holds_at(time)) kernel_ = recording_.memory.view(kernel_process, time);
  if (const samples::CodePiece* const piece = kernel_->pieces.at(address)) return piece;
  if (!last_kernel_) last_kernel_ = recording_.memory.view(kernel_process, UINT64_MAX - 1);
  return last_kernel_->pieces.at(address);
}

const ProcessMemory::View& StackReader::view_of(std::uint32_t process, std::uint64_t time) {
  if (last_view_ != nullptr && last_process_ == process && last_view_->holds_at(time)) return *last_view_;
  if (views_.size() == most_views && !views_.contains(process)) views_.clear();
  const auto [place, is_new] = views_.try_emplace(process);
  if (is_new || !place->second.holds_at(time)) place->second = recording_.memory.view(process, time);
  last_process_ = process;
  last_view_ = &place->second;
  return place->second;
}

}  // namespace symkit::profile::perf
