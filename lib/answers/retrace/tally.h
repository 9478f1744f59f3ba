// How many frames of a log were retraced, and how many were not for which reason.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "answers/retrace/retracer.h"

namespace symkit::retrace {

struct Tally {
  std::size_t frames = 0;
  std::size_t retraced = 0;
  std::size_t ambiguous = 0;
  std::size_t unknown_classes = 0;
  std::size_t unknown_members = 0;
  std::map<std::string, std::size_t> unavailable;  // by the reasons
  std::size_t compose_without_keys =
      0;  // frames of Compose's own stacks, and the mapping has nothing of them
  std::size_t unknown_compose_keys = 0;

  void count(const StackLine& line, const Answer& answer);
  void add(const Tally& other);

 private:
  void count_unavailable(const std::string& reason, std::size_t times);
};

}  // namespace symkit::retrace
