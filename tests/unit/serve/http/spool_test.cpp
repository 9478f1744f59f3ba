#include "serve/http/spool.h"

#include <doctest/doctest.h>
#include <string>
#include <thread>

#include "serve/http/message.h"
#include "serve/http/wire.h"

namespace symkit::http {
namespace {

std::string drained(Spool& spool, std::size_t most) {
  std::string text;
  for (std::string some = spool.take(most); !some.empty(); some = spool.take(most)) text += some;
  return text;
}

}  // namespace

TEST_CASE("what is written comes out in order, from memory and from the file behind it") {
  Spool spool("/tmp", [] {});
  std::string all;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 40; ++i) {
      const std::string piece(static_cast<std::size_t>(50'000 + i * 997), static_cast<char>('a' + i % 26));
      CHECK(spool.write(piece));
      all += piece;
    }
    CHECK(spool.state().has_text);
    CHECK(drained(spool, 64 * 1024) == all);
    CHECK(!spool.state().has_text);
    all.clear();
  }
}

TEST_CASE("text taken while more is written keeps its order") {
  Spool spool("/tmp", [] {});
  std::string written, read;
  for (int i = 0; i < 2000; ++i) {
    const std::string piece(2000, static_cast<char>('a' + i % 26));
    written += piece;
    CHECK(spool.write(piece));
    if (i % 3 == 0) read += spool.take(3000);
  }
  CHECK(read + drained(spool, 5000) == written);
}

TEST_CASE("without a folder for a file the writer waits for the reader, and ends with him") {
  Spool spool("/nowhere/at/all", [] {});
  CHECK(spool.write(std::string(900'000, 'x')));
  std::size_t seen = 0;
  bool goes_on = true;
  std::thread writer([&] {
    for (int i = 0; i < 20 && goes_on; ++i) goes_on = spool.write(std::string(300'000, 'y'));
  });
  while (seen < 3'000'000) seen += spool.take(10'000).size();
  spool.abandon();
  writer.join();
  CHECK_FALSE(goes_on);
}

TEST_CASE("an end with a reason is told behind the text") {
  Spool spool("/tmp", [] {});
  CHECK(spool.write("text"));
  spool.end("it was cut");
  CHECK(spool.state().has_text);
  CHECK(spool.take(100) == "text");
  CHECK(spool.state().has_ended);
  CHECK(spool.state().failure == "it was cut");
}

TEST_CASE("parameters of a query") {
  Head head;
  head.query = "format=json&&a=%2Fb%20c&empty=&flag&x=1=2";
  CHECK(head.parameter("format") == "json");
  CHECK(head.parameter("a") == "/b c");
  CHECK(head.parameter("empty") == "");
  CHECK(head.parameter("flag") == "");
  CHECK(head.parameter("x") == "1=2");
  CHECK_FALSE(head.parameter("y"));
}

TEST_CASE("words of a query that are not known, and words that are there twice") {
  Head head;
  const auto why_not = [&](std::string_view query) {
    head.query = query;
    return head.why_not_these("format, inlines");
  };
  CHECK(why_not("") == "");
  CHECK(why_not("format=a&&inlines") == "");
  CHECK(why_not("fromat=json") == "?fromat= is unknown; known parameters: format, inlines");
  CHECK(why_not("format=a&format=b") == "?format= appears more than once");
  CHECK(why_not("=x") != "");
  CHECK(why_not("format,%20inlines=x") != "");
}

TEST_CASE("heads and chunks") {
  CHECK(head_of(200, "text/plain", {{"A", "b"}}, 5, true) ==
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nA: b\r\nContent-Length: 5\r\nX-Content-Type-Options: "
        "nosniff\r\nX-Frame-Options: DENY\r\n\r\n");
  CHECK(head_of(204, "", {}, {}, false, false) ==
        "HTTP/1.1 204 No Content\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: "
        "DENY\r\n\r\n");
  CHECK(chunk("abcdefghijklmnopq") == "11\r\nabcdefghijklmnopq\r\n");
}

}  // namespace symkit::http
