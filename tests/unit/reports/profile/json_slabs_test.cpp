#include "reports/profile/json_slabs.h"

#include <vector>

#include "doctest/doctest.h"

#include "ground/base/words.h"

using namespace symkit;
using namespace symkit::profile;

namespace {

std::string little(std::uint64_t number, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xff);
  return bytes;
}

struct Slab {
  std::uint32_t kind = 10;
  std::string bytes;
};

constexpr std::size_t header_size = 20, entry_size = 12;

std::string made_of(const std::vector<Slab>& slabs, std::uint32_t root = 0) {
  std::string out("\xdc\xdfJSLB\x01\x00", 8);
  out += little(1, 4) + little(slabs.size(), 4) + little(root, 4);
  std::string body;
  for (const Slab& slab : slabs) {
    out += little(slab.kind, 4) + little(header_size + slabs.size() * entry_size + body.size(), 4) +
           little(slab.bytes.size(), 4);
    body += slab.bytes;
  }
  return out + body;
}

std::string read(const std::string& file) {
  const auto json = json_of_slabs(as_bytes(file));
  return json ? *json : say("error: ", json.error().message);
}

TEST_CASE("numbers stand where the document names them") {
  const std::string file =
      made_of({{10, R"({"a": {"$s": 1}, "b": [{ "$s" : 2 }, 7], "c": {"$s": 3}, "d": {"$s":4}})"},
               {0, "\x01\xff"},
               {5, little(0xfffffffe, 4)},
               {7, little(0x3ff8000000000000, 8) + little(0x7ff8000000000000, 8)},
               {10, R"(["x", {"$s": 1}])"}});
  CHECK(looks_like_json_slabs(as_bytes(file)));
  CHECK(read(file) == R"({"a": [1,-1], "b": [[4294967294], 7], "c": [1.5,null], "d": ["x", [1,-1]]})");
}

TEST_CASE("what only looks like a slab's number is a value") {
  constexpr std::string_view text = R"(["{\"$s\": 1}", {"$s": 1, "x": 2}, {"$s": "1"}, {"s": 1}, "\\", {}])";
  CHECK(read(made_of({{10, std::string(text)}})) == text);
}

TEST_CASE("a file that is no such file says what is wrong") {
  const std::string whole = made_of({{10, R"({"a": {"$s": 1}})"}, {4, little(5, 4)}});
  CHECK(read(whole) == R"({"a": [5]})");
  for (std::size_t size = 8; size < whole.size(); ++size)
    CHECK(read(whole.substr(0, size)).starts_with("error: is truncated: "));
  CHECK(read(made_of({{10, R"({"$s": 3})"}})) == "error: names slab 3 of 1");
  CHECK(read(made_of({{11, "x"}})) == "error: has a slab of kind 11, which is unknown");
  CHECK(read(made_of({{4, little(5, 4)}})) == "error: has no document among its slabs");
  CHECK(read(made_of({{10, "{}"}}, 1)) == "error: has no document among its slabs");
  CHECK(read(made_of({{10, R"({"$s": 0})"}})) == "error: has endlessly nested documents");
}

TEST_CASE("documents that name each other many times over do not fill the memory") {
  std::vector<Slab> slabs;
  for (int depth = 0; depth < 8; ++depth) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += say(R"({"$s": )", depth + 1, "}");
    slabs.push_back({10, text});
  }
  slabs.push_back({10, "[]"});
  CHECK(read(made_of(slabs)).starts_with("error: unpacks to more than "));
}

}  // namespace
