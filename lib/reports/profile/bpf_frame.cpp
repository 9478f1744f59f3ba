#include "reports/profile/bpf_frame.h"

#include <algorithm>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/print/frames.h"
#include "reports/profile/place.h"

namespace symkit::profile {
namespace {

constexpr std::string_view unknown_symbol = "[unknown]";
constexpr std::size_t padded_to = 16;

// With "0x", or padded in a column of its own: otherwise it may be a name such as "add".
std::optional<std::uint64_t> take_address(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  const std::string_view rest = trimmed(text.substr(end));
  const bool is_marked = word.starts_with("0x");
  const bool is_column =
      !rest.empty() && static_cast<std::size_t>(rest.data() - text.data()) == std::max(end, padded_to) + 1;
  if (!is_marked && !is_column) return std::nullopt;
  const auto address = whole_number<std::uint64_t>(is_marked ? word.substr(2) : word, 16);
  if (address) text = rest;
  return address;
}

// "take+0x5 (/srv/app/basket+0x1190)"
bool take_file(std::string_view& text, FrameReference& frame) {
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return false;
  const std::string_view group = text.substr(open + 1, text.size() - open - 2);
  const std::size_t plus = group.rfind("+0x");
  if (plus == std::string_view::npos || plus == 0) return false;
  const auto address = whole_number<std::uint64_t>(group.substr(plus + 3), 16);
  if (!address) return false;
  const std::string_view path = group.substr(0, plus);
  frame.image.name = print::base_name(path);
  if (path.starts_with('/')) frame.image.path = path;
  frame.file_address = address;
  text = trimmed(text.substr(0, open));
  return true;
}

// "take+0x5 [basket]"
bool take_module(std::string_view& text, FrameReference& frame) {
  const std::size_t open = text.rfind(" [");
  if (open == std::string_view::npos || !text.ends_with(']')) return false;
  const std::string_view module = text.substr(open + 2, text.size() - open - 3);
  if (module.empty() || module.find_first_of(" []") != std::string_view::npos) return false;
  frame.image.name = module == "kernel" ? std::string_view("vmlinux") : module;
  text = trimmed(text.substr(0, open));
  return true;
}

void take_symbol(std::string_view text, FrameReference& frame) {
  if (text == unknown_symbol) return;
  const std::size_t plus = text.rfind("+0x");
  if (plus != std::string_view::npos && plus != 0)
    frame.symbol_offset = whole_number<std::uint64_t>(text.substr(plus + 3), 16);
  frame.symbol = frame.symbol_offset ? text.substr(0, plus) : text;
}

}  // namespace

std::string_view without_quotes(std::string_view text) {
  const bool has_quotes = text.size() > 3 && text.starts_with("b'") && text.ends_with('\'');
  return has_quotes ? text.substr(2, text.size() - 3) : text;
}

std::optional<BpfFrame> take_bpf_frame(StackBuilder& builder, std::string_view text, AddressOf in_kernel,
                                       AddressOf in_program) {
  FrameReference frame;
  frame.runtime_address = take_address(text);
  const bool is_of_kernel = frame.runtime_address >= highest_half;
  frame.address_of = is_of_kernel ? in_kernel : in_program;
  text = without_quotes(text);
  const bool has_image = take_file(text, frame) || take_module(text, frame);
  if (!frame.runtime_address && !has_image) return std::nullopt;
  take_symbol(text, frame);
  if (!has_image && is_of_kernel && frame.symbol_offset) frame.image.name = "vmlinux";
  const bool can_be_found = frame.file_address || (!frame.image.name.empty() && frame.symbol_offset);
  if (can_be_found) return BpfFrame{builder.location_of(frame), is_of_kernel};
  if (!frame.runtime_address) return std::nullopt;
  if (!frame.symbol.empty()) return BpfFrame{builder.location_called(frame.symbol), is_of_kernel};
  return BpfFrame{builder.location_at(*frame.runtime_address, frame.address_of), is_of_kernel};
}

}  // namespace symkit::profile
