// rooms: android
// Any bytes at all as a tombstone in protobuf: what can be read has a text, and can be given names; with
// none, it stays as it was.
#include "logs/android/tombstone.h"

#include "logs/android/tombstone_names.h"
#include "logs/android/tombstone_text.h"
#include "support/fuzz_require.h"
#include "support/touch.h"

using namespace symkit;
using namespace symkit::android;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = as_text({data, size});
  looks_like_tombstone(bytes.substr(0, 64));
  const auto tombstone = read_tombstone(bytes);
  if (!tombstone) {
    fuzz::require(!with_names(bytes, [](const Backtrace&) { return std::nullopt; }));
    return 0;
  }
  test::touch(text_of(*tombstone));
  const auto same = with_names(bytes, [](const Backtrace&) { return std::nullopt; });
  fuzz::require(same && *same == bytes);
  std::size_t asked = 0;
  const auto named = with_names(bytes, [&](const Backtrace& frame) -> std::optional<FunctionName> {
    ++asked;
    test::touch(frame_of(frame, architecture_of(tombstone->architecture)).image.name);
    return FunctionName{"f", 1};
  });
  fuzz::require(named && read_tombstone(*named));
  fuzz::require(asked == 0 || named->size() + 8 > asked);
  return 0;
}
