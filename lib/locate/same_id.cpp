#include "locate/same_id.h"

#include <algorithm>
#include <array>

namespace symkit::locate {
namespace {

constexpr std::size_t guid_size = 16;

bool begins_with(const ImageId& id, Bytes beginning) {
  return id.bytes().size() > beginning.size() &&
         std::ranges::equal(id.bytes().first(beginning.size()), beginning);
}

}  // namespace

ImageId with_guid_order(const ImageId& id) {
  if (id.bytes().size() != guid_size) return id;
  std::array<std::uint8_t, guid_size> bytes{};
  std::ranges::copy(id.bytes(), bytes.begin());
  std::reverse(bytes.begin(), bytes.begin() + 4);
  std::reverse(bytes.begin() + 4, bytes.begin() + 6);
  std::reverse(bytes.begin() + 6, bytes.begin() + 8);
  return *ImageId::from_bytes(bytes);
}

bool same_id(const ImageId& in_log, const ImageId& in_file) {
  if (in_log == in_file) return true;
  if (in_log.bytes().size() != guid_size) return false;
  return begins_with(in_file, in_log.bytes()) || begins_with(in_file, with_guid_order(in_log).bytes());
}

}  // namespace symkit::locate
