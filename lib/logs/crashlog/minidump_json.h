// The JSON that rust-minidump's minidump-stackwalk prints: threads with frames that are objects.
#pragma once

#include <optional>

#include "logs/crashlog/document.h"

namespace symkit::crashlog {

// Nothing if the document is of another kind.
std::optional<DocumentReport> read_minidump_json(const json::Document& document);

}  // namespace symkit::crashlog
