// Folded stacks in which some frames may still be addresses.
#include <algorithm>
#include <ranges>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/io/lines.h"
#include "ground/print/frames.h"
#include "logs/crashlog/bcc_frame.h"
#include "logs/crashlog/memory_mappings.h"
#include "reports/profile/stack_builder.h"
#include "reports/profile/text_profile.h"

namespace symkit::profile {
namespace {

std::optional<std::uint64_t> hex_number(std::string_view text) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  return whole_number<std::uint64_t>(text, 16);
}

void set_image(std::string_view image, FrameReference& frame) {
  frame.image.name = print::base_name(image);
  if (image.starts_with('/')) frame.image.path = image;
}

// "libkiosk.so+0x1234": an offset in the file, or an address in it; the file mostly shows which.
bool take_image_and_offset(std::string_view text, FrameReference& frame) {
  const std::size_t plus = text.rfind("+0x");
  if (plus == std::string_view::npos || plus == 0 || text.find_first_of(" ()") != std::string_view::npos)
    return false;
  const auto offset = hex_number(text.substr(plus + 1));
  const std::string_view image = text.substr(0, plus);
  if (!offset || !(image.contains('/') || image.contains(".so") || image.contains('.'))) return false;
  set_image(image, frame);
  frame.file_offset = offset;
  frame.offset_may_be_address = true;
  return true;
}

struct ImageAndAddress {
  std::string_view image;
  std::string_view address;
};
// "[libc.so.6 <7f3a2c4019db>]", from stackcollapse-perf.pl --addrs; "0x7f3a2c4019db (libc.so.6)", which
// symprof itself writes for frames without names.
std::optional<ImageAndAddress> parts_of(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(">]")) {
    const std::size_t open = text.rfind(" <");
    if (open == std::string_view::npos) return std::nullopt;
    return ImageAndAddress{text.substr(1, open - 1), text.substr(open + 2, text.size() - open - 4)};
  }
  const std::size_t open = text.find(" (");
  if (!text.starts_with("0x") || !text.ends_with(')') || open == std::string_view::npos) return std::nullopt;
  const std::string_view image = text.substr(open + 2, text.size() - open - 3);
  if (image.empty() || image.contains("+0x")) return std::nullopt;
  return ImageAndAddress{image, text.substr(0, open)};
}

// An address, or since Linux 5.1 an offset in the file.
bool take_image_and_address(std::string_view text, FrameReference& frame) {
  const auto parts = parts_of(text);
  const auto address = parts ? hex_number(parts->address) : std::nullopt;
  if (!address) return false;
  set_image(parts->image, frame);
  frame.runtime_address = address;
  frame.may_be_file_offset = *address >> 32 == 0;
  frame.unmoved_if_fixed = frame.may_be_file_offset;
  return true;
}

std::uint32_t location_of(StackBuilder& builder, std::string_view text, AddressOf address_of) {
  if (text.starts_with("0x"))
    if (const auto address = hex_number(text)) return builder.location_at(*address, address_of);
  crashlog::Frame frame;
  const bool has_image = take_image_and_address(text, frame) || take_image_and_offset(text, frame);
  if (!has_image) read_bcc_frame(text, frame);
  frame.address_of = address_of;
  return has_image ? builder.location_of(frame) : builder.location_of_text(text, frame);
}

struct FoldedLine {
  std::string_view stack;
  std::int64_t count = 0;
};

std::optional<FoldedLine> read_line(std::string_view line) {
  line = trimmed(line);
  const std::size_t blank = line.find_last_of(" \t");
  if (blank == std::string_view::npos) return std::nullopt;
  FoldedLine folded{trimmed(line.substr(0, blank))};
  if (!read_whole(line.substr(blank + 1), folded.count) || folded.stack.empty()) return std::nullopt;
  return folded;
}

}  // namespace

bool is_folded_line(std::string_view line) {
  return !line.empty() && line.front() != ' ' && line.front() != '\t' && read_line(line).has_value();
}

Result<Profile> read_folded(io::Input& input) {
  StackBuilder builder;
  io::Lines lines(input);
  for (std::uint64_t number = 1;; ++number) {
    const auto line = lines.next();
    if (!line) return fail(line.error());
    if (!*line) break;
    const std::string_view text = trimmed((*line)->text);
    if (text.empty() || text.starts_with('#')) continue;
    const auto folded = read_line(text);
    if (!folded) return fail(say("line ", number, " is not a folded stack: it does not end in a number"));
    std::vector<std::uint32_t> stack;
    for (const auto part : std::views::split(folded->stack, ';')) {
      const bool is_innermost = part.end() == folded->stack.end();
      stack.push_back(location_of(builder, std::string_view(part.begin(), part.end()),
                                  is_innermost ? AddressOf::Instruction : AddressOf::Return));
    }
    std::ranges::reverse(stack);
    builder.add_sample(std::move(stack), {}, folded->count, 0);
  }
  if (builder.empty()) return fail("has no stacks");
  return builder.finish();
}

Result<void> add_process_maps(Profile& profile, std::string_view maps) {
  bool has_any = false;
  for (const auto part : std::views::split(maps, '\n')) {
    const auto mapping = crashlog::read_maps_line(std::string_view(part.begin(), part.end()));
    if (!mapping) continue;
    has_any = true;
    if (mapping->path.empty()) continue;
    profile.mappings.push_back({.start = mapping->begin,
                                .limit = mapping->end,
                                .offset = mapping->file_offset,
                                .file = profile.texts.add(mapping->path)});
  }
  if (!has_any) return fail("is not in the format of /proc/PID/maps");
  return {};
}

}  // namespace symkit::profile
