// A command to an engine and its reply.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "keep/redis/reply.h"

namespace symkit::redis {

struct Command {
  Command(std::initializer_list<std::string_view> words, const ReplyLimits& limits);
  Command(std::span<const std::string_view> words, const ReplyLimits& limits);

  std::string head;              // the complete command; for a SET, the part before the value
  std::span<const Bytes> value;  // owned by the caller
  std::string tail;
  ReplyLimits limits;
  std::optional<std::uint16_t> slot;  // a cluster's slot for its keys; none: any node
  std::size_t weight = 0;             // how many values it requests
  std::optional<Result<Reply>> answer;
};

// Whether the engine refused it with an error that begins with `word`.
bool complains_of(const Command& command, std::string_view word);

// SET KEY VALUE [EX SECONDS].
Command set_command(std::string_view key, std::span<const Bytes> value, std::int64_t seconds);

}  // namespace symkit::redis
