#include "dropin/llvm_lookup.h"

namespace symkit::dropin {
namespace {

// "memcpy@@GLIBC_2.14" is memcpy: stripped files, whose symbols the original reads, have the version
// elsewhere.
std::string_view without_version(std::string_view function) {
  return function.contains('(') ? function : function.substr(0, function.find('@'));
}

std::optional<std::uint64_t> begin_of(const symbolize::ResolvedFrame& inlined, const ObjectFile& file) {
  if (!inlined.inlined_begin) return {};
  return to_file(*inlined.inlined_begin, file.facts().text_base).value;
}

}  // namespace

LlvmCode LlvmLookup::code_at(std::uint64_t address, ObjectFile& file) {
  frames_.clear();
  const symbolize::Resolution* const found = file.resolve(address);
  if (found == nullptr) return variable_at(address, file);
  for (const symbolize::ResolvedFrame& frame : found->frames)
    frames_.push_back({frame.function, frame.file, frame.line, frame.column, frame.declared_file,
                       frame.declared_line, begin_of(frame, file), frame.discriminator, frame.file_root,
                       frame.declared_file_root});
  const std::uint64_t begin = to_file(found->function_begin, file.facts().text_base).value;
  if (file.has_other_symbols) frames_.back().function = without_version(frames_.back().function);
  // The symbol table has no short names.
  const bool is_described =
      found->source == index::Source::DebugInfo || found->source == index::Source::GoTable;
  if (format_.functions == FunctionNames::Short && !is_described) frames_.back().function = {};
  if (!frames_.back().function.empty()) frames_.back().begin = begin;
  if (!format_.inlines && frames_.size() > 1) leave_out_inlined_frames();
  return frames_;
}

// Then the name is the function's, and the place that of the code itself.
void LlvmLookup::leave_out_inlined_frames() {
  const LlvmFrame innermost = frames_.front();
  frames_ = {frames_.back()};
  frames_.front().file = innermost.file;
  frames_.front().file_root = innermost.file_root;
  frames_.front().line = innermost.line;
  frames_.front().column = innermost.column;
  frames_.front().discriminator = innermost.discriminator;
}

// Where no code is, the name of what is there.
LlvmCode LlvmLookup::variable_at(std::uint64_t address, ObjectFile& file) {
  const auto variable = file.data_at(address);
  if (!variable || variable->size == 0) return {};
  variable_ = variable->name;
  frames_.push_back({.function = variable_, .begin = variable->begin.value});
  return frames_;
}

}  // namespace symkit::dropin
