// A stream that is refused before it begins.
#pragma once

#include <grpcpp/support/status.h>

namespace symkit::rpc {

template <class Reactor>
class Refusal final : public Reactor {
 public:
  explicit Refusal(const grpc::Status& why) { this->Finish(why); }
  void OnDone() override { delete this; }
};

}  // namespace symkit::rpc
