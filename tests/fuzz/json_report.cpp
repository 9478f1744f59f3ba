// rooms: base crashlog
// Reports that are JSON: any bytes are captured line by line, turned into a report, and the report read.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/each_line.h"
#include "crashlog/document.h"
#include "crashlog/document_capture.h"
#include "crashlog/reader.h"

using symkit::each_line;
using namespace symkit::crashlog;

namespace {

void read(const DocumentReport& report) {
  Reader reader;
  Frame frame;
  each_line(report.text, [&](std::string_view line) { reader.read(line, frame); });
  reader.report().replay(true);
  each_line(report.text, [&](std::string_view line) {
    if (reader.read(line, frame) == Found::Frame && frame.replaced.end > line.size()) std::abort();
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  DocumentCapture capture;
  each_line(bytes, [&](std::string_view line) { capture.take(line, true, true); });
  const auto reports = read_document(bytes);
  if (!reports) return 0;
  for (const DocumentReport& report : *reports) {
    for (const DocumentFrame& frame : report.frames)
      if (frame.object.end > size || frame.end_of_members >= frame.object.end) std::abort();
    read(report);
  }
  return 0;
}
