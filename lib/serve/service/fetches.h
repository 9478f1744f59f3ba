// Fetches images that logs name and no store here has from symbol servers. symprep fetches and prepares
// them in a limited process of its own; no request waits for it. Fetched images are shared by all
// projects, as those servers are public.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "find/locate/elsewhere.h"
#include "ground/base/diagnostics.h"
#include "ground/base/image_id.h"
#include "ground/base/result.h"
#include "keep/fetch/servers.h"
#include "serve/service/workers.h"

namespace symkit::service {

struct FetchSettings {
  fetch::Servers servers = {};  // none: nothing is fetched
  std::vector<std::string> stores = {};
  std::string symprep = {};
  std::chrono::seconds time{300};  // for one batch
  std::uint64_t memory = std::uint64_t{4} << 30;
  std::uint64_t size = std::uint64_t{4} << 30;  // of one file
  WarningSink warn = [](const std::string&) {};
};

class Fetches final : public locate::Elsewhere {
 public:
  // `arrived`: called when something new is in the store.
  Fetches(FetchSettings settings, std::function<void()> arrived);
  ~Fetches() override;

  std::string ask(const ImageReference& image) override;
  unsigned arrivals() const override { return arrivals_; }

  // Abandons what is in progress and starts nothing more.
  void stop();
  // As stop(), and waits until all has ended.
  void finish();

  struct State {
    std::size_t under_way = 0;
    std::uint64_t came = 0;
    std::uint64_t had_by_nobody = 0;
  };
  State state() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Image {
    enum class State : std::uint8_t { UnderWay, Came, WithNobody };
    State state = State::UnderWay;
    Clock::time_point changed = Clock::now();
  };

  bool begin(const ImageReference& image);
  void fetch_some();
  using Waiting = std::pair<ImageId, std::string>;  // an image, and log lines that name it
  void fetch(std::span<const Waiting> images);
  Result<std::string> ask_servers(std::span<const Waiting> images) const;
  void settle(std::span<const Waiting> images, const std::string& said);

  FetchSettings settings_;
  std::function<void()> arrived_;
  int stopped_;  // a descriptor, readable once stop() was called
  std::atomic<unsigned> arrivals_ = 0;
  std::atomic<bool> ending_ = false;
  mutable std::mutex lock_;  // guards the members below
  std::map<ImageId, Image> images_;
  std::deque<Waiting> waiting_;
  State counts_;
  Workers workers_;  // ends first
};

}  // namespace symkit::service
