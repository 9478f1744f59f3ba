// Stacks in LabVIEW's logs of failures (lvlog…txt), after the words of its checks:
//   source\panel\load.cpp(1326) : DAbort 0x2EDC996F: the till is closed
//   minidump id: 4f6a1b2c-0000-4d7e-9f00-000000000000
//   0x3067B5A3 - lvrt <unknown> + 0
// Addresses are of the process; the log does not say where its images were. All are return addresses. The
// words are seen in issues of grpc-labview, the frames in logs on NI's forums.

#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view labviews_nameless = " <unknown> + 0";

// "source\panel\load.cpp(1326) : DAbort 0x2EDC996F: the till is closed"; what LabVIEW only warns of (DWarn)
// goes on.
std::optional<Cause> labviews_abort(std::string_view text) {
  std::string_view rest = text;
  const auto place = take_before(rest, " : DAbort 0x");
  if (!place || !place->ends_with(')') || !take_before(rest, ": ")) return std::nullopt;
  const std::size_t open = place->rfind('(');
  std::string_view digits = place->substr(open + 1);
  const auto number = open == std::string_view::npos ? std::nullopt : take_number(digits);
  if (!number || digits != ")") return std::nullopt;
  Cause made = reason("LabVIEW abort", rest);
  made.file = place->substr(0, open);
  made.line = *number;
  return made;
}

class LabviewStack : public Format {
 public:
  ReadCause causes() const override { return labviews_abort; }
  Marks marks() const override { return {labviews_nameless}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    const auto address = prefixed_address(at, frame);
    if (!address || !at.literal(" - ")) return Found::Nothing;
    const std::size_t from = at.position();
    const auto image = at.until(labviews_nameless);
    if (!image || !at.literal(labviews_nameless) || !at.at_end()) return Found::Nothing;
    if (trimmed(*image).empty()) return Found::Context;
    take_path(trimmed(*image), frame);
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Return;
    frame.unmoved_if_fixed = true;
    frame.replaced = {from + image->size(), line.size()};
    report.take_mapping(frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> labview_stack() { return std::make_unique<LabviewStack>(); }

}  // namespace symkit::crashlog
