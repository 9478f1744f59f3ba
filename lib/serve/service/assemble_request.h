// The files that sentry-cli wants assembled, and their chunks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::service {

struct WantedFile {
  std::string sum;       // SHA-1 of the complete file
  std::string name;      // the sender's own: any text
  std::string debug_id;  // the sender's own; only returned in the answer
  std::vector<std::string> chunks;
};

inline constexpr std::size_t most_wanted_files = 20'000;
inline constexpr std::size_t most_wanted_chunks = 200'000;

// {"SHA-1":{"name":"…","debug_id":"…","chunks":["SHA-1",…]},…}. The error says what is wrong with it.
Result<std::vector<WantedFile>> read_wanted_files(std::string_view body);

}  // namespace symkit::service
