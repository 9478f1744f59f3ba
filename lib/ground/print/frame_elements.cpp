#include "ground/print/frame_elements.h"

#include "ground/base/markup.h"
#include "ground/print/visible.h"

namespace symkit::print {
namespace {

void append_element(std::string& out, const FrameLine& line, std::string_view name,
                    std::string_view content) {
  ((((out += line.before) += "  <") += name) += '>');
  append_content(out, visible(content));
  ((out += "</") += name) += '>';
  out += line.line_end.empty() ? std::string_view("\n") : line.line_end;
}

void append_place_elements(std::string& out, const FrameLine& line, const Frame& frame) {
  if (frame.file.empty() || frame.line == 0) return;
  const std::string_view name = base_name(frame.file);
  const std::string_view folder = frame.file.substr(0, frame.file.size() - name.size());
  if (folder.size() > 1) append_element(out, line, "dir", folder.substr(0, folder.size() - 1));
  append_element(out, line, "file", name);
  append_element(out, line, "line", std::to_string(frame.line));
}

}  // namespace

void append_frame_elements(std::string& out, const FrameElements& elements, const Located& located,
                           const LogStyle& style) {
  const FrameLine& line = elements.line;
  const bool whole_only = elements.is_named || !style.inlined_frames;
  const auto frames = whole_only ? located.frames.last(1) : located.frames;
  const std::string_view line_end = line.line_end.empty() ? std::string_view("\n") : line.line_end;
  for (const Frame& frame : frames) {
    if (&frame != frames.data()) {
      ((out += line.before) += line.after) += line_end;
      ((out += line.before) += "<frame>") += line_end;
      for (const char c : elements.opened) c == '\n' ? out += line_end : out += c;
    }
    if (!elements.is_named && !frame.function.empty()) append_element(out, line, "fn", frame.function);
    append_place_elements(out, line, frame);
  }
  ((out += line.before) += line.after) += line.line_end;
}

}  // namespace symkit::print
