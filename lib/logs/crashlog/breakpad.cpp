// Breakpad's minidump_stackwalk -m: modules first, then a line of seven fields for each frame.
//   Module|libkiosk.so||libkiosk.so|C873EA49FD327C5777EA6441E836E8530|0x7f3a2c400000|0x7f3a2c402fff|0
//   0|1|libkiosk.so||||0x1897
// The offset is from the function if there is one, otherwise from the module; without a module it is an
// address. Addresses are as unwound.
#include <array>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::size_t most_fields = 8;

struct Fields {
  std::array<std::string_view, most_fields> at{};
  std::size_t count = 0;
};

std::optional<Fields> split(std::string_view text) {
  Fields fields;
  for (;;) {
    if (fields.count == most_fields) return std::nullopt;
    const std::size_t bar = text.find('|');
    fields.at.at(fields.count++) = text.substr(0, bar);
    if (bar == std::string_view::npos) return fields;
    text.remove_prefix(bar + 1);
  }
}

std::optional<Number> whole_hex(std::string_view text) {
  Scanner at(text);
  const auto number = at.prefixed_hex();
  return at.at_end() ? number : std::nullopt;
}

std::optional<Number> whole_decimal(std::string_view text) {
  Scanner at(text);
  const auto number = at.decimal();
  return at.at_end() ? number : std::nullopt;
}

class Breakpad : public Format {
 public:
  Marks marks() const override { return {"|0x"}; }
  Marks headings() const override { return {"CPU|", "OS|L", "OS|W"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (!line.contains('|')) return Found::Nothing;
    const std::string_view text = trimmed(line.substr(start));
    const auto fields = split(text);
    if (!fields) return Found::Nothing;
    if (read_heading(*fields, report)) return Found::Context;
    return read_frame(line, *fields, report, frame);
  }

 private:
  static bool read_heading(const Fields& fields, Report& report) {
    if (fields.at[0] == "OS" && fields.count >= 3) {
      report.begin();
    } else if (fields.at[0] == "CPU" && fields.count >= 3) {
      report.set_architecture(parse_architecture(fields.at[1]).value_or(Architecture::Unknown));
    } else if (fields.at[0] == "Module" && fields.count == 8) {
      add_module(fields, report);
    } else {
      return false;
    }
    return true;
  }

  static void add_module(const Fields& fields, Report& report) {
    const auto begin = whole_hex(fields.at[5]), last = whole_hex(fields.at[6]);
    if (!begin || !last) return;
    if (!begin->fits || !last->fits) return report.note_problem(address_too_large);
    ListedImage image;
    image.begin = begin->value;
    image.end = last->value + 1;
    image.name = fields.at[1];
    image.id = breakpad_id(fields.at[4], fields.at[3]);
    image.debug_name = pdb_name(fields.at[3]);
    report.add_image(std::move(image));
  }

  static Found read_frame(std::string_view line, const Fields& fields, const Report& report, Frame& frame) {
    if (fields.count != 7) return Found::Nothing;
    const auto thread = whole_decimal(fields.at[0]), number = whole_decimal(fields.at[1]);
    const auto offset = whole_hex(fields.at[6]);
    if (!thread || !number || !offset) return Found::Nothing;
    frame.thread = fields.at[0];
    take_number(*number, frame);
    if (!fields.at[4].empty()) {
      const auto row = whole_decimal(fields.at[5]);
      frame.image.name = fields.at[2];
      frame.said = {.function = fields.at[3],
                    .file = fields.at[4],
                    .line = row && row->fits ? static_cast<std::uint32_t>(row->value) : 0};
      return Found::Named;
    }
    frame.address_text = fields.at[6];
    const std::size_t end = static_cast<std::size_t>(fields.at[6].data() + fields.at[6].size() - line.data());
    frame.replaced = {end, end};
    frame.address_of = AddressOf::Stack;
    const auto value = usable(*offset, frame);
    frame.image.name = fields.at[2];
    if (frame.image.name.empty()) {
      frame.runtime_address = value;
    } else if (fields.at[3].empty()) {
      frame.image_offset = value;
    } else {
      frame.symbol = fields.at[3];
      frame.symbol_offset = value;
    }
    if (const ListedImage* image = report.image_named(frame.image.name)) Report::fill_in(*image, frame);
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> breakpad() { return std::make_unique<Breakpad>(); }

}  // namespace symkit::crashlog
