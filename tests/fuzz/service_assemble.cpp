// rooms: base service
// What sentry-cli wants put together: any bytes are a question, or are refused with a sentence; whatever is
// used as a name of a file is 40 digits.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "serve/service/assemble_request.h"
#include "serve/service/sha1.h"
#include "serve/service/uploads.h"

using namespace symkit::service;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto files = read_wanted_files({reinterpret_cast<const char*>(data), size});
  if (!files) return files.error().message.empty() ? (std::abort(), 0) : 0;
  for (const WantedFile& file : *files) {
    if (!is_sha1(file.sum) || file.chunks.empty()) std::abort();
    for (const auto& chunk : file.chunks)
      if (!is_sha1(chunk)) std::abort();
    if (const auto name = upload_name(file.name); name && name->find('/') != std::string::npos) std::abort();
  }
  return 0;
}
