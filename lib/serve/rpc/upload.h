// Receives a file in messages, and prepares it when it is complete. Included only by sources of this
// folder.
#pragma once

#include <string>

#include "serve/service/service.h"
#include "symkit/v1/symbol_manager.grpc.pb.h"

namespace symkit::rpc {

// The reactor deletes itself when it is done.
grpc::ServerReadReactor<v1::UploadRequest>* begin_upload(service::Means& means, const std::string& folder,
                                                         v1::UploadResponse& response);

}  // namespace symkit::rpc
