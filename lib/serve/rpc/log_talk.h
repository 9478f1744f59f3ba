// A log that comes in chunks and is answered meanwhile. Only this room's own sources include this.
#pragma once

#include <string>

#include "serve/service/service.h"
#include "symkit/v1/symbolication.grpc.pb.h"

namespace symkit::rpc {

// It ends by itself.
grpc::ServerBidiReactor<v1::AnswerLogRequest, v1::AnswerLogResponse>* begin_log_talk(
    service::Service& service, service::Means& means, const std::string& folder,
    const grpc::CallbackServerContext& context);

}  // namespace symkit::rpc
