// rooms: crashlog
// Logs of native crashes: long lines, and reports of many lines, each read twice, as symlookup reads them
// where the images come last; and the text as the kernel's list of symbols.
#include <string>

#include "logs/crashlog/kernel_symbols.h"
#include "logs/crashlog/reader.h"
#include "support/fuzz_time.h"

using namespace symkit;
using namespace symkit::crashlog;

namespace {

// As long as a frame's line may be.
std::string in_lines(std::string_view text) {
  std::string lines;
  fuzz::for_each_line(text, [&](std::string_view line) {
    for (; line.size() > Reader::longest_line; line.remove_prefix(Reader::longest_line - 1))
      (lines += line.substr(0, Reader::longest_line - 1)) += '\n';
    lines += line;
  });
  return lines;
}

void read_text(std::string_view text) {
  Reader reader;
  for (const bool replay : {false, true}) {
    reader.report().replay(replay);
    fuzz::for_each_line(text, [&](std::string_view line) {
      Frame frame;
      if (reader.read(line, frame) != Found::Frame) return;
      while (frame.shares_line && reader.read_further(frame)) continue;
    });
  }
}

void read_symbols(std::string_view text) {
  const auto symbols = KernelSymbols::parse(std::string(text));
  if (!symbols) return;
  for (std::uint64_t address = 0; address < 1000; ++address)
    symbols->find(address << 12 | 0xffffffff00000000);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::long_text(data, size);
  fuzz::require_linear_time(in_lines(text), read_text);
  fuzz::require_linear_time(text, read_symbols);
  return 0;
}
