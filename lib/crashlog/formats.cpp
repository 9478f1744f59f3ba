// The kinds of log that are known. Where a line could be of two kinds, the stricter one stands first.
#include "crashlog/formats.h"

namespace symkit::crashlog {

std::vector<std::unique_ptr<Format>> all_formats() {
  std::vector<std::unique_ptr<Format>> formats;
  formats.push_back(android_tombstone());
  formats.push_back(sanitizer());
  formats.push_back(apple_mdap());
  formats.push_back(apple_sample());
  formats.push_back(apple_crash());
  return formats;
}

}  // namespace symkit::crashlog
