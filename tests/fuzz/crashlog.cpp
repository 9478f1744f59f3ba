// rooms: crashlog
// A log from nowhere, read line by line as symlookup reads it: reports begin, wait for their images and are
// read once more. What a frame says must lie within its line, and everything it views must be there.
#include <cstring>
#include <string>
#include <vector>

#include "logs/crashlog/reader.h"
#include "support/fuzz_require.h"

using namespace symkit;
using namespace symkit::crashlog;

namespace {

// Reads every byte, so that a sanitizer sees a view of memory that is gone.
std::size_t touch(std::string_view text) {
  std::size_t sum = text.size();
  for (const char c : text) sum += static_cast<unsigned char>(c);
  return sum;
}

void check(const Frame& frame, std::string_view line) {
  fuzz::require(frame.replaced.begin <= frame.replaced.end);
  fuzz::require(frame.replaced.end <= line.size());
  std::size_t sum = 0;
  for (const std::string_view text :
       {frame.address_text, frame.thread, frame.image.name, frame.image.path, frame.symbol, frame.problem,
        frame.columns, frame.elements, frame.said.function, frame.said.folded, frame.said.file})
    sum += touch(text);
  fuzz::require(sum != SIZE_MAX);
  fuzz::require(frame.address_of != AddressOf::Stack);
}

// The frames of one line come one behind the other.
void read(Reader& reader, std::string_view line) {
  Frame frame;
  const Found found = reader.read(line, frame);
  if (found != Found::Frame && found != Found::Named) return;
  check(frame, line);
  std::size_t end = frame.replaced.end;
  while (frame.shares_line && reader.read_further(frame)) {
    check(frame, line);
    fuzz::require(frame.replaced.begin >= end && frame.replaced.end > end);
    end = frame.replaced.end;
  }
}

std::vector<std::string> lines_of(std::string_view log) {
  std::vector<std::string> lines;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size() - 1) + 1;
    lines.emplace_back(log.substr(0, end));
    log.remove_prefix(end);
  }
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> lines = lines_of({reinterpret_cast<const char*>(data), size});
  // The log's own lines as a list of the kernel's symbols, where some can be that.
  const auto symbols = KernelSymbols::parse(std::string(reinterpret_cast<const char*>(data), size));
  for (const ReadFor wanted : {ReadFor::Answers, ReadFor::Names}) {
    Reader reader(wanted);
    if (symbols) reader.report().set_knowledge({.kernel = &*symbols});
    for (const bool replay : {false, true}) {
      reader.report().replay(replay);
      for (const std::string& line : lines) read(reader, line);
    }
  }
  return 0;
}
