// Stacks of TensorFlow, XLA and JAX: names alone, between two lines.
//   *** Begin stack trace ***
//   	tsl::CurrentStackTrace()
//   	kiosk::Till::open(int)
//   *** End stack trace ***
// An empty line is a frame without a name. Read in
// tensorflow/core/platform/default/stacktrace.h.

#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view tensorflow_begin = "*** Begin stack trace ***";

class TensorflowStack : public Format {
 public:
  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (text.starts_with("*** ")) is_within_ = text == tensorflow_begin;
    if (!is_within_ || text == tensorflow_begin) return Found::Nothing;
    is_within_ = report.is_indented();  // others may write between
    if (!is_within_ || text.empty()) return Found::Nothing;
    frame.said.function = text;
    return Found::Named;
  }

 private:
  bool is_within_ = false;  // a stack
};

}  // namespace

std::unique_ptr<Format> tensorflow_stack() { return std::make_unique<TensorflowStack>(); }

}  // namespace symkit::crashlog
