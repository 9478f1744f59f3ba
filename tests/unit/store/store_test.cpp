#include "store/store.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "doctest/doctest.h"

using namespace symkit;
using store::Store;

namespace {

namespace fs = std::filesystem;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = fs::temp_directory_path() / "symkit-store-XXXXXX";
    path_ = ::mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

ImageId id_of(std::string_view hex) { return *ImageId::parse(hex); }

Result<std::string> put_text(const Store& store, std::string_view id, std::string_view kind,
                             std::string_view text) {
  const Bytes part = as_bytes(text);
  return store.put(id_of(id), kind, {&part, 1});
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr std::string_view some_id = "c061ee83b61d33528ee5655491db1d16";

}  // namespace

TEST_CASE("an index lies under the first byte of its id") {
  const Store store("/s");
  CHECK(store.path_of(id_of(some_id), store::native) == "/s/c0/61ee83b61d33528ee5655491db1d16.symx");
  CHECK(store.path_of(id_of(some_id), store::mapping) == "/s/c0/61ee83b61d33528ee5655491db1d16.mapping.symx");
  CHECK(store.path_of(id_of(some_id), store::source_map) ==
        "/s/c0/61ee83b61d33528ee5655491db1d16.sourcemap.symx");
}

TEST_CASE("kinds of one id do not disturb each other") {
  const TemporaryFolder folder;
  const Store store(folder.path() + "/not/yet/there");
  CHECK_FALSE(store.find(id_of(some_id), store::native));
  REQUIRE(put_text(store, some_id, store::native, "code"));
  CHECK_FALSE(store.find(id_of(some_id), store::mapping));
  REQUIRE(put_text(store, some_id, store::mapping, "names"));
  CHECK(content_of(store.find(id_of(some_id), store::native).value()) == "code");
  CHECK(content_of(store.find(id_of(some_id), store::mapping).value()) == "names");
}

TEST_CASE("parts are written one after the other, and put replaces") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  const Bytes parts[] = {as_bytes("one "), as_bytes(""), as_bytes("two")};
  const auto path = store.put(id_of(some_id), store::native, parts);
  REQUIRE(path);
  CHECK(content_of(*path) == "one two");
  REQUIRE(put_text(store, some_id, store::native, "3"));
  CHECK(content_of(*path) == "3");
}

TEST_CASE("an id of one byte is kept and listed like any other") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  REQUIRE(put_text(store, "ab", store::native, "x"));
  REQUIRE(put_text(store, "ab", store::mapping, "y"));
  CHECK(content_of(store.find(id_of("ab"), store::native).value()) == "x");
  const auto entries = store.entries();
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].id == id_of("ab"));
}

TEST_CASE("entries come by id and kind, and what is no index is passed over") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  CHECK(Store(folder.path() + "/missing").entries().empty());
  REQUIRE(put_text(store, "ff00", store::native, "12345"));
  REQUIRE(put_text(store, "0102", store::native, "1"));
  REQUIRE(put_text(store, "0102", store::mapping, "22"));
  std::ofstream(folder.path() + "/01/02.symx.Xy12Za") << "unfinished";
  std::ofstream(folder.path() + "/01/README") << "text";
  std::ofstream(folder.path() + "/01/zz.symx") << "no id";
  fs::create_directories(folder.path() + "/01/03.symx");
  const auto entries = store.entries();
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].kind == store::mapping);
  CHECK(entries[0].size == 2);
  CHECK(entries[1].kind == store::native);
  CHECK(entries[2].id == id_of("ff00"));
  CHECK(entries[2].path == store.path_of(id_of("ff00"), store::native));
  CHECK(entries[2].size == 5);
}

TEST_CASE("an id that is empty is refused, not kept under no name") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  const Bytes part = as_bytes("x");
  CHECK_FALSE(store.put(ImageId(), store::native, {&part, 1}));
  CHECK_FALSE(store.find(ImageId(), store::native));
}

TEST_CASE("a folder that cannot be made or written is named in the error") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() + "/file") << "in the way";
  const Store store(folder.path() + "/file/store");
  const auto result = put_text(store, some_id, store::native, "x");
  REQUIRE_FALSE(result);
  CHECK(result.error().message.find(folder.path() + "/file/store") != std::string::npos);
  CHECK(result.error().message.find('\n') == std::string::npos);
}

TEST_CASE("without a folder there is no store") {
  const Store store("");
  CHECK_FALSE(store.find(id_of(some_id), store::native));
  CHECK_FALSE(store.find_like(id_of(some_id), store::native, [](const ImageId&) { return true; }));
  CHECK(store.entries().empty());
  CHECK(put_text(store, some_id, store::native, "x").error().message == "there is no store");
}

namespace {

// A child process that puts `rounds` contents, each one letter repeated: a torn file would hold two letters.
pid_t fork_writer(const Store& store, char letter, int rounds) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  bool good = true;
  for (int round = 0; round < rounds; ++round) {
    const std::string text(static_cast<std::size_t>(100'000 + round), static_cast<char>(letter + round % 13));
    good = good && put_text(store, some_id, store::native, text).has_value();
  }
  ::_exit(good ? 0 : 1);
}

}  // namespace

TEST_CASE("two writers and a reader: the reader always sees a whole index") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  const pid_t writers[] = {fork_writer(store, 'a', 200), fork_writer(store, 'A', 200)};
  int running = 2;
  int whole = 0;
  while (running > 0) {
    int status = 0;
    const pid_t done = ::waitpid(-1, &status, WNOHANG);
    if (done == writers[0] || done == writers[1]) {
      CHECK(WEXITSTATUS(status) == 0);
      --running;
    }
    const auto path = store.find(id_of(some_id), store::native);
    if (!path) continue;
    const std::string text = content_of(*path);
    REQUIRE(text.size() >= 100'000);
    REQUIRE(text.find_first_not_of(text[0]) == std::string::npos);
    ++whole;
  }
  CHECK(whole > 0);
  CHECK(store.entries().size() == 1);
  CHECK(std::distance(fs::directory_iterator(folder.path() + "/c0"), {}) == 1);
}
