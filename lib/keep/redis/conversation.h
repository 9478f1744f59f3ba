// Sends commands over several connections at the same time and reads their replies. Sending continues
// while replies come, so that neither side waits for the other.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "keep/redis/command.h"
#include "keep/redis/stream.h"

namespace symkit::redis {

// A connection, and what it has received beyond the last reply.
struct Link {
  std::unique_ptr<Stream> stream;
  std::vector<std::uint8_t> received;
};

// The commands sent over one connection. Replies are stored in the commands; if some got none, `fault`
// says why.
struct Talk {
  Link* link = nullptr;
  std::vector<Command*> commands;
  std::optional<Error> fault;  // the connection is unusable
};

// `patience` limits the time without progress, and the total time to that plus a second for each 64 kB.
// So a slow connection is waited for, but one that trickles is not.
void converse(std::span<Talk> talks, std::chrono::milliseconds patience);

}  // namespace symkit::redis
