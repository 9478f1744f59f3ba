// JSON documents within a text: alone or several in a row, between words, coloured, and escaped within
// strings of other documents, at any depth. They are changed in place; everything else stays byte for
// byte.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/document_edits.h"

namespace symkit::crashlog {

using Edits = std::vector<DocumentEdits::Edit>;

// Selects documents. Both functions are fast.
struct WantedDocuments {
  bool (*is_one)(std::string_view text);        // whether it may be a wanted document
  bool (*may_hold_one)(std::string_view text);  // whether a string of it may contain one
};

// The edits to make in a document; nothing if it is not a wanted document.
using AnswerDocument = std::function<std::optional<Edits>(std::string_view document)>;

// The edits of all documents, in the order of the text.
Edits edits_of_documents(std::string_view text, const WantedDocuments& wanted, const AnswerDocument& answer);

// The text with these edits; nothing if there is no such document.
std::optional<std::string> with_changed_documents(std::string_view text, const WantedDocuments& wanted,
                                                  const AnswerDocument& answer);

}  // namespace symkit::crashlog
