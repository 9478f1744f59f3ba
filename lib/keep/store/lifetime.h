// How long an image's keys live in an engine. They are renewed when they are used, at most once a day: an
// engine on disk writes a value anew for it. Parts live longer than what leads to them, so that nothing leads
// to a part that has gone.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace symkit::store {

struct Lifetime {
  std::chrono::seconds of_index = std::chrono::days(45);  // 0: for ever
  std::chrono::sys_seconds renewed = {};

  std::chrono::seconds of_parts() const {
    return of_index.count() == 0 ? of_index : of_index + std::chrono::days(2);
  }
  // Whether it is a day old; never where nothing expires.
  bool is_due(std::chrono::sys_seconds now) const {
    return of_index.count() != 0 &&
           (now - renewed >= std::chrono::days(1) || renewed > now + std::chrono::days(1));
  }
};

// Of a name: longer than that of what is called so. Whoever of these is put or used renews it, so that nobody
// is taken for the only one who is not.
inline constexpr std::chrono::seconds life_of_name = std::chrono::days(400);

// "3888000 1795354606": seconds, and when. Nothing for what is damaged.
std::string text_of(const Lifetime& lifetime);
std::optional<Lifetime> read_lifetime(std::string_view text);

inline std::chrono::sys_seconds now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

// --expire: "45d", "12h", "0" for ever. Nothing for what is none.
std::optional<std::chrono::seconds> read_duration(std::string_view text);

}  // namespace symkit::store
