#include "answers/sourcemap/file_match.h"

#include <doctest/doctest.h>

using namespace symkit::sourcemap;

TEST_CASE("hashes in names") {
  CHECK(without_hash("app.3f2a1b9c.js") == "app.js");
  CHECK(without_hash("index-B4xY7_zq.js") == "index.js");
  CHECK(without_hash("main.chunk.js") == "main.chunk.js");
  CHECK(without_hash("207.e017fea1.chunk.js") == "207.chunk.js");
  CHECK(without_hash("app.old999.js") == "app.old999.js");
  CHECK(without_hash("vendor-es2015.js") == "vendor-es2015.js");
}

TEST_CASE("a file of the same name, and the longer the path that is the same the surer") {
  CHECK(fit("https://x.org/js/app.js?v=1", "dist/js/app.js", false) == 2);
  CHECK(fit("https://x.org/js/app.js", "app.js", false) == 1);
  CHECK(fit("https://x.org/js/app.js", "app.min.js", true) == 0);
  CHECK(evidence_of("https://x.org/js/app.js", 2) == Evidence::Path);
  CHECK(evidence_of("https://x.org/js/app.js", 1) == Evidence::Name);
  CHECK(evidence_of("https://x.org/app.3f2a1b9c.js", 1) == Evidence::Path);
}

TEST_CASE("another hash in the same place is another build") {
  CHECK(fit("https://x.org/app.3f2a1b9c.js", "app.3f2a1b9c.js", true) == 1);
  CHECK(fit("https://x.org/app.3f2a1b9c.js", "app.0badcafe.js", true) == 0);
  CHECK(fit("https://x.org/app.3f2a1b9c.js", "app.js", false) == 0);
  CHECK(fit("https://x.org/app.3f2a1b9c.js", "app.js", true) == 1);
  CHECK(fit("https://x.org/app.js", "app.3f2a1b9c.js", true) == 1);
  CHECK(adds_hash("https://x.org/app.3f2a1b9c.js", "app.js"));
  CHECK_FALSE(adds_hash("https://x.org/app.js", "app.3f2a1b9c.js"));
}

TEST_CASE("another site or another folder is another file") {
  CHECK(contradicts("https://b.org/app.js", "https://a.org/app.js"));
  CHECK_FALSE(contradicts("https://a.org/app.js", "https://a.org/app.js"));
  CHECK(contradicts("https://a.org/lib/app.js", "js/app.js"));
  CHECK_FALSE(contradicts("https://a.org/x/js/app.js", "js/app.js"));
  CHECK_FALSE(contradicts("https://a.org/app.js", "js/app.js"));
  CHECK_FALSE(contradicts("https://a.org/lib/app.js", "app.js"));
  CHECK_FALSE(contradicts("https://a.org/lib/app.js", "./app.js"));
  CHECK_FALSE(contradicts("app:///lib/app.js", "https://a.org/lib/app.js"));
  CHECK_FALSE(contradicts("https://a.org/lib/app.js", ""));
}

TEST_CASE("code that is in no file") {
  for (const char* url :
       {"webpack-internal:///./a.js", "node:fs", "<anonymous>", "native", "eval", "wasm://wasm/1",
        "anonymous", "evalmachine.<anonymous>", "internal/a.js", "InternalBytecode.js", "<eval>"})
    CHECK(is_internal(url));
  for (const char* url : {"", "unknown", "<unknown>", "https://x.org/app.js", "app.js", "/native/app.js",
                          "file:///a.js", "chrome-extension://abc/app.js", "index.android.bundle"})
    CHECK_FALSE(is_internal(url));
  CHECK(is_nameless(""));
  CHECK(is_nameless("unknown"));
  CHECK_FALSE(is_nameless("app.js"));
}
