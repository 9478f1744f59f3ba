// What identifies a crash: its kind and the decisive frames of its stack. Two reports with one signature
// are the same crash. The id is made from the signature alone, so it is the same in every run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/group/report.h"
#include "reports/group/rules.h"
#include "reports/group/sites.h"

namespace symkit::group {

struct TellingFrame {
  std::string function = {};  // as in the log; for a message: its text
  std::string name = {};      // for people
  std::string key = {};       // what is compared
  std::string file = {};
  std::string image = {};
  std::string build_id = {};  // the image's, if the log has it
  std::uint32_t line = 0;
  bool is_message = false;  // not a frame but the program's message, which identifies the crash as well
};

// What a report says of its severity besides the kind.
enum class Clue : std::uint8_t {
  None,
  OwnWords,         // the program says itself why it stops
  Jumped,           // the address that failed is that of the code
  Heap,             // the allocator stopped it
  CheckedFunction,  // memcpy_chk and its like did
  StackGuard,       // a function found its frame overwritten
};

struct Signature {
  std::string id = {};                    // twelve hexadecimal digits
  std::string kind = {};                  // "heap-use-after-free READ 8"
  std::string text = {};                  // "heap-use-after-free READ 8 in A::b, C::d, main"
  std::string key = {};                   // everything that is compared, as one text
  std::string message = {};               // the last message, as in the log
  std::vector<TellingFrame> frames = {};  // the decisive ones and some more after them, outermost last
  std::size_t depth = 0;                  // how many of the frames are compared
  bool is_own = false;                    // not all of the frames are of libraries, and they have names
  bool lacks_names = false;  // all of its frames are places in images, which differ in another build
  bool is_crash = false;     // neither a warning nor a stack without an explanation
  Clue clue = Clue::None;
  // The program printed the stack of its signal itself, and nothing shows where its handler's frames end.
  bool may_begin_with_handler = false;
};

Signature signature_of(const Report& report, const Sites& sites, const Rules& rules);

// The same without its first frames: they are not of the crash. Messages are kept.
Signature without_first(Signature signature, std::size_t frames);

// Twelve hexadecimal digits of a text, the same on every machine.
std::string stable_id(std::string_view text);

}  // namespace symkit::group
