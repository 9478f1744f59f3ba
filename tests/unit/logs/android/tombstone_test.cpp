#include "logs/android/tombstone.h"

#include <fstream>
#include <sstream>

#include "doctest/doctest.h"

#include "logs/android/tombstone_names.h"
#include "logs/android/tombstone_text.h"
#include "support/exact_buffer.h"
#include "support/protobuf.h"

using namespace symkit;
using namespace symkit::android;
using test::bytes_field;
using test::number_field;

namespace {

std::string fixture() {
  std::ifstream file(SYMKIT_TEST_DATA "/android/market.pb", std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::string text_of_bytes(std::string_view bytes) {
  const auto tombstone = read_tombstone(bytes);
  return tombstone ? text_of(*tombstone) : "error: " + tombstone.error().message;
}

std::string frame(std::string_view function) {
  return number_field(1, 0x1234) + bytes_field(4, function) + number_field(5, 7) + bytes_field(6, "libx.so");
}

std::string thread_of(std::string_view fields, unsigned id = 3) {
  return bytes_field(16, number_field(1, id) + bytes_field(2, number_field(1, id) + std::string(fields)));
}

// A tombstone of the thread 3 with these fields behind.
std::string tombstone_with(std::string_view fields, unsigned architecture = 1) {
  return number_field(1, architecture) + bytes_field(2, "a/b/c") + number_field(6, 3) + std::string(fields);
}

std::optional<FunctionName> kiosk(const Backtrace&) { return FunctionName{"kiosk", 0x99}; }
std::optional<FunctionName> nobody(const Backtrace&) { return std::nullopt; }

}  // namespace

TEST_CASE("a tombstone is known by its first fields") {
  const std::string whole = fixture();
  for (std::size_t size = 2; size < 100; ++size) CHECK(looks_like_tombstone(whole.substr(0, size)));
  CHECK(looks_like_tombstone(bytes_field(2, "google/oriole")));  // of 32-bit ARM, which is not written
  CHECK_FALSE(looks_like_tombstone(""));
  CHECK_FALSE(looks_like_tombstone("\x08"));
  CHECK_FALSE(looks_like_tombstone("\x08\x06\x12"));              // no such processor
  CHECK_FALSE(looks_like_tombstone("\x0a\x04\x08\x01\x10\x02"));  // a profile
  CHECK_FALSE(looks_like_tombstone("*** *** ***"));
  CHECK_FALSE(looks_like_tombstone("\x12\x03\x01zz"));
}

TEST_CASE("a text has what the fields have, and what they lack is not made up") {
  const std::string text = text_of_bytes(tombstone_with(thread_of(bytes_field(4, frame("f")))));
  CHECK(text.contains("ABI: 'arm64'\n"));
  CHECK_FALSE(text.contains("Page size"));
  CHECK_FALSE(text.contains("Guest"));
  CHECK(text.contains("Cmdline: <unknown>\npid: 0, tid: 3, name:   >>> <unknown> <<<\n"));
  CHECK(text.contains("signal information missing\n"));
  CHECK(text.contains("\n1 total frames\nbacktrace:\n      #00 pc 0000000000001234  libx.so (f+7)\n"));
  CHECK(text.contains("\nNo memory maps found\n"));
}

TEST_CASE("pointers are as wide as the processor's") {
  const std::string of_arm = text_of_bytes(tombstone_with(thread_of(bytes_field(4, frame("f"))), 0));
  CHECK(of_arm.contains("#00 pc 00001234  libx.so"));
  CHECK(text_of_bytes(tombstone_with(thread_of(""), 7))
            .contains("Unknown architecture 7 printing thread registers"));
}

TEST_CASE("a guest of 32-bit ARM, whose number is not written, is told by its threads") {
  const std::string guest = bytes_field(25, number_field(1, 3) + bytes_field(2, bytes_field(4, frame("g"))));
  const std::string text = text_of_bytes(tombstone_with(thread_of("") + guest));
  CHECK(text.contains("Guest architecture: 'arm'\n"));
  CHECK(text.contains("Guest thread information for tid: 3\n"));
  CHECK(text.contains("libx.so (g+7)\n"));
  CHECK_FALSE(text_of_bytes(tombstone_with(number_field(24, 5) + thread_of(""))).contains("Guest"));
}

TEST_CASE("without its main thread the other threads are still told") {
  const std::string text = text_of_bytes(tombstone_with(thread_of(bytes_field(4, frame("other")), 9)));
  CHECK(text.contains("failed to find entry for main thread in tombstone\n"));
  CHECK(text.contains("(other+7)"));
}

TEST_CASE("of two threads with one number the later counts, of a message that comes twice the later fields") {
  const std::string twice = thread_of(bytes_field(2, "first")) + thread_of(bytes_field(2, "second"));
  CHECK(text_of_bytes(tombstone_with(twice)).contains("name: second"));
  const std::string signal =
      bytes_field(10, number_field(1, 6) + bytes_field(2, "SIGABRT")) + bytes_field(10, number_field(1, 11));
  CHECK(text_of_bytes(tombstone_with(thread_of("") + signal)).contains("signal 11 (SIGABRT), code 0 ()"));
}

TEST_CASE("a field of another type than it should have is passed over") {
  const std::string odd = number_field(2, 5) + bytes_field(6, "x") + test::fixed_field(17, "12345678");
  CHECK(text_of_bytes(tombstone_with(thread_of("") + odd)).contains("Build fingerprint: 'a/b/c'"));
}

TEST_CASE("where the address of a fault lies among the mappings") {
  const auto mapped = [](std::uint64_t fault) {
    const std::string signal = bytes_field(10, number_field(8, 1) + number_field(9, fault));
    const std::string maps = bytes_field(17, number_field(1, 0x2000) + number_field(2, 0x3000)) +
                             bytes_field(17, number_field(1, 0x5000) + number_field(2, 0x6000));
    return text_of_bytes(tombstone_with(thread_of("") + signal + maps));
  };
  CHECK(
      mapped(0x10).contains("(2 entries):\n--->Fault address falls at 00000000'00000010 before any mapped"));
  CHECK(mapped(0x4000).contains("\n--->Fault address falls at 00000000'00004000 between mapped regions\n"));
  CHECK(mapped(0x9000).contains("\n--->Fault address falls at 00000000'00009000 after any mapped regions\n"));
  CHECK(mapped(0x0b00000000005fff).contains("\n--->00000000'00005000-00000000'00005fff ---"));  // with a tag
}

TEST_CASE("tags that begin at the end of the address space end, too") {
  const std::string memory =
      number_field(3, UINT64_MAX - 20) + bytes_field(6, bytes_field(1, std::string(1000, 3)));
  const std::string signal = bytes_field(10, number_field(8, 1) + bytes_field(10, memory));
  CHECK(text_of_bytes(tombstone_with(thread_of("") + signal)).size() < 10'000);
}

TEST_CASE("every tombstone that is cut off, and each with a flipped bit, is read or refused") {
  const std::string whole = fixture();
  std::size_t read = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const test::ExactBuffer cut(as_bytes(std::string_view(whole).substr(0, size)));
    const auto tombstone = read_tombstone(as_text(cut.bytes()));
    if (tombstone) ++read;
    CHECK((tombstone ? !text_of(*tombstone).empty() : tombstone.error().message.contains("protobuf")));
  }
  CHECK(read > 0);
  CHECK(read < 20);  // where a field of its own ends
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    const test::ExactBuffer exact(as_bytes(flipped));
    const auto named = with_names(as_text(exact.bytes()), kiosk);
    CHECK((named || !named.error().message.empty()));
    if (const auto tombstone = read_tombstone(as_text(exact.bytes())))
      CHECK_FALSE(text_of(*tombstone).empty());
  }
}

TEST_CASE("lengths that lie, and messages in messages, cost nothing") {
  const std::string lie =
      tombstone_with(thread_of("")) + test::varint(14 << 3 | 2) + test::varint(1 << 30) + "x";
  CHECK(text_of_bytes(lie) ==
        "error: is a truncated or broken tombstone (protobuf), in the field at byte 20");
  std::string nested;
  for (int depth = 0; depth < 100'000; ++depth) nested.insert(0, 1, '\x23');  // groups
  CHECK(text_of_bytes(tombstone_with(thread_of(nested))).starts_with("error: "));
  std::string causes;
  for (int depth = 0; depth < 2'000; ++depth) causes = bytes_field(3, causes);
  CHECK(
      text_of_bytes(tombstone_with(thread_of("") + bytes_field(15, bytes_field(2, causes)))).contains("ABI"));
  CHECK(text_of_bytes(number_field(1, 1)) ==
        "error: looks like a tombstone (protobuf), but has no thread; it may be truncated");
}

TEST_CASE("names go to every frame, and nothing else changes") {
  const std::string whole = fixture();
  CHECK(with_names(whole, nobody).value() == whole);
  const auto named = with_names(whole, kiosk);
  REQUIRE(named);
  const auto tombstone = read_tombstone(*named);
  REQUIRE(tombstone);
  std::size_t frames = 0;
  const auto are_named = [&](const std::vector<Backtrace>& stack) {
    for (const Backtrace& one : stack) {
      ++frames;
      CHECK(one.function == "kiosk");
      CHECK(one.function_offset == 0x99);
    }
  };
  for (const auto& [id, thread] : tombstone->threads) are_named(thread.backtrace);
  for (const Cause& cause : tombstone->causes) {
    are_named(cause.heap->allocation);
    are_named(cause.heap->deallocation);
  }
  for (const StackRecord& record : tombstone->stack_records) are_named({record.place});
  CHECK(frames == 11);
  CHECK(named->contains("kept, too"));
  // Asked for once more, nothing moves.
  CHECK(with_names(*named, kiosk).value() == *named);
}

TEST_CASE("a name stands where fields of its number do, and unknown fields stay") {
  const std::string before = number_field(1, 5), behind = bytes_field(6, "libx.so"),
                    unknown = bytes_field(1000, "?");
  const std::string plain = tombstone_with(thread_of(bytes_field(4, before + behind + unknown)));
  const std::string name = bytes_field(4, "kiosk") + number_field(5, 0x99);
  CHECK(with_names(plain, kiosk).value() ==
        tombstone_with(thread_of(bytes_field(4, before + name + behind + unknown))));
  const std::string odd = tombstone_with(thread_of(bytes_field(4, unknown)));
  CHECK(with_names(odd, kiosk).value() == tombstone_with(thread_of(bytes_field(4, name + unknown))));
}
