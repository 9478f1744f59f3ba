// symkit.v1.Symbolication. Included only by sources of this folder.
#pragma once

#include <string>
#include <utility>

#include "serve/service/service.h"
#include "symkit/v1/symbolication.grpc.pb.h"

namespace symkit::rpc {

class Symbolication final : public v1::Symbolication::CallbackService {
 public:
  Symbolication(service::Service& service, std::string folder)
      : service_(service), folder_(std::move(folder)) {}

  grpc::ServerBidiReactor<v1::AnswerLogRequest, v1::AnswerLogResponse>* AnswerLog(
      grpc::CallbackServerContext* context) override;
  grpc::ServerUnaryReactor* ResolveFrames(grpc::CallbackServerContext* context,
                                          const v1::ResolveFramesRequest* request,
                                          v1::ResolveFramesResponse* response) override;

 private:
  service::Service& service_;
  std::string folder_;
};

}  // namespace symkit::rpc
