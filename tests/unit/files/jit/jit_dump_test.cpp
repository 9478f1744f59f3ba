// jit-PID.dump: where code was loaded, where it was moved to, and what nobody can tell.
#include "files/jit/jit_dump.h"

#include <string>

#include "doctest/doctest.h"

using namespace symkit;

namespace {

template <class Number>
std::string raw(Number number) {
  std::string out;
  for (std::size_t i = 0; i < sizeof number; ++i) out += static_cast<char>(number >> (8 * i));
  return out;
}

std::string header() {
  return "DTiJ" + raw(1U) + raw(40U) + raw(62U) + raw(0U) + raw(4711U) + raw(std::uint64_t{1}) +
         raw(std::uint64_t{0});
}

std::string record(std::uint32_t kind, const std::string& body) {
  return raw(kind) + raw(static_cast<std::uint32_t>(body.size() + 16)) + raw(std::uint64_t{7}) + body;
}

std::string load(std::uint64_t at, std::uint64_t size, std::uint64_t index, const std::string& name) {
  return record(0, raw(4711U) + raw(4711U) + raw(at) + raw(at) + raw(size) + raw(index) + name + '\0' +
                       std::string(size, '\x90'));
}

std::string move(std::uint64_t from, std::uint64_t to, std::uint64_t size, std::uint64_t index) {
  return record(1, raw(4711U) + raw(4711U) + raw(to) + raw(from) + raw(to) + raw(size) + raw(index));
}

std::string_view function_at(const jit::MadeCode& code, std::uint64_t address) {
  const jit::Piece* const piece = code.at(address);
  return piece == nullptr ? "" : piece->function;
}

}  // namespace

TEST_CASE("Code is found where it was loaded and where it was moved to") {
  const std::string dump = header() + load(0x1000, 0x40, 1, "handle") + load(0x1040, 0x40, 2, "parse") +
                           record(4, "unwinding") + move(0x1000, 0x3000, 0x40, 1);
  const auto code = jit::read_jit_dump(as_bytes(dump));
  REQUIRE(code);
  CHECK(code->at(0x0fff) == nullptr);
  CHECK(function_at(*code, 0x1000) == "handle");
  CHECK(function_at(*code, 0x103f) == "handle");
  CHECK(function_at(*code, 0x1040) == "parse");
  CHECK(code->at(0x1080) == nullptr);
  CHECK(function_at(*code, 0x3010) == "handle");
}

TEST_CASE("Where several functions were one after the other, nobody can tell which ran") {
  const std::string dump = header() + load(0x1000, 0x40, 1, "handle") + load(0x1020, 0x40, 2, "parse") +
                           load(0x1000, 0x40, 3, "handle");
  const auto code = jit::read_jit_dump(as_bytes(dump));
  REQUIRE(code);
  CHECK(function_at(*code, 0x1010) == "handle");
  CHECK(code->at(0x1030) == nullptr);
  CHECK(function_at(*code, 0x1050) == "parse");
}

TEST_CASE("A dump is read as far as it is whole") {
  const std::string first = header() + load(0x1000, 0x40, 1, "handle");
  const std::string dump = first + load(0x1040, 0x40, 2, "parse");
  for (std::size_t size = 0; size < dump.size(); ++size) {
    const auto code = jit::read_jit_dump(as_bytes(std::string_view(dump).substr(0, size)));
    REQUIRE(code.has_value() == (size >= first.size()));
    if (code) CHECK(function_at(*code, 0x1010) == "handle");
    if (code) CHECK(code->at(0x1050) == nullptr);
  }
}

TEST_CASE("Sizes that lead out of memory are passed over") {
  const std::string far = record(0, raw(1U) + raw(1U) + raw(~0ULL) + raw(~0ULL - 1) + raw(std::uint64_t{4}) +
                                        raw(std::uint64_t{1}) + std::string("far\0", 4));
  CHECK_FALSE(jit::read_jit_dump(as_bytes(header() + far)));
  CHECK_FALSE(jit::read_jit_dump(as_bytes("DTiJ" + raw(1U) + raw(~0U))));
}
