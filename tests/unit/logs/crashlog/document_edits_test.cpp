// Members that are set and objects that are added, in documents as different writers format them.
#include "logs/crashlog/document_edits.h"

#include <vector>

#include "doctest/doctest.h"

using namespace symkit::crashlog;

namespace {

using Side = DocumentEdits::Side;

// The first object of the document's array gets the members, and a copy where one is asked for.
std::string changed(std::string_view text, const std::vector<Member>& members, bool copies = false,
                    Side side = Side::Behind) {
  const auto document = symkit::json::Document::parse(text);
  REQUIRE(document);
  DocumentEdits edits(text);
  edits.set(document->root().first(), members);
  if (copies) edits.add_copy(document->root().first(), members, side);
  CHECK(symkit::json::Document::parse(edits.applied()));
  return edits.applied();
}

}  // namespace

TEST_CASE("members are added as the others are written") {
  CHECK(changed(R"([{"a":1,"b":2}])", {{"c", "3"}}) == R"([{"a":1,"b":2,"c":3}])");
  CHECK(changed(R"([{"a": 1, "b": 2}])", {{"c", "3"}}) == R"([{"a": 1, "b": 2, "c": 3}])");
  CHECK(changed("[{\n  \"a\": 1,\n  \"b\": 2\n}]", {{"c", "3"}}) ==
        "[{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}]");
  CHECK(changed("[{}]", {{"a", "1"}, {"b", "2"}}).find("\"a\":1") != std::string::npos);
}

TEST_CASE("values are replaced where they stand") {
  CHECK(changed(R"([{"a" :  null,"b":"x\"y","c":-1.5e3,"d":[1,{}]}])",
                {{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}}) == R"([{"a" :  1,"b":2,"c":3,"d":4}])");
}

TEST_CASE("copies stand beside the object") {
  CHECK(changed(R"([{"a":1}, {"z":0}])", {{"a", "2"}}, true) == R"([{"a":2},{"a":2}, {"z":0}])");
  CHECK(changed("[\n  {\"a\":1}\n]", {{"b", "2"}}, true, Side::Before) ==
        "[\n  {\"a\":1,\"b\":2},\n  {\"a\":1,\"b\":2}\n]");
}
