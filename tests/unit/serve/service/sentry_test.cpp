// What sentry-cli sends, as it is read, and the names that its pieces have.
#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

#include "ground/base/words.h"
#include "serve/service/assemble_request.h"
#include "serve/service/chunks.h"
#include "serve/service/multipart.h"
#include "serve/service/old_files.h"
#include "serve/service/sha1.h"
#include "support/scratch.h"

namespace symkit::service {
namespace {

namespace fs = std::filesystem;

std::string why_not(std::string_view body, std::string_view type = "multipart/form-data; boundary=b") {
  const auto parts = read_form(type, body);
  return parts ? std::string() : parts.error().message;
}

}  // namespace

TEST_CASE("SHA-1 as FIPS 180 has it") {
  CHECK(sha1_of(as_bytes("abc")) == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(sha1_of({}) == "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  CHECK(is_sha1(sha1_of({})));
  for (const std::string_view text : {"", "../../etc/passwd", "A9993E364706816ABA3E25717850C26C9CD0D89D",
                                      "a9993e364706816aba3e25717850c26c"})
    CHECK_FALSE(is_sha1(text));
}

TEST_CASE("parts of a form") {
  const std::string_view body =
      "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a;b\"\r\nContent-Type: x\r\n\r\n"
      "one\r\n--not\r\n\r\n--b\r\ncontent-disposition: form-data; filename=c; "
      "name=other\r\n\r\n\r\n--b--\r\n";
  const auto parts = read_form("Multipart/Form-Data; charset=x; boundary=\"b\"", body);
  REQUIRE(parts);
  REQUIRE(parts->size() == 2);
  CHECK(parts->front().name == "file");
  CHECK(parts->front().file_name == "a;b");
  CHECK(parts->front().content == "one\r\n--not\r\n");
  CHECK(parts->back().name == "other");
  CHECK(parts->back().file_name == "c");
  CHECK(parts->back().content.empty());
  CHECK(why_not("--b--").empty());
  CHECK(why_not("--b\r\nx\r\n--b--") == "a part has no empty line after its fields");
  CHECK(why_not("--b\r\n\r\nx") == "the body ends within a part");
  CHECK(why_not("--bc--") == "there is no line end after a boundary");
  CHECK(why_not("x") == "the body must begin with its boundary");
  CHECK_FALSE(why_not("--b--", "multipart/form-data").empty());
  CHECK_FALSE(why_not("--b--", "text/plain; boundary=b").empty());
}

TEST_CASE("chunks are kept by what is in them, and joined to what they were") {
  const test::Scratch scratch;
  Chunks chunks(scratch.path + "/chunks");
  REQUIRE(chunks.open());
  const std::string one = sha1_of(as_bytes("one")), two = sha1_of(as_bytes("two")),
                    both = sha1_of(as_bytes("onetwo")), to = scratch.path + "/joined";
  REQUIRE(chunks.put(one, as_bytes("one")));
  CHECK_FALSE(chunks.put(two, as_bytes("one")));
  CHECK_FALSE(chunks.put("../two", as_bytes("two")));
  CHECK(chunks.missing({one, two}) == std::vector{two});
  CHECK(chunks.join({one, two}, both, 100, to).error().message ==
        say("chunk ", two, " no longer exists; send it again"));
  REQUIRE(chunks.put(two, as_bytes("two")));
  CHECK(chunks.missing({one, two}).empty());
  CHECK_FALSE(chunks.join({two, one}, both, 100, to));
  CHECK_FALSE(chunks.join({one, two}, both, 5, to));
  CHECK_FALSE(fs::exists(to));
  REQUIRE(chunks.join({one, two}, both, 6, to));
  CHECK(fs::file_size(to) == 6);
}

TEST_CASE("files that nobody has used go, and folders that they leave empty") {
  const test::Scratch scratch;
  fs::create_directories(scratch.path + "/old");
  for (const char* const name : {"/old/file", "/new"}) std::ofstream(scratch.path + name) << "x";
  fs::last_write_time(scratch.path + "/old/file", fs::file_time_type::clock::now() - std::chrono::hours(2));
  remove_old_files(scratch.path, std::chrono::seconds(0));
  CHECK(fs::exists(scratch.path + "/old/file"));
  remove_old_files(scratch.path, std::chrono::hours(1));
  CHECK_FALSE(fs::exists(scratch.path + "/old"));
  CHECK(fs::exists(scratch.path + "/new"));
  remove_old_files(scratch.path + "/nowhere", std::chrono::hours(1));
}

TEST_CASE("what is wanted put together") {
  const std::string sum(40, 'a');
  const auto files =
      read_wanted_files(say(R"({")", sum, R"(":{"name":"x","debug_id":null,"chunks":[")", sum, R"("]}})"));
  REQUIRE(files);
  CHECK(files->front().sum == sum);
  CHECK(files->front().debug_id.empty());
  CHECK(files->front().chunks == std::vector{sum});
  CHECK_FALSE(read_wanted_files(say(R"({")", sum, R"(":{"name":"x","chunks":[]}})")));
  CHECK(read_wanted_files("{}"));
}

}  // namespace symkit::service
