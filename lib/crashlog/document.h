// Reports that are JSON documents (.ips, MetricKit), turned into the lines of a text report: these then go
// the way of all lines, and who wants the document itself learns where in it each frame stands.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crashlog/frame.h"

namespace symkit::crashlog {

// A frame of the document, by the line that stands for it.
struct DocumentFrame {
  std::size_t line = 0;                      // of the text, from 0
  std::optional<AddressOf> address_of = {};  // where the line cannot say it
  bool has_symbol = false;                   // the document names the function already …
  bool has_place = false;                    // … and where in the source
  Span object;                               // in the document
  std::size_t end_of_members = 0;            // where members can be added to it
  std::string separator;                     // what stands between its members
  // The members that each frame of an inlined call needs, too, as JSON; empty where calls are nested in the
  // frame's object instead of being its neighbours.
  std::string shared_members;
};

struct DocumentReport {
  std::string text;                   // ends each line with "\n"
  std::vector<DocumentFrame> frames;  // in the order of their lines
  std::vector<std::string> problems;  // of frames that cannot be looked up
};

// The reports in a document, each of which has images of its own. `bytes` is all that was captured: for an
// .ips its header line, too. An error says why there are none.
Result<std::vector<DocumentReport>> read_document(std::string_view bytes);

}  // namespace symkit::crashlog
