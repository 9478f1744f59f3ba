#include "serve/http/framing.h"

#include <doctest/doctest.h>

namespace symkit::http {
namespace {

unsigned status_of(const Fields& fields, std::string_view raw = "", bool knows_host = true) {
  Head head;
  head.fields = fields;
  const auto why = why_ambiguous(head, raw, knows_host);
  return why ? why->status : 0;
}

}  // namespace

TEST_CASE("a head that says all once is taken") {
  CHECK(status_of({{"host", "localhost:8790"}}) == 0);
  CHECK(status_of({{"host", ""}}) == 0);
  CHECK(status_of({{"host", "[::1]"}, {"content-length", "12"}}) == 0);
  CHECK(status_of({{"host", "a"}, {"transfer-encoding", "Chunked"}, {"accept", "a"}, {"accept", "b"}}) == 0);
  CHECK(status_of({}, "", false) == 0);
}

TEST_CASE("what is there twice, or not at all, is refused") {
  CHECK(status_of({}) == 400);
  CHECK(status_of({{"host", "a"}, {"host", "a"}}) == 400);
  CHECK(status_of({{"host", "a"}, {"authorization", "x"}, {"authorization", "x"}}) == 400);
  CHECK(status_of({{"host", "a"}, {"sec-fetch-site", "none"}, {"sec-fetch-site", "cross-site"}}) == 400);
  CHECK(status_of({{"host", "a b"}}) == 400);
  CHECK(status_of({{"host", "a"}, {"content-length", "5, 5"}}) == 400);
  CHECK(status_of({{"host", "a"}}, "X: a\r\n b\r\n\r\n") == 400);
}

TEST_CASE("a body that is coded otherwise than in chunks") {
  CHECK(status_of({{"host", "a"}, {"transfer-encoding", "gzip, chunked"}}) == 501);
  CHECK(status_of({{"host", "a"}, {"transfer-encoding", "chunked, gzip"}}) == 400);
  CHECK(status_of({{"host", "a"}, {"transfer-encoding", "chunked"}}, "", false) == 400);
}

TEST_CASE("extensions of chunks have no ends of lines in them") {
  CHECK(is_plain_extension(";a=\"b\tc\""));
  CHECK_FALSE(is_plain_extension(";a=\"\n\""));
  CHECK_FALSE(is_plain_extension(";a\x7f"));
}

}  // namespace symkit::http
