// JSON documents that stand within a text: alone or several in a row, between words, coloured, and escaped
// within strings of others, at any depth. What is to be changed in them is changed there; all else stays byte
// for byte.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logs/crashlog/document_edits.h"

namespace symkit::crashlog {

using Edits = std::vector<DocumentEdits::Edit>;

// Which documents are looked for. Both are fast.
struct WantedDocuments {
  bool (*is_one)(std::string_view text);        // whether it may be one
  bool (*may_hold_one)(std::string_view text);  // whether one may stand in a string of it
};

// What is to be changed in a document; nothing where it is none of those that are wanted.
using AnswerDocument = std::function<std::optional<Edits>(std::string_view document)>;

// The changes of all, in the order of the text.
Edits edits_of_documents(std::string_view text, const WantedDocuments& wanted, const AnswerDocument& answer);

// The same, made; nothing where there is no such document.
std::optional<std::string> with_changed_documents(std::string_view text, const WantedDocuments& wanted,
                                                  const AnswerDocument& answer);

}  // namespace symkit::crashlog
