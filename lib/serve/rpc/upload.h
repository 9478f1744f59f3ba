// A file that comes in messages, and is prepared when it is whole. Only this room's own sources include this.
#pragma once

#include <string>

#include "serve/service/service.h"
#include "symkit/v1/symbol_manager.grpc.pb.h"

namespace symkit::rpc {

// It ends by itself.
grpc::ServerReadReactor<v1::UploadRequest>* begin_upload(service::Means& means, const std::string& folder,
                                                         v1::UploadResponse& response);

}  // namespace symkit::rpc
