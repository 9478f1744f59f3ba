// Counts the frames of a log that were retraced, and those that were not by reason.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "answers/retrace/retracer.h"

namespace symkit::retrace {

struct Counts {
  std::size_t frames = 0;
  std::size_t retraced = 0;
  std::size_t ambiguous = 0;
  std::size_t unknown_classes = 0;
  std::size_t unknown_members = 0;
  std::map<std::string, std::size_t> unavailable;  // by reason
  std::size_t compose_without_keys = 0;  // frames of Compose's own stacks that are not in the mapping
  std::size_t unknown_compose_keys = 0;

  void count(const java::StackLine& line, const Answer& answer);
  void add(const Counts& other);

 private:
  void count_unavailable(const std::string& reason, std::size_t times);
};

}  // namespace symkit::retrace
