// What a crash is known by: its kind, and the frames that tell it. Two reports with one signature are the
// same crash; the id is made from it alone, so it is the same in every run.
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
  std::string function = {};  // as the log has it; of a message: its text
  std::string name = {};      // for people
  std::string key = {};       // what is compared
  std::string file = {};
  std::string image = {};
  std::string build_id = {};  // the image's, where the log has it
  std::uint32_t line = 0;
  bool is_message = false;  // no frame: what the program said, which tells as much
};

struct Signature {
  std::string id = {};                    // twelve hexadecimal digits
  std::string kind = {};                  // "heap-use-after-free READ 8"
  std::string text = {};                  // "heap-use-after-free READ 8 in A::b, C::d, main"
  std::string key = {};                   // all that is compared, as one text
  std::string message = {};               // what was said last, as the log has it
  std::vector<TellingFrame> frames = {};  // those that tell it and some more behind them, outermost last
  std::size_t depth = 0;                  // how many of them are compared
  bool is_own = false;                    // they are not only of libraries, and have names
  bool lacks_names = false;  // its frames are places in images alone: they are other ones in another build
  bool is_crash = false;     // no warning, and no stack that nothing explains
};

Signature signature_of(const Report& report, const Sites& sites, const Rules& rules);

// Twelve hexadecimal digits of a text, the same on every machine.
std::string stable_id(std::string_view text);

}  // namespace symkit::group
