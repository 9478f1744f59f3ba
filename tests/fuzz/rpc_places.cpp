// rooms: base intake rpc rpc_messages service
// Places of all kinds, as gRPC brings them: any bytes that are a message are answered, each place with
// functions or with a reason, and the answer can be sent.
#include <cstdint>

#include "serve/rpc/places.h"
#include "serve/service/metrics.h"
#include "support/fuzz_desk.h"

using namespace symkit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  v1::ResolveFramesRequest request;
  if (!request.ParseFromArray(data, static_cast<int>(size))) return 0;
  auto desk = fuzz::desks().take();
  v1::ResolveFramesResponse response;
  const service::LogCounts tally = rpc::resolve_places(request, *desk, response);
  static service::Metrics metrics;
  desk.count(tally, metrics);
  fuzz::require(response.answers_size() == request.places_size());
  for (const v1::PlaceAnswer& answer : response.answers()) {
    const bool is_answered = answer.functions_size() != 0 || answer.alternatives_size() != 0;
    fuzz::require(is_answered == answer.reason().empty());
  }
  v1::ResolveFramesResponse read;
  fuzz::require(read.ParseFromString(response.SerializeAsString()));
  return 0;
}
