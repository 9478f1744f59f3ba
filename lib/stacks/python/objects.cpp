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

std::optional<std::string> Objects::text(std::uint64_t address) {
  const TextOffsets& at = layout_.text;
  const auto length = word(address + at.length), state = memory_.number(address + at.state, 4);
  if (!length || !state || *length > longest_text) return std::nullopt;
  const auto kind = static_cast<unsigned>(*state >> at.kind_bit & 7U);
  const bool is_compact = (*state >> at.kind_bit & 8U) != 0, is_ascii = (*state >> at.kind_bit & 16U) != 0;
  if ((kind != 1 && kind != 2 && kind != 4) || !is_compact || (is_ascii && kind != 1)) return std::nullopt;
  const std::uint64_t size = *length * kind;
  if (size > bytes_left_) return std::nullopt;
  bytes_left_ -= size;
  const auto characters = bytes_at(address + (is_ascii ? at.ascii : at.compact), size);
  return characters ? std::optional(as_utf8(*characters, kind)) : std::nullopt;
}

std::optional<std::vector<std::uint8_t>> Objects::bytes_object(std::uint64_t address) {
  const auto size = word(address + layout_.count);
  if (!size || *size > std::min(longest_bytes, bytes_left_)) return std::nullopt;
  bytes_left_ -= *size;
  return bytes_at(address + layout_.bytes, *size);
}

std::optional<Objects::CodeWords> Objects::code_words(std::uint64_t address) const {
  const CodeOffsets& at = layout_.code;
  if (address == 0 || word(address + layout_.type) != code_type_) return std::nullopt;
  const auto count = word(address + layout_.count), line = memory_.number(address + at.first_line, 4);
  const auto name = word(address + at.name), file = word(address + at.file);
  const auto table = word(address + at.line_table);
  if (!count || !line || !name || !file || !table || *count > most_instructions) return std::nullopt;
  return CodeWords{.count = *count,
                   .name = *name,
                   .file = *file,
                   .line_table = *table,
                   .first_line = static_cast<std::int32_t>(*line)};
}

std::optional<Function> Objects::code(std::uint64_t address) {
  const auto words = code_words(address);
  if (!words) return std::nullopt;
  auto name = text(words->name), file = text(words->file);
  const auto lines = bytes_object(words->line_table);
  if (!name || !file || !lines) return std::nullopt;
  Function made{.name = std::move(*name), .file = std::move(*file)};
  made.instructions.push_back(address + layout_.code.instructions);
  made.size = words->count * 2;
  made.first_line = words->first_line < 0 ? 0 : static_cast<std::uint32_t>(words->first_line);
  made.lines = LineTable(*lines, words->first_line);
  take_copies(address, made);
  return made;
}

void Objects::touch(std::uint64_t address, std::uint64_t size) const {
  std::uint64_t done = 0;
  while (done < size) {
    const Bytes some = memory_.at(address + done, size - done);
    if (some.empty()) return;
    done += some.size();
  }
}

bool Objects::touch_code(std::uint64_t address) const {
  const auto words = code_words(address);
  if (!words) return false;
  constexpr std::uint64_t widest = 4;
  for (const std::uint64_t text : {words->name, words->file}) {
    const std::uint64_t length = word(text + layout_.text.length).value_or(0);
    const auto state = memory_.number(text + layout_.text.state, 4);
    const std::uint64_t width =
        state ? std::min<std::uint64_t>(*state >> layout_.text.kind_bit & 7, widest) : 0;
    touch(text, layout_.text.compact + std::min(length, longest_text) * width);
  }
  const std::uint64_t lines = word(words->line_table + layout_.count).value_or(0);
  touch(words->line_table, layout_.bytes + std::min(lines, longest_bytes));
  if (layout_.code.copies) {
    Function unused;
    take_copies(address, unused);
  }
  return true;
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
