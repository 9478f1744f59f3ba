#include "serve/rpc/symbol_manager.h"

#include <algorithm>

#include "ground/base/image_id.h"
#include "ground/json/document.h"
#include "serve/rpc/call.h"
#include "serve/rpc/file_call.h"
#include "serve/rpc/refusal.h"
#include "serve/rpc/upload_messages.h"
#include "serve/service/symbol_list.h"

namespace symkit::rpc {
namespace {

const grpc::Status no_symbols(grpc::StatusCode::NOT_FOUND, "there are no symbols with this id");

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

// `said`: symprep's output, a line of JSON for each index.
void fill(std::string_view said, v1::UploadResponse& response) {
  while (!said.empty()) {
    const std::string_view line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(said.size(), line.size() + 1));
    const auto document = json::Document::parse(line);
    if (!document) continue;
    const auto text = [&](const char* name) { return std::string(document->root()[name].string()); };
    v1::Prepared& prepared = *response.add_prepared();
    prepared.set_kind(text("kind"));
    prepared.set_id(text("id"));
    prepared.set_architecture(text("arch"));
    prepared.set_name(text("name"));
    prepared.set_reason(text("reason"));
  }
}

class SymbolMessages {
 public:
  using Request = v1::UploadRequest;
  using Response = v1::UploadResponse;

  explicit SymbolMessages(std::uint64_t most) : messages_(most) {}

  grpc::Status take(const Request& request) {
    const auto taken = messages_.take(request);
    return taken ? grpc::Status::OK : grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, taken.error().message);
  }
  static const std::string& content_of(const Request& request) { return request.content(); }
  Result<std::string> end() const { return messages_.end(); }
  static grpc::Status accept(std::string_view said, Response& response) {
    fill(said, response);
    return grpc::Status::OK;
  }
  void refuse() {}

 private:
  UploadMessages messages_;
};

}  // namespace

grpc::ServerReadReactor<v1::UploadRequest>* SymbolManager::Upload(grpc::CallbackServerContext* context,
                                                                  v1::UploadResponse* response) {
  using Refused = Refusal<grpc::ServerReadReactor<v1::UploadRequest>>;
  service::Means* const means = means_for(service_, *context, service::Right::Write);
  if (means == nullptr) return new Refused(no_right(service::Right::Write));
  if (!means->uploads.are_taken())
    return new Refused({grpc::StatusCode::PERMISSION_DENIED, std::string(service::no_uploads)});
  return FileCall<SymbolMessages>::begin(*means, folder_, "Upload",
                                         SymbolMessages(means->uploads.settings().size), *response);
}

grpc::ServerUnaryReactor* SymbolManager::Describe(grpc::CallbackServerContext* context,
                                                  const v1::DescribeRequest* request,
                                                  v1::DescribeResponse* response) {
  return answer_by(service_, By::Receivers, "Describe", *context, service::Right::Read,
                   [request, response](service::Means& means) {
                     const auto id = ImageId::parse(request->id());
                     if (!id) return no_symbols;
                     const auto found = service::describe_symbols(means.project, *id);
                     if (!found) return unavailable(found.error());
                     if (found->empty()) return no_symbols;
                     for (const service::Symbols& one : *found) fill(one, *response->add_symbols());
                     return grpc::Status::OK;
                   });
}

grpc::ServerUnaryReactor* SymbolManager::List(grpc::CallbackServerContext* context,
                                              const v1::ListRequest* request, v1::ListResponse* response) {
  return answer_by(service_, By::Receivers, "List", *context, service::Right::Read,
                   [request, response](service::Means& means) {
                     service::SymbolQuery query{.text = request->find(), .with_lines = request->with_lines()};
                     if (request->most() != 0) query.most = request->most();
                     const auto found = service::list_symbols(means.project, query);
                     if (!found) return unavailable(found.error());
                     for (const service::Symbols& one : *found) fill(one, *response->add_symbols());
                     return grpc::Status::OK;
                   });
}

grpc::ServerUnaryReactor* SymbolManager::Delete(grpc::CallbackServerContext* context,
                                                const v1::DeleteRequest* request,
                                                v1::DeleteResponse* response) {
  return answer_by(service_, By::Receivers, "Delete", *context, service::Right::Write,
                   [request, response](service::Means& means) {
                     const auto id = ImageId::parse(request->id());
                     if (!id) return no_symbols;
                     if (!means.uploads.are_taken())
                       return grpc::Status(grpc::StatusCode::PERMISSION_DENIED,
                                           std::string(service::no_uploads));
                     const auto count = service::remove_symbols(means.project, *id);
                     if (!count) return unavailable(count.error());
                     means.uploads.forget(*id);
                     means.added();
                     if (*count == 0) return no_symbols;
                     response->set_count(static_cast<std::uint32_t>(*count));
                     return grpc::Status::OK;
                   });
}

}  // namespace symkit::rpc
