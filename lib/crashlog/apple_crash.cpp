// Apple's text reports (.crash), and stacks that programs print themselves (callStackSymbols):
//   2   MyApp                  0x1022364bc 0x102230000 + 25788
// A report ends with its images, which say what was loaded where and by which UUID:
//   0x102230000 - 0x102237fff MyApp arm64  <82d13d98219e3040b62a07a297007a7c> /private/var/…/MyApp
// so its frames wait for them. Addresses are as unwound.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class AppleCrash : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {"0x"};
    return all;
  }
  std::span<const std::string_view> headings() const override {
    static constexpr std::array<std::string_view, 7> all = {"Incident Identifier:",
                                                            "Process:  ",
                                                            "Code Type:",
                                                            "Binary Images:",
                                                            "Thread ",
                                                            "Last Exception ",
                                                            "Application Specific Backtrace"};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)), report)) return Found::Context;
    if (read_image(line, start, report)) return Found::Context;
    return read_frame(line, start, report, frame) ? Found::Frame : Found::Nothing;
  }

 private:
  bool read_heading(std::string_view text, Report& report) {
    if (text.starts_with("Incident Identifier:")) {
      begin(report);
    } else if (text.starts_with("Process:  ") && text.ends_with(']')) {
      if (!within_header_) begin(report);  // macOS has no incident in front
    } else if (text.starts_with("Code Type:")) {
      take_architecture(trimmed(text.substr(10)), report);
    } else if (text.starts_with("Binary Images:")) {
      within_header_ = false;
    } else if (text.starts_with("Thread ")) {
      return take_thread(text, report);
    } else {
      return text.starts_with("Last Exception Backtrace:") ||
             text.starts_with("Application Specific Backtrace");
    }
    return true;
  }

  void begin(Report& report) {
    report.begin_with_images_last();
    within_header_ = true;
  }

  // "ARM-64 (Native)", "X86-64 (Native)", "ARM (Native)".
  static void take_architecture(std::string_view type, Report& report) {
    if (type.starts_with("ARM-64")) report.set_architecture(Architecture::Arm64);
    if (type.starts_with("X86-64")) report.set_architecture(Architecture::X86_64);
    if (type.starts_with("ARM (")) report.set_architecture(Architecture::Armv7);
  }

  // "Thread 0 Crashed:", "Thread 3 name:  matching", "Thread 1:".
  bool take_thread(std::string_view text, Report& report) {
    Scanner at(text, 7);
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    const std::string_view number = at.since(from);
    if (!text.ends_with(':') && !at.rest().starts_with(" name:") && !at.rest().starts_with(":")) return false;
    within_header_ = false;
    report.set_thread(number);
    return true;
  }

  // 0x102230000 - 0x102237fff [+]MyApp arm64  <uuid> /path
  static bool read_image(std::string_view line, std::size_t start, Report& report) {
    Scanner at(line, start);
    at.blanks();
    const auto begin = at.prefixed_hex();
    if (!begin || at.blanks() == 0 || !at.literal('-') || at.blanks() == 0) return false;
    const auto last = at.prefixed_hex();
    if (!last || at.blanks() == 0) return false;
    const auto description = at.until('<');
    if (!description || !at.literal('<')) return false;
    const auto id = at.until('>');
    if (!id || !at.literal('>')) return false;
    at.blanks();
    ListedImage image;
    image.begin = begin->value;
    image.end = last->value + 1;
    image.path = trimmed(at.rest());
    image.id = ImageId::parse(*id).value_or(ImageId{});
    take_description(trimmed(*description), image);
    if (begin->fits && last->fits) {
      report.add_image(std::move(image));
    } else {
      report.note_problem(address_too_large);
    }
    return true;
  }

  // "[+]Name with blanks arm64" or "+com.example.App (1.4 - 128)". The path knows the name best.
  static void take_description(std::string_view text, ListedImage& image) {
    if (text.starts_with('+')) text.remove_prefix(1);
    const std::size_t blank = text.find_last_of(" \t");
    if (blank != std::string_view::npos) {
      if (const auto architecture = parse_architecture(text.substr(blank + 1))) {
        image.architecture = *architecture;
        text = trimmed(text.substr(0, blank));
      } else if (text.ends_with(')') && text.contains(" (")) {
        text = trimmed(text.substr(0, text.rfind(" (")));
      }
    }
    const std::string_view from_path = base_name(image.path);
    image.name = from_path.empty() ? text : from_path;
  }

  static bool read_frame(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    const auto number = at.decimal();
    if (!number || at.blanks() == 0) return false;
    const std::size_t name_from = at.position();
    const auto address_at = find_address(line, name_from);
    if (!address_at) return false;
    const std::string_view name = trimmed(line.substr(name_from, *address_at - name_from));
    at.seek(*address_at);
    const auto address = at.prefixed_hex();
    frame.address_text = at.since(*address_at);
    frame.replaced.begin = at.position();
    if (name.empty() || at.blanks() == 0) return false;
    if (!read_description(at, frame)) return false;
    frame.replaced.end = at.position();
    take_number(*number, frame);
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Stack;
    if (name != "???") frame.image.name = name;
    take_image(report, frame);
    return true;
  }

  // The first "0x…" that stands by itself.
  static std::optional<std::size_t> find_address(std::string_view line, std::size_t from) {
    for (std::size_t at = line.find("0x", from); at != std::string_view::npos; at = line.find("0x", at + 1)) {
      if (!is_blank(line[at - 1])) continue;
      Scanner digits(line, at);
      if (digits.prefixed_hex() && is_blank(digits.peek())) return at;
    }
    return std::nullopt;
  }

  // "0x102230000 + 25788", "MyApp + 25788", "-[Cart total:] + 28", "main (main.m:16)".
  static bool read_description(Scanner& at, Frame& frame) {
    const std::string_view text = trimmed(at.rest());
    const std::size_t plus = text.rfind(" + ");
    if (plus == std::string_view::npos) return false;
    Scanner offset(text, plus + 3);
    const auto number = offset.decimal();
    if (!number || !number->fits) return false;
    Scanner base(text);
    if (const auto load = base.prefixed_hex(); load && base.position() == plus && load->fits) {
      frame.load_address = load->value;
    } else {
      frame.symbol = trimmed(text.substr(0, plus));
      frame.symbol_offset = number->value;
    }
    at.blanks();
    at.seek(at.position() + offset.position());
    return true;
  }

  static void take_image(Report& report, Frame& frame) {
    const ListedImage* image = frame.load_address       ? report.image_at(*frame.load_address)
                               : !frame.runtime_address ? nullptr
                                                        : report.image_holding(*frame.runtime_address);
    // "MyApp 0x1022364bc MyApp + 25788": the offset is from the image, not from a function.
    if (!frame.symbol.empty() && frame.symbol == frame.image.name) {
      frame.image_offset = frame.symbol_offset;
      frame.symbol = {};
      frame.symbol_offset.reset();
    }
    if (image == nullptr && !frame.image.name.empty()) image = report.image_named(frame.image.name);
    if (image != nullptr) Report::fill_in(*image, frame);
  }

  bool within_header_ = false;
};

}  // namespace

std::unique_ptr<Format> apple_crash() { return std::make_unique<AppleCrash>(); }

}  // namespace symkit::crashlog
