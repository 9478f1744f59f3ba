// Asks symkit.v1.Symbolication/ResolveFrames on one connection, so many calls at a time, each as soon as one
// is answered, and says how long the answers took.
//
// usage: grpc_load ADDRESS CALLS SECONDS FRAMES < lines "ID OFFSET" of places
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <grpcpp/grpcpp.h>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "symkit/v1/symbolication.grpc.pb.h"

namespace {

using Clock = std::chrono::steady_clock;
namespace v1 = symkit::v1;

class Load {
 public:
  Load(v1::Symbolication::Stub& stub, std::vector<v1::ResolveFramesRequest> requests, double seconds)
      : stub_(stub), requests_(std::move(requests)), begun_(Clock::now()), seconds_(seconds) {}

  void run(int calls) {
    under_way_ = calls;
    for (int i = 0; i < calls; ++i) ask();
    std::unique_lock lock(lock_);
    changed_.wait(lock, [this] { return under_way_ == 0; });
  }

  double took() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }
  std::vector<double>& milliseconds() { return milliseconds_; }

 private:
  struct Call {
    grpc::ClientContext context;
    v1::ResolveFramesResponse response;
    Clock::time_point begun = Clock::now();
  };

  void ask() {
    const auto call = std::make_shared<Call>();
    const v1::ResolveFramesRequest* request = nullptr;
    {
      const std::lock_guard lock(lock_);
      request = &requests_[sent_++ % requests_.size()];
    }
    stub_.async()->ResolveFrames(
        &call->context, request, &call->response, [this, call, request](const grpc::Status& status) {
          if (!status.ok() || call->response.answers_size() != request->places_size()) {
            std::fprintf(stderr, "grpc_load: %s\n", status.error_message().c_str());
            std::_Exit(1);
          }
          const double time = std::chrono::duration<double, std::milli>(Clock::now() - call->begun).count();
          const bool goes_on = took() < seconds_;
          {
            const std::lock_guard lock(lock_);
            milliseconds_.push_back(time);
            if (!goes_on && --under_way_ == 0) changed_.notify_all();
          }
          if (goes_on) ask();
        });
  }

  v1::Symbolication::Stub& stub_;
  std::vector<v1::ResolveFramesRequest> requests_;
  Clock::time_point begun_;
  double seconds_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::vector<double> milliseconds_;
  std::size_t sent_ = 0;
  int under_way_ = 0;
};

}  // namespace

int main(int count, char** words) {
  if (count != 5) return 2;
  const int frames = std::atoi(words[4]);
  std::vector<v1::ResolveFramesRequest> requests;
  std::map<std::string, std::uint32_t> images;  // of the request at hand
  std::string id;
  std::uint64_t offset = 0;
  while (std::cin >> id >> offset) {
    if (requests.empty() || requests.back().places_size() == frames) {
      requests.emplace_back();
      images.clear();
    }
    const auto [image, is_new] = images.emplace(id, static_cast<std::uint32_t>(images.size()));
    if (is_new) requests.back().add_images()->set_id(id);
    v1::NativePlace& place = *requests.back().add_places()->mutable_native();
    place.set_image(image->second);
    place.set_offset(offset);
  }
  const auto stub =
      v1::Symbolication::NewStub(grpc::CreateChannel(words[1], grpc::InsecureChannelCredentials()));
  Load load(*stub, std::move(requests), std::atof(words[3]));
  load.run(std::atoi(words[2]));
  const double took = load.took();
  std::vector<double>& times = load.milliseconds();
  std::ranges::sort(times);
  std::printf(R"({"answers": %zu, "seconds": %.4f, "p50": %.3f, "p99": %.3f})"
              "\n",
              times.size(), took, times[times.size() / 2], times[times.size() * 99 / 100]);
}
