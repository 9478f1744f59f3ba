#include "ground/io/blob.h"

#include <filesystem>
#include <sys/stat.h>

#include "doctest/doctest.h"

#include "ground/io/beginning.h"
#include "support/scratch.h"
#include "unit/ground/io/packed.h"

using namespace symkit;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("a blob keeps the bytes of a file that is replaced or removed") {
  const test::Scratch folder;
  const std::string path = folder.write("index", "what it was");
  const auto blob = io::map_blob(path);
  REQUIRE(blob);
  fs::rename(folder.write("other", "what it is"), path);
  CHECK(as_text((*blob)->bytes()) == "what it was");
  CHECK(as_text((*io::map_blob(path))->bytes()) == "what it is");
  fs::remove(path);
  CHECK(as_text((*blob)->bytes()) == "what it was");
}

TEST_CASE("only who wants it unpacked gets it unpacked") {
  const test::Scratch folder;
  const std::string text = "a map\n", packed = test::gzip(text);
  const std::string path = folder.write("map.gz", packed);
  CHECK(as_text((*io::map_blob(path))->bytes()) == packed);
  CHECK(as_text((*io::read_blob(path))->bytes()) == text);
  CHECK(as_text((*io::read_blob(folder.write("map", text)))->bytes()) == text);
}

TEST_CASE("what cannot be mapped is an error that names the path") {
  const test::Scratch folder;
  for (const std::string& path : {folder / "missing", folder.path}) {
    const auto blob = io::read_blob(path);
    REQUIRE_FALSE(blob);
    CHECK(blob.error().message.starts_with(path + ": "));
  }
}

TEST_CASE("a blob of bytes owns them, a borrowed one does not") {
  std::vector<std::uint8_t> bytes = {1, 2, 3};
  const io::SharedBlob owned = io::blob_of(bytes), borrowed = io::borrowed_blob(bytes);
  bytes[1] = 9;
  CHECK(owned->bytes()[1] == 2);
  CHECK(borrowed->bytes()[1] == 9);
  CHECK(borrowed->bytes().data() == bytes.data());
}

TEST_CASE("a regular file has a beginning, as it is and unpacked") {
  const test::Scratch folder;
  const std::string text(20'000, 'x');
  io::Beginning plain(folder.write("plain", text));
  CHECK(plain.bytes().size() == 8192);
  CHECK(plain.text().size() == 8192);
  io::Beginning brief(folder.write("brief", "{}"));
  CHECK(brief.text() == "{}");
  io::Beginning packed(folder.write("packed", test::gzip("hello")));
  CHECK(packed.bytes()[0] == 0x1f);
  CHECK(packed.text() == "hello");
}

TEST_CASE("a pipe, a folder and what is missing begin with nothing, and nobody waits for them") {
  const test::Scratch folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {pipe, folder.path, pipe + "-missing"}) {
    io::Beginning beginning(path);
    CHECK(beginning.bytes().empty());
    CHECK(beginning.text().empty());
  }
}
