// Reports within the strings of a record: which are found, and that what is added there is escaped as they
// are.
#include "rewrite/documents_in_strings.h"

#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

using namespace symkit;

namespace {

std::vector<std::string> asked;

// Puts a member behind the address of each document that it is asked for.
std::string answered(std::string_view text) {
  asked.clear();
  const auto edits = rewrite::documents_in_strings(text, [](std::string_view document) {
    asked.emplace_back(document);
    rewrite::Edits made;
    if (const std::size_t at = document.find("\"0x40\""); at != std::string_view::npos)
      made.push_back({at + 6, at + 6, R"(,"function":"a\\b")"});
    return made;
  });
  std::string result(text);
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit)
    result.replace(edit->begin, edit->end - edit->begin, edit->text);
  return result;
}

}  // namespace

TEST_CASE("a document in a string gets its members, escaped once") {
  CHECK(answered(R"({"id":1,"event":"{\"instruction_addr\":\"0x40\"}","z":"ü"})") ==
        R"({"id":1,"event":"{\"instruction_addr\":\"0x40\",\"function\":\"a\\\\b\"}","z":"ü"})");
  CHECK(asked == std::vector<std::string>{R"({"instruction_addr":"0x40"})"});
}

TEST_CASE("a document within a document's string is escaped twice, several are in order") {
  CHECK(
      answered(R"({"log":"{\"e\":\"{\\\"instruction_addr\\\":\\\"0x40\\\"}\"}"})") ==
      R"({"log":"{\"e\":\"{\\\"instruction_addr\\\":\\\"0x40\\\",\\\"function\\\":\\\"a\\\\\\\\b\\\"}\"}"})");
  CHECK(
      answered(R"(["{\"instruction_addr\":\"0x40\"}","{\"instruction_addr\":\"0x40\"}"])") ==
      R"(["{\"instruction_addr\":\"0x40\",\"function\":\"a\\\\b\"}","{\"instruction_addr\":\"0x40\",\"function\":\"a\\\\b\"}"])");
}

TEST_CASE("what names no document, is no whole value or no JSON is not asked for") {
  for (const std::string_view text :
       {R"({"event":"{\"addr\":\"0x40\"}"})", R"({"event":"see {\"instruction_addr\":\"0x40\"}"})",
        R"({"event":"{\"instruction_addr\":\"0x40\"}")", R"({"event":{"instruction_addr":"0x40"}})"}) {
    CHECK(answered(text) == text);
    CHECK(asked.empty());
  }
}
