// The HTTP API in OpenAPI: openapi.json. tests/servers/service checks all its requests against it.
#pragma once

#include <string_view>

namespace symkit::symserve {

extern const std::string_view openapi;

}  // namespace symkit::symserve
