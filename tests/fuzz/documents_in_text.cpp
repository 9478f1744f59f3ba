// rooms: crashlog
// Lines with reports of JSON in them and in their strings: what is to be changed lies within the line, in
// order, and a line that was JSON is still JSON when a member was put into each report.
#include "logs/crashlog/documents_in_text.h"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "ground/json/document.h"
#include "logs/crashlog/document.h"
#include "logs/crashlog/document_capture.h"

using namespace symkit;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::optional<crashlog::Edits> answer(std::string_view document) {
  crashlog::Edits edits;
  const auto reports = crashlog::read_document(document);
  if (!reports || reports->empty()) return std::nullopt;
  if (const std::size_t at = document.rfind('}'); at != std::string_view::npos)
    edits.push_back({at, at, R"(,"function":"a\\b\"ü\u0001")"});
  return edits;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const crashlog::Edits edits = crashlog::edits_of_documents(
      line, {crashlog::DocumentCapture::names_document, crashlog::DocumentCapture::may_hold_documents},
      answer);
  std::string changed;
  std::size_t done = 0;
  for (const auto& edit : edits) {
    require(edit.begin >= done && edit.end >= edit.begin && edit.end <= line.size());
    changed += line.substr(done, edit.begin - done);
    changed += edit.text;
    done = edit.end;
  }
  changed += line.substr(done);
  if (json::Document::parse(line)) require(json::Document::parse(changed).has_value());
  return 0;
}
