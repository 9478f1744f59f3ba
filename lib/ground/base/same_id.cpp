#include "ground/base/same_id.h"

#include <algorithm>
#include <array>

#include "ground/base/guid.h"

namespace symkit {
namespace {

using Beginning = std::array<std::uint8_t, guid_size>;

Beginning beginning_of(const ImageId& id) {
  Beginning beginning{};
  std::ranges::copy(id.bytes().first(std::min(id.bytes().size(), guid_size)), beginning.begin());
  return beginning;
}

bool is_filled_up(Bytes shorter, Bytes longer) {
  return shorter.size() <= longer.size() && std::ranges::equal(shorter, longer.first(shorter.size())) &&
         std::ranges::all_of(longer.subspan(shorter.size()), [](std::uint8_t byte) { return byte == 0; });
}

}  // namespace

bool same_id(const ImageId& in_log, const ImageId& in_file) {
  if (in_log.empty() || in_file.empty()) return in_log == in_file;
  if (is_filled_up(in_file.bytes(), in_log.bytes()) || is_filled_up(in_log.bytes(), in_file.bytes()))
    return true;
  const bool log_is_cut = in_log.bytes().size() == guid_size;
  if (!log_is_cut && in_file.bytes().size() != guid_size) return false;
  const Beginning file = beginning_of(in_file);
  return beginning_of(in_log) == file || (log_is_cut && beginning_of(with_guid_order(in_log)) == file);
}

}  // namespace symkit
