// A static store on a web server or in a bucket, read-only: https://host/path. Its files are requested
// through symkit-fetch. An unavailable server is not queried again for a while, like an engine.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "keep/fetch/objects.h"
#include "keep/store/outages.h"
#include "keep/store/static_shelf.h"

namespace symkit::store {

bool is_web(std::string_view store);
// An error says what is wrong with the address.
Result<void> check_web(std::string_view store);

class WebShelf final : public StaticShelf {
 public:
  explicit WebShelf(std::string_view url);

  Result<void> put(const Key& key, std::span<const Bytes> pieces) override;
  // Web servers do not list what they have: empty.
  Result<std::vector<ImageId>> ids(index::Kind /*kind*/) override { return std::vector<ImageId>(); }
  Result<void> each(index::Kind /*kind*/, const Visit& /*visit*/) override { return {}; }
  bool is_far() const override { return true; }
  std::string place() const override { return place_; }
  std::string place_of(const Key& key) const override;
  Result<void> list(const std::function<void(const Item&)>& visit) override;
  Result<std::size_t> remove(std::span<const Key> keys) override;
  std::uint64_t outages() const override { return outages_.count(); }
  std::string trouble() const override { return outages_.trouble(); }

 protected:
  std::vector<Found> read(std::span<const std::string> paths) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Remembered {
    Clock::time_point until;
    io::SharedBlob file;
  };

  std::string url_of(std::string_view path) const;
  bool take_remembered(const std::string& path, Found& found);
  void remember(const std::string& path, const io::SharedBlob& file);
  void ask(std::span<const std::string> paths, std::span<const std::size_t> asked, std::vector<Found>& found);
  Result<void> check_marker();
  Error unavailable(std::string_view why);
  bool rests();

  std::string base_, query_, place_;
  fetch::Objects objects_;
  Outages outages_;
  mutable std::mutex lock_;  // guards what follows
  bool is_store_ = false;    // its marker was seen
  std::map<std::string, Remembered> remembered_;
  Clock::time_point rests_until_{};
};

}  // namespace symkit::store
