// rooms: redis io
// Any bytes at all as an engine's replies: cut in whatever way, they give the same replies or the same
// refusal, within what was asked for; what is read is printed and read again. And as a map of a cluster, a
// complaint, a URL.
#include <algorithm>
#include <memory>

#include "keep/redis/address.h"
#include "keep/redis/complaint.h"
#include "keep/redis/reply.h"
#include "keep/redis/slots.h"
#include "support/fuzz_require.h"

using namespace symkit;
using redis::Reply;
using redis::ReplyReader;

namespace {

constexpr redis::ReplyLimits limits{.bulk = 1 << 16, .bytes = 1 << 17, .elements = 64, .nesting = 4};

std::size_t elements_in(const Reply& reply, std::size_t depth) {
  fuzz::require(depth <= limits.nesting);
  std::size_t count = reply.list.size();
  for (const Reply& one : reply.list) count += elements_in(one, depth + 1);
  return count;
}

std::string as_sent(const Reply& reply) {
  switch (reply.kind) {
    case Reply::Kind::Nothing: return "$-1\r\n";
    case Reply::Kind::Text: return "+" + reply.text + "\r\n";
    case Reply::Kind::Error: return "-" + reply.text + "\r\n";
    case Reply::Kind::Number: return ":" + std::to_string(reply.number) + "\r\n";
    case Reply::Kind::Bulk:
      return "$" + std::to_string(reply.words().size()) + "\r\n" + std::string(reply.words()) + "\r\n";
    case Reply::Kind::List: break;
  }
  std::string sent = "*" + std::to_string(reply.list.size()) + "\r\n";
  for (const Reply& one : reply.list) sent += as_sent(one);
  return sent;
}

// The replies put down one after the other, and how it ended.
std::string read_all(Bytes bytes, std::size_t piece) {
  std::string told;
  ReplyReader reader(limits);
  while (!bytes.empty()) {
    // A buffer of exactly the size, so that a sanitizer sees a byte too far.
    const std::size_t size = std::min(piece, bytes.size());
    const auto buffer = std::make_unique<std::uint8_t[]>(size);
    std::copy_n(bytes.begin(), size, buffer.get());
    std::size_t used = 0;
    if (const auto room = reader.room(); !room.empty()) {
      used = std::min(room.size(), size);
      std::copy_n(buffer.get(), used, room.begin());
      reader.filled(used);
    }
    const auto taken = reader.read(Bytes(buffer.get(), size).subspan(used));
    if (!taken) return told + "error " + taken.error().message;
    fuzz::require(used + *taken <= size && (reader.is_whole() || used + *taken == size));
    bytes = bytes.subspan(used + *taken);
    if (!reader.is_whole()) continue;
    const Reply reply = reader.take();
    fuzz::require(elements_in(reply, 0) <= limits.elements);
    told += as_sent(reply);
    reader = ReplyReader(limits);
  }
  return told + "end";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(data, size);
  const std::string whole = read_all(bytes, size + 1);
  fuzz::require(read_all(bytes, 1) == whole);
  fuzz::require(read_all(bytes, 5) == whole);

  ReplyReader reader(limits);
  if (const auto taken = reader.read(bytes); taken && reader.is_whole()) {
    const Reply reply = reader.take();
    ReplyReader again(limits);
    const std::string sent = as_sent(reply);
    fuzz::require(again.read(as_bytes(sent)) == sent.size() && again.is_whole());
    fuzz::require(as_sent(again.take()) == sent);
    if (const auto map = redis::SlotMap::read(reply, {"asked", 1}))
      for (std::uint16_t slot = 0; slot < redis::slot_count; slot = static_cast<std::uint16_t>(slot + 97))
        if (const auto* owner = map->owner(slot)) fuzz::require(owner->master.port != 0);
  }
  const std::string_view text = as_text(bytes);
  for (const char c : redis::in_plain_words(text)) fuzz::require(c >= ' ' && c <= '~');
  (void)redis::refusal_of_login(text);
  if (const auto redirection = redis::redirection_in(text))
    fuzz::require(redirection->slot < redis::slot_count);
  if (const auto address = redis::read_address(text))
    fuzz::require(address->hosts.empty() != address->socket.empty());
  return 0;
}
