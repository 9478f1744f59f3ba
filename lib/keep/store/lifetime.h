// How long an image's keys live in an engine. Using them renews them, at most once a day, because an
// engine on disk rewrites the value for that. Parts live longer than the manifest, so that no manifest
// leads to an expired part.
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
  // Whether the last renewal was a day ago; never if nothing expires.
  bool is_due(std::chrono::sys_seconds now) const {
    return of_index.count() != 0 &&
           (now - renewed >= std::chrono::days(1) || renewed > now + std::chrono::days(1));
  }
};

// The life of a name: longer than that of the images with this name. Putting or using any of them renews
// it, so that a name of several images is not mistaken for the name of one.
inline constexpr std::chrono::seconds life_of_name = std::chrono::days(400);

// "3888000 1795354606": the life in seconds, and the time of renewal. Nothing if the text is damaged.
std::string text_of(const Lifetime& lifetime);
std::optional<Lifetime> read_lifetime(std::string_view text);

inline std::chrono::sys_seconds now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

// --expire: "45d", "12h", "0" for ever. Nothing if the text is not a duration.
std::optional<std::chrono::seconds> read_duration(std::string_view text);

}  // namespace symkit::store
