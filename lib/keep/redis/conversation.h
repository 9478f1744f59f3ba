// Commands sent over connections, and their replies read, of several at the same time. Sending goes on while
// replies come, so that neither side waits for the other.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "keep/redis/command.h"
#include "keep/redis/stream.h"

namespace symkit::redis {

// A connection and what it has received beyond the last reply.
struct Link {
  std::unique_ptr<Stream> stream;
  std::vector<std::uint8_t> received;
};

// What is said over one connection. The replies go into the commands; those that got none say why in `fault`.
struct Talk {
  Link* link = nullptr;
  std::vector<Command*> commands;
  std::optional<Error> fault;  // the connection is of no use any more
};

// An engine may be silent for so long, and has that much time and a second for each 64 kB in all: a slow line
// is waited for, one that drips is not.
void converse(std::span<Talk> talks, std::chrono::milliseconds patience);

}  // namespace symkit::redis
