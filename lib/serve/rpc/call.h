// Shared by all calls: who may make them, and which threads do the work. Included only by sources of this
// folder.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <grpcpp/server_context.h>
#include <string>
#include <string_view>
#include <utility>

#include "ground/base/result.h"
#include "ground/base/words.h"
#include "serve/http/spool.h"
#include "serve/service/service.h"

namespace symkit::rpc {

inline constexpr const char* busy = "all workers are busy; try again shortly";

// "Bearer …", or empty.
inline std::string_view token_of(const grpc::CallbackServerContext& context) {
  const auto& fields = context.client_metadata();
  const auto field = fields.find("authorization");
  if (field == fields.end()) return {};
  return {field->second.data(), field->second.size()};
}

// "127.0.0.1" from "ipv4:127.0.0.1:4711", "::1" from "ipv6:%5B::1%5D:4711".
inline std::string address_of(const grpc::CallbackServerContext& context) {
  const std::string peer = percent_decoded(context.peer());
  const std::size_t begin = peer.find(':') + 1;
  std::string address = peer.substr(begin, peer.rfind(':') - begin);
  std::erase_if(address, [](char c) { return c == '[' || c == ']'; });
  return address;
}

// The means of the project whose token the call has. Null: the call is not allowed.
inline service::Means* means_for(service::Service& service, const grpc::CallbackServerContext& context,
                                 service::Right right) {
  return service.admit(token_of(context), right);
}

inline grpc::Status no_right(service::Right right) {
  return {grpc::StatusCode::UNAUTHENTICATED,
          right == service::Right::Write ? "a token with write access is required: authorization: Bearer …"
                                         : "a token is required: authorization: Bearer …"};
}

inline grpc::Status unavailable(const Error& error) { return {grpc::StatusCode::UNAVAILABLE, error.message}; }

// The threads that do the work: Workers for requests answered at once, Receivers for questions about the
// symbols stored here.
enum class By : std::uint8_t { Workers, Receivers };

// Running out of memory fails only this call.
template <class Work>
grpc::Status status_of(const Work& work, service::Means& means) {
  try {
    return work(means);
  } catch (const std::exception&) {
    return {grpc::StatusCode::UNAVAILABLE, std::string(http::no_memory)};
  }
}

// A call with one request and one response: `work` returns its status. `name` is what it is counted as.
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
    const grpc::Status status = status_of(work, *means);
    means->metrics.count(name, static_cast<unsigned>(status.error_code()),
                         std::chrono::steady_clock::now() - begun);
    reactor->Finish(status);
  });
  if (!taken) reactor->Finish({grpc::StatusCode::UNAVAILABLE, busy});
  return reactor;
}

}  // namespace symkit::rpc
