// Frames of WebAssembly in the stacks of browsers and Node.
#include "doctest/doctest.h"

#include "unit/logs/crashlog/describe.h"

using namespace symkit;
using test::kept_of;
using test::read_line;

TEST_CASE("a frame's module is what its URL ends with, and its number a byte of the file") {
  CHECK(read_line("    at checkout (https://example.com/app.wasm:wasm-function[12]:0x1a2b)\n") ==
        "at app.wasm byte 1a2b wasm32");
  CHECK(read_line("    at https://example.com/a/app.wasm?v=3:wasm-function[12]:0x1a2b\n") ==
        "at app.wasm byte 1a2b wasm32");
  CHECK(read_line("checkout@https://example.com/app.wasm:wasm-function[12]:0x1a2b\n") ==
        "at app.wasm byte 1a2b wasm32");
  CHECK(read_line("    at app.wasm:0x1a2b\n") == "at app.wasm byte 1a2b wasm32");
}

TEST_CASE("V8's hash behind a name is no part of it, and alone it names no module") {
  CHECK(read_line("    at wasm://wasm/app.wasm-5f3a9c1e:wasm-function[12]:0x1a2b\n") ==
        "at app.wasm byte 1a2b wasm32");
  CHECK(read_line("    at wasm://wasm/5f3a9c1e:wasm-function[12]:0x1a2b\n") == "at - byte 1a2b wasm32");
}

TEST_CASE("the line stays") {
  CHECK(kept_of("    at checkout (https://example.com/app.wasm:wasm-function[12]:0x1a2b)\n") ==
        "    at checkout (https://example.com/app.wasm:wasm-function[12]:0x1a2b)|\n");
}

TEST_CASE("what only looks like such a frame passes") {
  CHECK(read_line("fetch https://example.com/app.wasm: 200\n") == "nothing");
  CHECK(read_line("    at x (https://example.com/app.wasm:wasm-function[12])\n") == "nothing");
  CHECK(read_line("    at x (https://example.com/app.js:12:5)\n") == "nothing");
}
