#include "serve/rpc/upload_messages.h"

#include "ground/base/words.h"
#include "serve/service/uploads.h"

namespace symkit::rpc {

Result<void> UploadMessages::take(const v1::UploadRequest& message) {
  if (!name_) {
    name_ = service::upload_name(message.name());
    said_size_ = message.size();
    if (!name_)
      return fail(
          "the first message must have the name of a file, without a path or a leading dot "
          "or dash");
  }
  size_ += message.content().size();
  if (size_ > most_) return fail(say("the file is longer than ", most_, " bytes"));
  return {};
}

Result<std::string> UploadMessages::end() const {
  if (!name_) return fail("no file was sent");
  if (said_size_ != 0 && said_size_ != size_)
    return fail(say("the file should have ", said_size_, " bytes, but has ", size_));
  return *name_;
}

}  // namespace symkit::rpc
