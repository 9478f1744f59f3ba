#include "stacks/python/objects.h"

#include <algorithm>

#include "ground/base/cursor.h"
#include "ground/base/utf8.h"

namespace symkit::python {
namespace {

constexpr std::uint64_t longest_text = 4096, longest_bytes = 1 << 22, most_instructions = 1 << 26;

std::string as_utf8(Bytes characters, unsigned width) {
  std::string made;
  Cursor at(characters, Endian::Little);
  while (!at.at_end()) append_utf8(made, static_cast<char32_t>(at.unsigned_of(width)));
  return made;
}

}  // namespace

// It may lie in several pieces.
std::optional<std::vector<std::uint8_t>> Objects::bytes_at(std::uint64_t address, std::uint64_t size) const {
  std::vector<std::uint8_t> all;
  while (all.size() < size) {
    const Bytes some = memory_.at(address + all.size(), size - all.size());
    if (some.empty()) return std::nullopt;
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::optional<std::string> Objects::text(std::uint64_t address) const {
  const TextOffsets& at = layout_.text;
  const auto length = word(address + at.length), state = memory_.number(address + at.state, 4);
  if (!length || !state || *length > longest_text) return std::nullopt;
  const auto kind = static_cast<unsigned>(*state >> at.kind_bit & 7U);
  const bool is_compact = (*state >> at.kind_bit & 8U) != 0, is_ascii = (*state >> at.kind_bit & 16U) != 0;
  if ((kind != 1 && kind != 2 && kind != 4) || !is_compact || (is_ascii && kind != 1)) return std::nullopt;
  const auto characters = bytes_at(address + (is_ascii ? at.ascii : at.compact), *length * kind);
  return characters ? std::optional(as_utf8(*characters, kind)) : std::nullopt;
}

std::optional<std::vector<std::uint8_t>> Objects::bytes_object(std::uint64_t address) {
  const auto size = word(address + layout_.count);
  if (!size || *size > std::min(longest_bytes, bytes_left_)) return std::nullopt;
  bytes_left_ -= *size;
  return bytes_at(address + layout_.bytes, *size);
}

std::optional<Function> Objects::code(std::uint64_t address) {
  const CodeOffsets& at = layout_.code;
  if (address == 0 || word(address + layout_.type) != code_type_) return std::nullopt;
  const auto count = word(address + layout_.count), line = memory_.number(address + at.first_line, 4);
  const auto name = word(address + at.name), file = word(address + at.file);
  const auto table = word(address + at.line_table);
  if (!count || !line || !name || !file || !table || *count > most_instructions) return std::nullopt;
  auto its_name = text(*name), its_file = text(*file);
  const auto its_lines = bytes_object(*table);
  if (!its_name || !its_file || !its_lines) return std::nullopt;
  const auto first_line = static_cast<std::int32_t>(*line);
  Function made{.name = std::move(*its_name), .file = std::move(*its_file)};
  made.instructions.push_back(address + at.instructions);
  made.size = *count * 2;
  made.first_line = first_line < 0 ? 0 : static_cast<std::uint32_t>(first_line);
  made.lines = LineTable(*its_lines, first_line);
  take_copies(address, made);
  return made;
}

// Threads that run at the same time have their own.
void Objects::take_copies(std::uint64_t code, Function& function) const {
  constexpr std::uint64_t most = 1000;
  if (!layout_.code.copies) return;
  const auto copies = word(code + *layout_.code.copies);
  const auto count = copies && *copies != 0 ? word(*copies) : std::nullopt;
  for (std::uint64_t i = 1; count && i < std::min(*count, most); ++i)
    function.instructions.push_back(word(*copies + 8 + i * 8).value_or(0));
}

}  // namespace symkit::python
