#include "stacks/unwind/stored_table.h"

#include "ground/base/address.h"
#include "stacks/unwind/breakpad_rules.h"
#include "stacks/unwind/compact_step.h"
#include "stacks/unwind/stored_rules.h"
#include "stacks/unwind/windows_program.h"

namespace symkit::unwind {

std::unique_ptr<const Table> StoredTable::of(io::SharedBlob bytes, std::uint64_t image_begin) {
  auto index = index::UnwindIndex::open(bytes->bytes());
  if (!index) return nullptr;
  const index::UnwindMeta& meta = index->meta();
  const FileAddress text_base = meta.is_relative ? FileAddress{image_begin} : meta.text_base;
  return std::unique_ptr<const Table>(new StoredTable(std::move(bytes), std::move(*index), text_base));
}

std::optional<Bytes> StoredTable::rule_at(std::uint64_t address) const {
  const auto offset = to_offset({address}, text_base_);
  return offset ? index_.rows().rule_at(*offset) : std::nullopt;
}

bool StoredTable::has_function(std::uint64_t address) const {
  const auto bytes = rule_at(address);
  return bytes && !bytes->empty();
}

std::optional<Step> StoredTable::step(const CodePoint& point, const Surroundings& where) const {
  const auto bytes = rule_at(point.address);
  if (!bytes)
    return has_all_callers() && !point.has_called ? std::optional(step_without_frame(where)) : std::nullopt;
  if (const auto text = text_in(*bytes)) {
    BreakpadRules rules(where.processor.architecture);
    return rules.add(*text) ? std::optional(Step{rules.caller(where)}) : std::nullopt;
  }
  if (const auto program = program_in(*bytes)) {
    const auto caller = caller_by_windows_program(*program, point, where);
    return caller ? std::optional(Step{caller}) : std::nullopt;
  }
  const auto all = read_stored(*bytes);
  if (!all) return std::nullopt;
  return Step{caller_by_rules(all->rules, all->return_register, where), all->is_signal_frame};
}

std::uint32_t StoredTable::parameters_at(std::uint64_t address) const {
  const auto bytes = rule_at(address);
  const auto program = bytes ? program_in(*bytes) : std::nullopt;
  return program ? program->parameters : 0;
}

std::optional<FixedStep> StoredTable::fixed_step(const CodePoint& point, const Processor& processor) const {
  const auto bytes = rule_at(point.address);
  const auto all = bytes ? read_stored(*bytes) : std::nullopt;
  auto step = all ? fixed_step_of(all->rules, all->return_register, processor) : std::nullopt;
  if (step) step->is_interrupted = all->is_signal_frame;
  return step;
}

}  // namespace symkit::unwind
