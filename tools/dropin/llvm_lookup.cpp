#include "dropin/llvm_lookup.h"

namespace symkit::dropin {
namespace {

// "memcpy@@GLIBC_2.14" is memcpy: the original reads the symbols of the stripped file, whose versions are
// stored separately.
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
  if (found == nullptr)
    return format_.functions == FunctionNames::Linkage ? variable_at(address, file) : LlvmCode();
  for (const symbolize::ResolvedFrame& frame : found->frames)
    frames_.push_back({frame.function, frame.file, frame.line, frame.column, frame.declared_file,
                       frame.declared_line, begin_of(frame, file), frame.discriminator, frame.file_root,
                       frame.declared_file_root});
  const std::uint64_t begin = to_file(found->function_begin, file.facts().text_base).value;
  if (file.has_other_symbols) frames_.back().function = without_version(frames_.back().function);
  // The symbol table has no short names.
  const bool is_described =
      found->source == index::Source::DebugInfo || found->source == index::Source::GoTable;
  if (format_.functions != FunctionNames::Linkage && !is_described) frames_.back().function = {};
  if (is_described || !frames_.back().function.empty()) frames_.back().begin = begin;
  if (!format_.inlines && frames_.size() > 1) leave_out_inlined_frames();
  return frames_;
}

// Keeps the innermost frame, but with the name and beginning of the function; if the original does not
// use the symbol table, with its own name.
void LlvmLookup::leave_out_inlined_frames() {
  if (format_.style != LlvmStyle::Gnu && format_.functions == FunctionNames::Linkage) {
    frames_.front().function = frames_.back().function;
    frames_.front().begin = frames_.back().begin;
  }
  frames_.resize(1);
}

// For an address without code, the name of what is there.
LlvmCode LlvmLookup::variable_at(std::uint64_t address, ObjectFile& file) {
  const auto variable = file.data_at(address);
  if (!variable || variable->size == 0) return {};
  variable_ = variable->name;
  frames_.push_back({.function = variable_, .begin = variable->begin.value});
  return frames_;
}

}  // namespace symkit::dropin
