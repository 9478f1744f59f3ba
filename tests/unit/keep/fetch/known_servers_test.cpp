// What is remembered of servers from one run to the next.
#include "keep/fetch/known_servers.h"

#include <filesystem>
#include <fstream>

#include "doctest/doctest.h"

#include "support/scratch.h"

using namespace symkit::fetch;
using symkit::test::Scratch;

namespace {

constexpr ServerTraits with_index = {ServerKind::SymStore, true};
constexpr ServerTraits breakpad = {ServerKind::Breakpad, false};

void write(const Scratch& scratch, const std::string& text) {
  std::filesystem::create_directory(scratch / "downloads");
  std::ofstream(scratch / "downloads/.servers") << text;
}

std::string seconds_ago(long seconds) { return std::to_string(std::time(nullptr) - seconds); }

}  // namespace

TEST_CASE("what a server was found to be is known to the next run, for a day") {
  const Scratch scratch;
  const KnownServers first(scratch / "downloads");
  CHECK(!first.find("https://a.example"));
  first.learn("https://a.example", with_index);
  first.learn("https://b.example:80/x", breakpad);
  const KnownServers next(scratch / "downloads");
  CHECK(next.find("https://a.example") == with_index);
  CHECK(next.find("https://b.example:80/x") == breakpad);
  CHECK(!next.find("https://a.example/"));
  next.learn("https://a.example", breakpad);
  CHECK(first.find("https://a.example") == breakpad);
  CHECK(std::filesystem::status(scratch / "downloads").permissions() == std::filesystem::perms::owner_all);

  first.forget("https://a.example");
  CHECK(!next.find("https://a.example"));
  CHECK(next.find("https://b.example:80/x") == breakpad);

  write(scratch, seconds_ago(86'300) + " symstore index2 http://a\n" + seconds_ago(86'500) +
                     " symstore - http://b\n" + seconds_ago(-100) + " symstore - http://c\n");
  CHECK(next.find("http://a") == with_index);
  CHECK(!next.find("http://b"));
  CHECK(!next.find("http://c"));
}

TEST_CASE("passwords are not written down, nor what is not known") {
  const Scratch scratch;
  const KnownServers servers(scratch / "downloads");
  servers.learn("https://me:geheim@a.example", with_index);
  servers.learn("https://a.example", {ServerKind::Unknown, false});
  CHECK(!std::filesystem::exists(scratch / "downloads/.servers"));
  KnownServers("").learn("https://a.example", with_index);
  CHECK(!KnownServers("").find("https://a.example"));
}

TEST_CASE("lines that are none are passed over") {
  const Scratch scratch;
  const std::string now = seconds_ago(1);
  const KnownServers servers(scratch / "downloads");
  for (const std::string& line :
       {now, now + " symstore", now + " symstore index2", now + " symstore index2 ",
        now + " nonsense - http://a", now + " symstore maybe http://a", now + "x symstore - http://a",
        std::string("-9223372036854775808 symstore - http://a"), std::string("-5 symstore - http://a"),
        now + " symstore - ftp://a", now + " - - http://a", now + " symstore -  http://a",
        now + " symstore - http://a\x1b[31m", std::string("99999999999999999999 symstore - http://a")}) {
    CAPTURE(line);
    write(scratch, line + "\n");
    CHECK(!servers.find("http://a"));
    CHECK(!servers.find("http://a\x1b[31m"));
  }
  write(scratch, "nonsense\n" + now + " unified - http://a");
  CHECK(servers.find("http://a") == ServerTraits{ServerKind::Unified, false});
}

TEST_CASE("no more than two hundred are kept, the latest") {
  const Scratch scratch;
  const KnownServers servers(scratch / "downloads");
  for (int number = 0; number < 205; ++number) servers.learn("http://" + std::to_string(number), breakpad);
  CHECK(!servers.find("http://4"));
  CHECK(servers.find("http://5"));
  CHECK(servers.find("http://204"));
}
