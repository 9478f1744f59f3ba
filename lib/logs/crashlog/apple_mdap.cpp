// The frames of mobile monitoring on Apple's systems, which contain their image's UUID:
//   CoreFoundation 0x00007fff20422faa 0x7fff20311000 + 1122218 [8c17697f-2e84-39e5-b491-fcf5169106ff]
// with or without a number in front. They need not wait for anything. Addresses are as unwound.

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// Where "[8c17697f-2e84-39e5-b491-fcf5169106ff]" begins at the end of the text.
std::optional<std::size_t> find_id(std::string_view text) {
  constexpr std::size_t least_digits = 32;
  if (!text.ends_with(']')) return std::nullopt;
  const std::size_t open = text.rfind('[');
  if (open == std::string_view::npos || open == 0 || text.size() - open - 2 < least_digits)
    return std::nullopt;
  return open;
}

class AppleMdap : public Format {
 public:
  Marks marks() const override { return {"0x"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = line.substr(0, last_not_of<" \t">(line) + 1);
    const auto open = find_id(text);
    if (!open || *open <= start) return Found::Nothing;
    const auto id = ImageId::parse(text.substr(*open + 1, text.size() - *open - 2));
    if (!id) return Found::Nothing;
    return read_frame(line.substr(0, *open), start, *id, text.size(), report, frame);
  }

 private:
  // "[N] name 0xaddress 0xload + offset": read from its end, because the name may contain anything.
  static Found read_frame(std::string_view text, std::size_t start, const ImageId& id, std::size_t end,
                          Report& report, Frame& frame) {
    const std::size_t plus = text.rfind(" + ");
    if (plus == std::string_view::npos || plus <= start) return Found::Nothing;
    Scanner offset(text, plus + 3);
    if (!offset.decimal() || offset.blanks() == 0 || !offset.at_end()) return Found::Nothing;
    const auto load = hex_before(text, start, plus);
    if (!load) return Found::Nothing;
    const std::size_t address_end = last_not_of<" \t">(text, load->begin - 1) + 1;
    const auto address = hex_before(text, start, address_end);
    if (!address) return Found::Nothing;

    Scanner at(text, start);
    at.blanks();
    if (const std::size_t from = at.position(); const auto number = at.decimal()) {
      if (at.blanks() != 0 && at.position() < address->begin) {
        take_number(*number, frame);
      } else {
        at.seek(from);
      }
    }
    const std::size_t name_from = at.position();
    frame.image.name = trimmed(text.substr(name_from, address->begin - name_from));
    if (frame.image.name.empty()) return Found::Nothing;
    frame.image.id = id;
    frame.address_text = text.substr(address->begin, address_end - address->begin);
    frame.replaced = {address_end, end};
    frame.runtime_address = usable(address->number, frame);
    frame.load_address = usable(load->number, frame);
    frame.address_of = AddressOf::Stack;
    frame.image.architecture = report.architecture();
    return Found::Frame;
  }

  struct Hex {
    std::size_t begin;
    Number number;
  };
  // The "0x…" that ends at `end`, with a blank before it.
  static std::optional<Hex> hex_before(std::string_view text, std::size_t start, std::size_t end) {
    const std::size_t blank = end == 0 ? std::string_view::npos : last_of<" \t">(text, end - 1);
    if (blank == std::string_view::npos || blank < start) return std::nullopt;
    Scanner at(text, blank + 1);
    const auto number = at.prefixed_hex();
    if (!number || at.position() != end) return std::nullopt;
    return Hex{blank + 1, *number};
  }
};

}  // namespace

std::unique_ptr<Format> apple_mdap() { return std::make_unique<AppleMdap>(); }

}  // namespace symkit::crashlog
