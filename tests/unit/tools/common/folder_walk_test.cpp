#include "common/folder_walk.h"

#include <cstdlib>
#include <filesystem>

#include "doctest/doctest.h"

#include "support/pipe.h"
#include "support/scratch.h"

using namespace symkit;
using symkit::test::everything_in;
using symkit::test::Pipe;

namespace {

namespace fs = std::filesystem;

const std::string fixtures = SYMKIT_TEST_DATA "/native/elf-container";

}  // namespace

TEST_CASE("A folder that is soon looked through shows no progress, whoever asked for it") {
  Pipe pipe;
  print::Progress progress(print::ProgressMode::Always, pipe.writer());
  const auto snapshot = tools::look_through(fixtures, progress, [](const std::string&) {});
  REQUIRE(snapshot);
  CHECK(snapshot->files.size() == 19);
  CHECK(everything_in(pipe).empty());
}

TEST_CASE("What is in folders is kept where symkit keeps what can be made again") {
  const test::Scratch scratch;
  const std::string& cache = scratch.path;
  ::setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  CHECK(tools::catalogue_path() == cache + "/symkit/catalogue");
  print::Progress progress(print::ProgressMode::Never);
  tools::Console console("tool", tools::ColorChoice::Never);
  REQUIRE(tools::look_with(progress, console)(fixtures));
  CHECK(std::distance(fs::directory_iterator(tools::catalogue_path()), {}) == 1);
  CHECK_FALSE(tools::look_with(progress, console)(fixtures + "/no-such-folder"));
  ::unsetenv("XDG_CACHE_HOME");
}

TEST_CASE("A path below a folder is written as the folder was named") {
  CHECK(tools::path_in("a/", "b") == "a/b");
  CHECK(tools::path_in("a", "b/c") == "a/b/c");
}
