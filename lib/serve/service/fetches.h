// Images that logs name and nobody here has, asked of servers: symprep fetches and prepares them, a process
// of its own with limits. Nobody waits for it. What came is everybody's, as it is what those servers show
// everybody.
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
  fetch::Servers servers = {};  // none: nobody is asked
  std::vector<std::string> stores = {};
  std::string symprep = {};
  std::chrono::seconds time{300};  // for some of them
  std::uint64_t memory = std::uint64_t{4} << 30;
  std::uint64_t size = std::uint64_t{4} << 30;  // of a file
  WarningSink warn = [](const std::string&) {};
};

class Fetches final : public locate::Elsewhere {
 public:
  // `arrived`: called when something new is in the store.
  Fetches(FetchSettings settings, std::function<void()> arrived);
  ~Fetches() override;

  std::string ask(const ImageReference& image) override;
  unsigned arrivals() const override { return arrivals_; }

  // What is under way is given up, and nothing more is asked for.
  void stop();
  // The same, and waits until that is so.
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
  using Waiting = std::pair<ImageId, std::string>;  // an image, and lines of a log that name it
  void fetch(std::span<const Waiting> images);
  Result<std::string> ask_servers(std::span<const Waiting> images) const;
  void settle(std::span<const Waiting> images, const std::string& said);

  FetchSettings settings_;
  std::function<void()> arrived_;
  int stopped_;  // can be read from when it is so
  std::atomic<unsigned> arrivals_ = 0;
  std::atomic<bool> ending_ = false;
  mutable std::mutex lock_;  // of what follows
  std::map<ImageId, Image> images_;
  std::deque<Waiting> waiting_;
  State counts_;
  Workers workers_;  // ends first
};

}  // namespace symkit::service
