// Heads of answers, and chunks, as the bytes that are sent.
#pragma once

#include <string>
#include <string_view>

#include "serve/http/message.h"

namespace symkit::http {

// The status line and the fields, up to the empty line. `length`: of the body; nothing: it is sent in
// chunks, or there is no body.
std::string head_of(unsigned status, std::string_view type, const Fields& fields,
                    std::optional<std::uint64_t> length, bool keeps, bool in_chunks = true);

// "1a\r\n…\r\n"
std::string chunk(std::string_view text);
inline constexpr std::string_view last_chunk = "0\r\n\r\n";

std::string_view phrase_of(unsigned status);

}  // namespace symkit::http
