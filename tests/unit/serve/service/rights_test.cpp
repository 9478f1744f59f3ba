// Who may ask, from where, and under which name something may be uploaded.
#include <doctest/doctest.h>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "serve/service/discretion.h"
#include "serve/service/live_slots.h"
#include "serve/service/origins.h"
#include "serve/service/tokens.h"
#include "serve/service/uploads.h"
#include "support/scratch.h"

namespace symkit::service {
namespace {

http::Head head(http::Fields fields) { return {.fields = std::move(fields)}; }

}  // namespace

TEST_CASE("pages of other sites may not ask, unless they are named") {
  using What = Origins::What;
  const Origins origins({"https://symbols.example"}, true);
  const auto may = [&](http::Fields fields, What what = What::Anything) {
    return origins.why_not(head(std::move(fields)), what).empty();
  };
  CHECK(may({{"host", "127.0.0.1:8790"}}));
  CHECK(may({{"host", "localhost:8790"}, {"origin", "http://localhost:8790"}}));
  CHECK(may({{"host", "[::1]:8790"}, {"origin", "https://symbols.example"}}));
  for (const std::string_view origin :
       {"http://localhost:1", "https://evil.example", "null", "http://127.0.0.1:8790.evil.example"})
    CHECK_FALSE(may({{"host", "localhost:8790"}, {"origin", std::string(origin)}}, What::OfProfilers));
  for (const std::string_view host : {"evil.example", "evil.example:8790", "127.evil.example",
                                      "localhost.evil.example", "[::2]", "profiler.firefox.com"})
    CHECK_FALSE(may({{"host", std::string(host)}}));
  CHECK(Origins({}, false).why_not(head({{"host", "symbols.example"}}), What::Anything).empty());
  CHECK(origins.fields_for(head({{"origin", "https://evil.example"}}), What::OfProfilers).empty());
}

TEST_CASE("the Firefox Profiler may ask what profilers ask") {
  using What = Origins::What;
  const Origins origins({}, true);
  const http::Head asks = head({{"host", "localhost"}, {"origin", "https://profiler.firefox.com"}});
  CHECK(origins.why_not(asks, What::OfProfilers).empty());
  CHECK(origins.fields_for(asks, What::OfProfilers).front().second == "https://profiler.firefox.com");
  CHECK_FALSE(origins.why_not(asks, What::Anything).empty());
  CHECK(origins.fields_for(asks, What::Anything).empty());
}

TEST_CASE("a page that sends no origin is known by its site") {
  const Origins origins({"https://symbols.example"}, true);
  const auto may = [&](http::Fields fields) {
    fields.emplace_back("host", "localhost:8790");
    http::Head asks = head(std::move(fields));
    asks.method = "GET";
    return origins.why_not(asks, Origins::What::Anything).empty();
  };
  for (const std::string_view site : {"same-origin", "none"})
    CHECK(may({{"sec-fetch-site", std::string(site)}}));
  for (const std::string site : {"cross-site", "same-site"}) {
    CHECK_FALSE(may({{"sec-fetch-site", site}}));
    CHECK_FALSE(may({{"sec-fetch-site", site}, {"sec-fetch-mode", "no-cors"}, {"sec-fetch-dest", "image"}}));
    CHECK_FALSE(
        may({{"sec-fetch-site", site}, {"sec-fetch-mode", "navigate"}, {"sec-fetch-dest", "iframe"}}));
    CHECK(may({{"sec-fetch-site", site}, {"sec-fetch-mode", "navigate"}, {"sec-fetch-dest", "document"}}));
    CHECK(may({{"sec-fetch-site", site}, {"origin", "https://symbols.example"}}));
  }
}

TEST_CASE("live logs have slots by client") {
  LiveSlots slots(8);
  std::vector<std::shared_ptr<void>> held;
  const auto most_of = [&](std::string_view address, std::string_view token = "") {
    std::size_t count = 0;
    for (auto slot = slots.take(address, token); slot; slot = slots.take(address, token)) {
      held.push_back(std::move(slot));
      ++count;
    }
    return count;
  };
  CHECK(most_of("10.0.0.1") == 4);
  CHECK(most_of("10.0.0.2") == 2);
  CHECK(most_of("2001:db8::1") == 1);
  CHECK(most_of("2001:db8::2") == 0);  // of the same network
  CHECK(most_of("10.0.0.1", "Bearer another") == 1);
  CHECK(most_of("10.0.0.3") == 0);
  held.clear();
  CHECK(most_of("::1") == 4);
}

TEST_CASE("tokens") {
  const test::Scratch scratch;
  const std::string path = scratch.path + "/tokens";
  std::ofstream(path) << "# two\nread  one-that-reads\n\nwrite one-that-writes\r\n";
  const auto tokens = Tokens::read(path);
  REQUIRE(tokens);
  const auto may = [&](std::string_view field, Right right) {
    const auto grant = tokens->grant(field);
    return grant && grant->allows(right);
  };
  CHECK(may("Bearer one-that-reads", Right::Read));
  CHECK_FALSE(may("Bearer one-that-reads", Right::Write));
  CHECK(may("Bearer one-that-writes", Right::Write));
  CHECK(may("Bearer one-that-writes", Right::Read));
  for (const std::string_view other :
       {"", "Bearer ", "Bearer one", "one-that-reads", "Basic one-that-reads", "Bearer one-that-reads "})
    CHECK_FALSE(may(other, Right::Read));
  CHECK(Tokens().grant({})->allows(Right::Write));
  CHECK(tokens->projects().empty());
}

TEST_CASE("tokens of projects") {
  const test::Scratch scratch;
  const std::string path = scratch.path + "/tokens";
  const auto read = [&](std::string_view text, Tokens::Lines lines = Tokens::Lines::WithProjects) {
    std::ofstream(path) << text;
    return Tokens::read(path, lines);
  };
  const auto tokens = read(
      "write of-beta-one beta\nread of-alpha-two  alpha\nread of-alpha-one\talpha\nwrite "
      "of-alpha-one alpha\nwrite of-nobody *\n");
  REQUIRE(tokens);
  CHECK(tokens->projects() == std::vector<std::string>{"alpha", "beta"});
  CHECK(tokens->grant("Bearer of-beta-one")->project == "beta");
  CHECK(tokens->grant("Bearer of-alpha-one")->project == "alpha");
  CHECK(tokens->grant("Bearer of-alpha-one")->allows(Right::Write));
  CHECK_FALSE(tokens->grant("Bearer of-alpha-two")->allows(Right::Write));
  CHECK(tokens->grant("Bearer of-nobody")->project.empty());
  CHECK_FALSE(tokens->grant("Bearer nobody-has-it"));
  for (const std::string_view wrong :
       {"read of-alpha-one", "read of-alpha-one ../x", "read of-alpha-one .x", "read of-alpha-one a/b",
        "read of-alpha-one A", "read of-alpha-one a b", "read of-alpha-one a\nread of-alpha-one b"})
    CHECK_FALSE(read(wrong));
  CHECK_FALSE(read("read of-alpha-one alpha", Tokens::Lines::Plain));
}

TEST_CASE("where things lie is not told") {
  CHECK(without_folders("/srv/symbols/libx.so: broken DWARF") == "libx.so: broken DWARF");
  CHECK(without_folders("found libx.so, but with 0102") == "found libx.so, but with 0102");
  CHECK(without_folders("'/a/b c/d'", {"/a/b c"}) == "'d'");
  CHECK(without_folders("store /srv/store/: full; ask https://symbols.example/x/y") ==
        "store store/: full; ask https://symbols.example/x/y");
  CHECK(without_folders("either/or, / and //x") == "either/or,  and x");
  CHECK(without_folders("") == "");
}

TEST_CASE("a file that is uploaded has a name, not a path") {
  for (const std::string_view name : {"libmarket.so", "mapping.txt", "My App.dSYM.zip", "größe.so", "a..b"})
    CHECK(upload_name(name) == name);
  for (const std::string_view name : {"", ".", "..", "../x", "a/b", "/etc/passwd", ".hidden", "-rf", "a\nb"})
    CHECK_FALSE(upload_name(name));
  CHECK_FALSE(upload_name(std::string_view("a\0b", 3)));
  CHECK_FALSE(upload_name(std::string(201, 'x')));
}

}  // namespace symkit::service
