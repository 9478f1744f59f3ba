#include "fetcher/limits.h"

#include <algorithm>
#include <charconv>
#include <sys/statvfs.h>

#include "ground/base/environment.h"
#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

template <class T>
bool read_number(const char* name, T& number) {
  const std::string text = environment(name);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = !text.empty() && error == std::errc() && *end == '\0' && value >= 0;
  if (is_number) number = value;
  return is_number;
}

// This much of a disk is left for others: a gibibyte, or a twentieth of a small disk.
std::uint64_t reserve_of(const struct statvfs& disk) {
  return std::min(std::uint64_t{1} << 30, std::uint64_t{disk.f_blocks} * disk.f_frsize / 20);
}

}  // namespace

Limits limits_of_environment() {
  Limits limits;
  read_number("DEBUGINFOD_TIMEOUT", limits.timeout_s);
  read_number("DEBUGINFOD_MAXTIME", limits.longest_s);
  limits.asks_for_less = read_number("DEBUGINFOD_MAXSIZE", limits.largest) && limits.largest != 0;
  read_number("DEBUGINFOD_RETRY_LIMIT", limits.tries);
  return limits;
}

Result<void> may_be_as_large(const Limits& limits, std::int64_t size) {
  if (limits.largest == 0 || size <= limits.largest) return {};
  return fail(say("is larger than ", limits.largest, " bytes, the limit",
                  limits.asks_for_less ? " of DEBUGINFOD_MAXSIZE" : "; DEBUGINFOD_MAXSIZE raises it"));
}

Result<void> has_room(const std::string& folder, std::int64_t more) {
  struct statvfs disk{};
  std::string there = folder;  // it may not exist yet
  while (::statvfs(there.c_str(), &disk) != 0) {
    if (there.find_last_of('/') == std::string::npos) return {};
    there.resize(there.find_last_of('/'));
  }
  const std::uint64_t free = std::uint64_t{disk.f_bavail} * disk.f_frsize, reserve = reserve_of(disk);
  if (free < reserve || free - reserve < static_cast<std::uint64_t>(std::max<std::int64_t>(more, 0)))
    return fail(say("does not fit on the disk of ", folder));
  return {};
}

}  // namespace symkit::fetch
