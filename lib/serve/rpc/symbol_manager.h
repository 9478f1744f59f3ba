// symkit.v1.SymbolManager. Included only by sources of this folder.
#pragma once

#include <string>
#include <utility>

#include "serve/service/service.h"
#include "symkit/v1/symbol_manager.grpc.pb.h"

namespace symkit::rpc {

class SymbolManager final : public v1::SymbolManager::CallbackService {
 public:
  SymbolManager(service::Service& service, std::string folder)
      : service_(service), folder_(std::move(folder)) {}

  grpc::ServerReadReactor<v1::UploadRequest>* Upload(grpc::CallbackServerContext* context,
                                                     v1::UploadResponse* response) override;
  grpc::ServerUnaryReactor* Describe(grpc::CallbackServerContext* context, const v1::DescribeRequest* request,
                                     v1::DescribeResponse* response) override;
  grpc::ServerUnaryReactor* List(grpc::CallbackServerContext* context, const v1::ListRequest* request,
                                 v1::ListResponse* response) override;
  grpc::ServerUnaryReactor* Delete(grpc::CallbackServerContext* context, const v1::DeleteRequest* request,
                                   v1::DeleteResponse* response) override;

 private:
  service::Service& service_;
  std::string folder_;
};

}  // namespace symkit::rpc
