// A request's end, its host and its credentials must be stated once and plainly: where two readers of the
// same bytes may differ, a web server before this one sees another request than the one that is answered
// here.
#pragma once

#include <optional>
#include <string_view>

#include "serve/http/message.h"

namespace symkit::http {

// What RFC 9112 has the server refuse, where Beast's parser takes it; nothing where all is plain. `raw`: the
// head as it came. `knows_host`: the client is of HTTP/1.1, and not older.
std::optional<Answer> why_ambiguous(const Head& head, std::string_view raw, bool knows_host);

// Of a chunk's extensions, which nobody here reads: whether some reader could take them for an end of line.
bool is_plain_extension(std::string_view text);

}  // namespace symkit::http
