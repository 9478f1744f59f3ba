#include "logs/crashlog/formats.h"

namespace symkit::crashlog {

std::vector<std::unique_ptr<Format>> all_formats(ReadFor wanted) {
  std::vector<std::unique_ptr<Format>> formats;
#define FORMAT(name) formats.push_back(name());
#define NAMED_FORMAT(name) \
  if (wanted == ReadFor::Names) formats.push_back(name());
#include "logs/crashlog/formats.def"
#undef NAMED_FORMAT
#undef FORMAT
  return formats;
}

}  // namespace symkit::crashlog
