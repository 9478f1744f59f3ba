// What all calls have in common: who may ask, and by which thread it is done. Only this room's own sources
// include this.
#pragma once

#include <grpcpp/server_context.h>
#include <string>
#include <utility>

#include "service/service.h"

namespace symkit::rpc {

inline constexpr const char* busy = "all who could answer are busy; try again in a moment";

// OK, or what is wrong with who asks.
inline grpc::Status why_not(const service::Means& means, const grpc::CallbackServerContext& context,
                            service::Right right) {
  const auto& fields = context.client_metadata();
  const auto field = fields.find("authorization");
  const std::string_view said = field == fields.end()
                                    ? std::string_view()
                                    : std::string_view(field->second.data(), field->second.size());
  if (means.tokens.allow(said, right)) return grpc::Status::OK;
  return {grpc::StatusCode::UNAUTHENTICATED, right == service::Right::Write
                                                 ? "a token that may write is needed: authorization: Bearer …"
                                                 : "a token is needed: authorization: Bearer …"};
}

// A call of one message and one answer: `work` gives its status, on a thread of `workers`. `name` is what it
// is counted as.
template <class Work>
grpc::ServerUnaryReactor* answer_by(service::Means& means, service::Workers& workers, std::string_view name,
                                    grpc::CallbackServerContext& context, service::Right right, Work work) {
  grpc::ServerUnaryReactor* const reactor = context.DefaultReactor();
  if (const grpc::Status refused = why_not(means, context, right); !refused.ok()) {
    reactor->Finish(refused);
    return reactor;
  }
  const auto begun = std::chrono::steady_clock::now();
  const bool taken = workers.take([&means, name, reactor, begun, work = std::move(work)] {
    const grpc::Status status = work();
    means.metrics.count(name, static_cast<unsigned>(status.error_code()),
                        std::chrono::steady_clock::now() - begun);
    reactor->Finish(status);
  });
  if (!taken) reactor->Finish({grpc::StatusCode::UNAVAILABLE, busy});
  return reactor;
}

}  // namespace symkit::rpc
