#include "ground/print/frame_json.h"

namespace symkit::print {

void write_place(JsonWriter& json, const Frame& frame) {
  if (!frame.function.empty()) json.member("function", frame.function);
  if (!frame.file.empty()) json.member("file", frame.file);
  if (frame.line != 0) json.member("line", frame.line);
  if (frame.line != 0 && frame.column != 0) json.member("column", frame.column);
}

void write_folded(JsonWriter& json, const Folded& folded) {
  json.key("folded");
  json.begin_object();
  json.member("count", folded.count);
  json.key("names");
  json.begin_array();
  for (const std::string_view name : folded.names) json.value(name);
  json.end_array();
  json.member("resolved", folded.is_resolved);
  if (!folded.why.empty()) json.member("why", folded.why);
  json.end_object();
}

void write_frames(JsonWriter& json, std::span<const Frame> frames) {
  json.key("frames");
  json.begin_array();
  for (const Frame& frame : frames) {
    json.begin_object();
    write_place(json, frame);
    json.member("inlined", frame.inlined);
    json.end_object();
  }
  json.end_array();
}

}  // namespace symkit::print
