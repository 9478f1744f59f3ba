// R8's retrace: executes the tool of this name, which is next to symlookup or in the folder of the links.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>
#include <vector>

#include "dropin/roles.h"
#include "ground/base/words.h"

namespace symkit::dropin {

int retrace(const Call& call) {
  constexpr std::size_t longest_path = 4096;
  std::string itself(longest_path, '\0');
  const ssize_t size = ::readlink("/proc/self/exe", itself.data(), itself.size());
  itself.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  const std::string path = itself.substr(0, itself.rfind('/') + 1) + "retrace";
  std::vector<std::string> words = {"retrace"};
  words.insert(words.end(), call.arguments.begin(), call.arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(path.c_str(), pointers.data());
  std::fputs(say("symlookup: ", path, ": ", std::strerror(errno),
                 "; use the tool retrace, which is installed next to symlookup\n")
                 .c_str(),
             stderr);
  return 1;
}

}  // namespace symkit::dropin
