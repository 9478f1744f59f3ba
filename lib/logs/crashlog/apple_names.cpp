// Frames in Apple's columns that are followed by what they are:
//   3   libsystem_kernel.dylib   0x00000001ceb28414 0x1ceb00000 + 164884     // __pthread_kill
//   4   dyld                     0x00000001022303fc start + 12 (main.m:3)
#include "logs/crashlog/formats.h"
#include "logs/crashlog/scanner.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view remark = "// ";

class AppleNames : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    const auto number = take_number(text);
    if (!number || text.empty() || !is_blank(text.front())) return Found::Nothing;
    const std::size_t at = text.find("0x");
    if (at == std::string_view::npos || at == 0 || !is_blank(text[at - 1])) return Found::Nothing;
    const std::string_view image = trimmed(text.substr(0, at));
    if (image.empty() || image.find_first_of(":([") != std::string_view::npos) return Found::Nothing;
    text.remove_prefix(at);
    if (take_address(text).size() < 6) return Found::Nothing;
    frame.number = number;
    if (image != "???") frame.image.name = image;
    return read_function(trimmed(text), frame.said) ? Found::Named : Found::Nothing;
  }

 private:
  static bool read_function(std::string_view text, Said& said) {
    if (const std::size_t begin = text.find(remark); begin != std::string_view::npos)
      text = text.substr(begin + remark.size());
    if (text.starts_with("0x")) return false;
    if (const std::size_t open = text.rfind(" (");
        text.ends_with(')') && open != std::string_view::npos &&
        read_place(text.substr(open + 2, text.size() - open - 3), said))
      text = text.substr(0, open);
    take_function(text, said);
    return !said.function.empty();
  }
};

}  // namespace

std::unique_ptr<Format> apple_names() { return std::make_unique<AppleNames>(); }

}  // namespace symkit::crashlog
