#include "rpc/symbolication.h"

#include "base/words.h"
#include "rpc/call.h"
#include "rpc/log_talk.h"
#include "rpc/places.h"

namespace symkit::rpc {

grpc::ServerBidiReactor<v1::AnswerLogRequest, v1::AnswerLogResponse>* Symbolication::AnswerLog(
    grpc::CallbackServerContext* context) {
  return begin_log_talk(means_, folder_, why_not(means_, *context, service::Right::Read));
}

grpc::ServerUnaryReactor* Symbolication::ResolveFrames(grpc::CallbackServerContext* context,
                                                       const v1::ResolveFramesRequest* request,
                                                       v1::ResolveFramesResponse* response) {
  return answer_by(means_, means_.workers, "ResolveFrames", *context, service::Right::Read,
                   [this, request, response] {
                     if (request->places_size() > most_places)
                       return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT,
                                           say("more than ", most_places, " places at once"));
                     auto desk = means_.desks.take();
                     const service::Tally tally = resolve_places(*request, *desk, *response);
                     means_.metrics.count(tally);
                     if (tally.resolved < tally.frames) desk.missed();
                     return grpc::Status::OK;
                   });
}

}  // namespace symkit::rpc
