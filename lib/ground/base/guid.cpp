#include "ground/base/guid.h"

#include <algorithm>
#include <array>

namespace symkit {

ImageId with_guid_order(const ImageId& id) {
  if (id.bytes().size() != guid_size) return id;
  std::array<std::uint8_t, guid_size> bytes{};
  std::ranges::copy(id.bytes(), bytes.begin());
  std::reverse(bytes.begin(), bytes.begin() + 4);
  std::reverse(bytes.begin() + 4, bytes.begin() + 6);
  std::reverse(bytes.begin() + 6, bytes.begin() + 8);
  return *ImageId::from_bytes(bytes);
}

}  // namespace symkit
