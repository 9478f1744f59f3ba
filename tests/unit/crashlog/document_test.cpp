#include "crashlog/document.h"

#include "doctest/doctest.h"

using namespace symkit;

TEST_CASE("documents that are none of ours are refused with a reason") {
  CHECK(crashlog::read_document(R"({"callStackDepth":3})").error().message ==
        "a JSON document is no crash report of a known kind");
  CHECK(crashlog::read_document("{").error().message.starts_with("a JSON report is broken: "));
}
