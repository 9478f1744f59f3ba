// Documents within a text and within the strings of a record: which are found, and that what is added there
// is escaped as they are.
#include "logs/crashlog/documents_in_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

#include "logs/crashlog/document_capture.h"

using namespace symkit;

namespace {

std::vector<std::string> asked;

// Puts a member behind the address of each document that it is asked for.
std::string answered(std::string_view text) {
  asked.clear();
  const crashlog::WantedDocuments wanted = {crashlog::DocumentCapture::names_document,
                                            crashlog::DocumentCapture::may_hold_documents};
  const auto answer = [](std::string_view document) -> std::optional<crashlog::Edits> {
    if (!json::Document::parse(document)) return std::nullopt;
    asked.emplace_back(document);
    crashlog::Edits made;
    if (const std::size_t at = document.find("\"0x40\""); at != std::string_view::npos)
      made.push_back({at + 6, at + 6, R"(,"function":"a\\b")"});
    return made;
  };
  const auto edits = crashlog::edits_of_documents(text, wanted, answer);
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

TEST_CASE("documents in a row and between words are found, in a line as in a string") {
  const std::string one = R"({"instruction_addr":"0x40"})",
                    done = R"({"instruction_addr":"0x40","function":"a\\b"})";
  CHECK(answered(one + one) == done + done);
  CHECK(asked == std::vector<std::string>{one, one});
  CHECK(answered(one + ", " + one + "\n") == done + ", " + done + "\n");
  CHECK(answered("sent {x} [y] " + one + " ok") == "sent {x} [y] " + done + " ok");
  CHECK(answered(R"({"m":"see {\"instruction_addr\":\"0x40\"} and [{\"instruction_addr\":\"0x40\"}]"})") ==
        R"({"m":"see {\"instruction_addr\":\"0x40\",\"function\":\"a\\\\b\"} and )"
        R"([{\"instruction_addr\":\"0x40\",\"function\":\"a\\\\b\"}]"})");
}

TEST_CASE("colours stay where they are, and what is added stands behind them") {
  CHECK(
      answered("\x1b[1m{\x1b[0m\x1b[34m\"instruction_addr\"\x1b[0m:\x1b[32m\"0x40\"\x1b[0m\x1b[1m}\x1b[0m") ==
      "\x1b[1m{\x1b[0m\x1b[34m\"instruction_addr\"\x1b[0m:\x1b[32m\"0x40\"\x1b[0m\x1b[1m,\"function\":"
      "\"a\\\\b\"}\x1b[0m");
  CHECK(answered(R"({"m":"\u001b[1m{\"instruction_addr\":\u001b[32m\"0x40\"\u001b[0m}"})") ==
        R"({"m":"\u001b[1m{\"instruction_addr\":\u001b[32m\"0x40\"\u001b[0m,\"function\":\"a\\\\b\"}"})");
}

TEST_CASE("what names no document, or is broken off, is not asked for") {
  for (const std::string_view text :
       {R"({"event":"{\"addr\":\"0x40\"}"})", R"({"event":"{\"instruction_addr\":\"0x40\"")",
        R"({"event":[{"instruction_addr":"0x40"})",
        R"({"event":"{\"a\":{\"instruction_addr\":\"0x40\"}"})"}) {
    CHECK(answered(text) == text);
    CHECK(asked.empty());
  }
}
