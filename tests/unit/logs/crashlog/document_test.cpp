#include "logs/crashlog/document.h"

#include "doctest/doctest.h"

using namespace symkit;

TEST_CASE("documents that are none of ours are refused with a reason") {
  CHECK(crashlog::read_document(R"({"callStackDepth":3})").error().message ==
        "this JSON document is not a known kind of crash report");
  CHECK(crashlog::read_document("{").error().message.starts_with("a JSON report is broken: "));
}
