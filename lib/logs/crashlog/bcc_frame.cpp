#include "logs/crashlog/bcc_frame.h"

#include <algorithm>

#include "ground/base/one_of.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/path_and_symbol.h"
#include "logs/crashlog/perf_symbol.h"

namespace symkit::crashlog {
namespace {

// With "0x", or padded in a column of its own: otherwise it may be a name such as "add".
void take_bcc_address(std::string_view& text, Frame& frame) {
  const std::size_t end = std::min(first_of<" \t">(text), text.size());
  const std::string_view rest = trimmed(text.substr(end));
  Scanner at(text.substr(0, end));
  const std::size_t column = std::max(end, digits_of_address) + 1;
  const bool is_column = !rest.empty() && static_cast<std::size_t>(rest.data() - text.data()) == column;
  const auto address = text.starts_with("0x") ? at.prefixed_hex() : is_column ? at.hex() : std::nullopt;
  if (!address || !at.at_end()) return;
  frame.runtime_address = usable(*address, frame);
  frame.address_text = text.substr(0, end);
  text = rest;
}

// "take+0x5 (/srv/app/basket+0x1190)"
bool take_bcc_file(std::string_view& text, Frame& frame) {
  const std::string_view group = last_group(text);
  const auto place = group.empty() ? std::nullopt : read_symbol_offset(group.substr(1, group.size() - 2));
  if (!place || place->symbol.empty()) return false;
  take_mapped_path(place->symbol, frame);
  frame.file_address = usable(place->offset, frame);
  text = trimmed(text.substr(0, text.size() - group.size()));
  return true;
}

// "take+0x5 [basket]"
bool take_bcc_module(std::string_view& text, Frame& frame) {
  const std::size_t open = text.rfind(" [");
  if (open == std::string_view::npos || !text.ends_with(']')) return false;
  const std::string_view module = text.substr(open + 2, text.size() - open - 3);
  if (module.empty() || module.starts_with("0x") || first_of<" []<>">(module) != std::string_view::npos)
    return false;
  take_path(module == "kernel" ? std::string_view("vmlinux") : module, frame);
  text = trimmed(text.substr(0, open));
  return true;
}

void take_bcc_symbol(std::string_view text, Frame& frame) {
  if (text == "[unknown]") return;
  const auto place = read_symbol_offset(text);
  const bool has_offset = place && !place->symbol.empty();
  frame.symbol = has_offset ? place->symbol : text;
  if (has_offset) frame.symbol_offset = usable(place->offset, frame);
}

}  // namespace

std::string_view without_quotes(std::string_view text) {
  const bool has_quotes = text.size() > 3 && text.starts_with("b'") && text.ends_with('\'');
  return has_quotes ? text.substr(2, text.size() - 3) : text;
}

bool read_bcc_frame(std::string_view text, Frame& frame) {
  take_bcc_address(text, frame);
  text = without_quotes(text);
  const bool has_image = take_bcc_file(text, frame) || take_bcc_module(text, frame);
  take_bcc_symbol(text, frame);
  if (frame.address_text.empty()) frame.address_text = text;
  if (has_image) return true;
  const bool is_kernels = frame.runtime_address && is_of_kernel(*frame.runtime_address);
  if (!is_kernels || !frame.symbol_offset || frame.symbol.contains(' ')) return false;
  frame.image.name = "vmlinux";
  return true;
}

}  // namespace symkit::crashlog
