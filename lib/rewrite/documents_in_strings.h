// Reports that are JSON documents and stand, escaped, in a string of a line of JSON: all of a report in one
// string. Their frames get members there; all else of the line stays byte for byte.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "crashlog/document_edits.h"

namespace symkit::rewrite {

using Edits = std::vector<crashlog::DocumentEdits::Edit>;

// `answer`: what is to be changed in a document. The changes of the line, whose text is JSON.
Edits documents_in_strings(std::string_view text, const std::function<Edits(std::string_view)>& answer);

}  // namespace symkit::rewrite
