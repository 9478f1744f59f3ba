#include "ground/print/frame_json.h"

namespace symkit::print {

void write_place(JsonWriter& json, const Frame& frame) {
  if (!frame.function.empty()) json.member("function", frame.function);
  if (!frame.file.empty()) json.member("file", frame.file);
  if (frame.line != 0) json.member("line", frame.line);
  if (frame.line != 0 && frame.column != 0) json.member("column", frame.column);
}

void write_folded(JsonWriter& json, const Folded& folded) {
  json.begin_object("folded");
  json.member("count", folded.count);
  json.member("names", folded.names);
  json.member("resolved", folded.is_resolved);
  if (!folded.why.empty()) json.member("why", folded.why);
  json.end_object();
}

void write_frames(JsonWriter& json, std::span<const Frame> frames) {
  json.objects("frames", frames, [&](const Frame& frame) {
    write_place(json, frame);
    json.member("inlined", frame.inlined);
  });
}

}  // namespace symkit::print
