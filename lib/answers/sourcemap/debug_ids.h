// The debug ids that a log gives for its scripts: Sentry's events list them, as {"code_file": "…",
// "debug_id": "…"}, on one line, within a string of another JSON document, or formatted over several
// lines.
#pragma once

#include <string>
#include <string_view>

#include "answers/sourcemap/finder.h"

namespace symkit::sourcemap {

class DebugIds {
 public:
  explicit DebugIds(Finder& finder) : finder_(finder) {}

  // Whether a line may have one.
  static bool may_be_in(std::string_view line);
  // Records the debug ids in a line.
  void take(std::string_view line);
  // Whether part of an object was read: the next lines continue it.
  bool within_object() const { return !file_.empty() || !id_.empty(); }

 private:
  void take_objects(std::string_view line, std::string_view key);
  void take_member(std::string_view line);

  Finder& finder_;
  // The part read so far of an object that extends over several lines.
  std::string file_;
  std::string id_;
};

}  // namespace symkit::sourcemap
