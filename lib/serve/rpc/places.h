// Symbolicates single places in code. Included only by sources of this folder.
#pragma once

#include "serve/service/desk.h"
#include "symkit/v1/symbolication.pb.h"

namespace symkit::rpc {

inline constexpr int most_places = 100'000;

service::LogCounts resolve_places(const v1::ResolveFramesRequest& request, service::Desk& desk,
                                  v1::ResolveFramesResponse& response);

}  // namespace symkit::rpc
