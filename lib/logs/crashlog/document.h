// Reports that are JSON documents (.ips, MetricKit), turned into the lines of a text report: these then go
// the way of all lines, and who wants the document itself learns where in it each frame stands.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "logs/crashlog/frame.h"
#include "logs/crashlog/json_document.h"

namespace symkit::crashlog {

// What the members of a frame are called that names and places are written to.
struct FrameMembers {
  std::string_view function;
  std::string_view file = {};  // its name …
  std::string_view path = {};  // … and all of its path
  std::string_view line;
  std::string_view symbol_address = {};
  std::string_view image = {};
  std::string_view symbol_offset = {};    // a number …
  std::string_view function_offset = {};  // … or hexadecimal, as addresses are
  std::string_view place = {};            // the object that file, line and column are members of
  std::string_view column = {};
  std::string_view inlined_calls = {};  // an array of them; empty: they are frames of their own
  std::string_view lacks_symbols = {};  // no longer true where a name was found
  bool innermost_first = true;
};

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
  // Of a stack that no text report stands for: what is said of the code. Its views are of the document.
  const FrameMembers* members = nullptr;
  Frame frame = {};
  JsonValue value = {};
};

struct DocumentReport {
  std::string text;                   // ends each line with "\n"
  std::vector<DocumentFrame> frames;  // in the order of their lines
  std::vector<std::string> problems;  // of frames that cannot be looked up
  // Of structured stacks, whose documents stay documents: the text is empty.
  std::shared_ptr<const JsonDocument> document = {};
  std::vector<ListedImage> images = {};
  // A line of a log: the images that it lists are those of the lines behind it, and its frames go on with the
  // stack before.
  bool goes_on = false;
};

// The reports in a document, each of which has images of its own. `bytes` is all that was captured: for an
// .ips its header line, too. An error says why there are none; none without an error: it was no report.
Result<std::vector<DocumentReport>> read_document(std::string_view bytes);

}  // namespace symkit::crashlog
