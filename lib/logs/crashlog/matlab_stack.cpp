// Stacks of MATLAB's crash reports:
//   [  7] 0x00007fbd0ea0aa48 /opt/kiosk/caffe.mexa64+00133704
//   [  8] 0x00007fbd0ea0a7f4 /opt/kiosk/caffe.mexa64+00133108 mexFunction+00000246
// Offsets are decimal, and count from the beginning of the file or of the function. All are return
// addresses.

#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "Segmentation violation detected at Wed Nov 14 10:33:05 2018"
std::optional<Cause> matlabs_cause(std::string_view text) {
  for (const auto& [words, kind] :
       {std::pair<std::string_view, std::string_view>("Segmentation violation detected at ", "SIGSEGV"),
        {"Abort detected at ", "SIGABRT"},
        {"Abnormal termination detected at ", "SIGABRT"},
        {"Assertion detected at ", "assertion failed"}})
    if (take_word(text, words)) return signalled(kind);
  return text.starts_with("Stack Trace (from fault):") ? std::optional(stack_follows(Role::Crashed))
                                                       : std::nullopt;
}

class MatlabStack : public Format {
 public:
  ReadCause causes() const override { return matlabs_cause; }
  Marks marks() const override { return {" 0x"}; }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    Scanner at(line, start);
    at.blanks();
    if (!at.literal('[')) return Found::Nothing;
    at.blanks();
    const auto number = at.decimal();
    if (!number || !at.literal("] ")) return Found::Nothing;
    const auto address = prefixed_address(at, frame);
    if (!address || address->digits != digits_of_address) return Found::Nothing;
    frame.replaced = {at.position(), line.size()};
    std::string_view text = trimmed(at.rest());
    const auto last = take_offset(text);
    if (!last) return Found::Nothing;
    const std::size_t blank = text.rfind(' ');
    std::string_view path = text.substr(0, blank == std::string_view::npos ? text.size() : blank);
    const auto first = blank == std::string_view::npos ? std::nullopt : take_offset(path);
    if (first) {
      frame.symbol = text.substr(blank + 1);
      frame.symbol_offset = usable(*last, frame);
    } else {
      path = text;
    }
    if (path.empty()) return Found::Nothing;
    take_number(*number, frame);
    path.starts_with('<') ? void(frame.problem = no_image_file) : take_path(path, frame);
    frame.image_offset = usable(first ? *first : *last, frame);
    frame.runtime_address = usable(*address, frame);
    frame.readable = !frame.symbol.empty();
    frame.address_of = AddressOf::Return;
    frame.stands_alone = true;
    return Found::Frame;
  }

 private:
  // "+00133704" at the end, removed: MATLAB writes eight digits or more.
  static std::optional<Number> take_offset(std::string_view& text) {
    const std::size_t plus = text.rfind('+');
    if (plus == std::string_view::npos) return std::nullopt;
    Scanner at(text, plus + 1);
    const auto offset = at.decimal();
    if (!offset || offset->digits < 8 || !at.at_end()) return std::nullopt;
    text = text.substr(0, plus);
    return offset;
  }
};

}  // namespace

std::unique_ptr<Format> matlab_stack() { return std::make_unique<MatlabStack>(); }

}  // namespace symkit::crashlog
