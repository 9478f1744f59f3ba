#include "ground/base/same_id.h"

#include "doctest/doctest.h"

using namespace symkit;

namespace {

bool same(std::string_view in_log, std::string_view in_file) {
  return same_id(*ImageId::parse(in_log), *ImageId::parse(in_file));
}

constexpr std::string_view whole = "65c6fe42e7aea8af98f965d27c8f52f7dda95511";
constexpr std::string_view cut = "65c6fe42e7aea8af98f965d27c8f52f7";
constexpr std::string_view turned = "42fec665aee7afa898f965d27c8f52f7";

}  // namespace

TEST_CASE("A log may have the first 16 bytes of a build id, also as Breakpad writes them") {
  CHECK(same(whole, whole));
  CHECK(same(cut, whole));
  CHECK(same(turned, whole));
  CHECK_FALSE(same(turned.substr(0, 30), whole));
  CHECK_FALSE(same("65c6fe42e7aea8af98f965d27c8f52f8", whole));
}

TEST_CASE("A symbol file may have no more than these") {
  CHECK(same(whole, cut));
  CHECK(same(turned, cut));
  CHECK_FALSE(same(whole, turned));
  CHECK_FALSE(same("65c6fe42e7aea8af98f965d27c8f52f8dda95511", cut));
}

TEST_CASE("An id that is shorter is filled up with zeros") {
  CHECK(same("6efd35e06bce9c820000000000000000", "6efd35e06bce9c82"));
  CHECK(same("e035fd6ece6b829c0000000000000000", "6efd35e06bce9c82"));
  CHECK(same("6efd35e06bce9c82", "6efd35e06bce9c820000000000000000"));
  CHECK(same("6efd35e06bce9c82000000000000000000000000", "6efd35e06bce9c82"));
  CHECK_FALSE(same("6efd35e06bce9c82000000000000000000000001", "6efd35e06bce9c82"));
  CHECK_FALSE(same("6efd35e06bce9c82", "6efd35e06bce9c82dd"));
  CHECK_FALSE(same_id({}, *ImageId::parse("00000000000000000000000000000000")));
}
