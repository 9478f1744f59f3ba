// The output of systemd-coredump in the journal and of coredumpctl: modules first, then stacks.
//   Module /usr/lib/libkiosk.so with build-id 0123…
//   Stack trace of thread 4711:
//   #0  0x00007237452cb3f4 n/a (libc.so.6 + 0x963f4)
// The offset counts from the beginning of the image. Before systemd 246 there was none, and the image's
// position must be known. Addresses are as unwound.

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "Message: Process 4711 (kiosk) of user 1000 dumped core.", and before it "Signal: 11 (SEGV)"
std::optional<Cause> coredumps_cause(std::string_view text) {
  if (text.starts_with("Stack trace of thread ")) return stack_follows(Role::Crashed, Series::FirstOfMany);
  take_word(text, "Message: ");
  Cause made;
  if (text.starts_with("Process ") && text.contains(") of user ") && text.contains(" dumped core")) {
    made = cause(Knows::Stopped, "core dump");
    take_before(text, "(");
    made.program = text.substr(0, text.find(')'));
  } else if (take_word(text, "Signal: ") && take_number(text) && take_word(text, " (")) {
    made = signalled(signal_in(text));
  } else {
    return std::nullopt;
  }
  made.begins = made.from_outside = true;
  return made;
}

class SystemdCoredump : public Format {
 public:
  ReadCause causes() const override { return coredumps_cause; }
  Marks marks() const override { return {"0x"}; }
  Marks headings() const override { return {"Module ", "Found module ", "Stack trace of thread "}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_module(text, report) || read_thread(text, report)) return Found::Context;
    const auto at = find_numbered_frame(line, start);
    return at && read_frame(line, *at, report, frame) ? Found::Frame : Found::Nothing;
  }

 private:
  // "Module libkiosk.so with build-id 0123…", "Found module x with build-id: 0123…", "… without build-id."
  bool read_module(std::string_view text, Report& report) {
    Scanner at(text);
    if (!at.literal("Module ") && !at.literal("Found module ")) return false;
    // Later also "Module x from deb y, build-id=0123…".
    const std::size_t name_from = at.position();
    auto path = at.until(" with build-id");
    if (!path) path = at.until(", build-id");
    if (!path || (!at.literal(" with build-id") && !at.literal(", build-id")))
      return text.contains(" without build-id") || text.substr(name_from).contains(" from ");
    if (!at.literal('=')) at.literal(':');
    at.blanks();
    const auto id = ImageId::parse(at.word());
    if (!id) return false;
    if (std::exchange(stacks_came_, false)) report.begin();
    const std::string_view module = path->substr(0, path->find(" from "));
    ListedImage image;
    image.name = base_name(module);
    if (image.name.size() != module.size()) image.path = module;
    image.id = *id;
    report.add_image(std::move(image));
    return true;
  }

  bool read_thread(std::string_view text, Report& report) {
    Scanner at(text);
    if (!at.literal("Stack trace of thread ")) return false;
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    report.set_thread(at.since(from));
    stacks_came_ = true;
    return true;
  }

  // "#0  0x00007237452cb3f4 n/a (libc.so.6 + 0x963f4)"
  bool read_frame(std::string_view line, std::size_t from, Report& report, Frame& frame) const {
    Scanner at(line, from);
    const auto number = numbered_frame(at);
    if (!number) return false;
    const auto address = prefixed_address(at, frame);
    if (!address || !is_blank(at.peek())) return false;
    frame.replaced.begin = at.position();
    std::string_view text = line.substr(at.position());
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    const std::string_view group = last_group(text);
    const std::size_t plus = group.rfind(" + 0x");
    if (plus == std::string_view::npos) return read_old_frame(text, group, *number, *address, report, frame);
    Scanner digits(group, plus + 3);
    const auto offset = digits.prefixed_hex();
    if (!offset || digits.rest() != ")") return false;
    frame.replaced.end = frame.replaced.begin + text.size();
    const std::string_view symbol = trimmed(text.substr(0, text.size() - group.size()));
    if (symbol != "n/a") frame.symbol = symbol;
    take_number(*number, frame);
    usable(*address, frame);
    frame.image_offset = usable(*offset, frame);
    frame.address_of = AddressOf::Stack;
    const std::string_view path = group.substr(1, plus - 1);
    if (path == "n/a") {
      frame.image_offset.reset();
      frame.problem = no_image_file;
      return true;
    }
    take_mapped_path(path, frame);
    if (const ListedImage* image = report.image_named(frame.image.name)) Report::fill_in(*image, frame);
    return true;
  }

  // "#0  0x00007237452cb3f4 raise (libc.so.6)": only accepted after its heading, as any line could look
  // like this.
  bool read_old_frame(std::string_view text, std::string_view group, const Number& number,
                      const Number& address, Report& report, Frame& frame) const {
    const std::string_view before = text.substr(0, text.size() - group.size());
    if (!stacks_came_ || group.size() < 3 || address.digits != digits_of_address) return false;
    const std::string_view module = group.substr(1, group.size() - 2);
    if (first_of<" ,=">(module) != std::string_view::npos || !before.ends_with(' ')) return false;
    const std::string_view symbol = trimmed(before);
    if (symbol.empty() || symbol.starts_with("in ")) return false;
    frame.replaced.end = frame.replaced.begin + text.size();
    if (symbol != "n/a") frame.symbol = symbol;
    take_number(number, frame);
    frame.runtime_address = usable(address, frame);
    frame.address_of = AddressOf::Stack;
    frame.unmoved_if_fixed = true;
    if (module != "n/a") take_mapped_path(module, frame);
    report.take_mapping(frame);
    return true;
  }

  bool stacks_came_ = false;
};

}  // namespace

std::unique_ptr<Format> systemd_coredump() { return std::make_unique<SystemdCoredump>(); }

}  // namespace symkit::crashlog
