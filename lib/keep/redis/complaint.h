// What an engine says when it refuses, in words for people; and where in a cluster it sends who asks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keep/redis/address.h"

namespace symkit::redis {

// Of an error reply, without its "-".
std::string in_plain_words(std::string_view complaint);

// The same, of what the engine says to a user and a password: nothing is cited, as some engines cite the
// password.
std::string refusal_of_login(std::string_view complaint);

// "MOVED 3999 10.0.0.2:6381", "ASK 3999 10.0.0.2:6381". A host without a name is the one that was asked.
struct Redirection {
  bool moved = false;  // for good; else only this question
  std::uint16_t slot = 0;
  Host host;
};
std::optional<Redirection> redirection_in(std::string_view complaint);

}  // namespace symkit::redis
