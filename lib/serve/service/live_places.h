// Places for logs that are answered while they come: each has a thread, and may last for days. A client has
// no more of them than are left to all others, so that whoever comes next finds one.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace symkit::service {

class LivePlaces {
 public:
  explicit LivePlaces(std::size_t all) : all_(all) {}
  LivePlaces(const LivePlaces&) = delete;
  LivePlaces& operator=(const LivePlaces&) = delete;

  // For as long as it lives, which the places outlive; null: there is none for this client. `address` is in
  // numbers; who says different tokens are different clients, too.
  std::shared_ptr<void> take(std::string_view address, std::string_view token);

 private:
  void give_back(const std::string& client);

  std::size_t all_;
  std::mutex lock_;  // of what follows
  std::size_t taken_ = 0;
  std::map<std::string, std::size_t> of_client_;
};

}  // namespace symkit::service
