// Which proxy leads where, as curl has it: 7.88 agrees but for networks of IPv6, which only newer ones know.
#include "keep/fetch/proxies.h"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

using namespace symkit::fetch;

namespace {

class Variables {
 public:
  explicit Variables(std::vector<std::pair<const char*, const char*>> values) : values_(std::move(values)) {
    for (const auto& [name, value] : values_) ::setenv(name, value, 1);
  }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;
  ~Variables() {
    for (const auto& [name, value] : values_) ::unsetenv(name);
  }

 private:
  std::vector<std::pair<const char*, const char*>> values_;
};

}  // namespace

TEST_CASE("hosts of URLs") {
  CHECK(host_of("https://a.example/x?y@z") == "a.example");
  CHECK(host_of("http://user:pass@a.example:80/x") == "a.example");
  CHECK(host_of("http://[::1]:80/x") == "[::1]");
  CHECK(host_of("http://a?x") == "a");
  CHECK(host_of("http://[::1").empty());
}

TEST_CASE("each scheme has its own, and then there is one for all") {
  CHECK(proxy_for("http://a.example/") == "");
  const Variables variables({{"http_proxy", "http://one"}, {"HTTPS_PROXY", "two:1"}});
  CHECK(proxy_for("http://a.example/") == "http://one");
  CHECK(proxy_for("https://a.example/") == "two:1");
}

TEST_CASE("HTTP_PROXY counts for nothing, and all_proxy where nothing else is said") {
  const Variables variables(
      {{"HTTP_PROXY", "bad"}, {"ALL_PROXY", "socks5://all"}, {"https_proxy", "https://s"}});
  CHECK(proxy_for("http://a.example/") == "socks5://all");
  CHECK(proxy_for("https://a.example/") == "https://s");
}

TEST_CASE("no_proxy leads past it") {
  const auto is_past = [](const char* list, const char* url) {
    const Variables variables({{"http_proxy", "http://one"}, {"no_proxy", list}});
    return proxy_for(url).empty();
  };
  CHECK(is_past("*", "http://a.example/"));
  CHECK(is_past("a.example", "http://A.EXAMPLE:8080/"));
  CHECK(is_past(".example", "http://a.example/"));
  CHECK(is_past("x, example", "http://a.example./"));
  CHECK(is_past("example.", "http://a.example/"));
  CHECK(is_past("127.0.0.1", "http://127.0.0.1/"));
  CHECK(is_past("127.0.0.0/8", "http://127.3.2.1/"));
  CHECK(is_past("::1", "http://[::1]:1/"));
  CHECK(is_past("fd00::/8", "http://[fd12::1]/"));
  CHECK_FALSE(is_past("", "http://a.example/"));
  CHECK_FALSE(is_past(",,", "http://a.example/"));
  CHECK_FALSE(is_past("a.example", "http://b.a.example.org/"));
  CHECK_FALSE(is_past("ample", "http://a.example/"));
  CHECK_FALSE(is_past("127.0.0.0/9", "http://127.200.0.1/"));
  CHECK_FALSE(is_past("127.0.0.0/33", "http://127.0.0.1/"));
  CHECK_FALSE(is_past("127.0.0.0/x", "http://127.0.0.0/"));
  CHECK_FALSE(is_past("0.0.1", "http://127.0.0.1/"));
  CHECK_FALSE(is_past("::/0", "http://127.0.0.1/"));
}
