#include "rpc/symbol_manager.h"

#include "base/image_id.h"
#include "rpc/call.h"
#include "rpc/upload.h"
#include "service/symbol_list.h"

namespace symkit::rpc {
namespace {

const grpc::Status no_symbols(grpc::StatusCode::NOT_FOUND, "there are no symbols of this id");

void fill(const service::Symbols& from, v1::Symbols& to) {
  to.set_kind(std::string(index::name_of(from.holding.kind)));
  to.set_id(from.holding.id.hex());
  to.set_architecture(from.label.architecture);
  to.set_name(from.label.name);
  to.set_bytes(from.holding.bytes);
  to.set_parts(static_cast<std::uint32_t>(from.holding.parts));
  to.set_used(from.holding.used.time_since_epoch().count());
  to.set_functions(from.label.functions);
  to.set_with_lines(from.label.with_lines);
}

grpc::Status unavailable(const Error& error) { return {grpc::StatusCode::UNAVAILABLE, error.message}; }

}  // namespace

grpc::ServerReadReactor<v1::UploadRequest>* SymbolManager::Upload(grpc::CallbackServerContext* context,
                                                                  v1::UploadResponse* response) {
  grpc::Status refused = why_not(means_, *context, service::Right::Write);
  if (refused.ok() && !means_.uploads.are_taken())
    refused = {grpc::StatusCode::PERMISSION_DENIED, std::string(service::no_uploads)};
  return begin_upload(means_, folder_, refused, *response);
}

grpc::ServerUnaryReactor* SymbolManager::Describe(grpc::CallbackServerContext* context,
                                                  const v1::DescribeRequest* request,
                                                  v1::DescribeResponse* response) {
  return answer_by(means_, means_.receivers, "Describe", *context, service::Right::Read,
                   [this, request, response] {
                     const auto id = ImageId::parse(request->id());
                     if (!id) return no_symbols;
                     const auto found = service::describe_symbols(means_.desks.sources().places.stores, *id);
                     if (!found) return unavailable(found.error());
                     if (found->empty()) return no_symbols;
                     for (const service::Symbols& one : *found) fill(one, *response->add_symbols());
                     return grpc::Status::OK;
                   });
}

grpc::ServerUnaryReactor* SymbolManager::List(grpc::CallbackServerContext* context,
                                              const v1::ListRequest* request, v1::ListResponse* response) {
  return answer_by(means_, means_.receivers, "List", *context, service::Right::Read,
                   [this, request, response] {
                     service::SymbolQuery query{.text = request->find(), .with_lines = request->with_lines()};
                     if (request->most() != 0) query.most = request->most();
                     const auto found = service::list_symbols(means_.desks.sources().places.stores, query);
                     if (!found) return unavailable(found.error());
                     for (const service::Symbols& one : *found) fill(one, *response->add_symbols());
                     return grpc::Status::OK;
                   });
}

grpc::ServerUnaryReactor* SymbolManager::Delete(grpc::CallbackServerContext* context,
                                                const v1::DeleteRequest* request,
                                                v1::DeleteResponse* response) {
  return answer_by(
      means_, means_.receivers, "Delete", *context, service::Right::Write, [this, request, response] {
        const auto id = ImageId::parse(request->id());
        if (!id) return no_symbols;
        if (!means_.uploads.are_taken())
          return grpc::Status(grpc::StatusCode::PERMISSION_DENIED, std::string(service::no_uploads));
        const auto count = service::remove_symbols(means_.desks.sources().places.stores, *id);
        if (!count) return unavailable(count.error());
        means_.uploads.forget(*id);
        means_.desks.renew();
        if (*count == 0) return no_symbols;
        response->set_count(static_cast<std::uint32_t>(*count));
        return grpc::Status::OK;
      });
}

}  // namespace symkit::rpc
