// rooms: base crashlog
// Reports that are JSON: long documents are captured line by line, turned into a report, and the report read.
#include <string>

#include "logs/crashlog/document.h"
#include "logs/crashlog/document_capture.h"
#include "logs/crashlog/reader.h"
#include "support/fuzz_time.h"

using namespace symkit;
using namespace symkit::crashlog;

namespace {

void read_text(std::string_view text) {
  DocumentCapture capture;
  fuzz::for_each_line(text, [&](std::string_view line) { capture.take(line, true, true); });
  const auto reports = read_document(text);
  if (!reports) return;
  for (const DocumentReport& report : *reports) {
    Reader reader;
    Frame frame;
    for (const bool replay : {false, true}) {
      reader.report().replay(replay);
      fuzz::for_each_line(report.text, [&](std::string_view line) { reader.read(line, frame); });
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::require_linear_time(fuzz::long_text(data, size), read_text);
  return 0;
}
