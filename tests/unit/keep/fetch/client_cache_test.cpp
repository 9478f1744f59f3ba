// The cache that is shared with other clients of debuginfod.
#include "keep/fetch/client_cache.h"

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

TEST_CASE("a miss counts for ten minutes, or as long as the cache says") {
  const test::Scratch scratch;
  const ClientCache cache(scratch / "cache");
  cache.remember_miss(id, debug_info);
  CHECK(cache.state(id, debug_info) == State::Missed);
  make_older(cache.path_of(id, debug_info), 601);
  CHECK(cache.state(id, debug_info) == State::Unknown);
  std::ofstream(scratch / "cache/cache_miss_s") << "3600\n";
  CHECK(cache.state(id, debug_info) == State::Missed);
}

TEST_CASE("what a server calls its file is noted beside it, as elfutils' client does") {
  const test::Scratch scratch;
  const std::string file = scratch / "debuginfo", noted = scratch / "hdr-debuginfo";
  CHECK(headers_path(file) == noted);
  CHECK(ClientCache::file_name(file).empty());
  ClientCache::remember_file_name(file, "kiosk.debug");
  CHECK(ClientCache::file_name(file) == "kiosk.debug");
  ClientCache::remember_file_name(file, "");
  CHECK(::access(noted.c_str(), F_OK) != 0);
  std::ofstream(noted) << "x-debuginfod-size: 12\r\nX-Debuginfod-File: /srv/symbols/../kiosk\r\n";
  CHECK(ClientCache::file_name(file) == "kiosk");
  std::ofstream(noted) << "x-debuginfod-file: /srv/" << std::string(2000, 'x') << "\nx-debuginfod-file: a\n";
  CHECK(ClientCache::file_name(file).empty());
}

TEST_CASE("a source file's name is the path, as elfutils' client writes it") {
  CHECK(ClientCache::name_of(id, source_artifact("/src/../a#b.c")) == id.hex() + "/source##src##..##a#_b.c");
}
