// Which servers are asked, and that nobody is without being told to.
#include "keep/fetch/servers.h"

#include <cstdlib>

#include "doctest/doctest.h"

using namespace symkit::fetch;

namespace {

struct Variables {
  Variables(const char* urls, const char* fetch) {
    set("DEBUGINFOD_URLS", urls);
    set("SYMKIT_FETCH", fetch);
  }
  ~Variables() {
    set("DEBUGINFOD_URLS", nullptr);
    set("SYMKIT_FETCH", nullptr);
  }

  static void set(const char* name, const char* value) {
    value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
  }
};

const Server of_environment{ServerKind::Debuginfod, "https://a"};

}  // namespace

TEST_CASE("a list as distributions have it: blanks between, and words that are no servers") {
  CHECK(read_list("").empty());
  CHECK(read_list("  https://a.example/\n ima:enforcing http://b:8002//  ftp://c file:///srv/d") ==
        Servers{{ServerKind::Debuginfod, "https://a.example"},
                {ServerKind::Debuginfod, "http://b:8002"},
                {ServerKind::Debuginfod, "file:///srv/d"}});
  CHECK(read_list("symstore+https://a")[0].kind == ServerKind::SymStore);
}

TEST_CASE("what is no address of a server is refused in words") {
  CHECK(*read_server("https://a/x/") == Server{ServerKind::Unknown, "https://a/x"});
  for (const char* wrong : {"", "a.example", "ftp://a", "http://", "https://a b", "http://a\n", "http:////",
                            "symstore+", "symstore+a", "ssqp+https://a", "symstore+symstore+https://a"}) {
    CAPTURE(wrong);
    CHECK(!read_server(wrong));
  }
}

TEST_CASE("a server's kind is said before its address, and written so again") {
  for (const auto& [text, kind] : {std::pair{"debuginfod+https://a", ServerKind::Debuginfod},
                                   {"symstore+http://a/b", ServerKind::SymStore},
                                   {"breakpad+file:///a", ServerKind::Breakpad},
                                   {"unified+https://a", ServerKind::Unified},
                                   {"https://a", ServerKind::Unknown}}) {
    CAPTURE(text);
    CHECK(read_server(text)->kind == kind);
    CHECK(read_server(text)->written() == text);
  }
}

TEST_CASE("the environment's servers are asked only where that is wanted") {
  const Variables variables("https://a", nullptr);
  CHECK(servers_to_ask({}, false)->empty());
  CHECK(*servers_to_ask({}, true) == Servers{of_environment});
  CHECK(*servers_to_ask({"https://b"}, true) == Servers{{ServerKind::Unknown, "https://b"}});
}

TEST_CASE("SYMKIT_FETCH=1 is as good as the option, and no other value is") {
  {
    const Variables variables("https://a", "1");
    CHECK(*servers_to_ask({}, false) == Servers{of_environment});
  }
  const Variables variables("https://a", "0");
  CHECK(servers_to_ask({}, false)->empty());
}

TEST_CASE("--fetch without a server is an error, SYMKIT_FETCH=1 without one is none") {
  const Variables variables("ima:ignore", "1");
  CHECK(servers_to_ask({}, false)->empty());
  CHECK(!servers_to_ask({}, true));
}
