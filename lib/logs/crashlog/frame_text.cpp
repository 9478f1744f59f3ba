#include "logs/crashlog/frame_text.h"

#include <algorithm>

#include "ground/base/go_id.h"
#include "ground/base/one_of.h"

namespace symkit::crashlog {
namespace {

// No stack is this deep.
constexpr std::uint64_t greatest_number = 9'999'999;

}  // namespace

std::optional<Number> numbered_frame(Scanner& at) {
  const std::size_t from = at.position();
  if (at.literal('#')) {
    const auto number = at.decimal();
    if (number && at.blanks() > 0) return number;
  }
  at.seek(from);
  return std::nullopt;
}

std::optional<std::size_t> find_numbered_frame(std::string_view line, std::size_t from) {
  for (std::size_t at = line.find('#', from); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at + 1 >= line.size() || !is_digit(line[at + 1])) continue;
    if (at == 0 || is_blank(line[at - 1]) || line[at - 1] == ':') return at;
  }
  return std::nullopt;
}

void take_number(const Number& number, Frame& frame) {
  if (!number.fits || number.value > greatest_number) {
    frame.problem = number_too_large;
  } else {
    frame.number = static_cast<std::uint32_t>(number.value);
  }
}

std::optional<Number> prefixed_address(Scanner& at, Frame& frame) {
  const std::size_t from = at.position();
  const auto address = at.prefixed_hex();
  frame.address_text = at.since(from);
  return address;
}

std::optional<std::uint64_t> usable(const Number& address, Frame& frame) {
  if (address.fits) return address.value;
  frame.problem = address_too_large;
  return std::nullopt;
}

void take_path(std::string_view path, Frame& frame) {
  frame.image.name = base_name(path);
  if (frame.image.name.size() != path.size()) frame.image.path = path;
}

bool take_kernel_symbol(const KernelSymbols* symbols, Frame& frame) {
  const auto known = symbols ? symbols->find(*frame.runtime_address) : std::nullopt;
  if (!known) return false;
  if (!known->module.empty()) frame.image.name = known->module;
  if (known->symbol.empty()) {
    frame.problem = section_not_known;
    return true;
  }
  frame.symbol = known->symbol;
  frame.symbol_offset = known->offset;
  frame.symbol_size = known->size;
  return true;
}

void take_mapped_path(std::string_view path, Frame& frame) {
  constexpr std::string_view deleted = " (deleted)";
  if (path.ends_with(deleted)) path.remove_suffix(deleted.size());
  const bool is_file = !path.empty() && path[0] != '<' && path[0] != '[' && !path.starts_with("/memfd:") &&
                       !path.starts_with("/dev/") && path != "???";
  if (is_file) return take_path(path, frame);
  frame.image.name = path;
  if (frame.problem.empty()) frame.problem = no_image_file;
}

std::string_view last_group(std::string_view text) {
  if (!text.ends_with(')')) return {};
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] == '(' && --depth == 0) return text.substr(i);
  }
  return {};
}

void take_build_id(std::string_view id, Frame& frame) {
  if (const auto read = ImageId::parse(id)) {
    frame.image.id = *read;
  } else if (is_go_id(id)) {
    frame.image.code_id = id;
  } else {
    frame.problem = unreadable_id;
  }
}

std::optional<Span> take_build_id(std::string_view line, std::size_t from, Frame& frame) {
  constexpr std::string_view opening = "(BuildId: ";
  const std::size_t begin = line.find(opening, from);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t digits = begin + opening.size();
  const std::size_t close = std::min(line.find(')', begin), line.size());
  take_build_id(close < line.size() ? line.substr(digits, close - digits) : std::string_view(), frame);
  return Span{begin, std::min(close + 1, line.size())};
}

ImageId breakpad_id(std::string_view digits, std::string_view debug_file) {
  constexpr std::size_t digits_of_id = 32;
  if (digits.size() <= digits_of_id || digits.find_first_not_of('0') == std::string_view::npos) return {};
  if (!debug_file.ends_with(".pdb")) digits = digits.substr(0, digits_of_id);
  return ImageId::parse(digits).value_or(ImageId{});
}

std::string_view pdb_name(std::string_view debug_file) {
  if (!debug_file.ends_with(".pdb")) return {};
  return debug_file.substr(last_of<"/\\">(debug_file) + 1);
}

std::string_view without_offset(std::string_view name) {
  const std::size_t plus = name.rfind('+');
  if (plus == std::string_view::npos || plus == 0) return name;
  const std::string_view offset = trimmed(name.substr(plus + 1));
  const bool is_offset =
      !offset.empty() && is_digit(offset.front()) &&
      std::ranges::all_of(offset, [](char c) { return is_hex_digit(c) || c == 'x' || c == '/'; });
  return is_offset ? trimmed(name.substr(0, plus)) : name;
}

bool ends_with_place(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && is_digit(text[end - 1])) --end;
  return end < text.size() && end > 0 && text[end - 1] == ':';
}

}  // namespace symkit::crashlog
