#include "ground/io/foreign_file.h"

#include <filesystem>
#include <sys/stat.h>

#include "doctest/doctest.h"

#include "support/scratch.h"

using namespace symkit;
using io::ForeignFile;

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST_CASE("a foreign file is read where it is a regular one") {
  const test::Scratch folder;
  folder.write("a.c", "int a;\n");
  const auto file = ForeignFile::find(folder / "a.c");
  REQUIRE(file);
  CHECK(file->is_ordinary());
  CHECK(file->place() == folder / "a.c");
  CHECK(file->read().value() == "int a;\n");
  CHECK_FALSE(ForeignFile::find(folder / "b.c"));
}

TEST_CASE("what is no regular file is neither opened nor waited for") {
  const test::Scratch folder;
  REQUIRE(::mkfifo((folder / "pipe.c").c_str(), 0600) == 0);
  for (const std::string& path : {folder / "pipe.c", folder.path, std::string("/dev/zero")}) {
    const auto file = ForeignFile::find(path);
    REQUIRE(file);
    CHECK(file->is_ordinary().error().message == "it is not a regular file");
  }
}

TEST_CASE("the system's own view of itself is not ordinary, by whatever way") {
  const test::Scratch folder;
  fs::create_symlink("/proc/self/environ", folder / "environ.c");
  fs::create_directory_symlink("/proc/self", folder / "self");
  for (const std::string& path :
       {std::string("/proc/self/environ"), folder / "environ.c", folder / "self/../version"}) {
    const auto file = ForeignFile::find(path);
    REQUIRE(file);
    CHECK(file->is_ordinary().error().message == "it is below /proc");
  }
}

TEST_CASE("below a folder is what lies there behind all links") {
  const test::Scratch folder;
  fs::create_directories(folder / "root/in");
  fs::create_directory(folder / "rooted");
  folder.write("root/in/a.c", "a");
  folder.write("rooted/b.c", "b");
  fs::create_symlink("../rooted/b.c", folder / "root/b.c");
  fs::create_directory_symlink("root/in", folder / "link");
  const auto is_below = [](const std::string& path, const std::string& of) {
    return ForeignFile::find(path)->lies_below(of);
  };
  CHECK(is_below(folder / "root/in/a.c", folder / "root"));
  CHECK(is_below(folder / "root/in/a.c", folder / "root/"));
  CHECK(is_below(folder / "root/in/a.c", folder / "link"));
  CHECK(is_below(folder / "link/a.c", folder / "root"));
  CHECK(is_below(folder / "link/a.c", "/"));
  CHECK_FALSE(is_below(folder / "root/b.c", folder / "root"));
  CHECK_FALSE(is_below(folder / "root/../rooted/b.c", folder / "root"));
  CHECK_FALSE(is_below(folder / "rooted/b.c", folder / "root"));
  CHECK_FALSE(is_below(folder / "rooted/b.c", folder / "missing"));
}
