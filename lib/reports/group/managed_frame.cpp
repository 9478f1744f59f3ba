#include <algorithm>
#include <vector>

#include "answers/sourcemap/frames_in_line.h"
#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "logs/java/stack_line.h"
#include "logs/script/stack_line.h"
#include "logs/script/url.h"
#include "reports/group/frame_readers.h"
#include "reports/group/line_parts.h"

namespace symkit::group {
namespace {

bool is_java_file(std::string_view file) {
  // Google's services write the version of the build there.
  return !file.contains(' ') || file.starts_with(':') || file == "Native Method" || file == "Unknown Source";
}

// "at a.b.C.m(C.java:12)"; the function is class and method together.
std::optional<FrameText> read_java(std::string_view text) {
  const java::StackLine line = java::recognise(text);
  if (!line.class_name.present() || !line.method.present() || !line.source_file.present())
    return std::nullopt;
  if (line.method.begin != line.class_name.end + 1) return std::nullopt;
  const std::string_view file = line.at(line.source_file);
  if (!is_java_file(file)) return std::nullopt;
  FrameText frame{.function = text.substr(line.class_name.begin, line.method.end - line.class_name.begin)};
  if (!file.contains(' ')) frame.file = file;
  frame.line = static_cast<std::uint32_t>(std::max(line.line().value_or(0), 0));
  return frame;
}

// Frames of scripts; one that has neither function nor place is useless.
std::optional<FrameText> read_script(std::string_view text) {
  if (!script::might_hold_frames(text)) return std::nullopt;
  static thread_local std::vector<script::StackFrame> frames;
  sourcemap::FrameTexts texts;
  frames.clear();
  sourcemap::find_frames(text, frames, texts);
  if (frames.size() != 1 || !texts.empty()) return std::nullopt;
  const script::StackFrame& found = frames.front();
  if (found.shape == script::Shape::Marker || !found.has_place()) return std::nullopt;
  if (found.shape == script::Shape::Url && found.function.empty()) return std::nullopt;
  if (found.shape == script::Shape::At && !script::looks_like_script(found.url)) return std::nullopt;
  return FrameText{.function = found.function, .file = found.url, .line = found.line.value_or(0)};
}

}  // namespace

std::optional<FrameText> read_managed_frame(std::string_view text) {
  const bool is_at = text.starts_with("at ");
  if (is_at)
    if (const auto frame = read_java(text)) return frame;
  return is_at || text.contains('@') ? read_script(text) : std::nullopt;
}

}  // namespace symkit::group
