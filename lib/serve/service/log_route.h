// The options of a request to /log, from its query and header fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "serve/http/message.h"
#include "serve/service/desk.h"

namespace symkit::service {

// ?format=text|json, ?inlines=no, ?full-path=yes, ?demangle=no; "Accept: application/x-ndjson" also means
// json.
inline constexpr std::string_view log_words = "format, inlines, full-path, demangle";
Result<Wish> wish_of(const http::Head& head);

std::string_view type_of(Form form);

// The message for a log of more than `most` bytes.
std::string too_long(std::uint64_t most);

}  // namespace symkit::service
