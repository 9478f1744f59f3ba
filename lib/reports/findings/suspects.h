// Who changed the lines last that a crash goes through, as whoever knows the repository has said.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace symkit::findings {

struct Suspect {
  std::string commit = {};
  std::string author = {};
  std::string subject = {};
  std::int64_t time = 0;  // seconds since 1970
  std::uint64_t days = 0;
  std::string file = {};   // in the repository
  std::uint32_t line = 0;  // 0: the commit touched the file somewhere
};

struct Suspects {
  std::vector<Suspect> newest_first = {};
  bool is_of_build = false;  // of the revision that the caller named, not of what happens to be checked out
  std::string trouble = {};  // why there are none, where git could not say
};

}  // namespace symkit::findings
