#include "find/locate/same_id.h"

#include <algorithm>
#include <array>

#include "ground/base/guid.h"

namespace symkit::locate {
namespace {

using Beginning = std::array<std::uint8_t, guid_size>;

Beginning beginning_of(const ImageId& id) {
  Beginning beginning{};
  std::ranges::copy(id.bytes().first(std::min(id.bytes().size(), guid_size)), beginning.begin());
  return beginning;
}

}  // namespace

bool same_id(const ImageId& in_log, const ImageId& in_file) {
  if (in_log == in_file) return true;
  if (in_log.empty() || in_file.empty()) return false;
  const bool log_is_cut = in_log.bytes().size() == guid_size;
  if (!log_is_cut && in_file.bytes().size() != guid_size) return false;
  const Beginning file = beginning_of(in_file);
  return beginning_of(in_log) == file || (log_is_cut && beginning_of(with_guid_order(in_log)) == file);
}

}  // namespace symkit::locate
