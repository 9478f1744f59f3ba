// What is taken of the head of an answer.
#include "keep/fetch/reply.h"

#include "doctest/doctest.h"

using symkit::fetch::name_at_end;
using symkit::fetch::Reply;

namespace {

Reply reply(std::initializer_list<std::string_view> lines) {
  Reply made;
  for (const std::string_view line : lines) REQUIRE(made.take(line));
  return made;
}

}  // namespace

TEST_CASE("the size is the whole file's, said in one of three ways") {
  CHECK(reply({"HTTP/1.1 200 OK\r\n", "Content-Length: 12\r\n"}).size() == 12);
  CHECK(reply({"x-debuginfod-size: 13\r\n"}).size() == 13);
  const Reply part = reply({"Content-Length: 5\r\n", "Content-Range: bytes 7-11/12\r\n"});
  CHECK(part.size() == 12);
  CHECK(part.part_begins() == 7);
  CHECK(!reply({"Content-Range: bytes 7-11/*\r\n"}).size());
  for (const char* wrong :
       {"Content-Length: -1", "Content-Length: 1x", "Content-Length: 99999999999999999999", "Content-Length",
        "Content-Range: bytes /", "Content-Range: lines 1-2/3"}) {
    CAPTURE(wrong);
    CHECK(!reply({wrong}).size());
    CHECK(!reply({wrong}).part_begins());
  }
}

TEST_CASE("a strong ETag tells a file's state, else when it was changed") {
  CHECK(reply({"ETag: \"a1\"\r\n", "Last-Modified: Sun\r\n"}).validator() == "\"a1\"");
  CHECK(reply({"ETag: W/\"a1\"\r\n", "Last-Modified: Sun\r\n"}).validator() == "Sun");
  CHECK(reply({"ETag: W/\"a1\"\r\n"}).validator().empty());
  CHECK(reply({"ETag: \"a\x01\"\r\n"}).validator().empty());
  CHECK(reply({"ETag: \"" + std::string(300, 'x') + "\"\r\n"}).validator().empty());
}

TEST_CASE("of a path that a server tells the name at its end is taken, if it is one") {
  CHECK(reply({"X-DEBUGINFOD-FILE: /usr/lib/debug/usr/bin/kiosk.debug\r\n"}).file_name() == "kiosk.debug");
  CHECK(reply({"x-debuginfod-file: kiosk\r\n"}).file_name() == "kiosk");
  CHECK(name_at_end("C:\\symbols\\app.pdb") == "app.pdb");
  CHECK(name_at_end(std::string(200, 'x')).size() == 200);
  for (const std::string& none :
       {std::string(), std::string("/usr/bin/"), std::string(".."), std::string("../.."), std::string("."),
        std::string("/a\x1b[31m"), std::string("/a\tb"), std::string("/\xff"), "/" + std::string(201, 'x')}) {
    CAPTURE(none);
    CHECK(name_at_end(none).empty());
  }
  CHECK(reply({"X-DEBUGINFOD-FILE: /a\r\n", "HTTP/1.1 200 OK\r\n"}).file_name().empty());
}

TEST_CASE("only the last answer counts, behind redirections") {
  const Reply last =
      reply({"HTTP/1.1 302 Found\r\n", "Content-Length: 12\r\n", "ETag: \"a\"\r\n", "HTTP/2 200\r\n"});
  CHECK(!last.size());
  CHECK(last.validator().empty());
}

TEST_CASE("a packed answer is known, and one of too many words is broken off") {
  CHECK(reply({"Content-Encoding: gzip\r\n"}).is_packed());
  CHECK(!reply({"Content-Encoding: Identity\r\n"}).is_packed());
  Reply endless;
  int lines = 0;
  while (endless.take("X-DEBUGINFOD-FILE: ../../../etc/passwd\r\n")) ++lines;
  CHECK(lines > 1000);
  CHECK(lines < 2000);
}
