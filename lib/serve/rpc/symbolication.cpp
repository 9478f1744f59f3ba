#include "serve/rpc/symbolication.h"

#include <chrono>
#include <memory>
#include <mutex>

#include "ground/base/words.h"
#include "serve/http/spool.h"
#include "serve/rpc/call.h"
#include "serve/rpc/chunk_queue.h"
#include "serve/rpc/places.h"
#include "serve/rpc/refusal.h"

namespace symkit::rpc {
namespace {

constexpr std::size_t piece = 64 * 1024;

service::Wish wish_of(const v1::LogOptions& options) {
  service::Wish wish;
  if (options.format() == v1::LogOptions::FORMAT_JSON) wish.form = service::Form::Json;
  wish.inlined_frames = !options.no_inlines();
  wish.full_path = options.full_paths();
  wish.mangled_names = options.mangled_names();
  return wish;
}

grpc::StatusCode code_of(unsigned status) {
  switch (status) {
    case 200: return grpc::StatusCode::OK;
    case 413: return grpc::StatusCode::RESOURCE_EXHAUSTED;
    case 503: return grpc::StatusCode::UNAVAILABLE;
    default: return grpc::StatusCode::INVALID_ARGUMENT;
  }
}

// A thread of the service reads the log from a queue and writes the answer to a spool; gRPC's threads
// fill the queue and empty the spool. The call finishes only when the thread is done, everything is sent
// and no chunk is on its way.
class LogTalk final : public grpc::ServerBidiReactor<v1::AnswerLogRequest, v1::AnswerLogResponse>,
                      public std::enable_shared_from_this<LogTalk> {
 public:
  // `slot`: null if the client gets none.
  LogTalk(service::Service& service, service::Means& means, const std::string& folder,
          std::shared_ptr<void> slot)
      : service_(service),
        means_(means),
        slot_(std::move(slot)),
        queue_(std::make_shared<ChunkQueue>([this] { StartRead(&request_); })),
        spool_(std::make_shared<http::Spool>(folder, [this] { go_on(); })) {}

  void begin() {
    self_ = shared_from_this();
    StartRead(&request_);
  }

  void OnReadDone(bool is_there) override {
    if (!is_there) {
      queue_->end();
      // The client sent nothing at all.
      if (!has_begun_) Finish(grpc::Status::OK);
      return;
    }
    if (!has_begun_ && !start()) return;
    if (queue_->put(std::move(*request_.mutable_text()))) StartRead(&request_);
  }

  void OnWriteDone(bool is_sent) override {
    if (!is_sent) spool_->abandon();
    {
      const std::lock_guard lock(lock_);
      is_writing_ = false;
    }
    go_on();
  }

  void OnCancel() override {
    spool_->abandon();
    queue_->end();
  }

  // The service's thread may still be inside its last call, and holds a reference of its own.
  void OnDone() override { self_.reset(); }

 private:
  // Returns false if no thread is free.
  bool start() {
    has_begun_ = true;
    const bool taken =
        slot_ != nullptr &&
        means_.streams.take([talk = self_, wish = wish_of(request_.options())] { talk->answer(wish); });
    if (!taken) Finish({grpc::StatusCode::UNAVAILABLE, busy});
    return taken;
  }

  // Runs on a thread of the service.
  void answer(const service::Wish& wish) {
    const auto begun = std::chrono::steady_clock::now();
    const auto end =
        service_.answer_live(means_.project, io::Input::of_feed(queue_, "the log"), wish, *spool_);
    means_.metrics.count("AnswerLog", static_cast<unsigned>(code_of(end.status)),
                         std::chrono::steady_clock::now() - begun);
    spool_->end(end.failure, end.status);
  }

  // Writes the next piece, or the end. Only one write is in progress at a time, and the end is written
  // once.
  void go_on() {
    http::Spool::State end;
    bool is_end = false;
    {
      const std::lock_guard lock(lock_);
      if (is_writing_ || is_finished_) return;
      const http::Spool::State state = spool_->state();
      if (!state.has_text && !state.has_ended) return;
      if (state.has_text) {
        is_writing_ = true;
        *response_.mutable_text() = spool_->take(piece);
      } else {
        is_finished_ = is_end = true;
        end = state;
      }
    }
    if (!is_end) return StartWrite(&response_);
    Finish(end.failure ? grpc::Status(code_of(end.status), *end.failure) : grpc::Status::OK);
  }

  service::Service& service_;
  service::Means& means_;
  std::shared_ptr<void> slot_;
  v1::AnswerLogRequest request_;
  v1::AnswerLogResponse response_;
  std::shared_ptr<LogTalk> self_;  // until gRPC is done with it
  std::shared_ptr<ChunkQueue> queue_;
  std::shared_ptr<http::Spool> spool_;
  bool has_begun_ = false;  // of the reading side
  std::mutex lock_;         // guards the members below
  bool is_writing_ = false;
  bool is_finished_ = false;
};

}  // namespace

grpc::ServerBidiReactor<v1::AnswerLogRequest, v1::AnswerLogResponse>* Symbolication::AnswerLog(
    grpc::CallbackServerContext* context) {
  service::Means* const means = means_for(service_, *context, service::Right::Read);
  if (means == nullptr)
    return new Refusal<grpc::ServerBidiReactor<v1::AnswerLogRequest, v1::AnswerLogResponse>>(
        no_right(service::Right::Read));
  auto slot = means->slots.take(address_of(*context), token_of(*context));
  const auto talk = std::make_shared<LogTalk>(service_, *means, folder_, std::move(slot));
  talk->begin();
  return talk.get();
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
