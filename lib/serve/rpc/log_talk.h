// Symbolicates a log while it arrives in chunks. Included only by sources of this folder.
#pragma once

#include <string>

#include "serve/service/service.h"
#include "symkit/v1/symbolication.grpc.pb.h"

namespace symkit::rpc {

// The reactor deletes itself when it is done.
grpc::ServerBidiReactor<v1::AnswerLogRequest, v1::AnswerLogResponse>* begin_log_talk(
    service::Service& service, service::Means& means, const std::string& folder,
    const grpc::CallbackServerContext& context);

}  // namespace symkit::rpc
