// Stacks of elfutils' eu-stack, with -b, -m or -l; -a adds "- 1" to return addresses:
//   PID 4711 - core
//   TID 4711:
//   #0  0x00007f92a7a88a7b     - /usr/lib/libkiosk.so
//       [974da62b3886a846aa739c97f050e5b521c73d3d]@0x7f92a7a87000+0x1a7b
// The second line of a frame has what the first needs. In a file that was read ahead the first line is
// answered; in a stream the second, whose offset points into the call. -l lists images before the stacks.
#include <utility>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class EuStack : public Format {
 public:
  Marks marks() const override { return {"0x"}; }
  Marks headings() const override { return {"PID ", "TID "}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_heading(text, report)) return Found::Context;
    if (is_list_ && read_listed(text, report)) return Found::Context;
    if (!is_stack_) return Found::Nothing;
    if (const auto at = find_numbered_frame(line, start)) return read_frame(line, *at, report, frame);
    return read_place(line, start, report, frame);
  }

 private:
  // "PID 4711 - core module memory map", "PID 4711 - process", "TID 4711:"
  bool read_heading(std::string_view text, Report& report) {
    Scanner at(text);
    const bool is_thread = at.literal("TID ");
    if (!is_thread && !at.literal("PID ")) return false;
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    if (is_thread) {
      if (at.rest() != ":") return false;
      report.set_thread(text.substr(from, text.size() - from - 1));
      is_stack_ = true;
      is_list_ = false;
      return true;
    }
    if (!at.literal(" - ")) return false;
    if (at.rest().ends_with(" module memory map")) {
      report.begin_with_images_last();
      report.take_every_line(true);
      is_list_ = true;
    } else if (std::exchange(is_list_, false)) {
      report.images_complete();
    } else {
      report.begin();  // of another process
    }
    is_stack_ = has_ids_ = false;
    return true;
  }

  // An image has several lines: "0x00007f92a7a87000-0x00007f92a7a8b010 libkiosk.so", "[974d…]", and its
  // files or "-" for none. False at the end of the list.
  bool read_listed(std::string_view text, Report& report) {
    Scanner at(text);
    if (at.literal('[')) {
      if (const auto id = ImageId::parse(text.substr(1, text.find(']') - 1))) listed_.id = *id;
      if (listed_.end != 0) {
        report.add_image(std::exchange(listed_, {}));
        return true;
      }
    } else if (const auto begin = at.prefixed_hex(); begin && at.literal('-')) {
      const auto end = at.prefixed_hex();
      listed_ = {};
      listed_.begin = begin->value;
      if (end && begin->fits && end->fits) listed_.end = end->value;
      listed_.name = base_name(trimmed(at.rest()));
    } else {
      is_list_ = text == "-" || text.starts_with('/');
    }
    if (is_list_) report.skip_image();
    return is_list_;
  }

  Found read_frame(std::string_view line, std::size_t from, Report& report, Frame& frame) {
    Scanner at(line, from);
    const auto number = numbered_frame(at);
    if (!number) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address || (address->digits != digits_of_address && address->digits != digits_of_address / 2))
      return Found::Nothing;
    frame.address_of = AddressOf::Stack;
    if (at.literal(" - 1")) {
      frame.address_of = AddressOf::Return;
    } else if (at.literal("    ")) {
      frame.address_of = AddressOf::Instruction;
    }
    frame.replaced = {at.position(), line.size()};
    if (!at.at_end() && !is_blank(at.peek())) return Found::Nothing;
    take_number(*number, frame);
    frame.runtime_address = usable(*address, frame);
    read_function(trimmed(at.rest()), frame);
    number_ = *number;
    address_ = address->value;
    module_ = frame.image.path.empty() ? frame.image.name : frame.image.path;
    return answer(report, frame) ? Found::Frame : Found::Context;
  }

  // "kiosk_serve - libkiosk.so", "- /usr/lib/libkiosk.so", "kiosk_serve"
  static void read_function(std::string_view text, Frame& frame) {
    const std::size_t dash = text.starts_with("- ") ? 0 : text.rfind(" - ");
    if (dash != std::string_view::npos)
      take_mapped_path(trimmed(text.substr(text.find('-', dash) + 1)), frame);
    frame.symbol = trimmed(text.substr(0, dash));
  }

  // Whether the frame's first line is the one to answer.
  bool answer(Report& report, Frame& frame) {
    frame.unmoved_if_fixed = true;
    const ListedImage* image = frame.runtime_address ? report.image_holding(*frame.runtime_address) : nullptr;
    if (image != nullptr) Report::fill_in(*image, frame);
    is_answered_ = image != nullptr;
    return is_answered_ || !has_ids_;
  }

  // "[974d…]@0x7f92a7a87000+0x1a7b", after a frame's first line.
  Found read_place(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    if (!at.literal('[')) return Found::Nothing;
    const auto digits = at.until(']');
    if (!digits || !at.literal("]@")) return Found::Nothing;
    const auto id = ImageId::parse(*digits);
    const std::size_t from = at.position();
    const auto load = at.prefixed_hex();
    if (!id || !load || !load->fits || !at.literal('+')) return Found::Nothing;
    const auto offset = at.prefixed_hex();
    if (!offset || !trimmed(at.rest()).empty()) return Found::Nothing;
    add_image(*id, load->value, report);
    has_ids_ = true;
    if (std::exchange(is_answered_, true)) return Found::Context;
    take_number(number_, frame);
    take_path(module_, frame);
    frame.image.id = *id;
    frame.image_offset = usable(*offset, frame);
    frame.address_of = AddressOf::Call;
    frame.address_text = line.substr(from, at.position() - from);
    frame.replaced = {at.position(), at.position()};
    return Found::Frame;
  }

  // The line applies to the single address before it.
  void add_image(const ImageId& id, std::uint64_t load_address, Report& report) const {
    if (address_ == UINT64_MAX || report.image_list().holding(address_).image != nullptr) return;
    ListedImage image;
    image.begin = address_;
    image.end = address_ + 1;
    image.load_address = load_address;
    image.name = base_name(module_);
    if (image.name.size() != module_.size()) image.path = module_;
    image.id = id;
    report.add_image(std::move(image));
  }

  bool is_list_ = false;
  bool is_stack_ = false;
  bool has_ids_ = false;      // frames have a second line
  bool is_answered_ = false;  // the first line of the last frame is enough
  // Of the last frame.
  Number number_;
  std::uint64_t address_ = 0;
  std::string module_;
  ListedImage listed_;  // the image whose lines are being read
};

}  // namespace

std::unique_ptr<Format> eu_stack() { return std::make_unique<EuStack>(); }

}  // namespace symkit::crashlog
