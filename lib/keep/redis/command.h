// One question to an engine, as it goes out, and what came back.
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

  std::string head;              // all of it; of a SET what stands before the value
  std::span<const Bytes> value;  // stays its owner's
  std::string tail;
  ReplyLimits limits;
  std::optional<std::uint16_t> slot;  // where a cluster keeps its keys; none: any node
  std::size_t weight = 0;             // how many values it asks for
  std::optional<Result<Reply>> answer;
};

// Whether the engine has refused it with a complaint that begins so.
bool complains_of(const Command& command, std::string_view word);

// SET KEY VALUE [EX SECONDS].
Command set_command(std::string_view key, std::span<const Bytes> value, std::int64_t seconds);

}  // namespace symkit::redis
