// rooms: android
// Any bytes at all as logcat's entries, in one piece and byte by byte: the same text and the same error.
#include "logs/android/logcat.h"

#include <vector>

#include "support/fuzz_require.h"

using namespace symkit;
using namespace symkit::android;

namespace {

std::string read(std::string bytes, std::size_t at_once) {
  const auto input =
      io::Input::translated(io::Input::of_memory(std::move(bytes), "log"), std::make_unique<LogcatText>());
  std::string text;
  std::vector<char> buffer(at_once);
  while (true) {
    const auto count = input->read(buffer);
    if (!count) return text + count.error().message;
    if (*count == 0) return text;
    text.append(buffer.data(), *count);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  looks_like_logcat(bytes);
  const std::string text = read(bytes, 4096);
  fuzz::require(text == read(bytes, 1));
  // An entry's line has a few dozen characters round what the entry holds, of which each may be a line of its
  // own.
  fuzz::require(text.size() <= 300 + 400 * size);
  return 0;
}
