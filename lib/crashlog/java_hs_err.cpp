// The native frames of hs_err_pid files, which Java virtual machines leave behind:
//   # C  [libc.so.6+0x97f89]
//   V  [libjvm.so+0x8e2b3c]  JavaThread::run()+0x1c
// The offset counts from where the image begins. The first frame of a stack is the instruction, the others
// hold return addresses, also where frames of Java stand between them.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class JavaHsErr : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {"+0x"};
    return all;
  }
  std::span<const std::string_view> headings() const override {
    static constexpr std::array<std::string_view, 2> all = {"Native frames:", "# Problematic frame:"};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (text.starts_with("Native frames:") || text.starts_with("# Problematic frame:")) {
      first_ = true;
      return Found::Context;
    }
    return read_frame(line, start, frame) ? Found::Frame : Found::Nothing;
  }

 private:
  bool read_frame(std::string_view line, std::size_t start, Frame& frame) {
    Scanner at(line, start);
    at.blanks();
    if (at.literal('#')) at.blanks();
    if ((!at.literal("C ") && !at.literal("V ")) || at.blanks() == 0 || !at.literal('[')) return false;
    const auto inside = at.until(']');
    if (!inside) return false;
    const std::size_t plus = inside->rfind("+0x");
    if (plus == std::string_view::npos || plus == 0) return false;
    Scanner digits(*inside, plus + 1);
    const auto offset = digits.prefixed_hex();
    if (!offset || !digits.at_end()) return false;
    at.literal(']');
    frame.address_text = inside->substr(plus + 1);
    frame.replaced = {at.position(), line.size()};
    take_path(inside->substr(0, plus), frame);
    frame.image_offset = usable(*offset, frame);
    frame.address_of = std::exchange(first_, false) ? AddressOf::Instruction : AddressOf::Return;
    frame.stands_alone = true;
    return true;
  }

  bool first_ = true;
};

}  // namespace

std::unique_ptr<Format> java_hs_err() { return std::make_unique<JavaHsErr>(); }

}  // namespace symkit::crashlog
