// parca.debuginfo.v1alpha1.DebuginfoService: Parca's agents upload the debug information of programs
// running on their machines. Included only by sources of this folder.
#pragma once

#include <string>
#include <utility>

#include "parca/debuginfo/v1alpha1/debuginfo.grpc.pb.h"
#include "serve/rpc/announced.h"
#include "serve/service/service.h"

namespace symkit::rpc {

namespace parca = ::parca::debuginfo::v1alpha1;

class Debuginfo final : public parca::DebuginfoService::CallbackService {
 public:
  Debuginfo(service::Service& service, std::string folder) : service_(service), folder_(std::move(folder)) {}

  grpc::ServerUnaryReactor* ShouldInitiateUpload(grpc::CallbackServerContext* context,
                                                 const parca::ShouldInitiateUploadRequest* request,
                                                 parca::ShouldInitiateUploadResponse* response) override;
  grpc::ServerUnaryReactor* InitiateUpload(grpc::CallbackServerContext* context,
                                           const parca::InitiateUploadRequest* request,
                                           parca::InitiateUploadResponse* response) override;
  grpc::ServerReadReactor<parca::UploadRequest>* Upload(grpc::CallbackServerContext* context,
                                                        parca::UploadResponse* response) override;
  grpc::ServerUnaryReactor* MarkUploadFinished(grpc::CallbackServerContext* context,
                                               const parca::MarkUploadFinishedRequest* request,
                                               parca::MarkUploadFinishedResponse* response) override;

 private:
  service::Service& service_;
  std::string folder_;
  Announced announced_;
};

}  // namespace symkit::rpc
