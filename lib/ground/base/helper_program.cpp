#include "ground/base/helper_program.h"

#include <array>
#include <unistd.h>

#include "ground/base/words.h"

namespace symkit {

std::string helper_program(std::string_view name) {
  std::array<char, 4096> self{};
  const ssize_t size = ::readlink("/proc/self/exe", self.data(), self.size());
  std::string folder(self.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  folder.resize(folder.find_last_of('/') == std::string::npos ? 0 : folder.find_last_of('/'));
  std::string beside = say(folder, "/", name);
  if (::access(beside.c_str(), X_OK) == 0) return beside;
  return say(folder, "/../libexec/symkit/", name);
}

}  // namespace symkit
