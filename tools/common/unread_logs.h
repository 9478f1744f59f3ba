// What a log is in which a tool found nothing: of a kind that another tool reads, of one that needs no
// reading because it has its names already, or of one that no tool reads yet. Only its beginning is looked
// at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/io/input.h"

namespace symkit::tools {

// What to say of a log with this beginning to the person who gave it to `tool`: "they look like valgrind's
// logs, …".
std::string told_of_unread(std::string_view beginning, std::string_view tool);

// Whether somebody reads on stderr what he did not ask for: on a terminal, and in a job of CI, which keeps it
// (the variable CI).
bool is_advice_read();

// Says in one line that nothing was found in all the inputs of a run, and why.
class NothingFound {
 public:
  // `things`: what the tool looks for, "frames".
  NothingFound(std::string_view tool, std::string_view things) : tool_(tool), things_(things) {}

  void looked_at(const io::Input& input);
  // Where advice is read, or it was asked for: on stderr.
  void say_so(std::uint64_t lines, bool asked) const;

 private:
  std::string_view tool_;
  std::string_view things_;
  std::string beginning_;
};

}  // namespace symkit::tools
