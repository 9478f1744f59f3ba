// A frame of a stack as it stands in a line of a log: what it says of the code's place, and where in the line
// the answer goes. Views are of the line that was read, or of the report's memory; they hold until the next
// line is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/frame_reference.h"

namespace symkit::crashlog {

// Bytes [begin, end) of a line.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// What the log itself says of a frame besides the place of its code: somebody has named it already.
struct Said {
  std::string_view function = {};
  // "f (one of 12: g, h, …)", where the code is of several functions; else nothing.
  std::string_view folded = {};
  std::string_view file = {};
  std::uint32_t line = 0;    // 0: not said
  std::uint32_t column = 0;  // 0: not said
  bool inlined = false;
  bool innermost_last = false;  // its stack is written from the outermost frame on
  bool completes_last = false;  // the place of the frame in the line before, which has its function alone
};

struct Frame : FrameReference {
  Said said;
  // What the answer takes the place of: mostly all behind the address.
  Span replaced;
  std::string_view address_text = {};  // as the log has it; for name+offset that whole text
  std::string_view thread = {};
  bool readable = false;  // the log has named the function itself: only a place in its source adds to that
  // Written before the description where the address is within what is replaced.
  std::string_view columns = {};
  // The frame is elements of XML, which the line ends: those of them that a frame of an inlined call repeats.
  // Empty: it is no XML.
  std::string_view elements = {};
  // The line has other frames, too: all that is found must stay within the line.
  bool shares_line = false;
  // A register's value or the like: where it is no code there is nothing to say of it, and it is not counted.
  bool may_be_data = false;
  // It was found on the stack, but nothing says that it was called from here.
  bool is_left_over = false;
  // Its kind of log has no headings: what was said of thread and processor is of something else.
  bool stands_alone = false;
};

// An image that the log lists.
struct ListedImage {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;                    // behind its last byte; 0: not known
  std::optional<std::uint64_t> slide = {};  // where the log's addresses are not counted from `begin`
  // Of an image that is listed by its mappings: where it begins itself; and whether this is a piece of it
  // whose beginning is not known.
  std::optional<std::uint64_t> load_address = {};
  bool is_inner_piece = false;
  std::optional<std::uint64_t> file_offset = {};  // of an inner piece: which byte of the file is at `begin`
  // Of an image that is listed by that alone: the pages that its section of code lies in.
  std::optional<MappedMemory> code_section = {};
  std::string name;
  std::string path;
  ImageId id;
  Architecture architecture = Architecture::Unknown;
  std::string debug_name = {};  // of Windows' images: the PDB
  std::string code_id = {};     // and the PE file's timestamp and size
};

// What stands after the last slash, or after the "!" behind which Android names a file inside an APK.
std::string_view base_name(std::string_view path);

}  // namespace symkit::crashlog
