// Files as a running process sees them: of this test's own process.
#include "stacks/dumps/own_file.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace symkit;
using namespace symkit::dumps;

namespace {

class Folder {
 public:
  Folder() : path_(std::filesystem::canonical(std::filesystem::temp_directory_path()) / "own-file-XXXXXX") {
    std::string name = path_.string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  std::filesystem::path path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string content(const std::filesystem::path& path, std::uint64_t user = ::geteuid()) {
  return own_file(static_cast<std::uint64_t>(::getpid()), path.string(), user);
}

}  // namespace

TEST_CASE("a process's own numbers") {
  const auto own = own_numbers_of(static_cast<std::uint64_t>(::getpid()));
  REQUIRE(own);
  CHECK(own->user == ::geteuid());
  CHECK(own->process > 0);
  CHECK(!own_numbers_of(UINT32_MAX));
}

TEST_CASE("only regular files of the user, without links on the way") {
  const Folder folder;
  std::ofstream(folder.path() / "list") << "10 20 total\n";
  CHECK(content(folder.path() / "list") == "10 20 total\n");
  CHECK(content(folder.path() / "list", ::geteuid() + 1).empty());
  CHECK(content(folder.path()).empty());
  CHECK(content(folder.path() / "none").empty());
  CHECK(content(folder.path() / "none/list").empty());
  CHECK(content(folder.path() / "../list").empty());
  CHECK(content("").empty());
  std::filesystem::create_symlink("list", folder.path() / "link");
  CHECK(content(folder.path() / "link").empty());
  std::filesystem::create_directory_symlink(folder.path(), folder.path() / "folder");
  CHECK(content(folder.path() / "folder/list").empty());
}
