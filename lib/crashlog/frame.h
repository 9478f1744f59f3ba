// What a log says of one frame of a stack, and of the image that its code lies in. Views are of the line that
// was read, or of the report's memory; they hold until the next line is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/architecture.h"
#include "base/image_id.h"

namespace symkit::crashlog {

// What an address that a log shows is the address of. Only the log's kind knows: some print the return
// addresses as they lie on the stack, others have stepped back into the call already.
enum class AddressOf : std::uint8_t {
  Instruction,  // the code that ran
  Call,         // as Stack, but the log has stepped back into the calls itself
  Return,       // where the call will return to: one instruction too far
  Stack,        // as unwound: the first frame's is the instruction, the others' are return addresses
};

// Bytes [begin, end) of a line.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct ImageReference {
  std::string_view name = {};  // without folders
  std::string_view path = {};  // as the log has it; empty where it has a name only
  ImageId id = {};
  Architecture architecture = Architecture::Unknown;
};

// What two frames have in common whose images are the same, to be used as a key: the id and the path (or the
// name). Without an id the processor, too: a log may speak of libmarket.so for two of them.
void write_key(const ImageReference& image, std::string& key);

struct Frame {
  // What the answer takes the place of: mostly all behind the address.
  Span replaced;
  std::string_view address_text = {};  // as the log has it; for name+offset that whole text
  std::optional<std::uint32_t> number = {};
  std::string_view thread = {};
  ImageReference image;
  AddressOf address_of = AddressOf::Instruction;
  // Whose log has stepped back in some cases only: a return address may be one byte short of it.
  bool may_have_stepped_back = false;
  bool begins_stack = false;

  // Where the code is, in those of these terms that the log knows.
  std::optional<std::uint64_t> runtime_address = {};  // in the process's memory
  std::optional<std::uint64_t> load_address = {};     // where the image begins there
  std::optional<std::uint64_t> slide = {};            // or: what was added to the addresses of its file
  std::optional<std::uint64_t> file_address = {};     // as DWARF and symbol tables count
  std::optional<std::uint64_t> image_offset = {};     // from the image's beginning
  std::string_view symbol = {};
  bool readable = false;  // the log has named the function itself: only a place in its source adds to that
  std::optional<std::uint64_t> symbol_offset = {};
  std::optional<std::uint64_t> symbol_size = {};

  // Why it cannot be looked up, where the line itself is to blame.
  std::string_view problem = {};

  // Written before the description where the address is within what is replaced.
  std::string_view columns = {};
  // The line has other frames, too: all that is found must stay within the line.
  bool shares_line = false;
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
  std::string name;
  std::string path;
  ImageId id;
  Architecture architecture = Architecture::Unknown;
};

// What stands after the last slash, or after the "!" behind which Android names a file inside an APK.
std::string_view base_name(std::string_view path);

}  // namespace symkit::crashlog
