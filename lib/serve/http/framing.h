// The length of a request, its host and its credentials must be stated once and unambiguously. Where two
// readers can differ about the same bytes, a proxy may see a different request from the one answered
// here.
#pragma once

#include <optional>
#include <string_view>

#include "serve/http/message.h"

namespace symkit::http {

// The refusal of a request that Beast's parser accepts but RFC 9112 requires servers to reject; nothing
// if the request is unambiguous. `raw`: the head as it was received. `knows_host`: the client uses
// HTTP/1.1 or later.
std::optional<Answer> why_ambiguous(const Head& head, std::string_view raw, bool knows_host);

// Checks the extensions of a chunk, which are not used here: false if some reader could see an end of
// line in them.
bool is_plain_extension(std::string_view text);

}  // namespace symkit::http
