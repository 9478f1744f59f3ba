#include "ground/print/log_frames.h"

#include "ground/base/words.h"
#include "ground/print/frame_json.h"
#include "ground/print/visible.h"

namespace symkit::print {
namespace {

constexpr std::string_view bold = "\x1b[1m";
constexpr std::string_view cyan = "\x1b[36m";
constexpr std::string_view plain = "\x1b[0m";

std::string_view shown(std::string_view path, const LogStyle& style) {
  return style.full_path ? path : base_name(path);
}

void append_place(std::string& out, const Frame& frame, const LogStyle& style) {
  const std::string path = style.color ? style.source_path(frame.file) : std::string();
  out += " (";
  if (!path.empty()) {
    out += "\x1b]8;;file://";
    append_link(out, path);
    out += "\x1b\\";
  }
  if (style.color) out += cyan;
  append_visible(out, shown(frame.file, style));
  out += ':';
  out += std::to_string(frame.line);
  if (style.color) out += plain;
  if (!path.empty()) out += "\x1b]8;;\x1b\\";
  out += ')';
}

void append_description(std::string& out, const Located& located, const Frame& frame, const LogStyle& style) {
  if (style.color) out += bold;
  append_visible(out, frame.function.empty() ? std::string_view("???") : frame.function);
  if (style.color) out += plain;
  if (!frame.inlined) append_others(out, located, style.all_folded);
  if (!located.image.empty()) {
    out += " (in ";
    append_visible(out, located.image);
    out += ')';
  }
  if (!frame.file.empty() && frame.line != 0) {
    append_place(out, frame, style);
  } else if (located.offset_from_function && !frame.inlined) {
    out += " + ";
    out += std::to_string(*located.offset_from_function);
  }
}

bool ends_in_blank(std::string_view text) {
  return text.empty() || text.back() == ' ' || text.back() == '\t';
}

}  // namespace

void append_frame_line(std::string& out, const FrameLine& line, const Located& located,
                       const LogStyle& style) {
  const std::string_view space = ends_in_blank(line.before) ? "" : " ";
  for (const Frame& frame : located.frames) {
    if (frame.inlined && !style.inlined_frames) continue;
    out += line.before;
    out += space;
    append_description(out, located, frame, style);
    out += line.colours;
    if (frame.inlined) {
      out += " [inlined]";
      out += line.line_end.empty() ? std::string_view("\n") : line.line_end;
    }
  }
  out += line.after;
  out += line.line_end;
}

void append_frame_words(std::string& out, const Located& located, const LogStyle& style) {
  for (const Frame& frame : located.frames) {
    if (frame.inlined && !style.inlined_frames) continue;
    out += ' ';
    append_description(out, located, frame, style);
    if (frame.inlined) out += " [inlined]";
  }
}

void append_frame_json(std::string& out, const LoggedFrame& logged, const Located& located) {
  JsonWriter json(out);
  json.begin_object();
  if (!logged.log.empty()) json.member("log", logged.log);
  json.member("line", logged.line);
  if (!logged.thread.empty()) json.member("thread", logged.thread);
  if (logged.number) json.member("frame", *logged.number);
  if (!located.image.empty()) json.member("image", located.image);
  if (!logged.id.empty()) json.member("id", logged.id);
  json.member("address", located.given);
  if (located.image_offset) json.member("offset", hex(*located.image_offset));
  if (located.inferred_load_address)
    json.member("inferred_load_address", hex(*located.inferred_load_address));
  if (!located.frames.empty()) write_frames(json, located.frames);
  if (located.folded) write_folded(json, *located.folded);
  if (!logged.symbol.empty()) json.member("symbol", logged.symbol);
  if (!located.reason.empty()) json.member("reason", located.reason);
  json.end_object();
  out += '\n';
}

}  // namespace symkit::print
