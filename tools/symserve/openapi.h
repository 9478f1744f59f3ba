// What may be asked over HTTP, as OpenAPI describes it: openapi.json. tests/servers/service holds all that it
// asks against it.
#pragma once

#include <string_view>

namespace symkit::symserve {

extern const std::string_view openapi;

}  // namespace symkit::symserve
