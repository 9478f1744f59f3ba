#include "retrace/mapping.h"

#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/words.h"
#include "index/envelope.h"
#include "retrace/mapping_index.h"
#include "retrace/text_mapping.h"

namespace symkit::retrace {

// A pipe is not looked into: its writer would see a reader come and go.
bool is_mapping_index(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  std::array<std::uint8_t, 4> beginning{};
  const ssize_t size = ::pread(file, beginning.data(), beginning.size(), 0);
  ::close(file);
  return size > 0 && index::looks_like_index(Bytes(beginning).first(static_cast<std::size_t>(size)));
}

Result<std::unique_ptr<Mapping>> Mapping::open(const std::string& path, const WarningSink& warn,
                                               const WarningSink& inform) {
  if (is_mapping_index(path)) {
    auto index = MappingIndex::open(path, warn);
    if (!index) return fail(index.error());
    return std::move(*index);
  }
  auto text = TextMapping::open(path, warn, inform);
  if (!text) return fail(text.error());
  for (const std::string& version : (*text)->unknown_versions())
    warn(say(path, ": its version '", version, "' is newer than this tool knows"));
  return std::move(*text);
}

}  // namespace symkit::retrace
