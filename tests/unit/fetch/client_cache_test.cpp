// The cache that is shared with other clients of debuginfod.
#include "fetch/client_cache.h"

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "doctest/doctest.h"

#include "support/scratch.h"

using namespace symkit;
using namespace symkit::fetch;
using State = ClientCache::State;

namespace {

const ImageId id = *ImageId::parse("00112233445566778899aabbccddeeff00112233");

void make_older(const std::string& path, long seconds) {
  const utimbuf times{std::time(nullptr) - seconds, std::time(nullptr) - seconds};
  ::utime(path.c_str(), &times);
}

}  // namespace

TEST_CASE("a download is there once it is whole, for its owner to read") {
  const test::Scratch scratch;
  const ClientCache cache(scratch / "cache");
  const auto draft = cache.begin(id, Artifact::DebugInfo);
  REQUIRE(draft);
  CHECK(::write(draft->file, "x", 1) == 1);
  CHECK(cache.state(id, Artifact::DebugInfo) == State::Unknown);
  const auto path = cache.keep(*draft, id, Artifact::DebugInfo);
  REQUIRE(path);
  CHECK(*path == scratch / "cache/00112233445566778899aabbccddeeff00112233/debuginfo");
  CHECK(cache.state(id, Artifact::DebugInfo) == State::Here);
  CHECK(cache.state(id, Artifact::Executable) == State::Unknown);
  struct stat found{};
  REQUIRE(::stat(path->c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0400);
  CHECK(::access(draft->path.c_str(), F_OK) != 0);
}

TEST_CASE("of what was given up nothing is left") {
  const test::Scratch scratch;
  const ClientCache cache(scratch / "cache");
  const auto draft = cache.begin(id, Artifact::Executable);
  REQUIRE(draft);
  ClientCache::drop(*draft);
  CHECK(::access(draft->path.c_str(), F_OK) != 0);
  CHECK(cache.state(id, Artifact::Executable) == State::Unknown);
}

TEST_CASE("a miss counts for ten minutes, or as long as the cache says") {
  const test::Scratch scratch;
  const ClientCache cache(scratch / "cache");
  cache.remember_miss(id, Artifact::DebugInfo);
  CHECK(cache.state(id, Artifact::DebugInfo) == State::Missed);
  make_older(cache.path_of(id, Artifact::DebugInfo), 601);
  CHECK(cache.state(id, Artifact::DebugInfo) == State::Unknown);
  std::ofstream(scratch / "cache/cache_miss_s") << "3600\n";
  CHECK(cache.state(id, Artifact::DebugInfo) == State::Missed);
}
