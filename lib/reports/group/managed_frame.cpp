// Frames of languages that run on a machine of their own, or tell their stacks themselves.
#include <algorithm>
#include <vector>

#include "answers/retrace/stack_line.h"
#include "answers/sourcemap/frame_text.h"
#include "answers/sourcemap/stack_line.h"
#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "reports/group/frame_readers.h"
#include "reports/group/line_parts.h"

namespace symkit::group {
namespace {

// 'File "/app/shop.py", line 12, in serve'
std::optional<FrameText> read_python(std::string_view text) {
  if (!take_word(text, "File \"")) return std::nullopt;
  const auto file = take_before(text, "\", line ");
  if (!file) return std::nullopt;
  const auto line = take_number(text);
  if (!line) return std::nullopt;
  FrameText frame{.file = *file, .line = *line, .innermost_last = true};
  if (take_word(text, " in "))
    frame.innermost_last = false;  // faulthandler's
  else if (!take_word(text, ", in "))
    return frame;
  frame.function = trimmed(text);
  return frame;
}

// "at Shop.Till.Open(Int32 id) in /src/Till.cs:line 12"
std::optional<FrameText> read_csharp(std::string_view text) {
  const std::size_t in = text.rfind(") in ");
  if (in == std::string_view::npos) return std::nullopt;
  std::string_view place = text.substr(in + 5);
  const std::size_t mark = place.rfind(":line ");
  if (mark == std::string_view::npos) return std::nullopt;
  FrameText frame{.function = text.substr(0, in + 1), .file = place.substr(0, mark)};
  place.remove_prefix(mark + 6);
  frame.line = take_number(place).value_or(0);
  return frame;
}

// Mono's "at Shop.Till.Open (System.Int32 id) [0x00001] in /src/Till.cs:12", Unity's "Shop.Till.Open () (at
// Till.cs:12)"
std::optional<FrameText> read_mono(std::string_view text) {
  const std::size_t il = text.find(") [0x"), in = text.find("] in ");
  const bool is_mono = il != std::string_view::npos && in != std::string_view::npos && il < in;
  const std::size_t at = text.ends_with(')') ? text.rfind(") (at ") : std::string_view::npos;
  if (!is_mono && at == std::string_view::npos) return std::nullopt;
  FrameText frame{.function = text.substr(0, (is_mono ? il : at) + 1)};
  if (frame.function.find('.') > frame.function.find(' ')) return std::nullopt;
  const std::string_view place =
      is_mono ? trimmed(text.substr(in + 5)) : text.substr(at + 6, text.size() - at - 7);
  if (!place.starts_with('<')) read_place(place, frame);
  return frame;
}

bool is_java_file(std::string_view file) {
  return file.empty() || !file.contains(' ') || file == "Native Method" || file == "Unknown Source";
}

// "at a.b.C.m(C.java:12)"; the function is class and method as one.
std::optional<FrameText> read_java(std::string_view text) {
  const retrace::StackLine line = retrace::recognise(text);
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

// Frames of scripts; one that has neither function nor place tells nothing.
std::optional<FrameText> read_script(std::string_view text) {
  if (!sourcemap::might_hold_frames(text)) return std::nullopt;
  static thread_local std::vector<sourcemap::StackFrame> frames;
  sourcemap::FrameTexts texts;
  frames.clear();
  sourcemap::find_frames(text, frames, texts);
  if (frames.size() != 1 || !texts.empty()) return std::nullopt;
  const sourcemap::StackFrame& found = frames.front();
  if (found.shape == sourcemap::Shape::Marker || !found.has_place()) return std::nullopt;
  if (found.shape == sourcemap::Shape::Url && found.function.empty()) return std::nullopt;
  if (found.shape == sourcemap::Shape::At && !sourcemap::looks_like_script(found.url)) return std::nullopt;
  return FrameText{.function = found.function, .file = found.url, .line = found.line.value_or(0)};
}

// "github.com/a/shop.(*Till).Open(0x12, …)", then "\t/src/till.go:12 +0x1b"
std::optional<FrameText> read_go(std::string_view text) {
  if (text.ends_with(')')) {
    const std::size_t open = open_of_last(text);  // of the arguments
    if (open == std::string_view::npos || open == 0) return std::nullopt;
    const std::string_view name = text.substr(0, open);
    if (name != "panic" && (name.contains(' ') || !name.contains('.') || name.contains(':')))
      return std::nullopt;
    const std::size_t slash = name.substr(0, name.find('(')).rfind('/');
    const std::size_t from = slash == std::string_view::npos ? 0 : slash + 1;
    const std::size_t dot = name.find('.', from);
    return FrameText{.function = name.substr(from), .image = name.substr(0, std::min(dot, name.size()))};
  }
  FrameText frame{.completes_last = true};
  const std::string_view place = text.substr(0, text.find(" +0x"));
  if (place.contains(' ') || !read_place(place, frame)) return std::nullopt;
  return frame;
}

}  // namespace

std::optional<FrameText> read_managed_frame(std::string_view text, const FrameContext& context) {
  if (context.in_goroutine)
    if (const auto frame = read_go(text)) return frame;
  if (text.starts_with("File \"")) return read_python(text);
  const bool is_at = text.starts_with("at ");
  if (is_at) {
    if (const auto frame = read_csharp(text.substr(3))) return frame;
    if (const auto frame = read_mono(text.substr(3))) return frame;
    if (const auto frame = read_java(text)) return frame;
    // "at Shop.Till.Open(Int32 id)", of C# without its source
    if (context.in_stack && context.indented && text.ends_with(')') && !text.contains("://")) {
      const std::string_view call = text.substr(3, text.find('(') - 3);
      if (call.contains('.') && !call.contains(' ')) return FrameText{.function = text.substr(3)};
    }
  }
  if (!is_at && context.in_stack && text.ends_with(')'))
    if (const auto frame = read_mono(text)) return frame;
  return is_at || text.contains('@') ? read_script(text) : std::nullopt;
}

}  // namespace symkit::group
