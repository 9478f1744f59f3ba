// rooms: base rpc rpc_messages service
// The messages of an upload, as gRPC brings them: any number of any bytes make a file with a plain name that
// is as long as all of them, or are refused with a sentence. Before each message stands its length in two
// bytes.
#include <algorithm>
#include <cstdint>

#include "ground/base/bytes.h"
#include "serve/rpc/upload_messages.h"
#include "support/fuzz_require.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t most = 1000;
  rpc::UploadMessages messages(most);
  std::uint64_t bytes = 0, said = 0;
  bool is_first = true;
  for (Bytes rest(data, size); rest.size() >= 2;) {
    const std::size_t length = std::min(rest[0] | std::size_t{rest[1]} << 8, rest.size() - 2);
    v1::UploadRequest message;
    if (!message.ParseFromArray(rest.data() + 2, static_cast<int>(length))) return 0;
    rest = rest.subspan(2 + length);
    const auto taken = messages.take(message);
    bytes += message.content().size();
    if (is_first) said = message.size();
    is_first = false;
    if (!taken) return fuzz::require(!taken.error().message.empty()), 0;
    fuzz::require(bytes <= most);
  }
  const auto name = messages.end();
  if (!name) return fuzz::require(!name.error().message.empty()), 0;
  fuzz::require(!is_first && (said == 0 || said == bytes));
  fuzz::require(!name->empty() && !name->contains('/') && !name->starts_with('.'));
  return 0;
}
