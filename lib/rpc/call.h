// What all calls have in common: who may ask, and by which thread it is done. Only this room's own sources
// include this.
#pragma once

#include <chrono>
#include <cstdint>
#include <grpcpp/server_context.h>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "service/service.h"

namespace symkit::rpc {

inline constexpr const char* busy = "all who could answer are busy; try again in a moment";

// By what a call is answered: of the project whose token it has. Null: it may not ask.
inline service::Means* means_for(service::Service& service, const grpc::CallbackServerContext& context,
                                 service::Right right) {
  const auto& fields = context.client_metadata();
  const auto field = fields.find("authorization");
  const std::string_view said = field == fields.end()
                                    ? std::string_view()
                                    : std::string_view(field->second.data(), field->second.size());
  return service.admit(said, right);
}

inline grpc::Status no_right(service::Right right) {
  return {grpc::StatusCode::UNAUTHENTICATED, right == service::Right::Write
                                                 ? "a token that may write is needed: authorization: Bearer …"
                                                 : "a token is needed: authorization: Bearer …"};
}

inline grpc::Status unavailable(const Error& error) { return {grpc::StatusCode::UNAVAILABLE, error.message}; }

// Which threads answer: those for what is answered at once, or those for what is said of what is here.
enum class By : std::uint8_t { Workers, Receivers };

// A call of one message and one answer: `work` gives its status. `name` is what it is counted as.
template <class Work>
grpc::ServerUnaryReactor* answer_by(service::Service& service, By by, std::string_view name,
                                    grpc::CallbackServerContext& context, service::Right right, Work work) {
  grpc::ServerUnaryReactor* const reactor = context.DefaultReactor();
  service::Means* const means = means_for(service, context, right);
  if (means == nullptr) {
    reactor->Finish(no_right(right));
    return reactor;
  }
  const auto begun = std::chrono::steady_clock::now();
  service::Workers& workers = by == By::Workers ? means->workers : means->receivers;
  const bool taken = workers.take([means, name, reactor, begun, work = std::move(work)] {
    const grpc::Status status = work(*means);
    means->metrics.count(name, static_cast<unsigned>(status.error_code()),
                         std::chrono::steady_clock::now() - begun);
    reactor->Finish(status);
  });
  if (!taken) reactor->Finish({grpc::StatusCode::UNAVAILABLE, busy});
  return reactor;
}

}  // namespace symkit::rpc
