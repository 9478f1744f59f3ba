// Backtraces of gdb, which knows names or lines of some images only:
//   #2  0x00007f92a7a88a7b in ?? () from /usr/lib/libkiosk.so
// Where the image was loaded is known if "info proc mappings" was logged before. Addresses are as unwound.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"
#include "crashlog/memory_mappings.h"

namespace symkit::crashlog {
namespace {

class GdbBacktrace : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 2> all = {"0x", "<signal handler called>"};
    return all;
  }
  std::span<const std::string_view> headings() const override {
    static constexpr std::array<std::string_view, 2> all = {"Thread ", "Mapped address spaces:"};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (read_heading(text, report) || read_mapping(text, report)) return Found::Context;
    const auto at = find_numbered_frame(line, start);
    if (!at) return Found::Nothing;
    if (line.substr(*at).ends_with("<signal handler called>")) {
      report.note_signal();
      return Found::Context;
    }
    return read_frame(line, *at, report, frame);
  }

 private:
  // "Thread 2 (Thread 0x7f92a7 (LWP 4712) "matching"):", "Mapped address spaces:"
  bool read_heading(std::string_view text, Report& report) {
    Scanner at(text);
    if (at.literal("Mapped address spaces:")) {
      report.begin();
      mappings_.clear();
      return true;
    }
    if (!at.literal("Thread ")) return false;
    const std::size_t from = at.position();
    if (!at.decimal()) return false;
    const std::string_view number = at.since(from);
    if (!at.rest().starts_with(" (Thread 0x") && !at.rest().starts_with(" (LWP ")) return false;
    report.set_thread(number);
    return true;
  }

  // "0x7f92a7a00000 0x7f92a7a28000 0x28000 0x0 r--p /usr/lib/libkiosk.so", older without permissions.
  bool read_mapping(std::string_view text, Report& report) {
    Scanner at(text);
    std::array<std::uint64_t, 4> numbers{};
    for (std::uint64_t& number : numbers) {
      const auto one = at.prefixed_hex();
      if (!one || !one->fits || at.blanks() == 0) return false;
      number = one->value;
    }
    if (at.peek() != '/' && !at.word().empty()) at.blanks();
    mappings_.add({numbers[0], numbers[1], numbers[3], trimmed(at.rest())}, report);
    return true;
  }

  static Found read_frame(std::string_view line, std::size_t from, Report& report, Frame& frame) {
    Scanner at(line, from);
    const auto number = numbered_frame(at);
    const std::size_t address_from = at.position();
    const auto address = at.prefixed_hex();
    frame.address_text = at.since(address_from);
    frame.replaced = {at.position(), line.size()};
    if (!number || !address || !at.literal(" in ")) return Found::Nothing;
    std::string_view text = trimmed(at.rest());
    const std::size_t library = text.rfind(" from ");
    if (library != std::string_view::npos) {
      take_mapped_path(trimmed(text.substr(library + 6)), frame);
      text = trimmed(text.substr(0, library));
    }
    if (!text.ends_with(')')) return text.contains(" at ") ? Found::Context : Found::Nothing;
    const std::string_view arguments = last_group(text);
    frame.symbol = trimmed(text.substr(0, text.size() - arguments.size()));
    if (frame.symbol == "??") frame.symbol = {};
    take_number(*number, frame);
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Stack;
    const ListedImage* image = frame.runtime_address ? report.image_holding(*frame.runtime_address) : nullptr;
    if (image != nullptr) Report::fill_in(*image, frame);
    return Found::Frame;
  }

  MemoryMappings mappings_;
};

}  // namespace

std::unique_ptr<Format> gdb_backtrace() { return std::make_unique<GdbBacktrace>(); }

}  // namespace symkit::crashlog
