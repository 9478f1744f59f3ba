// rooms: base crashlog
// Reports that are JSON: any bytes are captured line by line, turned into a report, and the report read.
// Where frames are objects, members are put into them: what was JSON is JSON.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ground/base/each_line.h"
#include "logs/crashlog/document.h"
#include "logs/crashlog/document_capture.h"
#include "logs/crashlog/document_edits.h"
#include "logs/crashlog/reader.h"

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

// Without changes the bytes are those that came.
void change(const DocumentReport& report, std::string_view bytes) {
  DocumentEdits edits(bytes);
  if (edits.applied() != bytes) std::abort();
  for (const DocumentFrame& frame : report.frames) {
    const Member members[] = {{frame.members->function, "\"f\""}, {frame.members->line, "7"}};
    edits.set(frame.value, members);
    edits.add_copy(
        frame.value, members,
        frame.members->innermost_first ? DocumentEdits::Side::Before : DocumentEdits::Side::Behind);
    if (frame.frame.image.name.size() > bytes.size()) std::abort();
  }
  if (!symkit::json::Document::parse(edits.applied())) std::abort();
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
    report.document ? change(report, bytes) : read(report);
  }
  return 0;
}
