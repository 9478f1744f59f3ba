// The commits that last changed the lines of a crash, according to the repository.
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
  bool is_of_build = false;  // of the revision that the user named, not of what happens to be checked out
  std::string trouble = {};  // why there are none, if git failed
};

}  // namespace symkit::findings
