// What a request to /log asks for, by its query and its fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ground/base/result.h"
#include "serve/http/message.h"
#include "serve/service/desk.h"

namespace symkit::service {

// ?format=text|json, ?inlines=no, ?full-path=yes, ?demangle=no; "Accept: application/x-ndjson" is json, too.
inline constexpr std::string_view log_words = "format, inlines, full-path, demangle";
Result<Wish> wish_of(const http::Head& head);

std::string_view type_of(Form form);

// Of a log that has more than `most` bytes.
std::string too_long(std::uint64_t most);

}  // namespace symkit::service
