// Identifies a log in which a tool found nothing: one for another tool, one that needs no tool because it
// has its names already, or one that no tool reads yet. Only its beginning is examined.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/io/input.h"

namespace symkit::tools {

// The message about a log with this beginning for the user of `tool`: "they look like valgrind's logs,
// …".
std::string told_of_unread(std::string_view beginning, std::string_view tool);

// Whether stderr is read even if nothing was requested: on a terminal, and in a CI job, which records it
// (the variable CI).
bool is_advice_read();

// Reports in one line that nothing was found in any input of a run, and why.
class NothingFound {
 public:
  // `things`: what the tool searches for, "frames".
  NothingFound(std::string_view tool, std::string_view things) : tool_(tool), things_(things) {}

  void looked_at(const io::Input& input);
  // Prints it on stderr, if advice is read or `asked` for.
  void say_so(std::uint64_t lines, bool asked) const;

 private:
  std::string_view tool_;
  std::string_view things_;
  std::string beginning_;
};

}  // namespace symkit::tools
