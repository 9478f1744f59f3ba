#include "reports/profile/perf_sample.h"

#include <algorithm>
#include <bit>

#include "reports/profile/units.h"

namespace symkit::profile::perf {
namespace {

void skip_read_values(Cursor& at, std::uint64_t format) {
  constexpr std::uint64_t enabled = 1, running = 2, id = 4, group = 8, lost = 16;
  const std::uint64_t times = ((format & enabled) != 0 ? 1 : 0) + ((format & running) != 0 ? 1 : 0);
  const std::uint64_t with_value = 1 + ((format & id) != 0 ? 1 : 0) + ((format & lost) != 0 ? 1 : 0);
  if ((format & group) == 0) return at.skip((times + with_value) * 8);
  const std::uint64_t count = at.u64();
  at.skip(times * 8);
  if (count > at.remaining() / 8) return at.fail();
  at.skip(count * with_value * 8);
}

// All others were taken here and there, and are no stack.
void read_branches(Cursor& at, std::uint64_t branch_type, Sample& sample) {
  constexpr std::uint64_t branch = 24;
  const std::uint64_t count = at.u64();
  if ((branch_type & branch::hardware_index) != 0) at.skip(8);
  if (count > at.remaining() / branch) return at.fail();
  if ((branch_type & branch::call_stack) != 0) {
    sample.calls = at;
    sample.call_count = count;
  }
  at.skip(count * branch);
  if ((branch_type & branch::counters) != 0) at.skip(count * 8);
}

void read_chain(Cursor& at, Sample& sample) {
  sample.chain_size = at.u64();
  sample.chain = at;
  if (sample.chain_size > at.remaining() / 8) return at.fail();
  at.skip(sample.chain_size * 8);
}

void read_registers(Cursor& at, std::uint64_t recorded, Sample& sample) {
  sample.registers_of = at.u64();
  if (sample.registers_of == 0) return;
  sample.registers = at;
  at.skip(static_cast<std::uint64_t>(std::popcount(recorded)) * 8);
}

void read_stack(Cursor& at, Sample& sample) {
  sample.stack_room = at.u64();
  if (sample.stack_room == 0) return;
  const Bytes copy = at.bytes(sample.stack_room);
  const std::uint64_t valid = at.u64();
  sample.stack = copy.first(static_cast<std::size_t>(std::min<std::uint64_t>(valid, copy.size())));
}

// Since Linux 6.16 such a sample has the task that was resumed, and the one that waited is in its raw
// data.
void read_off_cpu(Cursor& at, Sample& sample) {
  sample.process = at.u32();
  sample.thread = at.u32();
  sample.period = at.u64();
  read_chain(at, sample);
}

}  // namespace

std::optional<Sample> read_sample(const File& file, Bytes record) {
  Cursor at(record, file.endian);
  Sample sample;
  const Event* event = &file.events.front();
  const auto take_id = [&](std::uint64_t id) {
    const auto known = file.event_of_id.find(id);
    if (known != file.event_of_id.end()) sample.event = known->second;
    event = &file.events[sample.event];
  };
  // All events of a file have these fields in common, so that they can be distinguished.
  if ((event->sample_type & sample::identifier) != 0) take_id(at.u64());
  const auto has = [&](std::uint64_t field) { return (event->sample_type & field) != 0; };
  if (has(sample::ip)) sample.ip = at.u64();
  if (has(sample::tid)) {
    sample.process = at.u32();
    sample.thread = at.u32();
  }
  if (has(sample::time)) sample.time = at.u64();
  if (has(sample::addr)) at.skip(8);
  if (has(sample::id)) take_id(at.u64());
  if (has(sample::stream_id)) at.skip(8);
  if (has(sample::cpu)) at.skip(8);
  if (has(sample::period)) sample.period = at.u64();
  if (has(sample::read)) skip_read_values(at, event->read_format);
  if (has(sample::callchain)) read_chain(at, sample);
  if (has(sample::raw)) {
    Cursor raw(at.bytes(at.u32()), file.endian);
    if (is_off_cpu(event->name)) read_off_cpu(raw, sample);
    if (raw.failed()) return std::nullopt;
  }
  // What is damaged from here on takes nothing from what was read.
  const bool is_sound = !at.failed();
  if (has(sample::branch_stack)) read_branches(at, event->branch_type, sample);
  if (has(sample::regs_user)) read_registers(at, event->user_registers, sample);
  if (has(sample::stack_user)) read_stack(at, sample);
  if (at.failed()) sample.registers_of = sample.call_count = 0;
  return is_sound ? std::optional(sample) : std::nullopt;
}

}  // namespace symkit::profile::perf
