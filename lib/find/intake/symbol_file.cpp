#include "find/intake/symbol_file.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "ground/io/input.h"
#include "ground/io/lines.h"
#include "ground/io/mapped_file.h"
#include "ground/io/unpack_budget.h"
#include "ground/io/unpacked.h"

namespace symkit::intake {
namespace {

using Text = unwind::BreakpadTable::Text;

// The lines that a table needs; the others are forgotten.
std::optional<Text> unpacked(const std::string& path) {
  constexpr std::size_t longest_line = std::size_t{1} << 20;
  const auto input = io::Input::open(path);
  if (!input) return std::nullopt;
  const auto kept = std::make_shared<std::string>();
  io::Lines lines(**input, longest_line);
  io::UnpackBudget budget;
  while (true) {
    const auto line = lines.next();
    if (!line) return std::nullopt;
    if (!*line) break;
    if (!(*line)->begins || !(*line)->text.starts_with("STACK ")) continue;
    budget.stored((*input)->stored_bytes());
    if (!budget.take((*line)->text.size())) return std::nullopt;
    kept->append((*line)->text);
  }
  return Text{.text = *kept, .owner = kept};
}

}  // namespace

std::optional<Text> text_for_unwinding(const std::string& path) {
  auto opened = io::MappedFile::open(path);
  if (!opened) return std::nullopt;
  if (io::looks_compressed(opened->bytes())) return unpacked(path);
  const auto file = std::make_shared<const io::MappedFile>(std::move(*opened));
  return Text{.text = as_text(file->bytes()),
              .owner = file,
              .has_read = [&mapped = *file](std::string_view part) { mapped.release(as_bytes(part)); }};
}

}  // namespace symkit::intake
