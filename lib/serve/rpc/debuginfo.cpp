#include "serve/rpc/debuginfo.h"

#include "ground/base/image_id.h"
#include "ground/base/words.h"
#include "ground/json/document.h"
#include "keep/index/label.h"
#include "keep/store/shelf.h"
#include "serve/rpc/file_call.h"
#include "serve/rpc/refusal.h"

namespace symkit::rpc {
namespace {

using State = Announced::File::State;
using grpc::StatusCode;

// Agents know this message, and try again after some minutes.
constexpr const char* in_progress =
    "A previous upload is still in-progress and not stale yet (only stale uploads can be retried).";

// A file that a client offers.
struct Offer {
  std::string build_id;
  std::string hash;  // empty: not given
  bool force = false;
  parca::DebuginfoType type = {};
};

template <class Request>
Offer offer_of(const Request& request) {
  return {.build_id = request.build_id(),
          .hash = request.hash(),
          .force = request.force(),
          .type = request.type()};
}

std::string key_of(const service::Means& means, const std::string& build_id, parca::DebuginfoType type) {
  return say(means.project.name(), '/', build_id, '/', static_cast<int>(type));
}

struct Advice {
  bool is_wanted = false;
  const char* reason = "";
  // The status for an unwanted file that is announced nevertheless.
  StatusCode code = StatusCode::FAILED_PRECONDITION;
};

// Whether there is an index of this id, with lines. Fails if the stores are not available.
Result<Advice> advice_by_store(const service::Means& means, const ImageId& id, const Offer& offer) {
  const auto kinds = store::forms_of(index::Kind::Native);
  const auto found = means.desks.store().find_first(id, kinds);
  if (!found) return fail(found.error());
  if (!found->blob) return Advice{true, "there are no symbols with this build id"};
  if (index::label_of(found->blob->bytes(), index::Kind::Native).with_lines != 0)
    return Advice{false, offer.force ? "there are symbols with this build id, with lines; delete them first"
                                     : "there are symbols with this build id, with lines"};
  if (offer.force)
    return Advice{true, "there are symbols with this build id; they are replaced because of force"};
  // The executable has no more lines than the file that was sent before.
  if (offer.type == parca::DEBUGINFO_TYPE_EXECUTABLE)
    return Advice{false, "there are symbols with this build id"};
  return Advice{true, "there are symbols with this build id, but without lines"};
}

Result<Advice> advice_on(const service::Means& means, const Announced& announced, const Offer& offer) {
  constexpr std::size_t shortest_id = 4;
  const auto id = ImageId::parse(offer.build_id);
  if (!id || id->bytes().size() < shortest_id)
    return Advice{false, "the build id must be that of an ELF file, in hexadecimal",
                  StatusCode::INVALID_ARGUMENT};
  if (offer.type == parca::DEBUGINFO_TYPE_SOURCES)
    return Advice{false, "sources are not accepted", StatusCode::INVALID_ARGUMENT};
  if (const auto file = announced.find(key_of(means, offer.build_id, offer.type))) {
    const bool is_same = offer.hash.empty() || offer.hash == file->hash;
    if (file->state == State::Expected) return Advice{false, in_progress};
    if (file->state == State::Refused && is_same)
      return Advice{false, "the same file was uploaded recently and could not be used",
                    StatusCode::ALREADY_EXISTS};
    if (file->state == State::Taken && is_same && !offer.force)
      return Advice{false, "it has already been uploaded", StatusCode::ALREADY_EXISTS};
  }
  return advice_by_store(means, *id, offer);
}

// The first message has the info, the others chunks.
class DebuginfoMessages {
 public:
  using Request = parca::UploadRequest;
  using Response = parca::UploadResponse;

  DebuginfoMessages(const service::Means& means, Announced& announced)
      : means_(&means), announced_(&announced) {}

  grpc::Status take(const Request& request) {
    if (request.has_info() == !key_.empty())
      return {StatusCode::INVALID_ARGUMENT, "the first message, and no other, must have the info"};
    if (request.has_info()) return begin(request.info());
    size_ += request.chunk_data().size();
    const std::uint64_t most = means_->uploads.settings().size;
    if (size_ <= most) return grpc::Status::OK;
    return {StatusCode::INVALID_ARGUMENT, say("the file is longer than ", most, " bytes")};
  }
  static const std::string& content_of(const Request& request) { return request.chunk_data(); }

  Result<std::string> end() const {
    if (key_.empty() || size_ == 0) return fail("no file was sent");
    if (said_size_ != 0 && static_cast<std::uint64_t>(said_size_) != size_)
      return fail(say("the file should have ", said_size_, " bytes, but has ", size_));
    return build_id_ + ".debug";
  }

  // The file must be the announced one.
  grpc::Status accept(std::string_view said, Response& response) {
    const auto document = json::Document::parse(said.substr(0, said.find('\n')));
    const std::string id = document ? std::string(document->root()["id"].string()) : std::string();
    if (id != in_lower_case(build_id_))
      return {StatusCode::INVALID_ARGUMENT, say("the file has the build id ", id, ", not ", build_id_)};
    announced_->settle(key_, upload_id_, State::Taken);
    response.set_build_id(build_id_);
    response.set_size(size_);
    return grpc::Status::OK;
  }

  // This file is not wanted again; another file of the same id is.
  void refuse() {
    if (!key_.empty()) announced_->settle(key_, upload_id_, State::Refused);
  }

 private:
  grpc::Status begin(const parca::UploadInfo& info) {
    const std::string key = key_of(*means_, info.build_id(), info.type());
    const auto file = announced_->find(key);
    if (!file || file->state != State::Expected)
      return {StatusCode::FAILED_PRECONDITION, "the upload was not announced, or too long ago"};
    if (file->upload_id != info.upload_id())
      return {StatusCode::INVALID_ARGUMENT, "the upload id is not the one that InitiateUpload returned"};
    key_ = key;
    build_id_ = info.build_id();
    upload_id_ = info.upload_id();
    said_size_ = file->size;
    return grpc::Status::OK;
  }

  const service::Means* means_;
  Announced* announced_;
  std::string key_ = {};  // empty: the info has not arrived yet
  std::string build_id_ = {};
  std::string upload_id_ = {};
  std::int64_t said_size_ = 0;  // 0: not given
  std::uint64_t size_ = 0;
};

grpc::Status takes_nothing() { return {StatusCode::PERMISSION_DENIED, std::string(service::no_uploads)}; }

}  // namespace

grpc::ServerUnaryReactor* Debuginfo::ShouldInitiateUpload(grpc::CallbackServerContext* context,
                                                          const parca::ShouldInitiateUploadRequest* request,
                                                          parca::ShouldInitiateUploadResponse* response) {
  return answer_by(service_, By::Receivers, "ShouldInitiateUpload", *context, service::Right::Write,
                   [this, request, response](service::Means& means) {
                     if (!means.uploads.are_taken()) return takes_nothing();
                     const auto advice = advice_on(means, announced_, offer_of(*request));
                     if (!advice) return unavailable(advice.error());
                     response->set_should_initiate_upload(advice->is_wanted);
                     response->set_reason(advice->reason);
                     return grpc::Status::OK;
                   });
}

grpc::ServerUnaryReactor* Debuginfo::InitiateUpload(grpc::CallbackServerContext* context,
                                                    const parca::InitiateUploadRequest* request,
                                                    parca::InitiateUploadResponse* response) {
  return answer_by(
      service_, By::Receivers, "InitiateUpload", *context, service::Right::Write,
      [this, request, response](service::Means& means) {
        if (!means.uploads.are_taken()) return takes_nothing();
        const std::uint64_t most = means.uploads.settings().size;
        if (request->size() < 0 || static_cast<std::uint64_t>(request->size()) > most)
          return grpc::Status(StatusCode::INVALID_ARGUMENT, say("a file may have at most ", most, " bytes"));
        const auto advice = advice_on(means, announced_, offer_of(*request));
        if (!advice) return unavailable(advice.error());
        if (!advice->is_wanted) return grpc::Status(advice->code, advice->reason);
        const auto file = announced_.announce(key_of(means, request->build_id(), request->type()),
                                              request->hash(), request->size());
        if (!file) return grpc::Status(StatusCode::FAILED_PRECONDITION, in_progress);
        parca::UploadInstructions& how = *response->mutable_upload_instructions();
        how.set_build_id(request->build_id());
        how.set_type(request->type());
        how.set_upload_id(file->upload_id);
        how.set_upload_strategy(parca::UploadInstructions::UPLOAD_STRATEGY_GRPC);
        return grpc::Status::OK;
      });
}

grpc::ServerReadReactor<parca::UploadRequest>* Debuginfo::Upload(grpc::CallbackServerContext* context,
                                                                 parca::UploadResponse* response) {
  using Refused = Refusal<grpc::ServerReadReactor<parca::UploadRequest>>;
  service::Means* const means = means_for(service_, *context, service::Right::Write);
  if (means == nullptr) return new Refused(no_right(service::Right::Write));
  if (!means->uploads.are_taken()) return new Refused(takes_nothing());
  return FileCall<DebuginfoMessages>::begin(*means, folder_, "DebuginfoService/Upload",
                                            DebuginfoMessages(*means, announced_), *response);
}

grpc::ServerUnaryReactor* Debuginfo::MarkUploadFinished(grpc::CallbackServerContext* context,
                                                        const parca::MarkUploadFinishedRequest* request,
                                                        parca::MarkUploadFinishedResponse* /*response*/) {
  return answer_by(service_, By::Receivers, "MarkUploadFinished", *context, service::Right::Write,
                   [this, request](service::Means& means) {
                     const auto file = announced_.find(key_of(means, request->build_id(), request->type()));
                     if (!file) return grpc::Status(StatusCode::NOT_FOUND, "the upload was not announced");
                     if (file->upload_id != request->upload_id())
                       return grpc::Status(StatusCode::INVALID_ARGUMENT,
                                           "the upload id is not the one that InitiateUpload returned");
                     if (file->state == State::Taken) return grpc::Status::OK;
                     return grpc::Status(StatusCode::FAILED_PRECONDITION, "the file was not sent");
                   });
}

}  // namespace symkit::rpc
