// Receives a file in messages, and prepares it when it is complete. `Messages` interprets them one after
// the other and makes the response. Included only by sources of this folder.
#pragma once

#include <atomic>
#include <chrono>
#include <grpcpp/support/server_callback.h>
#include <string>
#include <string_view>
#include <utility>

#include "ground/io/write_all.h"
#include "serve/http/spool.h"
#include "serve/rpc/call.h"

namespace symkit::rpc {

// A thread that may wait for a disk writes each message before the next is read.
template <class Messages>
class FileCall final : public grpc::ServerReadReactor<typename Messages::Request> {
 public:
  using Response = typename Messages::Response;

  // `name`: what the call is counted as. It deletes itself when it is done.
  static FileCall* begin(service::Means& means, const std::string& folder, std::string_view name,
                         Messages messages, Response& response) {
    auto* const call = new FileCall(means, folder, name, std::move(messages), response);
    if (call->body_.is_file())
      call->StartRead(&call->request_);
    else
      call->Finish({grpc::StatusCode::RESOURCE_EXHAUSTED, "no room for uploads"});
    return call;
  }

  void OnReadDone(bool is_there) override {
    const bool taken =
        is_there ? means_.receivers.take([this] { write(); }) : means_.preparers.take([this] { prepare(); });
    if (!taken) this->Finish({grpc::StatusCode::UNAVAILABLE, busy});
  }

  // A cancelled call looks like the end of the messages, but its file is incomplete.
  void OnCancel() override { is_cancelled_ = true; }
  void OnDone() override { delete this; }

 private:
  FileCall(service::Means& means, const std::string& folder, std::string_view name, Messages messages,
           Response& response)
      : means_(means),
        name_(name),
        response_(response),
        body_(http::nameless_file(folder)),
        messages_(std::move(messages)) {}

  void write() {
    if (const grpc::Status wrong = messages_.take(request_); !wrong.ok()) return this->Finish(wrong);
    if (!io::write_all(body_.descriptor(), Messages::content_of(request_)))
      return this->Finish({grpc::StatusCode::RESOURCE_EXHAUSTED, "the upload cannot be stored"});
    this->StartRead(&request_);
  }

  void prepare() {
    if (is_cancelled_) return this->Finish(grpc::Status::CANCELLED);
    const auto file_name = messages_.end();
    if (!file_name) return this->Finish({grpc::StatusCode::INVALID_ARGUMENT, file_name.error().message});
    const auto begun = std::chrono::steady_clock::now();
    const auto said = means_.uploads.take(*file_name, body_);
    if (said) means_.added();
    const grpc::Status status = said ? messages_.accept(*said, response_)
                                     : grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, said.error().message);
    if (!status.ok()) messages_.refuse();
    means_.metrics.count(name_, static_cast<unsigned>(status.error_code()),
                         std::chrono::steady_clock::now() - begun);
    this->Finish(status);
  }

  service::Means& means_;
  std::string_view name_;
  Response& response_;
  typename Messages::Request request_;
  http::Body body_;
  Messages messages_;
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace symkit::rpc
