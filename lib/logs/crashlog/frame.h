// A frame of a stack as it occurs in a line of a log: what it says about the place of the code, and where
// in the line the answer is written. Views are of the line that was read, or of the report's memory; they
// are valid until the next line is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ground/base/frame_reference.h"
#include "ground/base/span.h"

namespace symkit::crashlog {

// Languages whose frames have no native code; Unknown: any other, or the log does not show it.
enum class Language : std::uint8_t { Unknown, Java, Script };

// What the log itself says about a frame besides its address: the frame has been symbolicated already.
struct Said {
  std::string_view function = {};
  // "f (one of 12: g, h, …)" if several functions share the code; otherwise empty.
  std::string_view folded = {};
  std::string_view file = {};
  std::uint32_t line = 0;    // 0: not given
  std::uint32_t column = 0;  // 0: not given
  bool inlined = false;
  bool innermost_last = false;  // its stack is written from the outermost frame inwards
  bool completes_last = false;  // the place of the frame in the line before, which has only its function
  Language language = Language::Unknown;

  // Whether it is known to be of a language that has no native code.
  bool is_managed() const { return language != Language::Unknown; }
};

// What a line is to those who only look frames up.
enum class Otherwise : std::uint8_t { Frame, Context, Text };

struct Frame : FrameReference {
  Said said;
  // The part that the answer replaces: mostly everything after the address.
  Span replaced;
  std::string_view address_text = {};  // as in the log; for name+offset that whole text
  std::string_view thread = {};
  bool readable = false;  // the log names the function itself: only a place in the source can be added
  // Written before the description if the address is within the replaced part.
  std::string_view columns = {};
  // The frame consists of XML elements that end the line: the elements that the frame of an inlined call
  // repeats. Empty: it is not XML.
  std::string_view elements = {};
  // The line has other frames, too: the answer must stay within the line.
  bool shares_line = false;
  // The value of a register or similar: if it is not code, nothing is written and it is not counted.
  bool may_be_data = false;
  // It was found on the stack, but it may not be part of the calls.
  bool is_left_over = false;
  // Its kind of log has no headings: the thread and processor that the log gives belong to something
  // else.
  bool stands_alone = false;
  // Only its name is of interest, and only to those who read for names.
  Otherwise otherwise = Otherwise::Frame;
};

// An image that the log lists.
struct ListedImage {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;                    // after its last byte; 0: not known
  std::optional<std::uint64_t> slide = {};  // if the log's addresses are not counted from `begin`
  // For an image that is listed by its mappings: where the image itself begins; and whether this is a
  // piece of it and that address is not known.
  std::optional<std::uint64_t> load_address = {};
  bool is_inner_piece = false;
  std::optional<std::uint64_t> file_offset = {};  // for an inner piece: the file offset at `begin`
  // For an image that is listed only by its code section: the pages that contain the section.
  std::optional<MappedMemory> code_section = {};
  std::string name;
  std::string path;
  ImageId id;
  Architecture architecture = Architecture::Unknown;
  std::string debug_name = {};  // for Windows images: the PDB
  std::string code_id = {};     // and the timestamp and size of the PE file
};

// The part after the last slash, or after the "!" that precedes the name of a file inside an APK on
// Android.
std::string_view base_name(std::string_view path);

}  // namespace symkit::crashlog
