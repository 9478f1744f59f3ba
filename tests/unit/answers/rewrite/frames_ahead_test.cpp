// A log whose frames are told before they come: byte for byte the same, whatever the pieces in which it is
// read; its frames all told, each before its line is given.
#include "answers/rewrite/frames_ahead.h"

#include <string>
#include <vector>

#include "doctest/doctest.h"

using namespace symkit;
using rewrite::FramesAhead;

namespace {

constexpr std::string_view id = "0d7fcda18b352c2a25e75cef1e2a7062268d686c";

std::string frame(int number, std::uint64_t address) {
  char text[160];
  std::snprintf(text, sizeof text, "    #%02d pc %016lx  /data/app/libmarket.so (BuildId: %s)\n", number,
                static_cast<unsigned long>(address), std::string(id).c_str());
  return text;
}

struct Heard {
  std::vector<std::uint64_t> addresses;
  std::vector<std::size_t> at_once;
  std::string given;

  // All of the log, read in pieces of this size.
  explicit Heard(const std::string& log, std::size_t piece = 1 << 16, bool keeps = true) {
    auto input = io::TextAhead::before(
        io::Input::of_memory(log, "log"),
        std::make_unique<FramesAhead>(crashlog::Knowledge(), [&](std::span<const FrameReference> frames) {
          if (!frames.empty()) at_once.push_back(frames.size());
          for (const FrameReference& one : frames) take(one);
          return keeps;
        }));
    std::string buffer(piece, '\0');
    for (;;) {
      const auto count = input->read({buffer.data(), buffer.size()});
      REQUIRE(count);
      if (*count == 0) break;
      given.append(buffer, 0, *count);
    }
  }

  void take(const FrameReference& frame) {
    CHECK(frame.image.id.hex() == id);
    CHECK(frame.image.name == "libmarket.so");
    addresses.push_back(frame.file_address.value_or(frame.image_offset.value_or(0)));
  }
};

}  // namespace

TEST_CASE("a line that stood in the log before is not told again, unless what it needs may have gone") {
  std::string log;  // of some megabytes, so that it is told in several times
  for (int number = 0; number < 24'000; ++number) log += frame(number % 100, 0x1000);
  const Heard kept(log), dropped(log, 1 << 16, false);
  CHECK(kept.given == log);
  CHECK(dropped.given == log);
  // Lines that come in two pieces are told each time.
  CHECK(kept.addresses.size() >= 100);
  CHECK(kept.addresses.size() < 200);
  CHECK(dropped.at_once.size() > 1);
  CHECK(dropped.addresses.size() >= kept.addresses.size() + 100);
}

TEST_CASE("a log comes as it is, and its frames are told in their order") {
  std::string log = "a crash\n";
  std::vector<std::uint64_t> addresses;
  for (int number = 0; number < 20; ++number) {
    addresses.push_back(0x1000 + static_cast<std::uint64_t>(number) * 16);
    log += frame(number, addresses.back());
    if (number % 5 == 4) log += "\nanother thread\n";
  }
  for (const std::size_t piece : {1U, 7U, 100U, 1U << 16}) {
    CAPTURE(piece);
    const Heard heard(log, piece);
    CHECK(heard.given == log);
    CHECK(heard.addresses == addresses);
    CHECK(heard.at_once == std::vector<std::size_t>{20});
  }
  const Heard without_end(log + frame(20, 0x9000).substr(0, 110));
  CHECK(without_end.given == log + frame(20, 0x9000).substr(0, 110));
}

TEST_CASE("a long log is told of bit by bit, also where its lines lie across what is read at once") {
  std::string log;
  for (int number = 0; number < 5'000; ++number)
    log += std::string(static_cast<std::size_t>(number % 97), 'x') + "\n" +
           frame(number % 100, 0x1000 + static_cast<std::uint64_t>(number));
  const Heard heard(log);
  CHECK(heard.given == log);
  REQUIRE(heard.addresses.size() == 5'000);
  for (std::size_t i = 0; i < 5'000; ++i) CHECK(heard.addresses[i] == 0x1000 + i);
  CHECK(heard.at_once.size() > 2);
  for (const std::size_t count : heard.at_once) CHECK(count < 2'500);
}

TEST_CASE("a line without an end is not kept from who reads on, and text without frames tells nothing") {
  const std::string line(20 << 20, 'y');
  const Heard heard(line + "\n" + frame(0, 0x1234));
  CHECK(heard.given == line + "\n" + frame(0, 0x1234));
  CHECK(heard.addresses == std::vector<std::uint64_t>{0x1234});
  CHECK(Heard("").given.empty());
  CHECK(Heard("no frames\nat all").at_once.empty());
}
