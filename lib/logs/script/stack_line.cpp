#include "logs/script/stack_line.h"

#include "ground/base/characters.h"
#include "logs/script/engines.h"

namespace symkit::script {

bool begins_as_frame(std::string_view line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  return line.starts_with("at ");
}

bool might_hold_frames(std::string_view line) {
  // Every frame with a place has a digit after a colon, or after "line " or "Line ".
  for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1))
    if (at + 1 < line.size() && is_digit(line[at + 1])) return true;
  return line.find("ine ") != std::string_view::npos || line.find(" code") != std::string_view::npos;
}

void find_sure_frames(std::string_view line, std::vector<StackFrame>& frames) {
  find_v8_frames(line, frames);
  if (frames.empty() && line.contains('@')) find_at_frames(line, frames);
}

void find_frames(std::string_view line, std::vector<StackFrame>& frames) {
  const std::size_t before = frames.size();
  find_v8_frames(line, frames);
  if (frames.size() == before && line.contains('@')) find_at_frames(line, frames);
  if (frames.size() == before) find_opera_frames(line, frames);
  if (frames.size() == before) find_file_frames(line, frames);
  if (frames.size() == before) find_lone_frames(line, frames);
}

}  // namespace symkit::script
