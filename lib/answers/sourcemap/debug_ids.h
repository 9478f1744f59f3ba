// What a log says of which build its scripts are: Sentry's events list them, as {"code_file": "…",
// "debug_id": "…"}, on one line, within a string of another JSON, or printed over several lines.
#pragma once

#include <string>
#include <string_view>

#include "answers/sourcemap/finder.h"

namespace symkit::sourcemap {

class DebugIds {
 public:
  explicit DebugIds(Finder& finder) : finder_(finder) {}

  // Learns what a line says.
  void take(std::string_view line);
  // Some lines of an object were seen: what the next ones say is of it.
  bool within_object() const { return !file_.empty() || !id_.empty(); }

 private:
  void take_objects(std::string_view line, std::string_view key);
  void take_member(std::string_view line);

  Finder& finder_;
  // Of an object that goes over several lines, what was seen of it.
  std::string file_;
  std::string id_;
};

}  // namespace symkit::sourcemap
