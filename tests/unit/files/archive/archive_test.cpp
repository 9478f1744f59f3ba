// Zip archives as bytes: what is read, and what no archive should say.
#include "files/archive/archive.h"

#include <array>

#include "doctest/doctest.h"

#include "support/exact_buffer.h"
#include "support/zip.h"

using namespace symkit;
using namespace symkit::archive;
using test::Buffer;

namespace {

const std::string content = "what an entry holds, and holds, and holds, and holds";

Result<std::shared_ptr<const Archive>> open(const Buffer& bytes) {
  return Archive::open(io::borrowed_blob(bytes));
}

// Everything that an archive can be asked for.
std::string all_of(const Archive& archive) {
  std::string text;
  for (const Entry& entry : archive.entries()) {
    io::UnpackBudget budget;
    std::array<std::uint8_t, 16> room;
    const auto beginning = archive.beginning(entry, room);
    const auto unpacked = archive.content(entry, budget);
    text += std::string(entry.name) + " = " +
            (unpacked ? std::string(as_text((*unpacked)->bytes())) : unpacked.error().message) + "; ";
    if (unpacked && beginning) CHECK(as_text((*unpacked)->bytes()).starts_with(as_text(*beginning)));
    static_cast<void>(archive.place_of(entry));
  }
  return text;
}

Buffer sample() {
  return test::zip_of({test::stored_entry("lib/a.so", as_bytes(content)),
                       test::deflated_entry("lib/b.so", as_bytes(content))});
}

std::string refusal(const Buffer& bytes, std::string_view name) {
  const auto archive = open(bytes);
  REQUIRE(archive);
  const Entry* entry = (*archive)->find(name);
  REQUIRE(entry != nullptr);
  io::UnpackBudget budget;
  const auto unpacked = (*archive)->content(*entry, budget);
  return unpacked ? "" : unpacked.error().message;
}

}  // namespace

TEST_CASE("Entries are found by name, stored or deflated, behind a comment, too") {
  for (const std::string_view comment : {"", "a comment with PK\5\6 in it, which ends nothing"}) {
    const Buffer bytes =
        test::zip_of({test::stored_entry("lib/a.so", as_bytes(content)), test::stored_entry("folder/", {}),
                      test::deflated_entry("lib/b.so", as_bytes(content)), test::deflated_entry("empty", {})},
                     comment);
    const auto archive = open(bytes);
    REQUIRE_MESSAGE(archive, archive.error().message);
    CHECK(all_of(**archive) == "lib/a.so = " + content + "; lib/b.so = " + content + "; empty = ; ");
    CHECK((*archive)->place_of(*(*archive)->find("lib/a.so")) == 30 + 8);
    CHECK_FALSE((*archive)->place_of(*(*archive)->find("lib/b.so")));
    CHECK((*archive)->find("a.so") == nullptr);
  }
}

TEST_CASE("An archive that is cut off anywhere is refused") {
  const Buffer whole = sample();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    const test::ExactBuffer cut(Bytes(whole).first(size));
    CHECK_FALSE(Archive::open(io::borrowed_blob(cut.bytes())));
  }
}

TEST_CASE("Whatever a byte is changed to, an archive gives what was packed or says why not") {
  const Buffer whole = sample();
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const unsigned change : {0x01U, 0x80U, 0xffU}) {
      Buffer changed = whole;
      changed[at] = static_cast<std::uint8_t>(changed[at] ^ change);
      const test::ExactBuffer exact(changed);
      const auto archive = Archive::open(io::borrowed_blob(exact.bytes()));
      if (archive) all_of(**archive);
    }
}

TEST_CASE("A deflated entry has the checksum and the size that the archive says") {
  test::ZipEntry entry = test::deflated_entry("a", as_bytes(content));
  const test::ZipEntry good = entry;
  entry.checksum ^= 1;
  CHECK(refusal(test::zip_of({entry}), "a") == "a: broken: its contents have another checksum");
  entry = good;
  entry.size += 1;
  CHECK(refusal(test::zip_of({entry}), "a") ==
        "a: broken: its contents do not have the size that the archive declares");
  entry.size = std::uint64_t{1} << 30;
  CHECK(refusal(test::zip_of({entry}), "a").contains("claim to unpack to 1073741824"));
  entry = test::stored_entry("a", as_bytes(content));
  entry.size -= 1;
  CHECK(refusal(test::zip_of({entry}), "a") == "a: broken: stored with another size");
}

TEST_CASE("What is unpacked is taken from the budget") {
  const Buffer bytes = test::zip_of({test::deflated_entry("a", Buffer(1 << 20))});
  const auto archive = open(bytes);
  REQUIRE(archive);
  io::UnpackBudget::allow(1 << 19);
  io::UnpackBudget budget;
  const auto unpacked = (*archive)->content(*(*archive)->find("a"), budget);
  io::UnpackBudget::allow(0);
  REQUIRE_FALSE(unpacked);
  CHECK(unpacked.error().message.contains("--max-unpacked"));
}

TEST_CASE("Entries that no archive should have are refused, each with its reason") {
  const auto named = [](const std::string& name) {
    const test::ZipEntry entry = test::stored_entry(name, as_bytes(content));
    return refusal(test::zip_of({entry}), name);
  };
  for (const char* name : {"../a", "a/../../b", "a/..", "/a", "\\a", "a\\..\\b", "C:a"})
    CHECK(named(name) == std::string(name) + ": has a name that leads out of the archive");
  for (const char* name : {"a", "a/..b", "a../b", "...", "a/b!/c"}) CHECK(named(name).empty());
  test::ZipEntry entry = test::stored_entry("a", as_bytes(content));
  entry.flags = 1;
  CHECK(refusal(test::zip_of({entry}), "a") == "a: is encrypted");
  entry = test::stored_entry("a", as_bytes(content));
  CHECK(refusal(test::zip_of({entry, entry}), "a") == "a: has the name of another entry");
  entry.method = 14;
  CHECK(refusal(test::zip_of({entry}), "a").contains("has an unsupported compression"));
}

// Each entry's bytes hold the next entry, so that all of them together are much more than the archive.
TEST_CASE("Entries that share bytes are refused") {
  Buffer bytes =
      test::zip_of({test::stored_entry("a", as_bytes(content)), test::stored_entry("b", as_bytes(content))});
  const std::size_t second = 30 + 1 + content.size();
  const std::size_t directory = 2 * second;
  bytes[18] = static_cast<std::uint8_t>(content.size() + second);  // local header: stored
  bytes[22] = bytes[18];                                           // and size
  bytes[directory + 20] = bytes[directory + 24] = bytes[18];
  CHECK(refusal(bytes, "a") == "a: shares its bytes with another entry");
  CHECK(refusal(bytes, "b").empty());
}
