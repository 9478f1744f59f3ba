// rooms: crashlog
// Whatever lines a log has, what is said of a frame lies within its line: spans, text, and the frames behind
// it.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "crashlog/reader.h"

namespace {

using namespace symkit::crashlog;

void check(std::string_view line, const Frame& frame, std::size_t from) {
  if (frame.replaced.begin < from || frame.replaced.begin > frame.replaced.end ||
      frame.replaced.end > line.size())
    std::abort();
  if (frame.problem.empty() && frame.address_text.empty()) std::abort();
  if (frame.address_of == AddressOf::Stack) std::abort();
}

void read(Reader& reader, std::string_view line) {
  Frame frame;
  if (reader.read(line, frame) != Found::Frame) return;
  check(line, frame, 0);
  std::size_t end = frame.replaced.end;
  while (frame.shares_line && reader.read_further(frame)) {
    check(line, frame, end);
    if (frame.replaced.end <= end) std::abort();
    end = frame.replaced.end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const auto symbols = KernelSymbols::parse(std::string(rest));
  Reader reader;
  if (symbols) reader.report().set_kernel(&*symbols);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end == std::string_view::npos ? rest.size() : end + 1);
    read(reader, line);
    rest.remove_prefix(line.size());
  }
  return 0;
}
