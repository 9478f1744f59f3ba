// A download that breaks off is gone on with, and is never taken for a whole file.
#include "keep/fetch/draft.h"

#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "doctest/doctest.h"

#include "support/scratch.h"

using namespace symkit;
using namespace symkit::fetch;

namespace {

const std::string text(1000, 'x'), rest(500, 'y');
const Origin origin{"https://a/x", "\"tag\"", 1500};

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t files_in(const std::string& folder) {
  std::error_code ignored;
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder, ignored),
                                                std::filesystem::directory_iterator()));
}

}  // namespace

TEST_CASE("a download is there once it is whole, for its owner to read") {
  const test::Scratch scratch;
  const std::string folder = scratch / "cache";
  auto draft = Draft::open(folder, "id/debuginfo", false);
  REQUIRE(draft);
  CHECK((*draft)->append("short"));
  CHECK(::access((folder + "/id/debuginfo").c_str(), F_OK) != 0);
  const auto path = (*draft)->keep();
  REQUIRE(path);
  CHECK(*path == folder + "/id/debuginfo");
  CHECK(content(*path) == "short");
  struct stat found{};
  REQUIRE(::stat(path->c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0400);
  REQUIRE(::stat((folder + "/id").c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0700);
  CHECK(files_in(folder + "/.partial") == 0);
}

TEST_CASE("what broke off is gone on with where the server can tell its state") {
  const test::Scratch scratch;
  const std::string folder = scratch / "cache";
  {
    auto draft = Draft::open(folder, "id/debuginfo", false);
    (*draft)->set_origin(origin);
    CHECK((*draft)->append(text));
  }
  const auto partial = Draft::partial(folder, "id/debuginfo");
  REQUIRE(partial);
  CHECK(partial->size == 1000);
  CHECK(partial->origin == origin);
  CHECK(content(folder + "/.partial/id+debuginfo").starts_with(std::string(64, '\0')));
  auto draft = Draft::open(folder, "id/debuginfo", true);
  CHECK((*draft)->size() == 1000);
  CHECK((*draft)->append(rest));
  CHECK(content(*(*draft)->keep()) == text + rest);
  CHECK(files_in(folder + "/.partial") == 0);
}

TEST_CASE("nothing stays of what could not be gone on with") {
  const test::Scratch scratch;
  const std::string folder = scratch / "cache";
  CHECK(Draft::open(folder, "a", false).value()->append(text));  // no word for its state
  CHECK(!Draft::partial(folder, "a"));
  {
    auto draft = Draft::open(folder, "b", false);
    (*draft)->set_origin(origin);
    CHECK((*draft)->append("too short"));
  }
  {
    auto draft = Draft::open(folder, "c", false);
    (*draft)->set_origin(origin);
    CHECK((*draft)->append(text));
    (*draft)->drop();
  }
  CHECK(files_in(folder + "/.partial") == 0);
}

TEST_CASE("two at once do not write into one file") {
  const test::Scratch scratch;
  const std::string folder = scratch / "cache";
  auto one = Draft::open(folder, "a", false);
  auto other = Draft::open(folder, "a", false);
  REQUIRE(other);
  CHECK((*one)->append(text));
  CHECK((*other)->append(rest));
  CHECK(content(*(*one)->keep()) == text);
  CHECK(content(*(*other)->keep()) == rest);
  CHECK(files_in(folder + "/.partial") == 0);
}

TEST_CASE("what nobody has gone on with for a week is taken away") {
  const test::Scratch scratch;
  const std::string old = scratch.write("cache/.partial/old", "x"),
                    young = scratch.write("cache/.partial/young", "x");
  const utimbuf times{std::time(nullptr) - 700'000, std::time(nullptr) - 700'000};
  ::utime(old.c_str(), &times);
  Draft::remove_old(scratch / "cache");
  CHECK(::access(old.c_str(), F_OK) != 0);
  CHECK(::access(young.c_str(), F_OK) == 0);
}

TEST_CASE("without a folder the message says what to do") {
  CHECK(Draft::open("", "a", false).error().message.contains("DEBUGINFOD_CACHE_PATH"));
}
