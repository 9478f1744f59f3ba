// The shapes in which frames stand in a line, by the family of those who write them. Each takes a line's own
// text, without prefix and blanks round it, and says nothing of lines that are not its.
#pragma once

#include <optional>
#include <string_view>

#include "reports/group/frame_text.h"

namespace symkit::group {

// What the lines before have said that this one needs.
struct FrameContext {
  bool in_stack = false;      // a frame, or a stack's heading, stands just before
  bool in_goroutine = false;  // a goroutine's stack is being read
  bool indented = false;      // the text does not begin the line
};

// "#0 0x12 in f() a.cc:1:2", "#1  f (x=1) at a.c:3", "#02 pc 00a1 /lib.so (f+4)", "#3 0x12 f() [a.cc:1]"
std::optional<FrameText> read_numbered_frame(std::string_view text);

// "@ 0x12 f()", "0   App   0x1000 f (in App) (a.c:1)", "2: f", "by 0x12: f (a.c:3)", "lib.so(f+0x1) [0x12]"
std::optional<FrameText> read_native_frame(std::string_view text, const FrameContext& context);

// "0915b084 6eefc617 … MSHTML!A::B+0x46", "f [0x61C20814+20] (a.cc:215)", "0  app.dll!f(int) [a.cc : 4 +
// 0x1]"
std::optional<FrameText> read_windows_frame(std::string_view text);

// "? f+0x80/0x90 [module]", "RIP: 0010:f+0x1/0x2", "[<c00>] (f+0x1/0x2) from …"
std::optional<FrameText> read_kernel_frame(std::string_view text, const FrameContext& context);

// Java, Kotlin, JavaScript, Python, C#, Go
std::optional<FrameText> read_managed_frame(std::string_view text, const FrameContext& context);

}  // namespace symkit::group
