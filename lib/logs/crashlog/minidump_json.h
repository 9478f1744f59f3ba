// What rust-minidump's minidump-stackwalk prints as JSON: threads with frames that are objects.
#pragma once

#include <optional>

#include "logs/crashlog/document.h"

namespace symkit::crashlog {

// Nothing where the document is none of these.
std::optional<DocumentReport> read_minidump_json(const JsonDocument& document);

}  // namespace symkit::crashlog
