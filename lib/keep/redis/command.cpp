#include "keep/redis/command.h"

#include "ground/base/words.h"

namespace symkit::redis {

Command::Command(std::span<const std::string_view> words, const ReplyLimits& what) : limits(what) {
  append_command(head, words);
}

Command::Command(std::initializer_list<std::string_view> words, const ReplyLimits& what)
    : Command(std::span(words.begin(), words.size()), what) {}

bool complains_of(const Command& command, std::string_view word) {
  return command.answer && *command.answer && (*command.answer)->kind == Reply::Kind::Error &&
         (*command.answer)->text.starts_with(word);
}

Command set_command(std::string_view key, std::span<const Bytes> value, std::int64_t seconds) {
  std::size_t size = 0;
  for (const Bytes piece : value) size += piece.size();
  Command command(std::span<const std::string_view>(), {.bulk = 4096, .bytes = 4096});
  command.head =
      say('*', seconds > 0 ? 5 : 3, "\r\n$3\r\nSET\r\n$", key.size(), "\r\n", key, "\r\n$", size, "\r\n");
  command.value = value;
  command.tail = "\r\n";
  const std::string time = std::to_string(seconds);
  if (seconds > 0) command.tail += say("$2\r\nEX\r\n$", time.size(), "\r\n", time, "\r\n");
  return command;
}

}  // namespace symkit::redis
