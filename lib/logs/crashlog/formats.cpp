#include "logs/crashlog/formats.h"

namespace symkit::crashlog {

std::vector<std::unique_ptr<Format>> all_formats() {
  std::vector<std::unique_ptr<Format>> formats;
#define FORMAT(name) formats.push_back(name());
#include "logs/crashlog/formats.def"
#undef FORMAT
  return formats;
}

}  // namespace symkit::crashlog
