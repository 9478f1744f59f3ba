// An engine's errors in plain words, and a cluster's redirections.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keep/redis/address.h"

namespace symkit::redis {

// For an error reply, without its "-".
std::string in_plain_words(std::string_view complaint);

// The same for the reply to a login. Nothing is quoted, as some engines quote the password.
std::string refusal_of_login(std::string_view complaint);

// "MOVED 3999 10.0.0.2:6381", "ASK 3999 10.0.0.2:6381". An empty host name means the host that replied.
struct Redirection {
  bool moved = false;  // permanently; else for this command only
  std::uint16_t slot = 0;
  Host host;
};
std::optional<Redirection> redirection_in(std::string_view complaint);

}  // namespace symkit::redis
