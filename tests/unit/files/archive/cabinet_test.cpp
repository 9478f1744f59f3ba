// Cabinets of one file, in each of the ways that they are packed (tests/support/cabinet.py), and broken ones.
#include "files/archive/cabinet.h"

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "ground/io/blob.h"
#include "support/exact_buffer.h"

using namespace symkit;

namespace {

std::string content() {
  std::string text;
  for (int i = 1; i <= 20; ++i)
    text += say("what a cabinet holds, and holds, and holds, and holds: ", i, "\n");
  return text;
}

io::SharedBlob cabinet(std::string_view kind) {
  const auto blob = io::read_blob(say(SYMKIT_TEST_DATA "/../tests/fuzz/corpus/cabinet/", kind));
  REQUIRE(blob);
  return *blob;
}

}  // namespace

TEST_CASE("What is in a cabinet, however it is packed") {
  for (const std::string_view kind : {"none", "mszip", "lzx"}) {
    CAPTURE(kind);
    const io::SharedBlob packed = cabinet(kind);
    CHECK(archive::looks_like_cabinet(packed->bytes()));
    io::UnpackBudget budget;
    const auto file = archive::unpack_cabinet(packed->bytes(), budget);
    REQUIRE(file);
    CHECK(file->name == "told.txt");
    CHECK(as_text(file->content->bytes()) == content());
  }
}

TEST_CASE(
    "A cabinet that is cut off anywhere is refused, and one that was changed never makes more than it says") {
  for (const std::string_view kind : {"none", "mszip", "lzx"}) {
    CAPTURE(kind);
    const io::SharedBlob blob = cabinet(kind);
    const Bytes whole = blob->bytes();
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const test::ExactBuffer cut(whole.first(size));
      io::UnpackBudget budget;
      CHECK_FALSE(archive::unpack_cabinet(cut.bytes(), budget));
    }
    std::vector<std::uint8_t> changed(whole.begin(), whole.end());
    for (std::size_t at = 0; at < changed.size(); ++at) {
      changed[at] ^= 0xff;
      io::UnpackBudget budget;
      const auto file = archive::unpack_cabinet(changed, budget);
      if (file) CHECK(file->content->bytes().size() <= content().size());
      changed[at] ^= 0xff;
    }
  }
}

TEST_CASE("What a cabinet claims is held against what the user allows before memory is taken") {
  const io::SharedBlob blob = cabinet("mszip");
  const Bytes whole = blob->bytes();
  std::vector<std::uint8_t> changed(whole.begin(), whole.end());
  const std::size_t size_at = 36 + 8;  // behind the header and one folder
  changed[size_at + 3] = 0x7f;
  io::UnpackBudget budget;
  budget.stored(changed.size());
  const auto file = archive::unpack_cabinet(changed, budget);
  REQUIRE_FALSE(file);
  CHECK(file.error().message.contains("--max-unpacked"));
}

TEST_CASE("Only a cabinet with one file is taken for one") {
  const io::SharedBlob blob = cabinet("none");
  std::vector<std::uint8_t> bytes(blob->bytes().begin(), blob->bytes().end());
  bytes[28] = 2;
  CHECK_FALSE(archive::looks_like_cabinet(bytes));
  CHECK_FALSE(archive::looks_like_cabinet(Bytes(bytes).first(29)));
}
