#include "serve/rpc/symbolication.h"

#include "ground/base/words.h"
#include "serve/rpc/call.h"
#include "serve/rpc/log_talk.h"
#include "serve/rpc/places.h"
#include "serve/rpc/refusal.h"

namespace symkit::rpc {

grpc::ServerBidiReactor<v1::AnswerLogRequest, v1::AnswerLogResponse>* Symbolication::AnswerLog(
    grpc::CallbackServerContext* context) {
  service::Means* const means = means_for(service_, *context, service::Right::Read);
  if (means == nullptr)
    return new Refusal<grpc::ServerBidiReactor<v1::AnswerLogRequest, v1::AnswerLogResponse>>(
        no_right(service::Right::Read));
  return begin_log_talk(service_, *means, folder_, *context);
}

grpc::ServerUnaryReactor* Symbolication::ResolveFrames(grpc::CallbackServerContext* context,
                                                       const v1::ResolveFramesRequest* request,
                                                       v1::ResolveFramesResponse* response) {
  return answer_by(service_, By::Workers, "ResolveFrames", *context, service::Right::Read,
                   [request, response](service::Means& means) {
                     if (request->places_size() > most_places)
                       return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT,
                                           say("more than ", most_places, " places in one request"));
                     auto desk = means.desks.take();
                     desk.count(resolve_places(*request, *desk, *response), means.metrics);
                     return grpc::Status::OK;
                   });
}

}  // namespace symkit::rpc
