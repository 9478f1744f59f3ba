#include "keep/redis/reply.h"

#include <doctest/doctest.h>

#include "ground/base/words.h"
#include "keep/redis/command.h"

using namespace symkit;
using redis::Reply;
using redis::ReplyLimits;
using redis::ReplyReader;

namespace {

constexpr ReplyLimits roomy{.elements = 100, .nesting = 4};

// A reply in a few words: "+OK", "-ERR x", "$value", "nothing", "[a b]".
std::string described(const Reply& reply) {
  switch (reply.kind) {
    case Reply::Kind::Nothing: return "nothing";
    case Reply::Kind::Text: return "+" + reply.text;
    case Reply::Kind::Error: return "-" + reply.text;
    case Reply::Kind::Number: return std::to_string(reply.number);
    case Reply::Kind::Bulk: return "$" + std::string(reply.words());
    case Reply::Kind::List: break;
  }
  std::string text;
  for (const Reply& one : reply.list) text += (text.empty() ? "" : " ") + described(one);
  return "[" + text + "]";
}

// Read in pieces of so many bytes, each at once where a bulk string wants it.
std::string read_in(std::string_view bytes, std::size_t piece, const ReplyLimits& limits = roomy) {
  ReplyReader reader(limits);
  for (Bytes rest = as_bytes(bytes); !rest.empty();) {
    Bytes now = rest.first(std::min(piece, rest.size()));
    rest = rest.subspan(now.size());
    if (const auto room = reader.room(); !room.empty()) {
      const std::size_t size = std::min(room.size(), now.size());
      std::copy_n(now.begin(), size, room.begin());
      reader.filled(size);
      now = now.subspan(size);
    }
    const auto taken = reader.read(now);
    if (!taken) return "error: " + taken.error().message;
    if (reader.is_whole()) return described(reader.take()) + say(" +", now.size() - *taken + rest.size());
  }
  return "more";
}

std::string read_whole(std::string_view bytes, const ReplyLimits& limits = roomy) {
  const std::string whole = read_in(bytes, bytes.size() + 1, limits);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{7}})
    CHECK(read_in(bytes, piece, limits) == whole);
  return whole;
}

}  // namespace

TEST_CASE("Each kind of reply, in one piece and in many") {
  CHECK(read_whole("+OK\r\n") == "+OK +0");
  CHECK(read_whole("-ERR no\r\n") == "-ERR no +0");
  CHECK(read_whole(":-12\r\n") == "-12 +0");
  CHECK(read_whole("$5\r\na\r\nbc\r\n") == "$a\r\nbc +0");
  CHECK(read_whole("$0\r\n\r\n") == "$ +0");
  CHECK(read_whole("$-1\r\n") == "nothing +0");
  CHECK(read_whole("*-1\r\n") == "nothing +0");
  CHECK(read_whole("*0\r\n") == "[] +0");
  CHECK(read_whole("*3\r\n$1\r\na\r\n$-1\r\n:7\r\n") == "[$a nothing 7] +0");
  CHECK(read_whole("*2\r\n*2\r\n*0\r\n+x\r\n*1\r\n:1\r\n") == "[[[] +x] [1]] +0");
}

TEST_CASE("What follows a reply is left for the next") { CHECK(read_whole("+OK\r\n:1\r\n") == "+OK +4"); }

TEST_CASE("A value that is longer than what is kept ready for it") {
  std::string value(5'000'000, 'x');
  value[4'999'999] = 'y';
  const std::string bytes = say("$", value.size(), "\r\n", value, "\r\n");
  for (const std::size_t piece : {std::size_t{4096}, std::size_t{1'000'000}, bytes.size()})
    CHECK(read_in(bytes, piece) == say("$", value, " +0"));
}

TEST_CASE("A reply that breaks off is none") {
  const std::string_view whole = "*2\r\n$3\r\nabc\r\n:1\r\n";
  for (std::size_t size = 0; size < whole.size(); ++size) CHECK(read_in(whole.substr(0, size), 3) == "more");
}

TEST_CASE("What is not the protocol") {
  constexpr std::string_view not_the_protocol =
      "error: does not speak Redis' protocol (if it requires TLS, use rediss://)";
  for (const std::string_view bytes :
       {"HTTP/1.1 400 Bad Request\r\n", "\x15\x03\x03", "\r\n", "\n", ":\r\n", ":1x\r\n", "$-2\r\n",
        "*-2\r\n", "$99999999999999999999\r\n", "$3\r\nabcd\r\n", "$3\r\nabc\rx", "%1\r\n", "_\r\n", "+\n"})
    CHECK(read_whole(bytes) == not_the_protocol);
  CHECK(read_whole("+" + std::string(70'000, 'x')) == not_the_protocol);
}

TEST_CASE("More than was asked for") {
  CHECK(read_whole("$101\r\n", {.bulk = 100}) ==
        "error: sent a value of 101 bytes, which is longer than requested");
  CHECK(read_whole("*3\r\n", {.elements = 2}) == "error: sent a longer reply than requested");
  CHECK(read_whole("*2\r\n*1\r\n:1\r\n", {.elements = 2, .nesting = 2}) ==
        "error: sent a longer reply than requested");
  CHECK(read_whole("*1\r\n*1\r\n", {.elements = 10, .nesting = 1}) ==
        "error: sent a longer reply than requested");
  // All values together.
  CHECK(read_whole("*2\r\n$60\r\n" + std::string(60, 'x') + "\r\n$60\r\n",
                   {.bulk = 100, .bytes = 100, .elements = 2})
            .starts_with("error: sent a value of 60 bytes"));
}

TEST_CASE("A command as it goes out") {
  CHECK(redis::Command({"GET", "k ey"}, {}).head == "*2\r\n$3\r\nGET\r\n$4\r\nk ey\r\n");
  const Bytes pieces[] = {as_bytes("ab"), as_bytes("c")};
  const redis::Command set = redis::set_command("key", pieces, 60);
  CHECK(set.head == "*5\r\n$3\r\nSET\r\n$3\r\nkey\r\n$3\r\n");
  CHECK(set.tail == "\r\n$2\r\nEX\r\n$2\r\n60\r\n");
  CHECK(redis::set_command("key", pieces, 0).tail == "\r\n");
  CHECK(redis::set_command("key", pieces, 0).head.starts_with("*3\r\n"));
}
