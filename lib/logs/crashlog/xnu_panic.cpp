// Panics of Apple's kernel. The kernel's own image and its extensions stand before or behind the frames:
//   		  lr: 0xfffffe001d4aa018  fp: 0xfffffe8ff1b0f540                        arm64
//   0xffffff9116ebb5b0 : 0xffffff8012a91f66                                      x86_64
//   Kernel UUID: 1AE5ACFD-3B6F-3D74-AD52-31F1430DBC6F
//   Kernel slide:     0x0000000012800000
//      com.example.kiosk(1.2)[6C4A0F1E-…]@0xffffff7f94c00000->0xffffff7f94c8cfff
// The other address of a frame is where it is on the stack. All are return addresses. Read in
// osfmk/kern/debug.c and osfmk/arm64 of xnu.
#include <array>
#include <vector>

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view xnu_panic_mark = "panic(cpu ", xnu_caller = " caller 0x";
constexpr std::string_view xnu_extension = "]@0x", xnu_frame = "  fp: 0x";
// What follows the images.
constexpr std::array<std::string_view, 4> xnu_ends = {
    "System uptime in nanoseconds:", "last started kext at ", "last loaded kext at ", "loaded kexts:"};

// 'panic(cpu 2 caller 0xffffff8012c6a1bd): Kernel trap at 0xffffff7f95b2a3c4, type 14=page fault, registers:'
std::optional<Cause> xnus_cause(std::string_view text) {
  if (!take_word(text, xnu_panic_mark) || !take_before(text, xnu_caller)) return std::nullopt;
  if (!take_before(text, "): ")) return std::nullopt;
  Cause made = reason(kernel_panic, text);
  made.begins = true;
  return made;
}

class XnuPanic : public Format {
 public:
  ReadCause causes() const override { return xnus_cause; }
  Marks marks() const override { return {xnu_extension, xnu_frame, " : 0xffff"}; }
  Marks headings() const override {
    return {xnu_panic_mark, "Kernel UUID:", "Kernel slide:", "Kernel text exec slide:",
            xnu_ends[0],    xnu_ends[1],    xnu_ends[2],     xnu_ends[3]};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (text.starts_with(xnu_panic_mark) && text.contains(xnu_caller)) return begin(report);
    if (!is_within_) return Found::Nothing;
    if (read_image(text)) return Found::Context;
    for (const std::string_view end : xnu_ends)
      if (text.starts_with(end)) {
        report.images_complete();
        is_within_ = report.replaying();
        return Found::Context;
      }
    return read_frame(line, start, frame) ? Found::Frame : Found::Nothing;
  }

 private:
  Found begin(Report& report) {
    if (!report.replaying()) {
      extensions_.clear();
      kernel_ = {};
      kernel_.name = "kernel";
    }
    report.begin_with_images_last();
    is_within_ = true;
    return Found::Context;
  }

  bool read_image(std::string_view text) {
    if (take_word(text, "Kernel UUID:")) {
      if (const auto id = ImageId::parse(trimmed(text))) kernel_.id = *id;
      return true;
    }
    // Code of arm64's kernels has a slide of its own, in a later line.
    if (take_word(text, "Kernel slide:") || take_word(text, "Kernel text exec slide:")) {
      kernel_.slide = address_at(trimmed(text));
      return true;
    }
    const std::size_t mark = text.find(xnu_extension);
    const std::size_t open = mark == std::string_view::npos ? mark : text.substr(0, mark).rfind('[');
    if (open == std::string_view::npos) return false;
    Scanner at(text, mark + 2);
    const auto begin = at.prefixed_hex();
    const auto last = at.literal("->") ? at.prefixed_hex() : std::nullopt;
    if (!begin || !last || !begin->fits || !last->fits || last->value < begin->value) return false;
    ListedImage extension;
    extension.name = text.substr(0, std::min(text.find('('), open));
    extension.begin = begin->value;
    extension.end = last->value + (last->value == UINT64_MAX ? 0 : 1);
    if (const auto id = ImageId::parse(text.substr(open + 1, mark - open - 1))) extension.id = *id;
    constexpr std::size_t most = 1'000;
    if (extensions_.size() < most) extensions_.push_back(std::move(extension));
    return true;
  }

  // "lr: 0xfffffe001d4aa018  fp: 0xfffffe8ff1b0f540", "0xffffff9116ebb5b0 : 0xffffff8012a91f66"
  bool read_frame(std::string_view line, std::size_t start, Frame& frame) const {
    Scanner at(line, start);
    at.blanks();
    const bool is_arm = at.literal("lr: ");
    if (!is_arm && (!at.prefixed_hex() || !at.literal(" : "))) return false;
    const std::size_t from = at.position();
    const auto address = at.prefixed_hex();
    frame.address_text = at.since(from);
    if (!address || address->digits != digits_of_address || address->value >> 63 == 0) return false;
    if (is_arm && (!at.literal(xnu_frame.substr(0, xnu_frame.size() - 2)) || !at.prefixed_hex()))
      return false;
    if (!trimmed(at.rest()).empty()) return false;
    frame.replaced = {at.position(), line.size()};
    frame.runtime_address = usable(*address, frame);
    frame.address_of = AddressOf::Return;
    frame.stands_alone = true;
    Report::fill_in(image_at(address->value), frame);
    if (!kernel_.slide && frame.image.name == kernel_.name)
      frame.problem = "the log does not say how far the kernel was moved";
    return true;
  }

  const ListedImage& image_at(std::uint64_t address) const {
    for (const ListedImage& extension : extensions_)
      if (extension.begin <= address && address < extension.end) return extension;
    return kernel_;
  }

  std::vector<ListedImage> extensions_;
  ListedImage kernel_;
  bool is_within_ = false;  // a panic
};

}  // namespace

std::unique_ptr<Format> xnu_panic() { return std::make_unique<XnuPanic>(); }

}  // namespace symkit::crashlog
