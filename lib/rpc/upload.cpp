#include "rpc/upload.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <unistd.h>
#include <utility>

#include "base/words.h"
#include "crashlog/json_document.h"
#include "http/spool.h"
#include "io/write_all.h"
#include "rpc/call.h"
#include "rpc/refusal.h"
#include "rpc/upload_messages.h"

namespace symkit::rpc {
namespace {

// What symprep said, a line of JSON for each index.
void fill(std::string_view said, v1::UploadResponse& response) {
  while (!said.empty()) {
    const std::string_view line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(said.size(), line.size() + 1));
    const auto document = crashlog::JsonDocument::parse(line);
    if (!document) continue;
    const auto text = [&](const char* name) { return std::string(document->root()[name].string()); };
    v1::Prepared& prepared = *response.add_prepared();
    prepared.set_kind(text("kind"));
    prepared.set_id(text("id"));
    prepared.set_architecture(text("arch"));
    prepared.set_name(text("name"));
  }
}

// Each message is written by a thread that may wait for a disk; then the next is read.
class UploadCall final : public grpc::ServerReadReactor<v1::UploadRequest> {
 public:
  UploadCall(service::Means& means, const std::string& folder, v1::UploadResponse& response)
      : means_(means),
        response_(response),
        body_(http::nameless_file(folder)),
        messages_(means.uploads.settings().size) {}

  void begin() {
    if (!body_.is_file())
      return Finish({grpc::StatusCode::RESOURCE_EXHAUSTED, "there is no room for uploads"});
    StartRead(&request_);
  }

  void OnReadDone(bool is_there) override {
    const bool taken =
        is_there ? means_.receivers.take([this] { write(); }) : means_.preparers.take([this] { prepare(); });
    if (!taken) Finish({grpc::StatusCode::UNAVAILABLE, busy});
  }

  // What was cut off is not a file: the end of the messages looks the same.
  void OnCancel() override { is_cancelled_ = true; }
  void OnDone() override { delete this; }

 private:
  void write() {
    if (const auto taken = messages_.take(request_); !taken)
      return Finish({grpc::StatusCode::INVALID_ARGUMENT, taken.error().message});
    if (!io::write_all(body_.descriptor(), request_.content()))
      return Finish({grpc::StatusCode::RESOURCE_EXHAUSTED, "the upload cannot be kept"});
    StartRead(&request_);
  }

  void prepare() {
    if (is_cancelled_) return Finish(grpc::Status::CANCELLED);
    const auto name = messages_.end();
    if (!name) return Finish({grpc::StatusCode::INVALID_ARGUMENT, name.error().message});
    const auto begun = std::chrono::steady_clock::now();
    const auto said = means_.uploads.take(*name, body_);
    grpc::Status status;
    if (said) {
      means_.added();
      fill(*said, response_);
    } else {
      status = {grpc::StatusCode::INVALID_ARGUMENT, said.error().message};
    }
    means_.metrics.count("Upload", static_cast<unsigned>(status.error_code()),
                         std::chrono::steady_clock::now() - begun);
    Finish(status);
  }

  service::Means& means_;
  v1::UploadResponse& response_;
  v1::UploadRequest request_;
  http::Body body_;
  UploadMessages messages_;
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace

grpc::ServerReadReactor<v1::UploadRequest>* begin_upload(service::Means& means, const std::string& folder,
                                                         const grpc::Status& refused,
                                                         v1::UploadResponse& response) {
  if (!refused.ok()) return new Refusal<grpc::ServerReadReactor<v1::UploadRequest>>(refused);
  auto* const call = new UploadCall(means, folder, response);
  call->begin();
  return call;
}

}  // namespace symkit::rpc
