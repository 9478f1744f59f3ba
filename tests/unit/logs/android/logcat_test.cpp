#include "logs/android/logcat.h"

#include <vector>

#include "doctest/doctest.h"

#include "logs/android/logcat_event.h"
#include "support/assembler.h"

using namespace symkit;
using namespace symkit::android;

namespace {

std::string payload(char priority, std::string_view tag, std::string_view message) {
  return priority + std::string(tag) + '\0' + std::string(message) + '\0';
}

// `size`: of the header, 0 for the first version.
std::string entry(unsigned size, std::string_view payload, unsigned buffer = 0) {
  test::Assembler out;
  out.u16(payload.size()).u16(size).u32(1234).u32(1240).u32(1'700'000'000).u32(123'456'789);
  if (size > 20) out.u32(buffer);
  if (size > 24) out.u32(10'234);
  out.text(payload);
  return std::string(as_text(out.finish()));
}

std::string text_of(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const auto taken = take_entry(bytes, out);
    if (!taken) return out + "error: " + taken.error().message;
    if (!*taken) return out + "cut off";
  }
  return out;
}

struct Given {
  std::string text;
  std::string error;
};
Given through_input(std::string bytes) {
  const auto input = io::Input::translated(io::Input::of_memory(std::move(bytes), "log.bin"),
                                           std::make_unique<LogcatText>());
  Given given;
  std::vector<char> buffer(7);
  while (true) {
    const auto count = input->read(buffer);
    if (!count) return given.error = count.error().message, given;
    if (*count == 0) return given;
    given.text.append(buffer.data(), *count);
  }
}

constexpr std::string_view line = "11-14 22:13:20.123 +0000  1234  1240 E market  : open\n";

}  // namespace

TEST_CASE("entries of all versions become logcat's lines") {
  const std::string open = payload(6, "market", "open");
  for (const unsigned size : {0U, 24U, 28U}) {
    CAPTURE(size);
    CHECK(text_of(entry(size, open)) == line);
    CHECK(looks_like_logcat(entry(size, open)));
  }
  CHECK(text_of(entry(24, open, 10'002)) == line);  // the second version has a user's number there
  CHECK(text_of(entry(28, open) + entry(28, open)) == std::string(line) + std::string(line));
}

TEST_CASE("each line of a message gets its columns, and what is missing is left out") {
  const std::string prefix = "11-14 22:13:20.123 +0000  1234  1240 I a       : ";
  CHECK(text_of(entry(28, payload(4, "a", "x\ny\n"))) == prefix + "x\n" + prefix + "y\n");
  CHECK(text_of(entry(28, payload(4, "a", ""))) == prefix + "\n");
  CHECK(text_of(entry(28, std::string("\4a\0x", 4))) == prefix + "x\n");
  CHECK(text_of(entry(28, "\4a")) == prefix + "\n");
  CHECK(text_of(entry(28, "\4")) == "11-14 22:13:20.123 +0000  1234  1240 I         : \n");
  CHECK(text_of(entry(28, payload(77, "a", "x"))).contains(" ? a       : x"));
}

TEST_CASE("events have their tag's number and their values") {
  test::Assembler out;
  out.u32(30'008).u8(3).u8(4).u8(0).u32(static_cast<std::uint32_t>(-5)).u8(1).u64(1ULL << 40);
  out.u8(2).u32(3).text("abc").u8(4).u32(0x3fc00000);
  const auto bytes = out.finish();
  CHECK(text_of(entry(28, as_text(bytes), 2)) ==
        "11-14 22:13:20.123 +0000  1234  1240 I [30008] : [-5,1099511627776,abc,1.500000]\n");
  std::string tag, message;
  append_event(std::string("\1\0\0\0", 4) + std::string(100'000, '\3'), tag, message);
  CHECK(message == "(an event of 100004 bytes that cannot be read)");
  append_event(std::string("\1\0\0\0\2\377\377\377\177", 9), tag, message = {});
  CHECK(message == "(an event of 9 bytes that cannot be read)");
}

TEST_CASE("what is no entry ends the log, behind all that came before it") {
  const std::string open = entry(28, payload(6, "market", "open"));
  Given given = through_input(open + open);
  CHECK(given.text == std::string(line) + std::string(line));
  CHECK(given.error.empty());
  given = through_input(open + std::string(64, 'x'));
  CHECK(given.text == line);
  CHECK(given.error == "log.bin: is a log of logcat -B, but the data at byte " + std::to_string(open.size()) +
                           " is not an entry of logcat");
}

TEST_CASE("a log that is cut off gives what is whole, and says where it ends") {
  const std::string open = entry(28, payload(6, "market", "open")), log = open + open;
  for (std::size_t size = open.size() + 1; size < log.size(); ++size) {
    const Given given = through_input(log.substr(0, size));
    CHECK(given.text == line);
    CHECK(given.error == "log.bin: is a log of logcat -B, truncated within its entry at byte " +
                             std::to_string(open.size()));
  }
}

TEST_CASE("no text is taken for entries") {
  for (const std::string_view text :
       {"", "a\n", "--------- beginning of main\n", "11-14 22:13:20.123  1234  1240 E market  : open\n"})
    CHECK_FALSE(looks_like_logcat(text));
  CHECK_FALSE(looks_like_logcat(std::string(64, '\0')));
  CHECK_FALSE(looks_like_logcat(std::string("h\0e\0l\0l\0o\0 \0w\0o\0r\0l\0d\0h\0e\0", 26)));  // UTF-16
}
