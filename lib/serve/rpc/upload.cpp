#include "serve/rpc/upload.h"

#include <algorithm>
#include <utility>

#include "ground/json/document.h"
#include "serve/rpc/file_call.h"
#include "serve/rpc/upload_messages.h"

namespace symkit::rpc {
namespace {

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

grpc::ServerReadReactor<v1::UploadRequest>* begin_upload(service::Means& means, const std::string& folder,
                                                         v1::UploadResponse& response) {
  return FileCall<SymbolMessages>::begin(means, folder, "Upload",
                                         SymbolMessages(means.uploads.settings().size), response);
}

}  // namespace symkit::rpc
