// Reports that are JSON documents (.ips, MetricKit), turned into the lines of a text report, which are
// then read like all other lines. For callers that want the document itself, the position of each frame
// in it is kept.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "ground/json/document.h"
#include "logs/crashlog/frame.h"

namespace symkit::crashlog {

// The names of a frame's members that names and places are written to.
struct FrameMembers {
  std::string_view function;
  std::string_view file = {};  // the file name …
  std::string_view path = {};  // … and its complete path
  std::string_view line;
  std::string_view symbol_address = {};
  std::string_view image = {};
  std::string_view symbol_offset = {};    // a decimal number …
  std::string_view function_offset = {};  // … or hexadecimal, as addresses are
  std::string_view place = {};            // the object that has file, line and column as members
  std::string_view column = {};
  std::string_view inlined_calls = {};  // an array of inlined calls; empty: they are frames of their own
  std::string_view lacks_symbols = {};  // no longer true if a name was found
  bool innermost_first = true;
};

// A frame of the document, identified by its line in the text.
struct DocumentFrame {
  std::size_t line = 0;                      // of the text, from 0
  std::optional<AddressOf> address_of = {};  // if the line cannot give it
  bool has_symbol = false;                   // the document names the function already …
  bool has_place = false;                    // … and its place in the source
  Span object;                               // in the document
  std::size_t end_of_members = 0;            // where members can be added to it
  std::string separator;                     // the text between its members
  // The members that each frame of an inlined call needs, too, as JSON; empty if calls are nested in the
  // frame's object instead of being its neighbours.
  std::string shared_members;
  // For a stack without a text report: the members that describe the code. Its views are of the document.
  const FrameMembers* members = nullptr;
  Frame frame = {};
  json::Value value = {};
};

struct DocumentReport {
  std::string text;                   // ends each line with "\n"
  std::vector<DocumentFrame> frames;  // in the order of their lines
  std::vector<std::string> problems;  // with frames that cannot be looked up
  // For structured stacks, whose documents stay documents: the text is empty.
  std::shared_ptr<const json::Document> document = {};
  std::vector<ListedImage> images = {};
  // The document is a line of a log: the images that it lists apply to the following lines, and its
  // frames continue the stack before.
  bool goes_on = false;
};

// The reports in a document, each of which has images of its own. `bytes` is everything that was
// captured, including the header line of an .ips. An error says why a report cannot be read; an empty
// list means that the document is not a report.
Result<std::vector<DocumentReport>> read_document(std::string_view bytes);

}  // namespace symkit::crashlog
