// When, where and of which version a crash was, where its log says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::group {

struct Circumstances {
  std::optional<std::int64_t> time = {};  // seconds since 1970
  std::string version = {};               // of what crashed; of a kernel its release
  std::string device = {};

  bool any() const { return time || !version.empty() || !device.empty(); }
  // What the other knows and this does not.
  void add(const Circumstances& other);
};

// Of one line of a report's heading; nothing where it is none.
Circumstances circumstances_in(std::string_view text);

// "2026-11-22T10:11:12.5+01:00", somewhere in the text, also with a blank between. Without a zone it counts
// as UTC. A time without its year is none.
std::optional<std::int64_t> time_in(std::string_view text);

// "2026-11-22T09:11:12Z"
std::string time_text(std::int64_t time);

}  // namespace symkit::group
