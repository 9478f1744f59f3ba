// The events that Windows writes of crashes, in its log and in Windows Error Reporting's windows:
//   Faulting module name: ledger.dll, version: 1.0.0.0, time stamp: 0x5c57bd17
//   Exception code: 0xc0000005
//   Fault offset: 0x0000000000001fce
// Older windows name the same fields "Fault Module Name", "Exception Code" and "Exception Offset", reports
// sent number them: "P4: ledger.dll" is the module, "P7" and "P8" are code and offset of a crash
// (APPCRASH). The offset counts from the beginning of the module; it is of the instruction.
#include <array>
#include <string>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"
#include "logs/crashlog/windows_codes.h"

namespace symkit::crashlog {
namespace {

constexpr std::array<std::string_view, 3> module_fields = {
    "Faulting module name:", "Fault Module Name:", "P4:"};
constexpr std::array<std::string_view, 3> offset_fields = {"Fault offset:", "Exception Offset:", "P8:"};
constexpr std::array<std::string_view, 2> first_fields = {"Faulting application name:", "Problem signature"};

// The value of the first of these fields that the text has, without blanks.
template <std::size_t count>
std::string_view value_of(std::string_view text, const std::array<std::string_view, count>& fields) {
  for (const std::string_view field : fields)
    if (std::string_view value = text; take_word(value, field)) return trimmed(value);
  return {};
}

// "Exception code: 0xc0000005", "Exception Code: c0000005"
std::optional<Cause> events_cause(std::string_view text) {
  if (take_word(text, first_fields[0])) {
    Cause made = cause(Knows::Nothing, "crash");
    made.begins = made.waits = true;
    made.from_outside = true;
    return made;
  }
  if (!take_word(text, "Exception code: ") && !take_word(text, "Exception Code: ")) return std::nullopt;
  const auto code = address_at(trimmed(text));
  if (!code || *code < 0x80000000 || *code > UINT32_MAX) return std::nullopt;
  Cause made = cause(Knows::Fault, windows_exception(static_cast<std::uint32_t>(*code)));
  made.from_outside = true;
  return made;
}

class WindowsEvent : public Format {
 public:
  ReadCause causes() const override { return events_cause; }
  Marks headings() const override {
    return {module_fields[0], module_fields[1], "P4: ",          offset_fields[0],
            offset_fields[1], "P8: ",           first_fields[0], first_fields[1]};
  }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (!value_of(text, first_fields).empty()) module_.clear();
    if (const std::string_view name = value_of(text, module_fields); !name.empty()) {
      module_ = name.substr(0, name.find(", "));
      return Found::Context;
    }
    const std::string_view offset = value_of(text, offset_fields);
    if (offset.empty() || module_.empty() || !module_.contains('.')) return Found::Nothing;
    Scanner at(offset);
    auto number = at.prefixed_hex();
    if (!number) number = at.hex();
    if (!number || number->digits < 8 || !at.at_end()) return Found::Nothing;
    frame.image.name = module_;
    frame.address_text = offset;
    frame.image_offset = usable(*number, frame);
    frame.address_of = AddressOf::Instruction;
    frame.stands_alone = true;
    const std::size_t end = last_not_of<" \t">(line) + 1;
    frame.replaced = {end, end};
    return Found::Frame;
  }

 private:
  std::string module_;  // of the event
};

}  // namespace

std::unique_ptr<Format> windows_event() { return std::make_unique<WindowsEvent>(); }

}  // namespace symkit::crashlog
