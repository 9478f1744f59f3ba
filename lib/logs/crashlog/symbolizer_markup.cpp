// LLVM's symbolizer markup, logged by Fuchsia and small systems; elements may occur anywhere in a line:
//   {{{reset}}} {{{module:0:libc.so:elf:0123…}}} {{{mmap:0x7f0000001000:0x5000:load:0:rx:0x1000}}}
//   {{{bt:1:0x7f0000001234:ra}}}   {{{pc:0x7f0000001234}}}
// A frame's element becomes "#1 0x7f0000001234 name …". Backtraces hold return addresses unless marked
// with ":pc".
#include <map>
#include <string>

#include "ground/base/go_id.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// The parts of an element between its colons.
class ElementFields {
 public:
  explicit ElementFields(std::string_view element) : rest_(element) {}

  std::optional<std::string_view> text() {
    if (done_) return std::nullopt;
    const std::size_t colon = rest_.find(':');
    const std::string_view part = rest_.substr(0, colon);
    done_ = colon == std::string_view::npos;
    if (!done_) rest_.remove_prefix(colon + 1);
    return part;
  }

  std::optional<Number> number() {
    const auto part = text();
    if (!part) return std::nullopt;
    Scanner at(*part);
    const auto value = part->starts_with("0x") ? at.prefixed_hex() : at.decimal();
    return at.at_end() ? value : std::nullopt;
  }

 private:
  std::string_view rest_;
  bool done_ = false;
};

class SymbolizerMarkup : public Format {
 public:
  Marks marks() const override { return {"{{{"}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const Found found = read_elements(line, start, report, frame);
    frame.shares_line = found == Found::Frame && frame_follows(line.substr(frame.replaced.end));
    return found;
  }

  bool read_further(std::string_view line, std::size_t from, Report& report, Frame& frame) override {
    frame.shares_line = read_elements(line, from, report, frame) == Found::Frame;
    return frame.shares_line;
  }

 private:
  struct Module {
    std::string name;
    ImageId id;
    std::string go_id;
  };

  static bool frame_follows(std::string_view text) {
    return text.contains("{{{bt:") || text.contains("{{{pc:");
  }

  // Reads up to the first element that is a frame.
  Found read_elements(std::string_view line, std::size_t from, Report& report, Frame& frame) {
    constexpr std::string_view opening = "{{{", closing = "}}}";
    Found found = Found::Nothing;
    for (std::size_t at = line.find(opening, from); at != std::string_view::npos;
         at = line.find(opening, at + 1)) {
      const std::size_t close = line.find(closing, at);
      if (close == std::string_view::npos) break;
      frame = Frame{};
      frame.replaced = {at, close + closing.size()};
      const Found one = read_element(line.substr(at + 3, close - at - 3), report, frame);
      if (one == Found::Frame) return one;
      if (one != Found::Nothing) found = one;
    }
    return found;
  }

  Found read_element(std::string_view element, Report& report, Frame& frame) {
    ElementFields fields(element);
    const auto tag = fields.text();
    if (tag == "bt") return read_backtrace(fields, report, frame) ? Found::Frame : Found::Nothing;
    if (tag == "pc")
      return read_address(fields, AddressOf::Instruction, report, frame) ? Found::Frame : Found::Nothing;
    if (tag == "reset") {
      report.begin();
      modules_.clear();
    } else if (tag == "module") {
      read_module(fields);
    } else if (tag == "mmap") {
      read_mapping(fields, report);
    } else {
      return Found::Nothing;
    }
    return Found::Context;
  }

  bool read_backtrace(ElementFields& fields, Report& report, Frame& frame) {
    const auto number = fields.number();
    if (!number) return false;
    take_number(*number, frame);
    if (!read_address(fields, AddressOf::Return, report, frame)) return false;
    columns_ = "#" + std::to_string(number->value) + " " + std::string(frame.address_text);
    frame.columns = columns_;
    return true;
  }

  // "0x7f0000001234", optionally followed by ":ra" or ":pc".
  bool read_address(ElementFields& fields, AddressOf usual, Report& report, Frame& frame) {
    const auto text = fields.text();
    if (!text) return false;
    Scanner at(*text);
    const auto address = at.prefixed_hex();
    if (!address || !at.at_end()) return false;
    const auto kind = fields.text();
    frame.address_of = kind == "pc" ? AddressOf::Instruction : kind == "ra" ? AddressOf::Return : usual;
    frame.address_text = *text;
    columns_ = *text;
    frame.columns = columns_;
    frame.stands_alone = true;
    frame.runtime_address = usable(*address, frame);
    report.take_holder(frame);
    return true;
  }

  // "0:libc.so:elf:0123…"
  void read_module(ElementFields& fields) {
    const auto number = fields.number();
    const auto name = fields.text(), type = fields.text(), id = fields.text();
    if (!number || !name || type != "elf") return;
    Module& module = modules_[number->value];
    module = {std::string(*name), {}, {}};
    if (id) module.id = ImageId::parse(*id).value_or(ImageId{});
    if (id && is_go_id(*id)) module.go_id = *id;
  }

  // "0x7f0000001000:0x5000:load:0:rx:0x1000"
  void read_mapping(ElementFields& fields, Report& report) {
    const auto begin = fields.number(), size = fields.number();
    const auto type = fields.text();
    const auto module = fields.number();
    fields.text();
    const auto address = fields.number();
    if (!begin || !size || !module || !address || type != "load") return;
    if (!begin->fits || !size->fits || !address->fits) return report.note_problem(address_too_large);
    const auto known = modules_.find(module->value);
    if (known == modules_.end())
      return report.note_problem("the log maps a module that it does not describe");
    ListedImage image;
    image.begin = begin->value;
    image.end = begin->value + size->value;
    image.slide = begin->value - address->value;
    image.name = base_name(known->second.name);
    image.path = known->second.name;
    image.id = known->second.id;
    image.code_id = known->second.go_id;
    report.add_image(std::move(image));
  }

  std::map<std::uint64_t, Module> modules_;
  std::string columns_;
};

}  // namespace

std::unique_ptr<Format> symbolizer_markup() { return std::make_unique<SymbolizerMarkup>(); }

}  // namespace symkit::crashlog
